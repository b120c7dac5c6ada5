"""Rooms from what was seen: walls above the height of doors part the floor, and things tell what a room is.

A doorway ends below the ceiling, so at that height the walls of a room close around it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from meadow import serialize
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


class RoomMap:
    """Parts the floor that was seen into rooms."""

    def __init__(self) -> None:
        side = round(2 * EXTENT / CELL)
        self._walls = np.zeros((side, side), np.bool_)
        self._floor = np.zeros((side, side), np.bool_)
        self._labels: NDArray[np.int64] | None = None
        self._nearest: Array | None = None

    def add(self, points: Array) -> None:
        """Add (N, 3) points of whatever was seen."""
        z = points[:, 2]
        self._mark(self._walls, points[(z > ABOVE_DOORS[0]) & (z < ABOVE_DOORS[1])])
        self._mark(self._floor, points[z < FLOOR])
        self._labels = None

    def clear(self, x: float, y: float) -> None:
        """The robot has been there."""
        self._mark(self._floor, np.array([[x, y, 0.0]]))

    def _mark(self, grid: NDArray[np.bool_], points: Array) -> None:
        cells = np.floor((points[:, :2] + EXTENT) / CELL).astype(np.int64)
        cells = cells[((cells >= 0) & (cells < len(grid))).all(axis=1)]
        grid[cells[:, 0], cells[:, 1]] = True

    def room_of(self, x: float, y: float) -> int:
        """The number of the room in which a point is, or to which it is nearest; 0 for none."""
        labels = self._label()
        i, j = (int(min(max((v + EXTENT) // CELL, 0), len(labels) - 1)) for v in (x, y))
        assert self._nearest is not None
        a, b = self._nearest[:, i, j]
        return int(labels[a, b])

    def _label(self) -> NDArray[np.int64]:
        if self._labels is None:
            closed = ndimage.binary_dilation(self._walls, iterations=1)
            free = ndimage.binary_closing(self._floor, iterations=2) & ~closed
            labels, count = ndimage.label(free)
            sizes = np.bincount(labels.ravel(), minlength=count + 1) * CELL**2
            labels[sizes[labels] < SMALLEST] = 0
            self._labels = labels.astype(np.int64)
            self._nearest = ndimage.distance_transform_edt(
                self._labels == 0, return_distances=False, return_indices=True
            )
        return self._labels


@cache
def _counts() -> Mapping[str, Mapping[str, int]]:
    data = (resources.files("meadow.models") / "prior.json").read_bytes()
    found: Mapping[str, Mapping[str, int]] = serialize.decode(data, dict, "prior.json")["rooms"]
    return found


@cache
def _totals() -> Mapping[str, int]:
    totals: dict[str, int] = {}
    for places in _counts().values():
        for room, count in places.items():
            totals[room] = totals.get(room, 0) + count
    return totals


def room_type(categories: Iterable[str]) -> str:
    """What kind of room has such things, by homes of training; empty where nothing is known of them.

    >>> room_type(["toilet", "towel", "sink"]), room_type([])
    ('bathroom', '')
    """
    counts, totals = _counts(), _totals()
    known = [category for category in categories if category in counts]
    if not known:
        return ""
    scores = {
        room: sum(math.log((counts[c].get(room, 0) + 0.3) / (total + 30.0)) for c in known)
        for room, total in totals.items()
    }
    return max(sorted(scores), key=lambda room: scores[room])
