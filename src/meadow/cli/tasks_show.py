"""``meadow tasks show``."""

from __future__ import annotations

import inspect
from dataclasses import dataclass

import tyro


@dataclass(frozen=True, kw_only=True)
class Config:
    """Print a task's definition of success, with its numbers, and what an agent senses and may do."""

    name: tyro.conf.Positional[str]
    """Name of a task (see: meadow tasks list)."""


def run(config: Config) -> int:
    """Print the task's card."""
    from meadow.tasks import TASKS

    task = TASKS.make(config.name)
    print(f"{config.name}\n\n{inspect.getdoc(type(task))}\n")
    print(f"Success, exactly:\n    {task.definition()}")
    return 0
