"""An expert driver: the best next action at any pose, from exact distances to the goal.

An oracle that follows a stored path can only teach along that path. This driver has no memory. At any pose,
also where a learner strayed, it scores every heading by the turns that it needs and by the distance that
remains after one step.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from meadow.types import Action, Array, Embodiment, Pose, wrap_angle

#: Cost of one turn in metres. It is small, so that turns only decide between paths of about equal length.
TURN_COST = 0.02
#: Extra clearance to obstacles, metres: a learner drives less exactly than its teacher.
MARGIN = 0.12


@dataclass(frozen=True)
class ShortestPathDriver:
    """A driver towards the nearest of some goals."""

    body: Embodiment
    distances: Callable[[Array], Array]
    """Shortest path lengths from (N, 2) points; inf where there is none."""
    clear: Callable[[float, float, float, float], bool]
    """Whether the robot can drive straight from (x0, y0) to (x1, y1)."""

    def action(self, pose: Pose) -> Action:
        """Return the next action on the path; a turn when every heading is blocked."""
        turns = round(2.0 * math.pi / self.body.turn)
        counts = np.arange(turns) - (turns - 1) // 2
        angles = pose.yaw + counts * self.body.turn
        ends = np.column_stack([np.cos(angles), np.sin(angles)]) * self.body.step
        ends += (pose.x, pose.y)
        costs = self.distances(ends) + TURN_COST * np.abs(counts)
        for k in np.argsort(costs, kind="stable"):
            if not math.isfinite(costs[k]):
                break
            x, y = ends[k]
            if self.clear(pose.x, pose.y, float(x), float(y)):
                return _turn(int(counts[k]))
        return Action.ROTATE_LEFT


def face(pose: Pose, bearing: float, body: Embodiment) -> Action | None:
    """The turn that brings the heading closer to a bearing; None when it is as close as it gets."""
    count = round(wrap_angle(bearing - pose.yaw) / body.turn)
    return _turn(count) if count else None


def _turn(count: int) -> Action:
    """The first action towards a heading that is ``count`` turns to the left."""
    if count == 0:
        return Action.MOVE_AHEAD
    return Action.ROTATE_LEFT if count > 0 else Action.ROTATE_RIGHT
