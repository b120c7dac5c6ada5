"""Frontiers by value: what was seen says where to look on (VLFM, Yokoyama et al. 2024, and its kin).

A map of values (``mapping.goal_map``) says how much the goal is expected where. Among frontiers the most
promising one wins unless it is far away. Places that look much like the goal can be targets themselves,
to be looked at from near.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from meadow.exploration.frontier import FrontierExplorer
from meadow.exploration.protocol import Point
from meadow.grounding.look import Wanted
from meadow.mapping.goal_map import GoalMap
from meadow.mapping.occupancy import OCCUPIED, OccupancyMap
from meadow.mapping.state import AgentState
from meadow.mapping.value import PROMPT, ValueMap
from meadow.planning.grid import CostToGo
from meadow.types import Array, Brief

#: A peak of the values is looked at from this near, and was when the robot was this near, metres.
NEAR_PEAK, WAS_NEAR = 1.0, 1.3
#: The place to look from is reached from this near, metres.
THERE = 0.35
#: Peaks are the highest within this distance, metres...
APART = 0.75
#: ...and higher than this share of the way from the lowest to the highest value.
HIGH = 0.8


class ValueExplorer(FrontierExplorer):
    """A :class:`FrontierExplorer` whose ranking also counts what was seen so far promises."""

    def __init__(
        self,
        encoder: str | Callable[[Array, str], float] = "eyes-s",
        *,
        values: GoalMap | None = None,
        weight: float = 4.0,
        depth: float = 0.0,
        peaks: bool = False,
        prompt: str = PROMPT,
        **options: Any,
    ) -> None:
        """Prepare.

        Args:
            encoder: An image-text encoder by name, or a function that scores a picture and a text; what
                makes a map of values of whole views.
            values: Another map of values, which somebody else keeps up to date.
            weight: How many metres of way the difference between best and worst value is worth.
            depth: A frontier also promises what is seen this far from it on the known floor, metres.
            peaks: Whether places of high value are targets as frontiers are, until seen from near.
            prompt: What the goal's noun is put into before it is compared with views.
            options: Of the frontier explorer.
        """
        super().__init__(**options)
        self.encoder, self.weight, self.depth, self.peaks = encoder, weight, depth, peaks
        self._own: ValueMap | None = None
        if values is None:
            values = self._own = ValueMap(encoder, prompt=prompt)
        self.values: GoalMap = values

    def reset(self, brief: Brief) -> None:
        """A new episode begins; peaks are forgotten, and so is a map of values of its own."""
        if self._own is not None:
            self._own.reset()
            self._own.seek(brief)
        self._forget_peaks()
        super().reset(brief)

    def pursue(self, brief: Brief) -> None:
        """Another goal in the same episode; the agent clears the map's layers."""
        if self._own is not None:
            self._own.seek(brief)
        self._forget_peaks()
        super().pursue(brief)

    def _forget_peaks(self) -> None:
        self._peak: Point | None = None
        self._stood: list[Point] = []

    def wanted(self) -> Wanted:
        """What it asks of looks at frames."""
        return self._own.wanted() if self._own is not None else {}

    def observe(self, state: AgentState) -> None:
        """Keep the values up to date, unless somebody else does, and remember where the robot was."""
        if self._own is not None:
            self._own.observe(state)
        here = (state.pose.x, state.pose.y)
        if self.peaks and (not self._stood or state.pose.distance(*self._stood[-1]) > 0.2):
            self._stood.append(here)

    def rank(self, state: AgentState, cells: Array, way: Array, width: Array) -> Array:
        """Way and width as ever, less what is promised; unseen cells count as the mean."""
        rank = super().rank(state, cells, way, width)
        promise = self.values.promise(state)
        if self.depth > 0.0:
            promise = reachable_best(state.map, promise, self.depth)
        values = promise[cells[:, 0], cells[:, 1]]
        seen = np.isfinite(values)
        if not seen.any():
            return rank
        low, high = float(values[seen].min()), float(values[seen].max())
        share = np.where(seen, (values - low) / max(high - low, 1e-6), 0.5)
        return rank - self.weight * share

    def _still_frontier(self, map: OccupancyMap, point: Point) -> bool:
        if point == self._peak:
            x, y = self._stood[-1]
            return float(np.hypot(x - point[0], y - point[1])) > THERE
        return super()._still_frontier(map, point)

    def _best(self, state: AgentState) -> Point | None:
        """The best frontier or, if such are targets and one is nearer for its promise, a peak."""
        frontier = super()._best(state)
        self._peak = self._best_peak(state) if self.peaks and self._towards is None else None
        if self._peak is None:
            return frontier
        if frontier is None:
            return self._peak
        to_peak, to_frontier = (state.pose.distance(*p) for p in (self._peak, frontier))
        # A peak promises as much as can be: it may be farther by what that is worth.
        if to_peak <= to_frontier + 0.5 * self.weight:
            return self._peak
        self._peak = None
        return frontier

    def _best_peak(self, state: AgentState) -> Point | None:
        """Where the robot can stand near the nearest place of high value not yet seen from near."""
        values = self.values.promise(state)
        known = np.isfinite(values)
        if not known.any():
            return None
        low, high = float(np.nanmin(values)), float(np.nanmax(values))
        filled = np.where(known, values, np.float32(-np.inf))
        span = 2 * round(APART / state.map.config.cell) + 1
        top = known & (filled >= ndimage.maximum_filter(filled, size=span, mode="nearest"))
        top &= filled >= low + HIGH * (high - low)
        cells = np.argwhere(top)
        points = state.map.centres_of(cells)
        points = points[~self._seen_from_near(points)]
        for point in self._struck:
            points = points[np.hypot(*(points - point).T) > NEAR_PEAK]
        if not len(points):
            return None
        reach = CostToGo(state.cost, np.array([state.here]))
        floor = np.argwhere(np.isfinite(reach.distance))
        centres = state.map.centres_of(floor)
        best, least = None, np.inf
        for point in points:
            near = np.hypot(*(centres - point).T) <= NEAR_PEAK
            way = reach.distance[floor[near, 0], floor[near, 1]]
            if len(way) and way.min() < least:
                n = int(np.flatnonzero(near)[np.argmin(way)])
                best, least = centres[n], float(way.min())
        return None if best is None else (float(best[0]), float(best[1]))

    def _seen_from_near(self, points: Array) -> NDArray[np.bool_]:
        """Which of (N, 2) points the robot has been near to."""
        if not self._stood:
            return np.zeros(len(points), bool)
        offset = points[:, None] - np.array(self._stood)[None]
        near: NDArray[np.bool_] = (np.hypot(offset[..., 0], offset[..., 1]) <= WAS_NEAR).any(1)
        return near


def reachable_best(
    map: OccupancyMap, values: NDArray[np.float32], depth: float
) -> NDArray[np.float32]:
    """The best value within some metres of each cell, on a way that leads through no obstacle."""
    best = np.where(np.isfinite(values), values, np.float32(-np.inf))
    through = map.grid != OCCUPIED
    for _ in range(round(depth / map.config.cell)):
        spread = ndimage.maximum_filter(best, size=3, mode="nearest")
        best = np.where(through, spread, best)
    return np.where(np.isfinite(best), best, np.float32(np.nan))
