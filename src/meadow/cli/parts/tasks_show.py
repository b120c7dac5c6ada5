"""``meadow tasks show``."""

from __future__ import annotations

import inspect
import re
import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING

import tyro

if TYPE_CHECKING:
    from meadow.episodes.recipe import Recipe


@dataclass(frozen=True, kw_only=True)
class Config:
    """Print what a task or suite asks: its homes, what an agent senses and may do, what counts as success.

    Example: meadow tasks show objectnav
    """

    name: tyro.conf.Positional[str]
    """Name of a task or of a suite (see: meadow tasks list)."""


def run(config: Config) -> int:
    """Print the card of the task, after that of the suite where one has the name."""
    from meadow.episodes import SUITES
    from meadow.errors import UnknownIdError
    from meadow.tasks import TASKS

    name = config.name
    if name not in TASKS and name not in SUITES:
        known = [*TASKS.names(), *SUITES.names()]
        raise UnknownIdError("task or suite", name, dict.fromkeys(known), "See: meadow tasks list")
    if name in SUITES:
        _show_suite(name)
        name = SUITES.get(name).task
    _show_task(name)
    return 0


def _show_suite(name: str) -> None:
    from meadow.cli.terminal.help import listing
    from meadow.episodes import SUITES
    from meadow.episodes.suites import splits_of

    recipe = SUITES.get(name)
    facts = {"Suite": f"{name}: {SUITES.entry(name).summary}", "Task": recipe.task}
    facts |= _facts(recipe)
    if splits := splits_of(name):
        facts["Parts"] = f"{', '.join(splits)} (meadow eval {name} --split PART)"
    facts["Run it"] = f"meadow eval {name} --agent AGENT --workers 2"
    print(listing(facts.items(), indent=""))


def _facts(recipe: Recipe) -> dict[str, str]:
    fewest, most = recipe.rooms
    camera = recipe.embodiment.camera
    starts = "start" if recipe.per_goal == 1 else "starts"
    return {
        "Homes": f"{recipe.home_count} of {fewest} to {most} rooms, {recipe.split} split, seed "
        f"{recipe.seed}",
        "Goals": f"up to {recipe.goals_per_house} in a home, {recipe.per_goal} {starts} each",
        "Budget": f"{recipe.max_steps} steps",
        "Camera": f"{camera.width}x{camera.height} pixels",
    }


def _show_task(name: str) -> None:
    from meadow.cli.terminal.help import fold, plain_text
    from meadow.tasks import TASKS

    task = TASKS.make(name)
    print(f"{name}\n")
    for block in (inspect.getdoc(type(task)) or "").split("\n\n"):
        # Lines that begin with a space go on with the line before.
        items = re.sub(r"\n(?=\s)" if "\n " in block else r"\n", " ", block).split("\n")
        print("\n".join(fold(plain_text(" ".join(item.split()))) for item in items) + "\n")
    print("Success, exactly:")
    print(textwrap.indent(fold(task.definition(), indent=4), "    "))
