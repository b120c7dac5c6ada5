"""Cameras: projecting and unprojecting undo each other."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.geometry import camera as C
from meadow.types import Camera, Pose

angles = st.floats(-3.0, 3.0)
poses = st.builds(Pose, st.floats(-9, 9), st.floats(-9, 9), angles, st.floats(-1.2, 1.2))
cameras = st.builds(
    Camera,
    width=st.integers(2, 40),
    height=st.integers(2, 40),
    hfov=st.floats(0.3, 2.5),
    elevation=st.floats(0.1, 2.0),
    yaw=angles,
    pitch=st.floats(-0.5, 0.5),
)


@given(poses, cameras, st.floats(0.3, 8.0))
def test_unproject_then_project_returns_to_the_pixels(pose, camera, depth):
    image = np.full((camera.height, camera.width), depth, np.float32)
    points = C.unproject(camera, pose, image).reshape(-1, 3)
    pixels, depths = C.project(camera, pose, points)
    columns, rows = np.meshgrid(np.arange(camera.width), np.arange(camera.height))
    expected = np.stack([columns.ravel(), rows.ravel()], axis=1) + 0.5
    assert np.abs(depths - depth).max() < 1e-4
    assert np.abs(pixels - expected).max() < 0.02


@given(poses, cameras)
def test_extrinsics_are_rigid_and_right_handed(pose, camera):
    turn = C.extrinsics(camera, pose)[:3, :3]
    assert np.allclose(turn.T @ turn, np.eye(3))
    assert np.linalg.det(turn) == pytest.approx(1.0)


def test_axes_of_a_level_camera():
    matrix = C.extrinsics(Camera(elevation=0.9), Pose(1.0, 2.0))
    right, down, forward, place = matrix[:3].T
    assert np.allclose(forward, (1, 0, 0))
    assert np.allclose(right, (0, -1, 0))
    assert np.allclose(down, (0, 0, -1))
    assert np.allclose(place, (1.0, 2.0, 0.9))


def test_positive_pitch_looks_up():
    forward = C.rotation(0.0, math.radians(30))[:, 2]
    assert forward[2] == pytest.approx(0.5)


def test_the_field_of_view_spans_the_width():
    camera = Camera(width=100, height=50, hfov=math.radians(90))
    edges = np.array([(1.0, 1.0, camera.elevation), (1.0, -1.0, camera.elevation)])
    pixels, _ = C.project(camera, Pose(0.0, 0.0), edges)
    assert np.allclose(pixels, [(0.0, 25.0), (100.0, 25.0)])
    assert np.allclose(C.intrinsics(camera), [[50, 0, 50], [0, 50, 25], [0, 0, 1]])


def test_points_seen_leaves_out_misses_and_the_far():
    depth = np.array([[0.0, 1.0], [2.0, 9.0]], np.float32)
    camera = Camera(width=2, height=2)
    assert len(C.points_seen(camera, Pose(0.0, 0.0), depth)) == 3
    assert len(C.points_seen(camera, Pose(0.0, 0.0), depth, reach=5.0)) == 2
