"""What opening and closing refuses, and why."""

from __future__ import annotations

import math

import pytest

from meadow.scenes.schema import Person, replace
from meadow.sim.simulator import MeadowSimulator
from meadow.testing.homes import two_rooms
from meadow.types import NO_NOISE, Action, Camera, Embodiment, Pose

BODY = Embodiment(camera=Camera(width=32, height=32), noise=NO_NOISE)
DOOR = two_rooms(closed=True)


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("sofa-9", "sofa-9 is nothing that opens"),
        ("", "nothing to close in view"),
        ("door-0", "door-0 is already closed"),
    ],
)
def test_what_cannot_be_closed_is_explained(target: str, reason: str) -> None:
    simulator = MeadowSimulator(BODY)
    simulator.reset(DOOR, Pose(4.9, 2.0, math.pi))
    simulator.step(Action.CLOSE, target)
    assert not simulator.last_result().moved
    assert reason in simulator.last_result().reason


def test_a_door_is_not_opened_into_a_person() -> None:
    simulator = MeadowSimulator(BODY)
    for x, moved in ((3.6, False), (1.0, True)):
        person = Person("ann", "ada", (x, 1.9, 0.0), 0.0, "room-0")
        simulator.reset(replace(DOOR, people=(person,)), Pose(4.9, 2.0, math.pi))
        simulator.step(Action.OPEN, "door-0")
        assert simulator.last_result().moved == moved, simulator.last_result()
    assert simulator.world.openable("door-0").openness == 1.0
