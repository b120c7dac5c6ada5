"""``meadow tasks list``."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Config:
    """List the tasks and the shipped suites of episodes."""


def run(config: Config) -> int:
    """Print one line per task and suite."""
    from meadow.cli.terminal.help import listing
    from meadow.episodes import SUITES
    from meadow.tasks import TASKS

    for title, registry in (("tasks", TASKS), ("suites", SUITES)):
        print(f"{title}:")
        print(listing((entry.name, entry.summary) for entry in registry), end="")
    print("\nMore about one: meadow tasks show NAME")
    return 0
