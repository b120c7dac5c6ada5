"""Dead reckoning, and refused steps told from depth."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from meadow.mapping.odometry import Odometry, StillTest
from meadow.types import Action, Embodiment, Observation, Pose

BODY = Embodiment()


def seen(depth: float | np.ndarray, moved: bool = True) -> Observation:
    image = np.full((4, 4), depth, np.float32) if np.isscalar(depth) else depth
    return Observation(np.zeros((4, 4, 3), np.uint8), image, None, moved, 0)


def test_motion_is_added_up_as_commanded():
    odometry = Odometry()
    odometry.update(None, seen(3.0), BODY)
    for action in (Action.MOVE_AHEAD, Action.ROTATE_LEFT, Action.MOVE_AHEAD):
        pose = odometry.update(action, seen(3.0), BODY)
    assert pose.x == pytest.approx(0.25 * (1 + math.cos(BODY.turn)))
    assert pose.y == pytest.approx(0.25 * math.sin(BODY.turn))


def test_the_bump_sensor_is_believed_where_there_is_one():
    odometry = Odometry()
    odometry.update(None, seen(3.0), BODY)
    odometry.update(Action.MOVE_AHEAD, seen(3.0, moved=False), BODY)
    assert odometry.refused
    assert odometry.pose.x == 0.0


@pytest.mark.parametrize(("change", "refused"), [(0.0, True), (0.08, True), (0.1, False)])
def test_depth_that_stays_the_same_means_that_nothing_moved(change, refused):
    odometry = Odometry(StillTest())
    odometry.update(None, seen(3.0), BODY)
    # The flag says otherwise; without a bump sensor it must not matter.
    odometry.update(Action.MOVE_AHEAD, seen(3.0 - change, moved=refused), BODY)
    assert odometry.refused is refused
    assert (odometry.pose.x == 0.0) is refused


def test_few_pixels_that_change_much_are_motion_too():
    odometry = Odometry(StillTest())
    odometry.update(None, seen(3.0), BODY)
    after = np.full((4, 4), 3.0, np.float32)
    after[0, 0] = 2.0
    odometry.update(Action.MOVE_AHEAD, seen(after), BODY)
    assert not odometry.refused


def test_turns_are_never_refused():
    odometry = Odometry(StillTest())
    odometry.update(None, seen(3.0), BODY)
    odometry.update(Action.ROTATE_LEFT, seen(3.0), BODY)
    assert not odometry.refused
    assert odometry.pose.yaw == pytest.approx(BODY.turn)


def test_a_pose_can_be_told_before_its_observation_counts():
    odometry = Odometry(lock_heading=False)
    for last in (None, Action.MOVE_AHEAD, Action.ROTATE_LEFT, Action.MOVE_AHEAD):
        for moved in (True, False):
            observation = seen(1.0, moved)
            before = odometry.pose
            expected = odometry.expected(last, observation, BODY)
            assert odometry.pose == before
            assert odometry.update(last, observation, BODY) == expected
    felt = replace(seen(1.0), pose=Pose(3.0, 2.0, 1.0))
    assert odometry.expected(Action.MOVE_AHEAD, felt, BODY) == Pose(3.0, 2.0, 1.0)
