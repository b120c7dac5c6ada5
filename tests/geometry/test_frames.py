"""Conversions to THOR and Habitat: round trips, and headings that mean the same."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.geometry import frames as F
from meadow.types import Pose, wrap_angle

coordinate = st.floats(-50, 50)
triples = st.tuples(coordinate, coordinate, coordinate)
angles = st.floats(-3.14, 3.14)
poses = st.builds(Pose, coordinate, coordinate, angles, st.floats(-1.0, 1.0))


@given(triples)
def test_points_return(point):
    assert F.from_thor(F.to_thor(point)) == point
    assert F.from_habitat(F.to_habitat(point)) == pytest.approx(point)


@given(poses)
def test_poses_return(pose):
    back = F.pose_from_thor(*F.pose_to_thor(pose))
    assert (back.x, back.y, back.pitch) == pytest.approx((pose.x, pose.y, pose.pitch))
    assert abs(wrap_angle(back.yaw - pose.yaw)) < 1e-9
    back = F.pose_from_habitat(*F.pose_to_habitat(pose))
    assert (back.x, back.y) == pytest.approx((pose.x, pose.y))
    assert abs(wrap_angle(back.yaw - pose.yaw)) < 1e-9


@given(angles)
def test_thor_headings(yaw):
    """THOR drives along (sin r, cos r) in its x and z."""
    degrees = F.yaw_to_thor(yaw)
    assert 0.0 <= degrees < 360.0
    ahead = (math.sin(math.radians(degrees)), 0.0, math.cos(math.radians(degrees)))
    assert F.from_thor(ahead)[:2] == pytest.approx((math.cos(yaw), math.sin(yaw)), abs=1e-9)


def test_thor_turns_clockwise():
    assert F.yaw_to_thor(math.pi / 2) == pytest.approx(0.0)
    assert F.yaw_to_thor(0.0) == pytest.approx(90.0)


def rotate(quaternion, vector):
    x, y, z, w = quaternion
    axis = np.array([x, y, z])
    return vector + 2 * np.cross(axis, np.cross(axis, vector) + w * np.asarray(vector))


@given(angles)
def test_habitat_headings(yaw):
    """Habitat drives along the image of -Z."""
    quaternion = F.yaw_to_habitat(yaw)
    assert quaternion[3] >= 0.0
    assert math.hypot(*quaternion) == pytest.approx(1.0)
    ahead = rotate(quaternion, np.array([0.0, 0.0, -1.0]))
    assert F.from_habitat(ahead) == pytest.approx((math.cos(yaw), math.sin(yaw), 0.0), abs=1e-9)


@given(angles)
def test_a_negated_habitat_quaternion_is_the_same_heading(yaw):
    negated = tuple(-q for q in F.yaw_to_habitat(yaw))
    assert abs(wrap_angle(F.yaw_from_habitat(negated) - yaw)) < 1e-9


@given(triples, triples, triples)
def test_handedness(a, b, c):
    """Habitat keeps the handedness of the world, THOR mirrors it."""
    volume = np.linalg.det(np.array([a, b, c]))
    thor = np.linalg.det(np.array([F.to_thor(p) for p in (a, b, c)]))
    habitat = np.linalg.det(np.array([F.to_habitat(p) for p in (a, b, c)]))
    assert thor == pytest.approx(-volume, abs=1e-6 + 1e-9 * abs(volume))
    assert habitat == pytest.approx(volume, abs=1e-6 + 1e-9 * abs(volume))
