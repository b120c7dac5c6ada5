"""``meadow generate episodes``."""

from __future__ import annotations

import glob
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import tyro

from meadow.cli.terminal.console import make_console
from meadow.cli.terminal.options import NotNegative, Out, Positive, Rooms

if TYPE_CHECKING:
    from meadow.episodes.recipe import Recipe
    from meadow.episodes.statistics import EpisodeStatistics, Spread


@dataclass(frozen=True, kw_only=True)
class Config:
    """Make episodes for a task, in generated homes or in your own.

    Every goal is reachable and, for ObjectNav, visible from enough poses; these are stored as
    viewpoints. The same options give the same bytes on any machine.
    Example: meadow generate episodes --task objectnav --split val --houses 15 -o val.jsonl.gz
    """

    out: Annotated[Out, tyro.conf.arg(metavar="FILE.jsonl.gz")]
    """File to write: .jsonl or .jsonl.gz."""
    task: str = "objectnav"
    """objectnav or pointnav."""
    split: Literal["train", "val", "test"] = "val"
    """Homes of different splits are disjoint."""
    houses: Positive = 15
    """Number of generated homes."""
    rooms: Rooms = "4-8"
    """Rooms of a generated home: a number, or the fewest and the most."""
    seed: NotNegative = 0
    """Root of all draws, 0 to 999; another seed gives other homes."""
    from_houses: tuple[str, ...] = ()
    """Use these house files instead of generated homes; patterns such as "homes/*.json.gz" work."""
    per_goal: Positive = 2
    """Start poses for each goal."""
    goals_per_house: Positive = 12
    """Goals in one home at the most (PointNav: exactly)."""
    categories: tuple[str, ...] = ()
    """ObjectNav: goal categories; by default the 12 of RoboTHOR."""
    min_geodesic: float = 1.0
    """Metres from the start to the nearest success position, at least."""
    max_geodesic: float = 30.0
    """The same, at most."""
    min_ratio: float = 1.0
    """Geodesic over Euclidean distance, at least; 1.05 leaves out straight drives."""
    min_viewpoints: Positive = 3
    """ObjectNav: some instance must be visible from at least so many poses."""
    max_steps: Positive = 500
    """Step budget of an episode."""
    name: str = ""
    """Prefix of the episode ids; by default the task's name."""
    workers: Positive = 1
    """Processes that work side by side."""
    plot: Path | None = None
    """Draw the statistics into this picture (needs matplotlib)."""


def run(config: Config) -> int:
    """The episodes are generated and written, and their statistics are printed."""
    from meadow import optional
    from meadow.cli.terminal.output import PICTURES, check_file
    from meadow.cli.terminal.progress import StepProgress
    from meadow.episodes.generate import generate_episodes
    from meadow.episodes.schema import write_episodes
    from meadow.episodes.statistics import describe

    check_file(config.out, (".jsonl", ".gz"))
    if config.plot is not None:
        check_file(config.plot, PICTURES)
        optional.require("matplotlib")
    recipe = _recipe(config)
    with StepProgress(f"{recipe.task} episodes in homes") as progress:
        episodes = generate_episodes(recipe, progress, workers=config.workers)
    write_episodes(config.out, episodes)
    _print_statistics(describe(episodes), recipe, config.out)
    if config.plot is not None:
        from meadow.viewer.episode_plots import plot_statistics

        title = f"{recipe.name} {recipe.split}: {len(episodes)} episodes"
        plot_statistics(episodes, config.plot, title)
        print(f"picture: {config.plot}")
    return 0


def _recipe(config: Config) -> Recipe:
    from meadow.episodes.houses import parse_rooms
    from meadow.episodes.recipe import Recipe

    return Recipe(
        name=config.name or config.task,
        task=config.task,
        split=config.split,
        seed=config.seed,
        houses=config.houses,
        house_files=_house_files(config.from_houses),
        rooms=parse_rooms(config.rooms),
        per_goal=config.per_goal,
        goals_per_house=config.goals_per_house,
        categories=config.categories,
        min_geodesic=config.min_geodesic,
        max_geodesic=config.max_geodesic,
        min_ratio=config.min_ratio,
        min_viewpoints=config.min_viewpoints,
        max_steps=config.max_steps,
    )


def _house_files(patterns: tuple[str, ...]) -> tuple[str, ...]:
    """Files of the given names and patterns, in order, each once."""
    from meadow.errors import InvalidValueError

    found: dict[str, None] = {}
    for pattern in patterns:
        matches = sorted(glob.glob(pattern))
        if not matches:
            raise InvalidValueError(f"--from-houses {pattern}: no such house file")
        found |= dict.fromkeys(Path(match).as_posix() for match in matches)
    return tuple(found)


def _print_statistics(facts: EpisodeStatistics, recipe: Recipe, output: Path) -> None:
    from rich.table import Table

    title = f"{facts.episodes} episodes in {facts.homes} of {recipe.home_count} homes: {output}"
    table = Table("", "least", "mean", "median", "most", title=title)
    table.add_row("geodesic distance (m)", *_cells(facts.geodesic, 2))
    table.add_row("geodesic / Euclidean", *_cells(facts.ratio, 2))
    if facts.viewpoints.n:
        table.add_row("viewpoints", *_cells(facts.viewpoints, 0))
    console = make_console()
    console.print(table)
    for name, counts in (("difficulty", facts.difficulty), ("categories", facts.categories)):
        if counts:
            text = ", ".join(f"{key} {count}" for key, count in counts.items())
            console.print(f"{name}: {text}", highlight=False)
    missing = [c for c in recipe.categories if c not in facts.categories]
    if missing:
        console.print(f"in none of the homes: {', '.join(missing)}", style="yellow")
    agent = best_agent(recipe.task)
    console.print(f"run them: meadow eval {output} --agent {agent}", highlight=False)


def best_agent(task: str) -> str:
    """An agent that is told what it needs to succeed: the task's own, or the one for any search."""
    from meadow.agents import AGENTS

    own = [entry.name for entry in AGENTS if {"privileged", task} <= set(entry.tags)]
    return own[0] if own else "oracle"


def _cells(spread: Spread, digits: int) -> list[str]:
    values = (spread.low, spread.mean, spread.median, spread.high)
    return ["-" if v is None else f"{v:.{digits}f}" for v in values]
