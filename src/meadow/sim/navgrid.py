"""The navigation grid: where the robot's centre can be, on a lattice of 5 cm."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numba import njit
from numpy.typing import NDArray

from meadow.errors import InvalidValueError
from meadow.geometry.polygons import Outlines, in_polygon, point_outline
from meadow.scenes.schema import House
from meadow.seeding import Stream
from meadow.sim.geodesic import Geodesics

F64 = NDArray[np.float64]

#: Side of a cell, metres.
CELL = 0.05
#: Room that random places have beyond the robot's radius, metres.
MARGIN = 0.1


class NavGrid:
    """Free cells of a home for a disc, its connected parts, and exact distances between any points.

    People are left out: they come and go. Closed doors separate.
    """

    def __init__(self, house: House, outlines: Outlines, radius: float, cell: float = CELL) -> None:
        if not 0.01 <= cell <= 0.5:
            raise InvalidValueError(f"cell size {cell:g} m: expected 0.01 to 0.5")
        self.cell = cell
        self.radius = radius
        self.outlines = outlines
        self.rooms = [np.array(room.polygon, np.float64) for room in house.rooms]
        corners = np.concatenate(self.rooms)
        self.origin = np.floor(corners.min(axis=0) / cell) * cell
        columns, rows = np.ceil((corners.max(axis=0) - self.origin) / cell).astype(int)
        self.free = np.zeros((rows, columns), np.bool_)
        """(rows along y, columns along x): the disc fits at the cell's centre."""
        for room in self.rooms:
            _fill(self.free, room, self.origin, cell)
        _block(self.free, *outlines.packed, self.origin, cell, radius)
        self._parts: NDArray[np.int32] | None = None
        self._geodesics: dict[float, Geodesics] = {}
        self._cells: dict[tuple[int, float], NDArray[np.int64]] = {}
        self._within: dict[tuple[object, int], F64] = {}

    @property
    def parts(self) -> NDArray[np.int32]:
        """Which connected part each cell belongs to, largest first from 1; 0 for blocked cells."""
        if self._parts is None:
            from scipy import ndimage

            labels, count = ndimage.label(self.free)
            order = np.argsort(-np.bincount(labels.ravel(), minlength=count + 1)[1:], kind="stable")
            rank = np.zeros(count + 1, np.int32)
            rank[order + 1] = np.arange(1, count + 1)
            self._parts = rank[labels]
        return self._parts

    def geodesics(self, margin: float = 0.0) -> Geodesics:
        """Exact distances, prepared on first use; with a margin for drives that keep off things."""
        if margin not in self._geodesics:
            self._geodesics[margin] = Geodesics(self.outlines, self.radius, self.rooms, margin)
        return self._geodesics[margin]

    def centres(self, cells: NDArray[np.int64]) -> F64:
        """(N, 2) points of (N, 2) cells (row, column)."""
        points: F64 = self.origin + (cells[:, ::-1] + 0.5) * self.cell
        return points

    def cell_of(self, x: float, y: float) -> tuple[int, int]:
        """Row and column of a point, perhaps outside the grid."""
        column, row = np.floor((np.array((x, y)) - self.origin) / self.cell).astype(int)
        return int(row), int(column)

    def points(self, part: int = 1) -> F64:
        """(N, 2) centres of all free cells of a connected part, row by row."""
        return self.centres(np.argwhere(self.parts == part))

    def points_within(self, polygon: tuple[tuple[float, float], ...], part: int = 1) -> F64:
        """Those of :meth:`points` that lie within a polygon; all of them for an empty one."""
        if (polygon, part) not in self._within:
            points = self.points(part)
            if polygon:
                import shapely

                points = points[shapely.contains_xy(shapely.Polygon(polygon), points)]
            self._within[polygon, part] = points
        return self._within[polygon, part]

    def nearest(
        self,
        x: float,
        y: float,
        part: int = 0,
        *,
        allowed: Callable[[float, float], bool] | None = None,
    ) -> tuple[float, float]:
        """The centre of the free cell (of a part, or of any) that is nearest to a point.

        With ``allowed`` the nearest that is allowed, for example because nobody stands there, or the
        nearest of all when none is.
        """
        cells = np.argwhere(self.parts == part if part else self.free)
        if not len(cells):
            raise InvalidValueError("this home has no free floor for this robot")
        centres = self.centres(cells)
        distances = np.hypot(*(centres - (x, y)).T)
        best = np.argmin(distances)
        if allowed is not None:
            order = np.argsort(distances, kind="stable")
            best = next((i for i in order if allowed(*map(float, centres[i]))), best)
        return float(centres[best][0]), float(centres[best][1])

    def part_at(self, x: float, y: float) -> int:
        """The connected part around a point, 0 when no free cell is close."""
        row, column = self.cell_of(x, y)
        rows, columns = self.free.shape
        low, left = max(row - 1, 0), max(column - 1, 0)
        window = self.parts[low : min(row + 2, rows), left : min(column + 2, columns)]
        near = window[window > 0]
        return int(near.min()) if near.size else 0

    def part_near(self, x: float, y: float) -> int:
        """The connected part around a point, or that of the nearest free cell when none is close."""
        return self.part_at(x, y) or self.part_at(*self.nearest(x, y))

    def sample(self, rng: Stream, part: int = 1, margin: float = MARGIN) -> tuple[float, float]:
        """A random free point of a connected part (a cell's centre).

        Points with ``margin`` more room around them than the robot needs are preferred: in a gap as
        wide as itself a robot with coarse steps may not be able to move at all.
        """
        cells = self._sampled(part, margin)
        x, y = self.centres(cells[rng.integer(0, len(cells) - 1)][None])[0]
        return float(x), float(y)

    def _sampled(self, part: int, margin: float) -> NDArray[np.int64]:
        """(N, 2) cells to draw from, found once: trainings begin an episode every few steps."""
        if (part, margin) not in self._cells:
            inside = self.parts == part
            cells = np.argwhere(self._roomy(margin) & inside)
            self._cells[part, margin] = cells if len(cells) else np.argwhere(inside)
        cells = self._cells[part, margin]
        if not len(cells):
            raise InvalidValueError(f"this home has no part {part} of free floor for this robot")
        return cells

    def _roomy(self, margin: float) -> NDArray[np.bool_]:
        """Cells whose neighbours within a margin are free too."""
        from scipy import ndimage

        reach = math.ceil(margin / self.cell - 1e-9)
        size = 2 * reach + 1
        roomy: NDArray[np.bool_] = ndimage.minimum_filter(
            self.free, size=size, mode="constant", cval=0
        )
        return roomy


