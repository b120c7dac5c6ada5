"""Ways of the hand: the compiled search does what the arm's own actions do, and keeps off points."""

from __future__ import annotations

import math

import numpy as np
import pytest

from meadow.geometry.arm_links import arm_after
from meadow.planning import arm_kernels
from meadow.planning.arm_way import ArmPlanner, state_key
from meadow.types import ARM_BODY, Arm, ArmSense

ARM = Arm()
PLANNER = ArmPlanner(ARM, ARM_BODY.camera.elevation)
REST = ArmSense(
    "nothing", 0.0, PLANNER.grip(ARM.rest_lift, ARM.rest), (0.0, 0.0, -1.0), ARM.rest_lift, ARM.rest
)


def table(height: float) -> np.ndarray:
    """Points of a table top before the robot, by x."""
    x, y = np.meshgrid(np.arange(0.35, 1.2, 0.03), np.arange(-0.6, 0.6, 0.03), indexing="ij")
    return np.column_stack([x.ravel(), y.ravel(), np.full(x.size, height)])


@pytest.mark.parametrize("height", [0.4, 0.75, 1.0])
def test_a_way_is_made_of_free_steps_to_one_of_the_places(height: float) -> None:
    points = table(height)
    places = PLANNER.places(REST, (0.55, 0.1, height + 0.1), 0.055)
    assert PLANNER.can_reach(places, points)
    actions = PLANNER.plan(REST, places, points)
    assert actions
    lift, joints = REST.lift, REST.joints
    for action in actions:
        after = arm_after(ARM, lift, joints, action)
        assert not isinstance(after, str)
        lift, joints = after
        assert PLANNER.free(lift, joints, points)
    assert min(math.dist(PLANNER.grip(lift, joints), place) for place in places) < 1e-6


def test_what_the_world_refused_is_not_tried_there_again() -> None:
    points = table(0.75)
    places = PLANNER.places(REST, (0.55, 0.1, 0.85), 0.055)
    first = PLANNER.plan(REST, places, points)
    assert first
    refused = {(state_key(REST.lift, REST.joints), first[0])}
    other = PLANNER.plan(REST, places, points, refused)
    assert other
    assert other[0] is not first[0]


def test_places_are_on_the_lattice_the_nearest_first() -> None:
    target = (0.52, 0.13, 0.91)
    places = PLANNER.places(REST, target, 0.06)
    away = [math.dist(place, target) for place in places]
    assert away == sorted(away)
    assert max(away) <= 0.06
    steps = (np.array(places) - REST.grip) / ARM.step
    assert np.allclose(steps, np.round(steps))


def test_nothing_is_reached_behind_a_wall_of_points() -> None:
    y, z = np.meshgrid(np.arange(-1.0, 1.0, 0.02), np.arange(0.0, 2.0, 0.02), indexing="ij")
    wall = np.column_stack([np.full(y.size, 0.3), y.ravel(), z.ravel()])
    assert not PLANNER.can_reach([(0.6, 0.0, 0.9)], wall)
    assert PLANNER.can_reach([(0.6, 0.0, 0.9)], np.zeros((0, 3)))


def test_points_sorted_into_cells_are_as_near_as_all_of_them() -> None:
    rng = np.random.default_rng(3)
    near = 0
    for count in (0, 1, 400):
        points = rng.uniform(-1.0, 1.0, (count, 3))
        ordered = np.ascontiguousarray(points[np.argsort(points[:, 0])])
        cells = arm_kernels.sorted_into_cells(points)
        assert sorted(map(tuple, cells[0])) == sorted(map(tuple, points))
        for _ in range(200):
            rods, radii = rng.uniform(-1.2, 1.2, (3, 6)), rng.uniform(0.01, 0.08, 3)
            expected = arm_kernels.near_points(rods, radii, ordered)
            assert arm_kernels.near_cells(rods, radii, cells) == expected
            near += expected
    assert 50 < near < 350
