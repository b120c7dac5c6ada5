"""Pictures that a robot's camera takes in homes of training, to fit small models on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from meadow.protocols import Oracle
from meadow.scenes.generator import HouseSpec, generate_house
from meadow.scenes.schema import House
from meadow.seeding import stream
from meadow.sim.simulator import MeadowSimulator
from meadow.types import Arm, Embodiment, Observation, Pose

#: Rooms of the homes, from one up to this, in turn.
MOST_ROOMS = 8
#: After so many homes it is told how far the work has come.
TOLD_EVERY = 20


@dataclass(frozen=True, slots=True)
class HomePicture:
    """One picture, with what is true of it."""

    observation: Observation
    pose: Pose
    oracle: Oracle
    """Knows what is in it until the next picture is taken."""


def pictured_homes(
    name: str,
    body: Embodiment,
    seeds: Sequence[int],
    count: int,
    *,
    highest: int = 0,
    arm: Arm | None = None,
    tell: Callable[[str], None] = lambda text: None,
) -> Iterator[tuple[House, Iterator[HomePicture]]]:
    """Homes, each with pictures from free places.

    Args:
        name: What they are for; it decides the tilts.
        body: The robot; its camera sees the pictures.
        seeds: Of the homes.
        count: Pictures of each home.
        highest: Upward tilts of the camera, at most; downwards all that it can are used.
        arm: The robot's arm, which is in the pictures.
        tell: Is told how far the work has come.
    """
    for number, seed in enumerate(seeds):
        house = generate_house(seed, spec=HouseSpec(rooms=1 + number % MOST_ROOMS, revision=2))
        yield house, _pictures(name, house, MeadowSimulator(body, arm=arm), body, count, highest)
        if number % TOLD_EVERY == TOLD_EVERY - 1:
            tell(f"{number + 1} of {len(seeds)} homes seen")


def _pictures(
    name: str, house: House, simulator: MeadowSimulator, body: Embodiment, count: int, highest: int
) -> Iterator[HomePicture]:
    lowest = -round(body.max_pitch / body.tilt)
    for number in range(count):
        pitch = stream(number, house.id, name).integer(lowest, highest) * body.tilt
        pose = replace(simulator.free_pose(house, seed=number), pitch=pitch)
        observation = simulator.reset(house, pose)
        yield HomePicture(observation, pose, simulator.oracle)
