"""Where a robot that knows the floor plan, but not where the thing is, would look next.

A teacher that drives straight to what nobody has seen yet cannot be imitated: its way depends on
something that the learner has no means to know. This search remembers which floor the camera has looked
at since the episode began and names the nearest place that it has not, which a learner can know too.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numba import njit

from meadow.sim.navgrid import NavGrid
from meadow.types import Array, Camera, Pose

#: Cells of the navigation grid along a side of a cell here: 0.2 m, so that no wall falls between two.
GRAIN = 4
#: How far a look reaches, metres: not so far that what comes next is out of the learner's sight. After a
#: search in vain the next one looks closer, things may be small.
REACHES = (2.0, 1.2)
#: Floor this near to the robot counts as seen, metres.
AROUND = 0.35
#: Unseen cells with fewer unseen neighbours, itself included, are crannies not worth a trip.
POCKET = 5
#: What a place costs, metres for each radian that the robot must turn first.
TURN = 0.4
#: Places further than this to the right are turned to over the left, radians. Which side is shorter to
#: what is out of the picture only memory can tell, and a learner in doubt turns to and fro for ever.
IN_VIEW = math.radians(45.0)


class Search:
    """What has been seen of a home's free floor, and what comes next."""

    def __init__(self, grid: NavGrid, camera: Camera) -> None:
        self._grid, self._camera = grid, camera
        self._size = GRAIN * grid.cell
        rows, columns = (-(-n // GRAIN) for n in grid.free.shape)
        fine = np.zeros((rows * GRAIN, columns * GRAIN), np.bool_)
        fine[: grid.free.shape[0], : grid.free.shape[1]] = grid.free
        self.free = fine.reshape(rows, GRAIN, columns, GRAIN).any(axis=(1, 3))
        """(rows along y, columns along x): the robot fits somewhere in the cell."""
        self.seen = np.zeros_like(self.free)
        self._round = 0
        self._goal: tuple[int, int] | None = None

    def look(self, pose: Pose, depth: Array) -> None:
        """Note the floor in view: as far as nothing stands in the way at the camera's height."""
        # Only level pictures have the camera's height in their middle.
        ahead = depth[len(depth) // 2] if abs(pose.pitch) < 0.1 else np.zeros(0, np.float32)
        place = (pose.x, pose.y, pose.yaw + self._camera.yaw)
        lens = (self._camera.focal, REACHES[self._round])
        _note(self.seen, ahead, *place, *lens, *self._grid.origin, self._size)

    def next(self, pose: Pose) -> Array:
        """(1, 2) the free point to drive to; the last one until it has been seen."""
        if self._goal is None or self.seen[self._goal]:
            self._goal = self._nearest(pose)
        while self._goal is None and self._round < len(REACHES) - 1:
            self._round += 1
            self.seen[:] = False
            self._goal = self._nearest(pose)
        if self._goal is None:
            self.seen[:] = False
            return np.array([[pose.x, pose.y]])
        return self._spot(*self._goal)

    def skip(self) -> None:
        """Never mind the last point: there is no way to it."""
        if self._goal is not None:
            self.seen[self._goal] = True

    def _nearest(self, pose: Pose) -> tuple[int, int] | None:
        row, column = self._grid.cell_of(pose.x, pose.y)
        at = (row // GRAIN, column // GRAIN)
        best = _choose(self.free, self.seen, *at, pose.yaw, self._size)
        return None if best < 0 else divmod(best, self.free.shape[1])

    def _spot(self, row: int, column: int) -> Array:
        """The free point of a cell that is nearest to its middle."""
        corner = np.array((row, column)) * GRAIN
        part = self._grid.free[corner[0] : corner[0] + GRAIN, corner[1] : corner[1] + GRAIN]
        cells = np.argwhere(part)
        middle = np.abs(cells - 0.5 * (GRAIN - 1)).sum(axis=1)
        return self._grid.centres(corner + cells[[int(np.argmin(middle))]])

    def state(self) -> dict[str, Any]:
        """As JSON values."""
        goal = None if self._goal is None else list(self._goal)
        return {"seen": np.packbits(self.seen).tolist(), "round": self._round, "goal": goal}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Return to a :meth:`state` of the same home."""
        bits = np.unpackbits(np.array(state["seen"], np.uint8), count=self.seen.size)
        self.seen[:] = bits.reshape(self.seen.shape)
        self._round = state["round"]
        self._goal = None if state["goal"] is None else (state["goal"][0], state["goal"][1])


@njit(cache=True, nogil=True)
def _note(seen, ahead, x, y, yaw, focal, reach, left, low, size):  # type: ignore[no-untyped-def]
    """Mark the cells along the ray of each pixel, and those around the robot."""
    rows, columns = seen.shape
    wide = int(AROUND / size) + 1
    at_row, at_column = int((y - low) / size), int((x - left) / size)
    for row in range(max(0, at_row - wide), min(rows, at_row + wide + 1)):
        for column in range(max(0, at_column - wide), min(columns, at_column + wide + 1)):
            dx = left + (column + 0.5) * size - x
            dy = low + (row + 0.5) * size - y
            if dx * dx + dy * dy <= AROUND * AROUND:
                seen[row, column] = True
    for pixel in range(len(ahead)):
        side = (0.5 * len(ahead) - pixel - 0.5) / focal
        far = min(reach, ahead[pixel] * math.sqrt(1.0 + side * side))
        angle = yaw + math.atan(side)
        dx, dy = math.cos(angle), math.sin(angle)
        for step in range(int(far / (0.5 * size)) + 1):
            away = 0.5 * size * step
            row = int((y + away * dy - low) / size)
            column = int((x + away * dx - left) / size)
            if 0 <= row < rows and 0 <= column < columns:
                seen[row, column] = True


@njit(cache=True, nogil=True)
def _choose(free, seen, row, column, yaw, size):  # type: ignore[no-untyped-def]
    """The cheapest unseen cell by the way to it and the turn towards it; -1 when there is none."""
    rows, columns = free.shape
    way = np.full(rows * columns, -1, np.int64)
    queue = np.empty(rows * columns, np.int64)
    queue[0] = row * columns + column
    way[queue[0]] = 0
    first, last = 0, 1
    best, least = -1, np.inf
    while first < last:
        at = queue[first]
        first += 1
        r, c = at // columns, at % columns
        if way[at] * size >= least:
            break
        if not seen[r, c] and _unseen(free, seen, r, c) >= POCKET:
            turn = math.atan2(r - row, c - column) - yaw
            turn = (turn + math.pi) % (2.0 * math.pi) - math.pi
            if turn < -IN_VIEW:
                turn += 2.0 * math.pi
            price = way[at] * size + TURN * abs(turn)
            if price < least:
                best, least = at, price
        for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            i, j = r + dr, c + dc
            if 0 <= i < rows and 0 <= j < columns and free[i, j] and way[i * columns + j] < 0:
                way[i * columns + j] = way[at] + 1
                queue[last] = i * columns + j
                last += 1
    return best


@njit(cache=True, nogil=True, inline="always")
def _unseen(free, seen, row, column):  # type: ignore[no-untyped-def]
    """How many cells of a neighbourhood of 3 x 3 are free and unseen."""
    count = 0
    for r in range(max(0, row - 1), min(free.shape[0], row + 2)):
        for c in range(max(0, column - 1), min(free.shape[1], column + 2)):
            if free[r, c] and not seen[r, c]:
                count += 1
    return count
