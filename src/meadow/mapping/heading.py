"""A compass made of walls: what stands around the robot tells which way it truly looks.

Of the errors of dead reckoning only the heading's matters: half a degree a turn adds up to ten within an
episode, and then one room lies across another and borders of the unknown appear where nothing is unknown.
Every depth image is therefore turned about a little until its obstacles lie on those seen before.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from numba import njit
from numpy.typing import NDArray

from meadow.types import Array, Camera, Pose, wrap_angle

#: Side of a cell of the obstacles' plan, metres; finer than maps need, for a degree at 3 m is 5 cm.
CELL = 0.05
#: Obstacles count between these heights, metres, and no farther away than this.
LOW, HIGH, FAR = 0.1, 1.8, 4.5
#: The plan reaches so far from the start in any direction, metres.
EXTENT = 25.0
#: So many columns of an image are looked at, and rows as far apart as these.
COLUMNS = 56
#: Headings that are tried around the expected one, radians.
OFFSETS = np.radians(np.arange(-8, 9) * 0.25)
#: How much better than the expected one another heading must fit for each degree, as a share of points.
PER_DEGREE = 0.01
#: With fewer points, or a smaller share of them near to known obstacles, nothing can be said.
FEWEST, SHARE = 60, 0.4


class HeadingLock:
    """Corrects headings by a plan of the obstacles, to which each corrected image is added."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """A new episode begins with an empty plan of the obstacles."""
        side = round(2 * EXTENT / CELL)
        self._plan: NDArray[np.uint8] = np.zeros((side, side), np.uint8)

    def correct(self, pose: Pose, depth: Array, camera: Camera) -> Pose:
        """The pose with the heading at which a depth image fits best to those before."""
        tilt = pose.pitch + camera.pitch
        eye = (camera.focal, camera.elevation, tilt, max(1, camera.width // COLUMNS))
        points = _obstacles(depth, *eye, LOW, HIGH, FAR)
        if len(points) >= FEWEST:
            yaw = pose.yaw + camera.yaw
            fits = _fits(self._plan, points, pose.x, pose.y, yaw + OFFSETS, EXTENT, CELL)
            fits /= len(points)
            if fits.max() >= SHARE:
                fits -= PER_DEGREE * np.degrees(np.abs(OFFSETS))
                offset = float(OFFSETS[np.argmax(fits)])
                pose = replace(pose, yaw=wrap_angle(pose.yaw + offset))
        _add(self._plan, points, pose.x, pose.y, pose.yaw + camera.yaw, EXTENT, CELL)
        return pose


@njit(cache=True, nogil=True)
def _obstacles(depth, focal, elevation, tilt, stride, low, high, far):  # type: ignore[no-untyped-def]
    """(N, 2) ahead and left of what stands between two heights; once for each run of a column."""
    height, width = depth.shape
    out = np.empty((height * width // stride + 1, 2))
    count = 0
    cos, sin = math.cos(tilt), math.sin(tilt)
    for u in range(stride // 2, width, stride):
        last = -1.0
        for v in range(height - 1 - stride // 2, -1, -stride):
            d = depth[v, u]
            if d <= 0.0 or d > far:
                continue
            down = (v + 0.5 - height * 0.5) / focal
            up = elevation + d * (sin - cos * down)
            if up < low or up > high:
                continue
            ahead = d * (cos + sin * down)
            # A wall that fills a column counts no more than an edge.
            if abs(ahead - last) < CELL:
                continue
            last = ahead
            out[count, 0], out[count, 1] = ahead, -d * (u + 0.5 - width * 0.5) / focal
            count += 1
    return out[:count]


@njit(cache=True, nogil=True)
def _fits(plan, points, x, y, yaws, extent, cell):  # type: ignore[no-untyped-def]
    """For each heading the number of points on obstacles; those beside one count half."""
    side = len(plan)
    out = np.zeros(len(yaws))
    for n in range(len(yaws)):
        cos, sin = math.cos(yaws[n]), math.sin(yaws[n])
        for k in range(len(points)):
            i = int((x + cos * points[k, 0] - sin * points[k, 1] + extent) / cell)
            j = int((y + sin * points[k, 0] + cos * points[k, 1] + extent) / cell)
            if i < 1 or j < 1 or i >= side - 1 or j >= side - 1:
                continue
            if plan[i, j]:
                out[n] += 1.0
            elif plan[i - 1, j] or plan[i + 1, j] or plan[i, j - 1] or plan[i, j + 1]:
                out[n] += 0.5
    return out


@njit(cache=True, nogil=True)
def _add(plan, points, x, y, yaw, extent, cell):  # type: ignore[no-untyped-def]
    side = len(plan)
    cos, sin = math.cos(yaw), math.sin(yaw)
    for k in range(len(points)):
        i = int((x + cos * points[k, 0] - sin * points[k, 1] + extent) / cell)
        j = int((y + sin * points[k, 0] + cos * points[k, 1] + extent) / cell)
        if 0 <= i < side and 0 <= j < side:
            plan[i, j] = 1
