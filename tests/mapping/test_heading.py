"""Headings by the walls around."""

from __future__ import annotations

import math

import numpy as np
import pytest

from meadow.mapping.heading import HeadingLock
from meadow.mapping.odometry import Odometry
from meadow.types import Action, Camera, Embodiment, Observation, Pose, wrap_angle

BODY = Embodiment(camera=Camera(width=96, height=96))
#: Walls of a room around the start: low x, low y, high x, high y.
ROOM = (-1.6, -2.3, 3.1, 2.0)


def depth_in(room: tuple[float, float, float, float], pose: Pose) -> np.ndarray:
    """What a level camera sees in an empty room without a ceiling."""
    camera = BODY.camera
    offset = np.arange(camera.width) + 0.5 - camera.width / 2
    right, down = offset / camera.focal, offset[:, None] / camera.focal
    cos, sin = math.cos(pose.yaw), math.sin(pose.yaw)
    x, y = cos + sin * right, sin - cos * right
    with np.errstate(divide="ignore"):
        wide = np.where(x > 0, (room[2] - pose.x) / x, (room[0] - pose.x) / x)
        deep = np.where(y > 0, (room[3] - pose.y) / y, (room[1] - pose.y) / y)
        floor = np.where(down > 0, camera.elevation / down, np.inf)
    return np.minimum(np.minimum(wide, deep)[None], floor).astype(np.float32)


def test_turns_that_err_are_put_right():
    lock, camera = HeadingLock(), BODY.camera
    true = believed = lock.correct(Pose(0.0, 0.0), depth_in(ROOM, Pose(0.0, 0.0)), BODY.camera)
    for _ in range(36):
        # Every turn of 30 degrees goes half a degree too far: 18 in all.
        true = Pose(0.0, 0.0, true.yaw + math.radians(30.5))
        believed = Pose(0.0, 0.0, believed.yaw + math.radians(30.0))
        believed = lock.correct(believed, depth_in(ROOM, true), camera)
    assert abs(wrap_angle(true.yaw - believed.yaw)) < math.radians(2.5)


def test_a_heading_that_is_right_stays_within_what_cells_can_tell():
    lock = HeadingLock()
    for yaw in np.radians(np.arange(0.0, 720.0, 30.0)):
        pose = Pose(0.2, -0.1, float(yaw))
        after = lock.correct(pose, depth_in(ROOM, pose), BODY.camera)
        assert abs(wrap_angle(after.yaw - pose.yaw)) <= math.radians(2.0)


def test_what_was_never_seen_corrects_nothing():
    lock, elsewhere = HeadingLock(), (-9.0, -9.0, 9.0, 9.0)
    lock.correct(Pose(0.0, 0.0), depth_in(ROOM, Pose(0.0, 0.0)), BODY.camera)
    pose = Pose(0.0, 0.0, 0.3)
    assert lock.correct(pose, depth_in(elsewhere, pose), BODY.camera) == pose


@pytest.mark.parametrize("locked", [True, False])
def test_dead_reckoning_looks_at_the_walls_if_it_may(locked):
    odometry = Odometry(lock_heading=locked)
    true = Pose(0.0, 0.0)
    for n in range(13):
        last = Action.ROTATE_LEFT if n else None
        true = Pose(0.0, 0.0, math.radians(30.6) * n)
        depth = depth_in(ROOM, true)
        rgb = np.zeros((*depth.shape, 3), np.uint8)
        odometry.update(last, Observation(rgb, depth, None, True, n), BODY)
    error = abs(wrap_angle(true.yaw - odometry.pose.yaw))
    assert (error < math.radians(2.5)) is locked
