"""``meadow bench world``."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from meadow.cli.bench.figures import (
    Figure,
    bound_figure,
    plain_figure,
    report_figures,
    resident,
)
from meadow.cli.terminal.options import Positive

if TYPE_CHECKING:
    from meadow.scenes.schema import House

ROUNDS = 7
"""Each figure is the least of this many."""
ROBOTS = 16
"""Robots in one home, to see what each of them adds."""


@dataclass(frozen=True, kw_only=True)
class Config:
    """Time what a world that changes costs: moved things, people who walk, a world for each robot.

    Times are CPU time.

    Example: meadow bench world --json world.json
    """

    steps: Positive = 300
    """Moves and steps of each round."""
    json: Path | None = None
    """Also write the figures to this file."""


def run(config: Config) -> int:
    """Measure everything, print the table, write the file."""
    spec = {"steps": config.steps, "robots": ROBOTS}
    title = "a world that changes on this machine"
    report_figures(title, "world", lambda: measure(config), config.json, spec)
    return 0


def measure(config: Config) -> list[Figure]:
    """All figures, in the order of the table."""
    from meadow.scenes.generator import generate_house
    from meadow.sim.warmup import warmup

    warmup()
    house = generate_house(7, rooms=6)
    return [*_moves(house, config.steps), *_walkers(house, config.steps), *_worlds(house)]


def _least(call: Callable[[], None], count: int) -> float:
    """Milliseconds of one of ``count`` calls, in the quickest round."""
    best = float("inf")
    for _ in range(ROUNDS):
        began = time.process_time()
        for _ in range(count):
            call()
        best = min(best, time.process_time() - began)
    return 1e3 * best / count


def _moves(house: House, steps: int) -> list[Figure]:
    """A small thing is put from one place of a surface to another and back."""
    from meadow.errors import InvalidValueError
    from meadow.scenes.catalogue import find_category
    from meadow.sim.simulator import MeadowSimulator

    simulator = MeadowSimulator()
    simulator.reset(house, simulator.free_pose(house))
    world = simulator.world
    for item in house.objects:
        loose = "pickupable" in find_category(item.category).tags and not item.container
        if not loose or item.support not in world.built.objects:
            continue
        x, y, z = item.position
        places = [(x, y, z + 0.01), (x + 0.02, y, z + 0.01)]
        try:
            for place in places:
                world.put(item.id, place)
        except InvalidValueError:
            continue
        break
    turn = 0

    def move() -> None:
        nonlocal turn
        turn = 1 - turn
        world.put(item.id, places[turn])

    spent = _least(move, steps)
    simulator.close()
    return [bound_figure("move_object_ms", spent, "ms", 0.1)]


def _walkers(house: House, steps: int) -> list[Figure]:
    """Steps with three walkers against steps without, in turns; nothing is rendered."""
    from meadow.sim.populate import add_walkers
    from meadow.sim.simulator import MeadowSimulator
    from meadow.types import Action

    walked = add_walkers(house, 3, seed=1)
    simulator = MeadowSimulator()
    attempts = (simulator.free_pose(house, seed=k) for k in range(1000))
    clear = (p for p in attempts if all(p.distance(*w.position[:2]) > 2.6 for w in walked.people))
    pose = next(clear, None) or simulator.free_pose(house)
    best = {walked.digest(): float("inf"), house.digest(): float("inf")}
    for _ in range(ROUNDS):
        for home in (walked, house):
            simulator.reset(home, pose)
            for _ in range(steps):  # every phase of a body is drawn once
                simulator.advance(Action.STOP)
            began = time.process_time()
            for _ in range(steps):
                simulator.advance(Action.STOP)
            spent = 1e3 * (time.process_time() - began) / steps
            best[home.digest()] = min(best[home.digest()], spent)
    simulator.close()
    added = best[walked.digest()] - best[house.digest()]
    return [bound_figure("three_walkers_ms", added, "ms", 0.3)]


def _worlds(house: House) -> list[Figure]:
    """A robot enters a home that others use, against a robot that builds it for itself."""
    from meadow.sim.simulator import MeadowSimulator

    keeper = MeadowSimulator()
    pose = keeper.free_pose(house)
    keeper.place(house, pose)
    opened = next(o.id for o in keeper.world.openables())
    alone, shared, copies = [], [], []
    for _ in range(ROUNDS):
        robots = [MeadowSimulator() for _ in range(1)]
        began = time.process_time()
        robots[0].place(house, pose)
        assert robots[0].scene is not keeper.scene
        alone.append(time.process_time() - began)
        robots = [MeadowSimulator(share=keeper) for _ in range(ROBOTS)]
        before = resident()
        began = time.process_time()
        for robot in robots:
            robot.place(house, pose)
        shared.append((time.process_time() - began) / ROBOTS)
        for robot in robots:
            robot.world.set_openness(opened, 1.0)
        copies.append((resident() - before) / ROBOTS / 2**20)
        for robot in robots:
            robot.close()
    ratio = min(alone) / min(shared)
    return [
        plain_figure("own_world_ms", 1e3 * min(shared), "ms"),
        plain_figure("built_home_ms", 1e3 * min(alone), "ms"),
        bound_figure("building a home against entering one", ratio, "times", 10.0, at_least=True),
        plain_figure("memory of a world that was changed", statistics.median(copies), "MB"),
    ]
