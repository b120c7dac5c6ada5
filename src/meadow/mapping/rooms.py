"""Rooms from what was seen: walls above the height of doors part the floor, and things tell what a room is.

A doorway ends below the ceiling, so at that height the walls of a room close around it. Where rooms are
open to each other a wall ends freely, and is taken to go on up to the next one. Where walls were not seen
all around, a room is the floor that was seen of it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import cache

import numpy as np
from numba import njit
from numpy.typing import NDArray
from scipy import ndimage

from meadow.models.prior import training_counts
from meadow.types import Array

#: Side of a cell, metres.
CELL = 0.1
#: Points between these heights are walls above doors, metres.
ABOVE_DOORS = (2.15, 2.42)
#: Points up to this height are floor, metres.
FLOOR = 0.05
#: A piece of floor smaller than this is no room, square metres.
SMALLEST = 0.6
#: Half the side of the square that is mapped, metres.
EXTENT = 30.0
#: The widest opening between two rooms, and the shortest piece of wall beside one, metres.
WIDEST, SHORTEST = 3.2, 0.3
#: What is smaller at that height is no wall, metres.
LARGEST_LAMP = 1.0
#: Walls are taken to stand along one of so many directions over a quarter turn.
HEADINGS = 6
#: Cells of wall and floor that must be new before rooms are told apart again.
NEWS = 40


class RoomMap:
    """Parts the floor that was seen into rooms."""

    def __init__(self) -> None:
        side = round(2 * EXTENT / CELL)
        self._walls = np.zeros((side, side), np.bool_)
        self._floor = np.zeros((side, side), np.bool_)
        self._labels: NDArray[np.int64] | None = None
        self._nearest: Array | None = None
        self._low = (0.0, 0.0)
        self._news = 0
        self.heading = 0
        """Which of HEADINGS the walls stand along; known after rooms were told apart."""

    def add(self, points: Array) -> None:
        """Add (N, 3) points of whatever was seen."""
        self._news += _marked(points, self._walls, self._floor)

    def clear(self, x: float, y: float) -> None:
        """The robot has been there."""
        self.add(np.array([[x, y, 0.0]]))

    def room_of(self, x: float, y: float) -> int:
        """The number of the room in which a point is, or to which it is nearest; 0 for none."""
        return int(self.rooms_of(np.array([[x, y]]))[0])

    def rooms_of(self, points: Array) -> NDArray[np.int64]:
        """The same for (N, 2) points."""
        labels = self._label()
        cells = ((self._turned(points) - self._low) // CELL).astype(np.int64)
        i, j = np.clip(cells, 0, np.array(labels.shape) - 1).T
        assert self._nearest is not None
        a, b = self._nearest[:, i, j]
        found: NDArray[np.int64] = labels[a, b]
        return found

    def _turned(self, points: Array) -> Array:
        """(N, 2) points in a frame whose axes the walls stand along."""
        angle = self.heading * math.pi / 2 / HEADINGS
        c, s = math.cos(angle), math.sin(angle)
        turned: Array = points @ np.array([[c, -s], [s, c]])
        return turned

    def _label(self) -> NDArray[np.int64]:
        if self._labels is None or self._news >= NEWS:
            self._news = 0
            walls, floor = (
                (np.argwhere(grid) + 0.5) * CELL - EXTENT for grid in (self._walls, self._floor)
            )
            self.heading = _heading(walls)
            self._labels = self._parted(self._turned(walls), self._turned(floor))
            self._nearest = ndimage.distance_transform_edt(
                self._labels == 0, return_distances=False, return_indices=True
            )
        return self._labels

    def _parted(self, walls: Array, floor: Array) -> NDArray[np.int64]:
        """The number of the room of each cell, in the turned frame."""
        every = np.vstack([walls, floor, np.zeros((1, 2))])
        self._low = tuple((every.min(axis=0) - 4.5 * CELL).tolist())
        shape = np.ceil((every.max(axis=0) + 5 * CELL - self._low) / CELL).astype(int)
        grids = []
        for points in (walls, floor):
            grid = np.zeros(shape, np.bool_)
            cells = ((points - self._low) / CELL).astype(np.int64)
            grid[cells[:, 0], cells[:, 1]] = True
            grids.append(ndimage.binary_closing(grid, iterations=1))
        wall, free = grids
        wall = _without_lamps(wall)
        wall = wall | _continued(wall) | _continued(wall.T).T
        free = ndimage.binary_closing(free, iterations=2)
        spaces, count = ndimage.label(~wall)
        outside = np.unique(np.r_[spaces[0], spaces[-1], spaces[:, 0], spaces[:, -1]])
        open_to_it = free & np.isin(spaces, outside) & ~ndimage.binary_dilation(wall)
        pieces, _ = ndimage.label(open_to_it)
        labels = np.where(pieces > 0, pieces + count, np.where(np.isin(spaces, outside), 0, spaces))
        sizes = np.bincount(labels[free], minlength=labels.max() + 1) * CELL**2
        labels[sizes[labels] < SMALLEST] = 0
        numbered: NDArray[np.int64] = labels.astype(np.int64)
        return numbered


@njit(cache=True, nogil=True)
def _marked(points, walls, floor):  # type: ignore[no-untyped-def]
    """Mark the cells of walls and floor under (N, 3) points; how many points are the first in theirs."""
    news, side = 0, len(walls)
    for again in (False, True):  # first counted, then marked
        for n in range(len(points)):
            x, y, z = points[n]
            is_wall = ABOVE_DOORS[0] < z < ABOVE_DOORS[1]
            if not is_wall and z >= FLOOR:
                continue
            i, j = math.floor((x + EXTENT) / CELL), math.floor((y + EXTENT) / CELL)
            if not (0 <= i < side and 0 <= j < side):
                continue
            grid = walls if is_wall else floor
            if again:
                grid[i, j] = True
            else:
                news += not grid[i, j]
    return news


def _heading(walls: Array) -> int:
    """Along which of HEADINGS points of walls lie in the fewest lines."""
    scores = []
    for number in range(HEADINGS):
        angle = number * math.pi / 2 / HEADINGS
        score = 0.0
        for x, y in ((math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))):
            along = np.floor((walls @ np.array([x, y]) + 2 * EXTENT) / CELL).astype(np.int64)
            score += float((np.bincount(along).astype(np.float64) ** 2).sum()) if len(walls) else 0
        scores.append(score)
    return int(np.argmax(scores))


def _continued(wall: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Cells between a free end of a wall along the second axis and the next wall in its line."""
    filled = np.zeros_like(wall)
    shortest, widest = round(SHORTEST / CELL), round(WIDEST / CELL)
    thick = wall | np.roll(wall, 1, axis=0)  # a line is seen with a jitter of a cell
    beside = np.zeros_like(wall)
    for off in (-4, -3, 3, 2):
        beside |= np.roll(wall, off, axis=0)
    for n in np.flatnonzero(thick.any(axis=1)):
        row = np.diff(np.r_[0, thick[n].view(np.int8), 0])
        starts, ends = np.flatnonzero(row == 1), np.flatnonzero(row == -1)
        long = ends - starts >= shortest
        free = ~beside[n]
        for k in range(len(starts) - 1):
            end, start = int(ends[k]), int(starts[k + 1])
            ends_freely = long[k] and free[end - 2 : end + 1].all()
            starts_freely = long[k + 1] and free[max(start - 1, 0) : start + 2].all()
            if start - end <= widest and (ends_freely or starts_freely):
                filled[n, end:start] = True
    return filled


def _without_lamps(wall: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Walls without what hangs from the ceiling on its own."""
    labels, _ = ndimage.label(wall, structure=np.ones((3, 3), bool))
    kept = np.zeros_like(wall)
    for number, where in enumerate(ndimage.find_objects(labels), 1):
        if max(part.stop - part.start for part in where) * CELL >= LARGEST_LAMP:
            kept[where] |= labels[where] == number
    return kept


@cache
def _totals() -> Mapping[str, int]:
    totals: dict[str, int] = {}
    for places in training_counts().rooms.values():
        for room, count in places.items():
            totals[room] = totals.get(room, 0) + count
    return totals


def room_type(categories: Iterable[str]) -> str:
    """What kind of room has such things, by homes of training; empty where nothing is known of them.

    >>> room_type(["toilet", "towel", "sink"]), room_type([])
    ('bathroom', '')
    """
    counts, totals = training_counts().rooms, _totals()
    known = [category for category in categories if category in counts]
    if not known:
        return ""
    scores = {
        room: sum(math.log((counts[c].get(room, 0) + 0.3) / (total + 30.0)) for c in known)
        for room, total in totals.items()
    }
    return max(sorted(scores), key=lambda room: scores[room])
