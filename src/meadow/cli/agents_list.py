"""``meadow agents list``."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Config:
    """List the agents. Those tagged privileged see ground truth and are bounds, not baselines.

    Trained policies say how they were trained, on how many frames, in how many minutes, and what under;
    those without weights in this installation say how to get them.
    """

    tag: str | None = None
    """Only agents with this tag."""


def run(config: Config) -> int:
    """Print one line per agent."""
    from meadow.agents import AGENTS

    names = AGENTS.names(config.tag)
    width = max(map(len, names), default=0)
    for name in names:
        entry = AGENTS.entry(name)
        print(f"{name:<{width}}  {entry.summary}  ({', '.join(entry.tags)})")
        if "policy" in entry.tags:
            print(f"{'':<{width}}  {_training(name)}")
    if not names:
        print(f"no agent has the tag {config.tag!r}")
    return 0


def _training(name: str) -> str:
    """What its training took, or that there is none to run."""
    from meadow.agents import AGENTS
    from meadow.agents.policy import shipped_card

    weights = str(AGENTS.entry(name).kwargs["weights"])
    card = shipped_card(weights)
    if card is None:
        return f"no weights here: meadow train policy {weights}, then --option weights=FILE.onnx"
    size = f"{card.width}x{card.height} pixels"
    how = "imitation alone"
    if card.ppo_frames:
        imitated = card.frames - card.ppo_frames
        how = f"imitation ({imitated:,}) and PPO ({card.ppo_frames:,})" if imitated else "PPO alone"
    text = f"{card.frames:,} frames by {how} in {card.minutes:g} minutes, {size}"
    seen = [*card.corruptions, *card.augmentations]
    return f"{text}, under {', '.join(seen)}" if seen else text
