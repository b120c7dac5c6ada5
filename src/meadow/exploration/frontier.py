"""Frontier exploration: go to the nearest border between known floor and the unknown."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from meadow.exploration.protocol import Point
from meadow.mapping.occupancy import FREE, UNKNOWN, OccupancyMap
from meadow.mapping.state import AgentState
from meadow.planning.grid import CostToGo
from meadow.types import Array, Brief

_EIGHT = np.ones((3, 3), bool)


class FrontierExplorer:
    """Chooses a cluster of frontier cells, near and wide ones first, and keeps to it."""

    spins = True

    def __init__(
        self,
        *,
        min_width: float = 0.2,
        width_bonus: float = 1.0,
        small: float = 0.5,
        small_price: float = 2.0,
        turn_price: float = 0.15,
        give_up: int = 60,
        alternate: bool = False,
    ) -> None:
        self.min_width = min_width
        """Clusters with fewer metres of border are dust."""
        self.width_bonus = width_bonus
        """How many metres of way a metre of border is worth."""
        self.small = small
        """Clusters with fewer metres of border show little..."""
        self.small_price = small_price
        """...so another one may be this much farther away, metres. Leaving them for the end is no good:
        behind many a small one lies a corner of a room to which no one comes back in time."""
        self.turn_price = turn_price
        """How many metres of way a turn towards the target costs."""
        self.give_up = give_up
        """Steps on the way to one target before it is struck off."""
        self.alternate = alternate
        """Whether every second map of an episode is explored farthest first, as CoW's code does."""

    def reset(self, brief: Brief) -> None:
        """A new episode begins; the target and what was struck off are forgotten."""
        self._farthest = True
        self.start_over()

    def pursue(self, brief: Brief) -> None:
        """Another goal: choose a new target, but none that was struck off."""
        self._forget_target()

    def start_over(self) -> None:
        """Forget the target and what was struck off."""
        self._forget_target()
        self._struck: list[Point] = []
        self._farthest = self.alternate and not self._farthest

    def _forget_target(self) -> None:
        self._target: Point | None = None
        self._towards: Point | None = None
        self._steps = 0

    def observe(self, state: AgentState) -> None:
        """The map is all it needs."""

    def choose(self, state: AgentState, towards: Point | None = None) -> Point | None:
        """The point to go to, or None when no frontier can be reached."""
        self._steps += 1
        if (towards is None) != (self._towards is None):
            self._target = None
        self._towards = towards
        if self._target is not None:
            if self._steps > self.give_up:
                self.strike()
            elif self._still_frontier(state.map, self._target):
                return self._target
        self._target, self._steps = self._best(state), 0
        return self._target

    def strike(self) -> None:
        """Never offer the present target again: it was reached and remained a frontier."""
        if self._target is not None:
            self._struck.append(self._target)
            self._target = None

    def _still_frontier(self, map: OccupancyMap, point: Point) -> bool:
        """Whether some of the border around a target is left."""
        i, j = map.cell_of(*point)
        span = max(1, round(0.5 * self.min_width / map.config.cell))
        window = map.grid[max(i - span - 1, 0) : i + span + 2, max(j - span - 1, 0) : j + span + 2]
        return bool(frontier_cells(window).any())

    def _best(self, state: AgentState) -> Point | None:
        map = state.map
        reach = CostToGo(state.cost, np.array([state.here]))
        frontier = frontier_cells(map.grid) & np.isfinite(reach.distance)
        self._take_out_struck(map, frontier)
        labels, count = ndimage.label(frontier, structure=_EIGHT)
        if not count:
            return None
        cells = np.argwhere(frontier)
        label = labels[frontier]
        width = np.bincount(label, minlength=count + 1)[label] * map.config.cell
        way = reach.distance[cells[:, 0], cells[:, 1]] * map.config.cell
        score = self.rank(state, cells, -way if self._farthest else way, width)
        score[width < self.min_width] = np.inf
        best = int(np.argmin(score))
        if not math.isfinite(score[best]):
            return None
        members = cells[label == label[best]]
        # Looking from the middle of the border shows most of what is behind it.
        offset = members - members.mean(axis=0)
        x, y = map.centre_of(*members[np.argmin((offset**2).sum(axis=1))])
        return float(x), float(y)

    def rank(self, state: AgentState, cells: Array, way: Array, width: Array) -> Array:
        """The lower, the sooner: for each frontier cell, its way and its cluster's width in metres."""
        pose = state.pose
        x, y = (state.map.centres_of(cells) - (pose.x, pose.y)).T
        away = np.abs((np.arctan2(y, x) - pose.yaw + np.pi) % (2 * np.pi) - np.pi)
        turns = self.turn_price * away / state.body.turn
        if self._towards is not None:
            rest = state.map.centres_of(cells) - self._towards
            farther: Array = way + turns + 2.0 * np.hypot(rest[:, 0], rest[:, 1])
            return farther
        small = self.small_price * (width < self.small)
        rank: Array = way + turns - self.width_bonus * np.minimum(width, 2.0) + small
        return rank

    def _take_out_struck(self, map: OccupancyMap, frontier: NDArray[np.bool_]) -> None:
        reach = max(2, round(self.min_width / map.config.cell))
        for point in self._struck:
            i, j = map.cell_of(*point)
            frontier[max(i - reach, 0) : i + reach + 1, max(j - reach, 0) : j + reach + 1] = False


def frontier_cells(grid: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Free cells with an unknown one among their four neighbours."""
    unknown = grid == UNKNOWN
    beside = np.zeros_like(unknown)
    beside[1:] |= unknown[:-1]
    beside[:-1] |= unknown[1:]
    beside[:, 1:] |= unknown[:, :-1]
    beside[:, :-1] |= unknown[:, 1:]
    frontier: NDArray[np.bool_] = (grid == FREE) & beside
    return frontier
