"""``meadow bench arm``."""

from __future__ import annotations

import dataclasses
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from meadow.cli.terminal.options import Duration

if TYPE_CHECKING:
    from meadow.scenes.schema import House
    from meadow.sim.simulator import MeadowSimulator
    from meadow.types import Action

SIZES = {(320, 240): 700.0, (800, 600): 200.0}
"""Width and height of the frames, and the steps a second of CPU that are expected at least."""
ROUND = 120
"""Steps between two looks at the clock."""


@dataclass(frozen=True, kw_only=True)
class Config:
    """Time steps of a robot with an arm, its collisions and its hand, frames included, beside as many steps
    of a robot without one. Times are CPU time of one thread.

    Example: meadow bench arm --seconds 5 --json arm.json
    """

    seconds: Duration = 5.0
    """CPU time for each figure."""
    json: Path | None = None
    """Also write the figures to this file."""


def run(config: Config) -> int:
    """Measure at each resolution, print the table, write the file."""
    from meadow import serialize
    from meadow.cli.terminal.output import check_file

    if config.json is not None:
        check_file(config.json, (".json",))
    figures = measure(config.seconds)
    for size, told in figures["steps_per_second"].items():
        print(
            f"{size:>8}: {told['arm']:8.0f} steps a second of CPU with an arm "
            f"(expected {told['expected']:.0f} or more), {told['without_arm']:.0f} without"
        )
    print(f"a weigh-in took {figures['weigh_in']} actions of the hand (expected under 60)")
    if config.json is not None:
        serialize.write(config.json, figures, indent=True)
    return 0


def measure(seconds: float) -> dict[str, Any]:
    """Steps a second with and without an arm, and how many actions a weigh-in takes."""
    from meadow.scenes.generator import HouseSpec, generate_house
    from meadow.sim.warmup import warmup
    from meadow.types import ARM_BODY, Arm

    warmup()
    house = generate_house(7, spec=HouseSpec(rooms=(6, 6), revision=2))
    rates = {}
    for (width, height), expected in SIZES.items():
        camera = dataclasses.replace(ARM_BODY.camera, width=width, height=height)
        body = dataclasses.replace(ARM_BODY, camera=camera)
        with_arm, without = _rates(house, body, Arm(), seconds)
        rates[f"{width}x{height}"] = {
            "arm": round(with_arm, 1),
            "without_arm": round(without, 1),
            "expected": expected,
        }
    return {"steps_per_second": rates, "weigh_in": _weigh_in()}


def _rates(house: House, body: Any, arm: Any, seconds: float) -> tuple[float, float]:
    """The rates of both robots, measured in turns."""
    from meadow.sim.simulator import MeadowSimulator

    robots = [MeadowSimulator(body, arm=arm), MeadowSimulator(body)]
    spent, steps, number = [0.0, 0.0], [0, 0], 0
    while min(spent) < seconds:
        pose = robots[0].free_pose(house, seed=number)
        for k, robot in enumerate(robots):
            robot.reset(house, pose)
            if not number:  # everything is compiled and drawn once
                _drive(robot, number)
            began = time.process_time()
            steps[k] += _drive(robot, number)
            spent[k] += time.process_time() - began
        number += 1
    for robot in robots:
        robot.close()
    return steps[0] / spent[0], steps[1] / spent[1]


def _drive(robot: MeadowSimulator, seed: int) -> int:
    """A drive about the home; with an arm every other step moves that, grips or pulls."""
    from meadow.seeding import stream

    rng = stream(seed, "bench arm")
    driving, working = _programme()
    for number in range(ROUND):
        actions = working if robot.arm is not None and number % 2 else driving
        robot.step(rng.choice(actions))
    return ROUND


def _programme() -> tuple[list[Action], list[Action]]:
    """What is done for driving, and in between with the arm."""
    from meadow.types import ARM_MOVES, Action

    driving = [Action.MOVE_AHEAD] * 4 + [Action.ROTATE_LEFT, Action.ROTATE_RIGHT] * 2
    driving += [Action.MOVE_BACK, Action.LOOK_UP, Action.LOOK_DOWN]
    hand = [Action.GRASP, Action.RELEASE, Action.FORCE_UP, Action.FORCE_DOWN, Action.OPEN]
    return driving, [*ARM_MOVES, *hand]


def _weigh_in() -> int:
    """Actions of the hand to weigh a thing: reach, grip, lift, put back; the most of a few things."""
    from meadow.scenes.generator import HouseSpec, generate_house
    from meadow.testing.skill_trials import trials

    house = generate_house(7, spec=HouseSpec(rooms=(4, 4), revision=2))
    found = [trial for trial in trials(house, "lift", 6, 0) if trial.done]
    return max((trial.hand_steps for trial in found), default=0)
