"""``meadow agents list``."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Config:
    """List the agents. Those tagged privileged see ground truth and are bounds, not baselines."""

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
    if not names:
        print(f"no agent has the tag {config.tag!r}")
    return 0
