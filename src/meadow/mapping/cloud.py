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
#: Points are ordered by x up to this, metres.
ORDER = 0.01
#: Heights that are looked at, metres.
HEIGHTS = (-0.5, 3.5)
#: The robot's own base: what is within this radius and below this height, metres.
BASE = (0.21, 0.3)


class PointCloud:
    """Points around a place, in the frame of the pose that the robot senses."""

    def __init__(self, camera: Camera, centre: tuple[float, float], radius: float = 2.5) -> None:
        """Begin with no points; those further than ``radius`` from ``centre`` in the plan are left out."""
        self._camera, self._centre, self._radius = camera, centre, radius
        side = 2 * math.ceil(radius / CELL) + 2
        self._taken = np.zeros((side, side, math.ceil((HEIGHTS[1] - HEIGHTS[0]) / CELL)), np.bool_)
        self.points: F64 = np.zeros((0, 3))

    def add(self, pose: Pose, depth: Array, rods: F64, radii: tuple[float, ...]) -> None:
        """Add what a depth image shows, but for the robot's own arm: (4, 1, 6) rods in its frame."""
        camera = self._camera
        step = max(1, camera.width // COLUMNS)
        shown = np.ascontiguousarray(depth[::step, ::step], np.float32)
        u = (np.arange(camera.width)[::step] + 0.5 - camera.width / 2) / camera.focal
        v = (np.arange(camera.height)[::step] + 0.5 - camera.height / 2) / camera.focal
        view = np.array((pose.x, pose.y, pose.yaw, pose.pitch + camera.pitch, camera.yaw))
        own = rods.reshape(-1, 6), np.array(radii) + OWN
        place = np.array((*self._centre, self._radius, camera.elevation))
        new = _new_points(shown, u, v, view, *own, place, self._taken)
        if len(new):
            self.points = np.concatenate([self.points, new])

    def near(self, pose: Pose, reach: float) -> F64:
        """(N, 3) points within reach of a pose, in the frame of the robot there, by x up to ORDER."""
        local: F64 = _local(self.points, pose.x, pose.y, pose.yaw, reach)
        return local


@njit(cache=True, nogil=True)
def _new_points(depth, u, v, view, rods, radii, place, taken):  # type: ignore[no-untyped-def]
    """The points of a depth image in cells that have none yet, which they take, one for each."""
    x0, y0, yaw, pitch, aside = view
    cp, sp, ca, sa = math.cos(pitch), math.sin(pitch), math.cos(aside), math.sin(aside)
    cy, sy = math.cos(yaw), math.sin(yaw)
    found, count = np.empty((depth.size, 3)), 0
    middle = len(taken) // 2
    for i in range(depth.shape[0]):
        for j in range(depth.shape[1]):
            d = float(depth[i, j])
            if not 0.0 < d < FAR:
                continue
            forward, left = d * cp + d * v[i] * sp, -d * u[j]
            z = place[3] + d * sp - d * v[i] * cp
            ahead, side = ca * forward - sa * left, sa * forward + ca * left
            x, y = x0 + cy * ahead - sy * side, y0 + sy * ahead + cy * side
            if (x - place[0]) ** 2 + (y - place[1]) ** 2 > place[2] ** 2:
                continue
            a = middle + math.floor((x - place[0]) / CELL)
            b = middle + math.floor((y - place[1]) / CELL)
            c = math.floor((z - HEIGHTS[0]) / CELL)
            if not 0 <= c < taken.shape[2] or taken[a, b, c]:
                continue
            if _is_robot(ahead, side, z, rods, radii):
                continue
            taken[a, b, c] = True
            found[count, 0], found[count, 1], found[count, 2] = x, y, z
            count += 1
    return found[:count].copy()


@njit(cache=True, nogil=True)
def _local(points, x, y, yaw, reach):  # type: ignore[no-untyped-def]
    c, s = math.cos(yaw), math.sin(yaw)
    found, count = np.empty(points.shape), 0
    bins = np.zeros(int(2.0 * reach / ORDER) + 3, np.int64)
    for i in range(len(points)):
        dx, dy = points[i, 0] - x, points[i, 1] - y
        if dx * dx + dy * dy < reach * reach:
            found[count, 0], found[count, 1] = c * dx + s * dy, c * dy - s * dx
            found[count, 2] = points[i, 2]
            bins[int((found[count, 0] + reach) / ORDER) + 1] += 1
            count += 1
    starts = np.cumsum(bins)
    ordered = np.empty((count, 3))
    for i in range(count):
        k = int((found[i, 0] + reach) / ORDER)
        ordered[starts[k]] = found[i]
        starts[k] += 1
    return ordered


@njit(cache=True, nogil=True)
def _is_robot(x, y, z, rods, radii):  # type: ignore[no-untyped-def]
    """Whether a point in the robot's frame is at its base or its arm."""
    if z < BASE[1] and x * x + y * y < BASE[0] * BASE[0]:
        return True
    near = False
    for k in range(len(rods)):
        near |= point_rod(x, y, z, rods[k]) < radii[k] * radii[k]
    return near


@njit(cache=True, nogil=True)
def point_rod(px, py, pz, rod):  # type: ignore[no-untyped-def]
    """Square of the distance from a point to the axis of a rod."""
    dx, dy, dz = rod[3] - rod[0], rod[4] - rod[1], rod[5] - rod[2]
    wx, wy, wz = px - rod[0], py - rod[1], pz - rod[2]
    size = dx * dx + dy * dy + dz * dz
    t = 0.0 if size <= 0.0 else min(max((wx * dx + wy * dy + wz * dz) / size, 0.0), 1.0)
    wx, wy, wz = wx - t * dx, wy - t * dy, wz - t * dz
    return wx * wx + wy * wy + wz * wz
