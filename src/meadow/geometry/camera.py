"""Pinhole cameras: matrices, projection, and depth images as points.

Camera frame: x right, y down, z forward. Pixel (u, v) = (column, row), centres at half-integers.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from meadow.types import Array, Camera, Pose

F64 = NDArray[np.float64]


def intrinsics(camera: Camera) -> F64:
    """The 3x3 matrix K that takes camera-frame points to pixels."""
    f = camera.focal
    return np.array([[f, 0.0, camera.width / 2], [0.0, f, camera.height / 2], [0.0, 0.0, 1.0]])


def rotation(yaw: float, pitch: float) -> F64:
    """The 3x3 matrix whose columns are the camera's right, down and forward in the world."""
    cy, sy, cp, sp = math.cos(yaw), math.sin(yaw), math.cos(pitch), math.sin(pitch)
    return np.array([[sy, cy * sp, cy * cp], [-cy, sy * sp, sy * cp], [0.0, -cp, sp]])


def extrinsics(camera: Camera, pose: Pose) -> F64:
    """The 4x4 matrix from the camera's frame to the world, for a robot at ``pose``."""
    matrix = np.eye(4)
    matrix[:3, :3] = rotation(pose.yaw + camera.yaw, pose.pitch + camera.pitch)
    matrix[:3, 3] = pose.x, pose.y, camera.elevation
    return matrix


def project(camera: Camera, pose: Pose, points: Array) -> tuple[F64, F64]:
    """World points (N, 3) as pixels (N, 2) and z-depths (N,).

    Points behind the camera have a depth of 0 or less and meaningless pixels.
    """
    matrix = extrinsics(camera, pose)
    local = (np.asarray(points, np.float64) - matrix[:3, 3]) @ matrix[:3, :3]
    depth = local[:, 2]
    safe = np.where(np.abs(depth) < 1e-9, 1e-9, depth)
    centre = np.array([camera.width / 2, camera.height / 2])
    return local[:, :2] / safe[:, None] * camera.focal + centre, depth


def rays(camera: Camera) -> NDArray[np.float32]:
    """(H, W, 3) directions of all pixels in the camera's frame, with z = 1."""
    u = (np.arange(camera.width) + 0.5 - camera.width / 2) / camera.focal
    v = (np.arange(camera.height) + 0.5 - camera.height / 2) / camera.focal
    out = np.ones((camera.height, camera.width, 3), np.float32)
    out[..., 0] = u
    out[..., 1] = v[:, None]
    return out


def unproject(camera: Camera, pose: Pose, depth: Array) -> NDArray[np.float32]:
    """A depth image (H, W) as world points (H, W, 3); meaningless where depth is 0."""
    matrix = extrinsics(camera, pose).astype(np.float32)
    local: NDArray[np.float32] = rays(camera) * np.asarray(depth, np.float32)[..., None]
    points: NDArray[np.float32] = local @ matrix[:3, :3].T + matrix[:3, 3]
    return points


def points_seen(
    camera: Camera, pose: Pose, depth: Array, reach: float = math.inf
) -> NDArray[np.float32]:
    """World points (N, 3) of the pixels that hit something nearer than ``reach``."""
    hit = (depth > 0.0) & (depth < reach)
    return unproject(camera, pose, depth)[hit]
