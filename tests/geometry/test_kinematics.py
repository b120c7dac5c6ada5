"""The arm's joints and its hand: there and back again."""

from __future__ import annotations

import math

import numpy as np
import pytest

from meadow.errors import InvalidValueError
from meadow.geometry.kinematics import forward, inverse, nearest
from meadow.types import JOINTS, Arm

ARM = Arm()


def random_joints(count: int, seed: int) -> np.ndarray:
    low, high = np.array(ARM.limits).T
    return np.random.default_rng(seed).uniform(low, high, (count, 6))


def test_at_rest_the_arm_is_stretched_forward() -> None:
    pose = forward(ARM, (0.0,) * 6)
    np.testing.assert_allclose(pose.points[:, 0], [0.0, 0.34, 0.66, 0.8], atol=1e-12)
    np.testing.assert_allclose(pose.points[:, 1:], 0.0, atol=1e-12)
    np.testing.assert_allclose(pose.rotation, np.eye(3), atol=1e-12)


@pytest.mark.parametrize(
    ("joint", "moves"),
    [(0, (0.0, 1.0, 0.0)), (1, (0.0, 0.0, 1.0)), (2, (0.0, 0.0, 1.0)), (4, (0.0, 0.0, 1.0))],
)
def test_positive_angles_turn_left_and_lift(joint: int, moves: tuple[float, ...]) -> None:
    joints = [0.0] * 6
    joints[joint] = 0.01
    grip = forward(ARM, tuple(joints)).grip - forward(ARM, (0.0,) * 6).grip
    assert np.dot(grip, moves) > 0.9 * np.linalg.norm(grip) > 0.0


def test_rolls_turn_the_hand_about_the_fingers() -> None:
    pose = forward(ARM, (0.0, 0.0, 0.0, 0.2, 0.0, 0.1))
    np.testing.assert_allclose(pose.rotation[:, 0], (1.0, 0.0, 0.0), atol=1e-12)
    assert pose.rotation[2, 1] == pytest.approx(math.sin(0.3))


def test_ten_thousand_hands_are_reached_again() -> None:
    """Every solution puts the hand where it was, and one of them has the joints that put it there."""
    missed = 0
    for joints in random_joints(10_000, seed=0):
        pose = forward(ARM, tuple(joints))
        found = inverse(ARM, pose.grip, pose.rotation)
        assert 1 <= len(found) <= 8
        for other in found[:2]:
            again = forward(ARM, other)
            assert np.abs(again.points[3] - pose.points[3]).max() < 1e-6
            assert np.abs(again.rotation - pose.rotation).max() < 1e-6
        apart = min(
            max(abs(math.remainder(a - b, 2 * math.pi)) for a, b in zip(other, joints))
            for other in found
        )
        missed += apart > 1e-6
    assert missed == 0


def test_all_solutions_are_right() -> None:
    for joints in random_joints(300, seed=1):
        pose = forward(ARM, tuple(joints))
        for other in inverse(ARM, pose.grip, pose.rotation):
            assert ARM.allows(other)
            assert np.abs(forward(ARM, other).points[3] - pose.points[3]).max() < 1e-9


def test_the_nearest_solution_stays_where_it_is() -> None:
    for joints in random_joints(200, seed=2):
        now = tuple(float(angle) for angle in joints)
        pose = forward(ARM, now)
        chosen = nearest(ARM, pose.grip, pose.rotation, now)
        assert chosen is not None
        assert max(abs(a - b) for a, b in zip(chosen, now)) < 1e-6


def test_a_straight_wrist_and_a_wrist_above_the_shoulder_have_solutions() -> None:
    for joints in [
        (0.3, 0.2, -0.9, 0.0, 0.0, 0.4),
        (0.0, math.pi / 2, 0.0, 0.0, 0.7, 0.0),
        (0.0,) * 6,
    ]:
        pose = forward(ARM, joints)
        found = inverse(ARM, pose.grip, pose.rotation)
        assert found
        for other in found:
            again = forward(ARM, other)
            np.testing.assert_allclose(again.points[3], pose.points[3], atol=1e-9)
            np.testing.assert_allclose(again.rotation, pose.rotation, atol=1e-7)


def test_what_is_out_of_reach_is_refused_and_not_clamped() -> None:
    assert inverse(ARM, np.array([ARM.reach + 0.01, 0.0, 0.0]), np.eye(3)) == []
    assert nearest(ARM, np.array([0.1401, 0.0, 0.0]), np.eye(3), (0.0,) * 6) is None


def test_limits_leave_out_solutions() -> None:
    stiff = Arm(limits=((-0.1, 0.1), *ARM.limits[1:]))
    pose = forward(ARM, (0.5, 0.3, -0.6, 0.1, 0.4, 0.0))
    assert inverse(ARM, pose.grip, pose.rotation)
    assert inverse(stiff, pose.grip, pose.rotation) == []


def test_bad_arms_are_named() -> None:
    with pytest.raises(InvalidValueError, match="upper 0 m"):
        Arm(upper=0.0)
    with pytest.raises(InvalidValueError, match=JOINTS[0]):
        Arm(limits=((0.0, 1.0),))
