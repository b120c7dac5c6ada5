"""Ways of the arm by turns of its joints: they end where they should and touch nothing."""

from __future__ import annotations

import math

import numpy as np
import pytest

from meadow.geometry.arm_links import arm_after
from meadow.planning.arm_turns import way_by_turns, way_to_fold
from meadow.planning.arm_way import BACK, ArmPlanner, state_key
from meadow.types import Action, Arm, ArmSense, Joints

ARM = Arm()
PLANNER = ArmPlanner(ARM, 1.45)
NOTHING = np.zeros((0, 3))


def felt(lift: float, joints: Joints) -> ArmSense:
    grip = PLANNER.grip(lift, joints)
    return ArmSense("nothing", 0.0, grip, (0.0, 0.0, -1.0), lift, joints)


REST = felt(ARM.rest_lift, ARM.rest)


def shelf(z: float, front: float) -> np.ndarray:
    """Points of a board at a height, from its front edge on, in the order of x."""
    x, y = np.meshgrid(np.arange(front, 1.2, 0.03), np.arange(-0.6, 0.6, 0.03))
    points = np.column_stack([x.ravel(), y.ravel(), np.full(x.size, z)])
    return points[np.argsort(points[:, 0], kind="stable")]


def after(start: ArmSense, actions: list[Action], points: np.ndarray) -> ArmSense:
    """The arm after some actions, each of which it can do without touching a point."""
    lift, joints = start.lift, start.joints
    for action in actions:
        found = arm_after(ARM, lift, joints, action)
        assert not isinstance(found, str), found
        lift, joints = found
        assert PLANNER.free(lift, joints, points)
    return felt(lift, joints)


@pytest.mark.parametrize("target", [(0.55, 0.1, 0.7), (0.5, -0.2, 1.2), (0.5, 0.15, 0.1)])
def test_the_hand_comes_to_its_place(target):
    way = way_by_turns(PLANNER, REST, target, 0.055, NOTHING)
    assert way is not None
    assert math.dist(after(REST, way, NOTHING).grip, target) <= 0.055


def test_the_arm_goes_between_two_boards():
    points = np.vstack([shelf(0.9, 0.45), shelf(0.5, 0.45)])
    points = points[np.argsort(points[:, 0], kind="stable")]
    target = (0.62, 0.0, 0.62)
    way = way_by_turns(PLANNER, REST, target, 0.055, points)
    assert way is not None
    there = after(REST, way, points)
    assert math.dist(there.grip, target) <= 0.055
    home = after(there, [BACK[action] for action in reversed(way)], points)
    assert home.joints == pytest.approx(REST.joints, abs=1e-6)


def test_places_that_were_tried_and_actions_that_were_refused_are_left_out():
    target = (0.55, 0.1, 0.7)
    first = way_by_turns(PLANNER, REST, target, 0.055, NOTHING)
    assert first is not None
    grip = after(REST, first, NOTHING).grip
    other = way_by_turns(PLANNER, REST, target, 0.055, NOTHING, tried=[grip])
    assert other is not None
    assert math.dist(after(REST, other, NOTHING).grip, grip) > 0.02
    refused = {(state_key(REST.lift, REST.joints), first[0])}
    way = way_by_turns(PLANNER, REST, target, 0.055, NOTHING, refused)
    assert way is not None
    assert way[0] is not first[0]


def test_what_is_out_of_reach_has_no_way():
    assert way_by_turns(PLANNER, REST, (1.5, 0.0, 0.7), 0.055, NOTHING) is None
    wall = np.vstack([shelf(z, 0.3) for z in np.arange(0.0, 1.9, 0.03)])
    wall = wall[np.argsort(wall[:, 0], kind="stable")]
    assert way_by_turns(PLANNER, REST, (0.6, 0.0, 0.7), 0.055, wall) is None


def test_a_stretched_arm_is_folded():
    start = felt(0.8, (0.5, 0.0, 0.0, 0.3, 0.2, 0.0))
    assert not PLANNER.folded(start.lift, start.joints, 0.2)
    way = way_to_fold(PLANNER, start, 0.2, NOTHING)
    assert way is not None
    end = after(start, way, NOTHING)
    assert PLANNER.folded(end.lift, end.joints, 0.2)
    assert way_to_fold(PLANNER, REST, 0.2, NOTHING) == []
