"""Exploration without a plan: drive to places of the map that are drawn at random."""

from __future__ import annotations

import numpy as np

from meadow.exploration.frontier import frontier_cells
from meadow.exploration.protocol import Point
from meadow.mapping.state import AgentState
from meadow.planning.grid import CostToGo
from meadow.seeding import Stream, stream
from meadow.types import Brief


class RandomGoalExplorer:
    """Draws a reachable place within some distance, and another when it is reached or takes too long."""

    spins = True

    def __init__(
        self,
        *,
        radius: float = 10.0,
        give_up: int = 50,
        near: float = 0.3,
        unexplored: bool = False,
    ) -> None:
        """Make it.

        Args:
            radius: Places are drawn within this distance of the robot, metres.
            give_up: Steps after which another place is drawn.
            near: A place is reached from this near, metres.
            unexplored: Whether only places at the edge of what is known are drawn.
        """
        self.radius, self.give_up, self.near = radius, give_up, near
        self.unexplored = unexplored

    def reset(self, brief: Brief) -> None:
        """A new episode begins; its places are drawn from a stream of the brief's seed."""
        self._rng: Stream = stream(brief.seed, "random goals")
        self.start_over()

    def pursue(self, brief: Brief) -> None:
        """Another goal changes nothing; draws go on."""

    def start_over(self) -> None:
        """The map was emptied: the place is forgotten, and the next choice draws another."""
        self._target: Point | None = None
        self._steps = 0

    def observe(self, state: AgentState) -> None:
        """It does not look."""

    def choose(self, state: AgentState, towards: Point | None = None) -> Point | None:
        """The place that was drawn; None when there is no floor to draw from."""
        self._steps += 1
        target = self._target
        fresh = self._steps <= self.give_up
        if target is not None and fresh and state.pose.distance(*target) > self.near:
            return target
        reach = CostToGo(state.cost, np.array([state.here])).distance
        free = np.isfinite(reach)
        if self.unexplored:
            free &= frontier_cells(state.map.grid)
        cells = np.argwhere(free)
        centres = state.map.centres_of(cells)
        away = np.hypot(centres[:, 0] - state.pose.x, centres[:, 1] - state.pose.y)
        centres = centres[(away > 2.0 * self.near) & (away <= self.radius)]
        if not len(centres):
            return None
        x, y = centres[self._rng.integer(0, len(centres) - 1)]
        self._target, self._steps = (float(x), float(y)), 0
        return self._target

    def strike(self) -> None:
        """The place cannot be reached: another one."""
        self._target = None
