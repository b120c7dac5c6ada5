"""``meadow tasks list``."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Config:
    """List the tasks and the shipped suites of episodes."""


def run(config: Config) -> int:
    """Print one line per task and suite."""
    from meadow.episodes.suites import SUITES
    from meadow.tasks import TASKS

    for title, registry in (("tasks", TASKS), ("suites", SUITES)):
        print(f"{title}:")
        width = max(map(len, registry.names()))
        for entry in registry:
            print(f"  {entry.name:<{width}}  {entry.summary}")
    print("\nMore about one: meadow tasks show NAME")
    return 0
