"""``meadow agents list``."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Config:
    """List the agents. Those tagged privileged see ground truth and are bounds, not baselines.

    Trained policies say how they were trained, on how many frames, in how many minutes and under which
    corruptions; those without weights in this installation say how to get them.
    """

    tag: str | None = None
    """List only agents with this tag or a kind of it: cow also lists what is tagged cow-extra."""


def run(config: Config) -> int:
    """Print one entry per agent."""
    from meadow.agents import AGENTS
    from meadow.cli.terminal.help import listing
    from meadow.errors import UnknownIdError
    from meadow.policies.policy import training_summary

    wanted = config.tag
    known = {tag for entry in AGENTS for tag in entry.tags}
    if wanted is not None and wanted not in known:
        raise UnknownIdError("tag of agents", wanted, known)
    entries = []
    for entry in AGENTS:
        if wanted is None or any(f"{tag}-".startswith(f"{wanted}-") for tag in entry.tags):
            text = f"{entry.summary} ({', '.join(entry.tags)})"
            if "policy" in entry.tags:
                said = training_summary(str(entry.kwargs["weights"]))
                text += f" {said[:1].upper()}{said[1:]}."
            entries.append((entry.name, text))
    print(listing(entries, indent=""), end="")
    print("\nOptions of one: meadow agents show NAME")
    return 0
