"""``meadow bench people``."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from meadow.cli.bench.figures import (
    Figure,
    bound_figure,
    plain_figure,
    report_figures,
)
from meadow.cli.terminal.options import Positive

if TYPE_CHECKING:
    from meadow.scenes.schema import House, Person, Walk
    from meadow.sim.simulator import MeadowSimulator
    from meadow.types import Embodiment, Pose

ROUNDS = 9
"""Each figure is the least of this many, taken in turns."""
WALKERS = 3
"""People whose cost is divided by their number."""
LENGTH = 1.5
"""Metres of floor that they walk to and fro on."""
PLACES = 30
"""Random poses whose mean frame people are compared with."""
SEED = 22
"""Of a home with a room that is long enough."""
SIDE = 224
"""Pixels of a frame."""
IN_VIEW, OUT_OF_VIEW = 0.06, 0.03
"""Most that a walker may add, milliseconds."""


@dataclass(frozen=True, kw_only=True)
class Config:
    """Time what people who walk add to a step and its frame, in view of the robot and out of it.

    Steps at one pose of a home without people, with people before the robot and with people behind it
    are taken in turns. Times are CPU time; shares compare with the home's mean frame in the same run.

    Example: meadow bench people --json people.json
    """

    steps: Positive = 300
    """Steps of each round."""
    json: Path | None = None
    """Also write the figures to this file."""


def run(config: Config) -> int:
    """Measure everything, print the table, write the file."""
    spec = {"steps": config.steps, "walkers": WALKERS}
    title = "people who walk on this machine"
    report_figures(title, "people", lambda: measure(config.steps), config.json, spec)
    return 0


def measure(steps: int) -> list[Figure]:
    """All figures, in the order of the table."""
    from meadow.scenes.generator import generate_house
    from meadow.scenes.schema import Walk, replace
    from meadow.sim.warmup import warmup
    from meadow.types import Camera, Embodiment

    warmup()
    body = Embodiment(camera=Camera(width=SIDE, height=SIDE))
    house = replace(generate_house(SEED, rooms=5), people=())
    pose = _open_view(house, body)
    seen = replace(house, people=_row(house, pose, 1.0, Walk()))
    behind = replace(house, people=_row(house, pose, -1.0, Walk()))
    roaming = replace(house, people=_row(house, pose, 1.0, Walk(behaviour="roam", patience=2.0)))
    homes = {"alone": house, "in view": seen, "out of view": behind, "roaming": roaming}
    spent, frame = _spent(homes, pose, body, steps)
    added = {name: (spent[name] - spent["alone"]) / WALKERS for name in homes}
    return [
        plain_figure("frame_ms", frame, "ms"),
        bound_figure("walker_in_view_ms", added["in view"], "ms", IN_VIEW),
        bound_figure("walker_out_of_view_ms", added["out of view"], "ms", OUT_OF_VIEW),
        Figure("roaming_walker_ms", round(added["roaming"], 4), "ms", "", True),
        plain_figure("a walker in view against a frame", added["in view"] / frame, "%"),
        plain_figure("a walker out of view against a frame", added["out of view"] / frame, "%"),
    ]


def _open_view(house: House, body: Embodiment) -> Pose:
    """A pose with free floor for people to walk on before it and behind it."""
    import math

    from meadow.errors import InvalidValueError
    from meadow.sim.world import World
    from meadow.types import Pose

    world = World(house, body)
    for x, y in world.person_grid.points():
        for yaw in (0.0, 0.5 * math.pi):
            c, s = math.cos(yaw), math.sin(yaw)
            ends = [(x + k * c, y + k * s) for k in (-1.0 - LENGTH, 1.0 + LENGTH)]
            aside = [(ex - w * s, ey + w * c) for ex, ey in ends for w in (-0.6, 0.6)]
            if all(world.way_free([(x, y), end]) for end in (*ends, *aside)):
                return Pose(float(x), float(y), yaw)
    raise InvalidValueError(f"{house.id} has no room of {2.0 + 2.0 * LENGTH:g} m to walk in")


def _row(house: House, pose: Pose, side: float, walk: Walk) -> tuple[Person, ...]:
    """People side by side who walk to and fro before a robot (1) or behind it (-1)."""
    import math

    from meadow.scenes.schema import Person, replace

    c, s = math.cos(pose.yaw), math.sin(pose.yaw)
    people = []
    for k, body in enumerate(("ada", "bruno", "chen")):
        aside = 0.6 * (k - 1)
        near, far = (
            (pose.x + along * c - aside * s, pose.y + along * s + aside * c)
            for along in (side * 1.5, side * (1.0 + LENGTH))
        )
        own = replace(walk, points=(near, far) if walk.behaviour == "loop" else ())
        room = house.rooms[0].id
        people.append(Person(f"walker-{k + 1}", body, (*near, 0.0), 0.0, room, walk=own))
    return tuple(people)


def _spent(
    homes: dict[str, House], pose: Pose, body: Embodiment, steps: int
) -> tuple[dict[str, float], float]:
    """Milliseconds of a step with its frame at a pose of each home, and of one anywhere in the first."""
    from meadow.sim.simulator import MeadowSimulator
    from meadow.types import Action

    simulators = {name: MeadowSimulator(body) for name in homes}
    for name, simulator in simulators.items():
        simulator.reset(homes[name], pose)
        for _ in range(steps):  # every phase of a body is drawn once
            simulator.step(Action.STOP)
    first, house = next(iter(simulators.values())), next(iter(homes.values()))
    anywhere = [first.free_pose(house, seed=seed) for seed in range(PLACES)]
    best, frame = dict.fromkeys(homes, float("inf")), float("inf")
    for _ in range(ROUNDS):
        for name, simulator in simulators.items():
            best[name] = min(best[name], _per_step(simulator, steps))
        mean = 0.0
        for place in anywhere:
            first.reset(house, place)
            mean += _per_step(first, max(1, steps // PLACES)) / PLACES
        frame = min(frame, mean)
        first.reset(house, pose)
    for simulator in simulators.values():
        simulator.close()
    return best, frame


def _per_step(simulator: MeadowSimulator, steps: int) -> float:
    """Milliseconds of CPU time of a step with its frame."""
    from meadow.types import Action

    began = time.process_time()
    for _ in range(steps):
        simulator.step(Action.STOP)
    return 1e3 * (time.process_time() - began) / steps
