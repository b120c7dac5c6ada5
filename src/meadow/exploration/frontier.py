"""Frontier-based exploration: go to the nearest border between known floor and the unknown."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from meadow.mapping.occupancy import FREE, UNKNOWN, OccupancyMap
from meadow.planning.grid import Reach

_EIGHT = np.ones((3, 3), bool)


class FrontierExplorer:
    """Chooses the nearest cluster of frontier cells, by length of the way, and keeps to it."""

    def __init__(self, min_cells: int = 3, give_up: int = 60) -> None:
        self.min_cells = min_cells
        """Smaller clusters are dust."""
        self.give_up = give_up
        """Steps on the way to one target before it is struck off."""
        self.reset()

    def reset(self) -> None:
        """Forget the target and what was struck off."""
        self._target: tuple[int, int] | None = None
        self._steps = 0
        self._struck: set[tuple[int, int]] = set()

    def target(self, map: OccupancyMap, reach: Reach) -> tuple[int, int] | None:
        """The cell to go to, or None when no frontier can be reached."""
        frontier = frontier_cells(map.grid) & np.isfinite(reach.distance)
        for cell in self._struck:
            frontier[cell] = False
        self._steps += 1
        if self._target is not None and frontier[self._target] and self._steps <= self.give_up:
            return self._target
        if self._target is not None and self._steps > self.give_up:
            self._strike(self._target)
            frontier[self._target] = False
        self._target, self._steps = self._choose(frontier, reach), 0
        return self._target

    def strike(self) -> None:
        """Never offer the present target again: it was reached and remained a frontier."""
        if self._target is not None:
            self._strike(self._target)
            self._target = None

    def _strike(self, cell: tuple[int, int]) -> None:
        i, j = cell
        self._struck.update((i + a, j + b) for a in range(-2, 3) for b in range(-2, 3))

    def _choose(self, frontier: NDArray[np.bool_], reach: Reach) -> tuple[int, int] | None:
        labels, count = ndimage.label(frontier, structure=_EIGHT)
        if not count:
            return None
        sizes = np.bincount(labels.ravel(), minlength=count + 1)
        cells = np.argwhere(frontier)
        cells = cells[sizes[labels[frontier]] >= self.min_cells]
        if not len(cells):
            return None
        best = cells[np.argmin(reach.distance[cells[:, 0], cells[:, 1]])]
        return self._middle(labels, int(labels[tuple(best)]), reach)

    def _middle(self, labels: NDArray[np.int32], label: int, reach: Reach) -> tuple[int, int]:
        """The member nearest to the middle of its cluster: looking from there shows most."""
        members = np.argwhere(labels == label)
        offset = members - members.mean(axis=0)
        i, j = members[np.argmin((offset**2).sum(axis=1))]
        return int(i), int(j)


def frontier_cells(grid: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Free cells with an unknown one among their four neighbours."""
    unknown = grid == UNKNOWN
    beside = np.zeros_like(unknown)
    beside[1:] |= unknown[:-1]
    beside[:-1] |= unknown[1:]
    beside[:, 1:] |= unknown[:, :-1]
    beside[:, :-1] |= unknown[:, 1:]
    return (grid == FREE) & beside