@njit(cache=True, nogil=True)
def _fill(free, room, origin, cell):  # type: ignore[no-untyped-def]
    """Mark the cells whose centres lie in a room."""
    rows, columns = free.shape
    left = max(0, int((room[:, 0].min() - origin[0]) / cell) - 1)
    right = min(columns, int((room[:, 0].max() - origin[0]) / cell) + 2)
    first = max(0, int((room[:, 1].min() - origin[1]) / cell) - 1)
    last = min(rows, int((room[:, 1].max() - origin[1]) / cell) + 2)
    for row in range(first, last):
        for column in range(left, right):
            x, y = origin[0] + (column + 0.5) * cell, origin[1] + (row + 0.5) * cell
            if not free[row, column] and in_polygon(room, x, y):
                free[row, column] = True


@njit(cache=True, nogil=True)
def _block(free, points, start, boxes, origin, cell, radius):  # type: ignore[no-untyped-def]
    """Clear the cells where the disc would overlap an outline."""
    rows, columns = free.shape
    limit = radius * radius
    for i in range(len(boxes)):
        left = max(0, math.floor((boxes[i, 0] - radius - origin[0]) / cell))
        right = min(columns, math.ceil((boxes[i, 2] + radius - origin[0]) / cell))
        low = max(0, math.floor((boxes[i, 1] - radius - origin[1]) / cell))
        high = min(rows, math.ceil((boxes[i, 3] + radius - origin[1]) / cell))
        for row in range(low, high):
            for column in range(left, right):
                if free[row, column]:
                    x, y = origin[0] + (column + 0.5) * cell, origin[1] + (row + 0.5) * cell
                    if point_outline(points, start[i], start[i + 1], x, y) < limit:
                        free[row, column] = False
