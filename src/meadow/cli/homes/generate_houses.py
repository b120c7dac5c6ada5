"""``meadow generate houses``."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import tyro

from meadow.cli.terminal.console import make_console
from meadow.cli.terminal.options import NotNegative, Out, Positive, Rooms
from meadow.errors import GenerationError

if TYPE_CHECKING:
    from meadow.scenes.generator import HouseSpec


@dataclass(frozen=True, kw_only=True)
class Config:
    """Make furnished homes, one .json.gz each; the same seed gives the same bytes on any machine.

    Home number i has seed SEED + i, so more homes can be added later.
    Example: meadow generate houses --count 100 --rooms 4-8 --seed 0 -o homes/
    """

    out: Out
    """Directory for the homes; files of the same name are replaced."""
    count: Annotated[Positive, tyro.conf.arg(aliases=["-n"])] = 10
    """How many homes."""
    rooms: Rooms = "4-8"
    """Rooms of a home: a number from 1 to 10, or the fewest and the most, such as 4-8."""
    seed: NotNegative = 0
    """Seed of the first home."""
    people: NotNegative = 0
    """Standing persons in each home."""
    workers: Positive = 1
    """Processes that work side by side."""


@dataclass(frozen=True, slots=True)
class Made:
    """What the table tells about one home."""

    rooms: int = 0
    objects: int = 0
    categories: frozenset[str] = frozenset()
    seconds: float = 0.0
    error: str = ""
    """Why there is no home of this seed; empty on success."""


def run(config: Config) -> int:
    """Generate, write, and print the statistics; homes that fail are named, the rest is written."""
    from meadow.cli.terminal.output import check_directory
    from meadow.cli.terminal.progress import track
    from meadow.episodes.houses import parse_rooms
    from meadow.scenes.generator import HouseSpec

    spec = HouseSpec(rooms=parse_rooms(config.rooms), people=config.people)
    check_directory(config.out)
    jobs = [(seed, spec, config.out) for seed in range(config.seed, config.seed + config.count)]
    homes = _made(jobs, min(config.workers, len(jobs)))
    made = list(track(homes, "generating", len(jobs)))
    for (seed, *_), home in zip(jobs, made):
        if home.error:
            sys.stderr.write(f"seed {seed}: {home.error}\n")
    good = [home for home in made if not home.error]
    if good:
        _print_table(good, config.out)
    return 0 if len(good) == len(made) else 1


def _make(job: tuple[int, HouseSpec, Path]) -> Made:
    """Generate one home and write it."""
    from meadow.scenes.generator import generate_house
    from meadow.scenes.schema import write_house

    seed, spec, output = job
    began = time.perf_counter()
    try:
        house = generate_house(seed, spec=spec)
    except GenerationError as error:
        return Made(error=str(error))
    seconds = time.perf_counter() - began
    write_house(house, output / f"{house.id}.json.gz")
    categories = frozenset(item.category for item in house.objects)
    return Made(len(house.rooms), len(house.objects), categories, seconds)


def _made(jobs: Sequence[tuple[int, HouseSpec, Path]], workers: int) -> Iterator[Made]:
    """Results in order; on Ctrl-C the homes in the making are finished and no other is begun."""
    if workers == 1:
        yield from map(_make, jobs)
        return
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    pool = ProcessPoolExecutor(
        workers, mp_context=multiprocessing.get_context("spawn"), initializer=_ignore_interrupt
    )
    try:
        yield from pool.map(_make, jobs)
    finally:
        pool.shutdown(cancel_futures=True)


def _ignore_interrupt() -> None:
    """Ctrl-C reaches every process of the terminal; only the parent answers to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _print_table(made: Sequence[Made], output: Path) -> None:
    from rich.table import Table

    table = Table("per home", "fewest", "mean", "most", title=f"{len(made)} homes in {output}")
    for name, values, digits in (
        ("rooms", [home.rooms for home in made], 1),
        ("objects", [home.objects for home in made], 1),
        ("categories", [len(home.categories) for home in made], 1),
        ("seconds", [home.seconds for home in made], 2),
    ):
        table.add_row(name, *_row(values, digits))
    console = make_console()
    console.print(table)
    known = frozenset[str]().union(*(home.categories for home in made))
    console.print(f"{len(known)} categories in all. Look at one: meadow show FILE -o home.png")


def _row(values: Iterable[float], digits: int) -> tuple[str, str, str]:
    """Least, mean and most, as text; whole numbers stay whole at the ends."""
    ordered = sorted(values)
    ends = [
        f"{v:.{digits}f}" if isinstance(v, float) else str(v) for v in (ordered[0], ordered[-1])
    ]
    return ends[0], f"{sum(ordered) / len(ordered):.{digits}f}", ends[1]
