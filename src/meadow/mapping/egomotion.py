"""How the robot truly moved between two depth images: alignment of what stands on the floor.

Each image becomes a scan, the plan of everything between ankle and door height. The new scan is moved
about on the field of distances to the old one until it lies on it best: first coarsely over all motions
that an action may have had, then finely around the best.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numba import njit
from numpy.typing import NDArray
from scipy import ndimage

from meadow.types import Array, Camera

F64 = NDArray[np.float64]

#: Heights that count, metres: the floor looks alike everywhere.
LOW, HIGH = 0.12, 1.8
#: Nothing farther away is used, metres.
FAR = 5.0
CELL = 0.04
#: Points are off by no more than this, metres: what was hidden before must not decide.
CUT = 0.25
#: Samples of an image along its width and height.
COLUMNS, ROWS = 72, 56
#: Fewer points in common than this say nothing.
FEWEST = 60
#: A fit is good when points are off by less on average, metres...
GOOD = 0.06
#: ...and better than another one when they are off by so much less.
BETTER = 0.006


@dataclass(frozen=True, slots=True)
class Ego:
    """A motion in the robot's frame before it."""

    ahead: float
    left: float
    turn: float


@dataclass(frozen=True, slots=True)
class Search:
    """Motions that are thought possible."""

    ahead: tuple[float, float]
    left: tuple[float, float]
    turn: tuple[float, float]


class Scan:
    """The plan of what a depth image shows, in the robot's frame."""

    def __init__(self, depth: Array, camera: Camera, pitch: float) -> None:
        height, width = depth.shape
        rows = np.linspace(0, height - 1, min(ROWS, height)).astype(np.int64)
        columns = np.linspace(0, width - 1, min(COLUMNS, width)).astype(np.int64)
        d = depth[np.ix_(rows, columns)].astype(np.float64)
        down = ((rows + 0.5 - height / 2) / camera.focal)[:, None]
        right = ((columns + 0.5 - width / 2) / camera.focal)[None]
        tilt = pitch + camera.pitch
        up = camera.elevation + d * (math.sin(tilt) - math.cos(tilt) * down)
        forward = d * (math.cos(tilt) + math.sin(tilt) * down)
        used = (d > 0.0) & (d < FAR) & (up > LOW) & (up < HIGH)
        points = np.stack([forward, -d * right], axis=-1)[used]
        # One point for each cell: a wall seen by many pixels counts no more than by few.
        _, first = np.unique(np.floor(points / CELL).astype(np.int64), axis=0, return_index=True)
        self.points: F64 = points[first]
        self._tangent = 0.5 * width / camera.focal
        self._field: NDArray[np.float32] | None = None

    def field(self) -> NDArray[np.float32]:
        """Distance to the nearest point, up to ``CUT``; ahead from 0, left from -FAR, in cells."""
        if self._field is None:
            size = int(FAR / CELL)
            grid = np.ones((size, 2 * size), bool)
            i, j = np.floor(self.points / CELL).astype(np.int64).T
            inside = (i >= 0) & (i < size) & (j >= -size) & (j < size)
            grid[i[inside], j[inside] + size] = False
            away = ndimage.distance_transform_edt(grid) * CELL
            self._field = np.minimum(away, CUT).astype(np.float32)
        return self._field

    def motion_to(self, later: Scan, search: Search, expected: Ego | None = None) -> Ego | None:
        """The motion between two scans; None when they have too little in common.

        ``expected`` is believed where another motion fits hardly better, as along a bare wall.
        """
        if min(len(self.points), len(later.points)) < FEWEST:
            return None
        best, off = self._best(later, search, (0.05, 0.05, math.radians(3.0)))
        for steps in ((0.02, 0.02, math.radians(1.0)), (0.01, 0.01, math.radians(0.4))):
            near = Search(
                (best.ahead - 2 * steps[0], best.ahead + 2 * steps[0]),
                (best.left - 2 * steps[1], best.left + 2 * steps[1]),
                (best.turn - 3 * steps[2], best.turn + 3 * steps[2]),
            )
            best, off = self._best(later, near, steps)
        if off > GOOD:
            return None
        if expected is not None:
            exactly = Search(*((v, v) for v in (expected.ahead, expected.left, expected.turn)))
            if self._best(later, exactly, (1.0, 1.0, 1.0))[1] <= off + BETTER:
                return expected
        return best

    def _best(
        self, later: Scan, search: Search, steps: tuple[float, float, float]
    ) -> tuple[Ego, float]:
        ranges = [
            np.linspace(low, high, max(1, round((high - low) / step) + 1))
            for (low, high), step in zip((search.ahead, search.left, search.turn), steps)
        ]
        found = _align(self.field(), later.points, *ranges, CELL, self._tangent, CUT, FEWEST)
        return Ego(*found[:3]), found[3]


@njit(cache=True, nogil=True)
def _align(field, points, aheads, lefts, turns, cell, tangent, cut, fewest):  # type: ignore[no-untyped-def]
    """The motion at which the points that were in view before lie nearest to the old scan."""
    rows, columns = field.shape
    best, ahead, left, turn = np.inf, 0.0, 0.0, 0.0
    for t in turns:
        cos, sin = math.cos(t), math.sin(t)
        for a in aheads:
            for l in lefts:
                total, count = 0.0, 0
                for k in range(len(points)):
                    x = a + cos * points[k, 0] - sin * points[k, 1]
                    y = l + sin * points[k, 0] + cos * points[k, 1]
                    if x <= 0.0 or abs(y) > tangent * x:
                        continue
                    i, j = int(x / cell), math.floor(y / cell) + columns // 2
                    if i >= rows or j < 0 or j >= columns:
                        continue
                    total += field[i, j]
                    count += 1
                # Fits that ignore most of the scan are no fits.
                off = total / count if count >= fewest else cut
                if off < best:
                    best, ahead, left, turn = off, a, l, t
    return ahead, left, turn, best
