"""What the oracle says of people and of the floor around things."""

from __future__ import annotations

import math

import numpy as np
import pytest

from meadow.scenes.schema import Person, replace
from meadow.sim.simulator import MeadowSimulator
from meadow.tasks.probes import PROBES
from meadow.testing.furnished import furnished
from meadow.testing.homes import two_rooms
from meadow.types import NO_NOISE, Action, Brief, Camera, Embodiment, Pose

BODY = Embodiment(camera=Camera(width=32, height=32), noise=NO_NOISE)


def test_the_gap_to_people_is_from_disc_to_disc():
    simulator = MeadowSimulator(BODY)
    simulator.reset(two_rooms(), Pose(1.0, 2.0))
    assert simulator.oracle.gap_to_people() == math.inf
    people = (
        Person("ann", "ada", (3.0, 2.0, 0.0), 0.0, "room-0"),
        Person("bob", "ada", (1.0, 3.5, 0.0), 0.0, "room-0"),
    )
    simulator.reset(replace(two_rooms(), people=people), Pose(1.0, 2.0))
    assert simulator.oracle.gap_to_people() == pytest.approx(1.5 - BODY.radius - 0.25)


def test_free_floor_is_all_that_the_robot_can_reach_near_an_object():
    simulator = MeadowSimulator(BODY)
    simulator.reset(furnished(), Pose(3.2, 2.0))
    oracle, grid = simulator.oracle, simulator.world.navgrid
    points = oracle.free_floor("apple-0", 1.2)
    assert len(points)
    outline = oracle.outline("apple-0")
    near = [outline.clearance(x, y)[0] <= 1.2 for x, y in grid.points(1)]
    assert np.array_equal(points, grid.points(1)[near])
    assert all(oracle.navigable(x, y) for x, y in points[::20])
    assert len(oracle.free_floor("apple-0", 2.0)) > len(points)
    assert len(oracle.free_floor("apple-0", 0.0)) == 0


def test_the_oracle_and_the_probe_name_what_is_held():
    simulator = MeadowSimulator(BODY)
    simulator.reset(furnished(), Pose(3.2, 2.0))
    oracle, probe = simulator.oracle, PROBES.make("held")
    probe.begin(Brief(task="errands", goal="apple"), None, oracle)
    assert (oracle.held(), probe.measure(None, oracle)) == ("", None)
    simulator.world.hold("apple-0", simulator.pose)
    assert oracle.held() == probe.measure(Action.ROTATE_LEFT, oracle) == "apple-0"
    simulator.world.release()
    assert oracle.held() == ""
