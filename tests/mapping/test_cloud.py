"""A cloud of points keeps one point of each cell, and tells what is near a pose."""

from __future__ import annotations

import math

import numpy as np

from meadow.mapping.cloud import CELL, ORDER, PointCloud
from meadow.types import Camera, Pose

CAMERA = Camera(width=80, height=60, hfov=math.radians(90.0), elevation=1.0)
NO_ARM = np.full((4, 1, 6), 100.0)
RADII = (0.04, 0.04, 0.04, 0.01)


def test_a_wall_is_seen_once_and_where_it_is() -> None:
    cloud = PointCloud(CAMERA, (2.0, 0.0))
    depth = np.full((60, 80), 2.0, np.float32)
    cloud.add(Pose(0.0, 0.0), depth, NO_ARM, RADII)
    count = len(cloud.points)
    assert count
    assert np.allclose(cloud.points[:, 0], 2.0)
    cloud.add(Pose(0.0, 0.0), depth, NO_ARM, RADII)
    assert len(cloud.points) == count
    cells = np.floor((cloud.points - (2.0, 0.0, -0.5)) / CELL)
    assert len(np.unique(cells, axis=0)) == count


def test_points_near_a_pose_are_those_of_brute_force_by_x() -> None:
    cloud = PointCloud(CAMERA, (0.0, 0.0))
    rng = np.random.default_rng(0)
    cloud.points = rng.uniform(-2.0, 2.0, (500, 3))
    pose = Pose(0.3, -0.2, 0.7)
    near = cloud.near(pose, 0.9)
    d = cloud.points[:, :2] - (pose.x, pose.y)
    c, s = math.cos(pose.yaw), math.sin(pose.yaw)
    local = np.column_stack(
        [c * d[:, 0] + s * d[:, 1], c * d[:, 1] - s * d[:, 0], cloud.points[:, 2]]
    )
    local = local[np.hypot(*d.T) < 0.9]
    assert np.allclose(np.sort(near, axis=0), np.sort(local, axis=0))
    assert (np.diff(near[:, 0]) > -ORDER).all()


def test_the_robots_own_arm_is_left_out() -> None:
    cloud = PointCloud(CAMERA, (1.0, 0.0))
    depth = np.full((60, 80), 1.0, np.float32)
    across = np.array([[[1.0, -5.0, 1.0, 1.0, 5.0, 1.0]]] * 4)
    cloud.add(Pose(0.0, 0.0), depth, across, (0.3, 0.3, 0.3, 0.3))
    assert (np.abs(cloud.points[:, 2] - 1.0) >= 0.3).all()
