"""A cloud of points that depth images have shown near a place: what an arm must not run into."""

from __future__ import annotations

import math

import numpy as np
from numba import njit
from numpy.typing import NDArray

from meadow.types import Array, Camera, Pose

F64 = NDArray[np.float64]

#: One point is kept in each cell of this side, metres.
CELL = 0.035
#: Columns of a depth image that are looked at.
COLUMNS = 160
#: Depth beyond this is left out, metres.
FAR = 4.0
#: Points this near to the robot's own arm are taken for the arm, metres.
OWN = 0.03
#: The robot's own base: what is within this radius and below this height, metres.
BASE = (0.21, 0.3)


class PointCloud:
    """Points around a place, in the frame of the pose that the robot senses."""

    def __init__(self, camera: Camera, centre: tuple[float, float], radius: float = 2.5) -> None:
        """Begin with no points; those further than ``radius`` from ``centre`` in the plan are left out."""
        self._camera, self._centre, self._radius = camera, centre, radius
        self._keys: NDArray[np.int64] = np.zeros(0, np.int64)
        self.points: F64 = np.zeros((0, 3))

    def add(self, pose: Pose, depth: Array, rods: F64, radii: tuple[float, ...]) -> None:
        """Add what a depth image shows, but for the robot's own arm: (4, 1, 6) rods in its frame."""
        camera = self._camera
        step = max(1, camera.width // COLUMNS)
        shown = np.asarray(depth[::step, ::step], np.float64)
        u = (np.arange(camera.width)[::step] + 0.5 - camera.width / 2) / camera.focal
        v = (np.arange(camera.height)[::step] + 0.5 - camera.height / 2) / camera.focal
        rows, columns = np.nonzero((shown > 0.0) & (shown < FAR))
        z = shown[rows, columns]
        local = np.empty((len(z), 3))  # ahead, left, up in the robot's frame
        pitch = pose.pitch + camera.pitch
        ahead = z * math.cos(pitch) + z * v[rows] * math.sin(pitch)
        local[:, 2] = camera.elevation + z * math.sin(pitch) - z * v[rows] * math.cos(pitch)
        side = -z * u[columns]
        c, s = math.cos(camera.yaw), math.sin(camera.yaw)
        local[:, 0], local[:, 1] = c * ahead - s * side, s * ahead + c * side
        local = local[_foreign(local, rods.reshape(-1, 6), np.array(radii), OWN, *BASE)]
        c, s = math.cos(pose.yaw), math.sin(pose.yaw)
        points = np.column_stack(
            [
                pose.x + c * local[:, 0] - s * local[:, 1],
                pose.y + s * local[:, 0] + c * local[:, 1],
                local[:, 2],
            ]
        )
        near = np.hypot(points[:, 0] - self._centre[0], points[:, 1] - self._centre[1])
        self._merge(points[near <= self._radius])

    def _merge(self, points: F64) -> None:
        cells = np.floor(points / CELL).astype(np.int64) + 1_000_000
        keys = (cells[:, 0] * 2_000_000 + cells[:, 1]) * 2_000_000 + cells[:, 2]
        every = np.concatenate([self._keys, keys])
        self._keys, first = np.unique(every, return_index=True)
        self.points = np.concatenate([self.points, points])[first]


@njit(cache=True, nogil=True)
def point_rod(px, py, pz, rod):  # type: ignore[no-untyped-def]
    """Square of the distance from a point to the axis of a rod."""
    dx, dy, dz = rod[3] - rod[0], rod[4] - rod[1], rod[5] - rod[2]
    wx, wy, wz = px - rod[0], py - rod[1], pz - rod[2]
    size = dx * dx + dy * dy + dz * dz
    t = 0.0 if size <= 0.0 else min(max((wx * dx + wy * dy + wz * dz) / size, 0.0), 1.0)
    wx, wy, wz = wx - t * dx, wy - t * dy, wz - t * dz
    return wx * wx + wy * wy + wz * wz


@njit(cache=True, nogil=True)
def _foreign(points, rods, radii, margin, base, top):  # type: ignore[no-untyped-def]
    """Which points are not of the robot itself."""
    keep = np.ones(len(points), np.bool_)
    for i in range(len(points)):
        x, y, z = points[i, 0], points[i, 1], points[i, 2]
        if z < top and x * x + y * y < base * base:
            keep[i] = False
            continue
        for k in range(len(rods)):
            r = radii[k] + margin
            if point_rod(x, y, z, rods[k]) < r * r:
                keep[i] = False
                break
    return keep
