"""Ways of the base to where the arm can reach something: A* over the poses that actions lead to.

The plan of what was seen around the target gives the cost to go, by fast marching, which guides the search.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Callable, Collection, Iterator

import numpy as np
from numba import njit
from numpy.typing import NDArray

from meadow.planning.grid import CostToGo
from meadow.types import Action, Embodiment, Pose, wrap_angle

F64 = NDArray[np.float64]
Key = tuple[int, int, int]

#: Side of a cell of the plan, metres.
CELL = 0.05
#: Cells further than this from the target are left out, metres.
AROUND = 3.0
#: Poses nearer to each other than this at the same heading are one, metres.
SAME = 0.1
#: How many poses a search may look at, and at how many of them the arm is tried.
PATIENCE, TRIES = 8000, 300
#: Points lower than this are floor, metres.
FLOOR = 0.04
#: What crossing a cell costs whose floor was not seen, against one that was.
UNSEEN = 2.0
#: What actions cost: driving back is driving blind.
PRICES = {
    Action.MOVE_AHEAD: 1.0,
    Action.ROTATE_LEFT: 1.0,
    Action.ROTATE_RIGHT: 1.0,
    Action.MOVE_BACK: 1.6,
}


class BaseSearch:
    """Looks for poses around a target, on a plan of (N, 3) points that were seen."""

    def __init__(
        self,
        body: Embodiment,
        points: F64,
        target: tuple[float, float],
        reach: tuple[float, float],
        margin: float = 0.0,
        bumps: Collection[tuple[float, float]] = (),
    ) -> None:
        """Make the plan.

        Args:
            body: The robot.
            points: What was seen, in the frame of its poses.
            target: What is to be reached.
            reach: From how near and how far that can be, metres.
            margin: How far the base keeps off points, beyond its radius, metres.
            bumps: Places where the base was blocked by something unseen.
        """
        self._body, self._target = body, target
        self._side = 2 * math.ceil(AROUND / CELL) + 1
        self._low = target[0] - AROUND, target[1] - AROUND
        band = points[(points[:, 2] > FLOOR) & (points[:, 2] < body.height), :2]
        walls = np.vstack([band, np.array(bumps, np.float64).reshape(-1, 2)])
        radius = body.radius + margin
        self._blocked = _inflated(walls - self._low, self._side, CELL, radius)
        cost = np.full((self._side, self._side), np.float32(UNSEEN))
        floor = np.floor((points[points[:, 2] <= FLOOR, :2] - self._low) / CELL).astype(np.int64)
        floor = floor[((floor >= 0) & (floor < self._side)).all(axis=1)]
        cost[floor[:, 0], floor[:, 1]] = 1.0
        cost[self._blocked] = np.inf
        places = np.argwhere(~self._blocked)
        away = np.hypot(*((places + 0.5) * CELL - AROUND).T)
        near = places[(away >= reach[0]) & (away <= reach[1])]
        self._left = CostToGo(cost, near).distance

    def way(self, pose: Pose, suits: Callable[[Pose], bool | None]) -> list[Action] | None:
        """The actions to a pose that suits; None where none is found.

        ``suits`` says whether the arm can work from a pose, or None where that is clear without trying.
        """
        first = self._key(pose)
        queue: list[tuple[float, int, float, Pose]] = [(0.0, 0, 0.0, pose)]
        came: dict[Key, tuple[Key, Action] | None] = {first: None}
        costs = {first: 0.0}
        closed: set[Key] = set()
        tie, tried = itertools.count(1), 0
        while queue and len(closed) < PATIENCE and tried < TRIES:
            _, _, cost, here = heapq.heappop(queue)
            key = self._key(here)
            if key in closed:
                continue
            closed.add(key)
            fits = suits(here)
            tried += fits is not None
            if fits:
                return _unwound(came, key)
            for action, after in self._next(here, pose):
                other, price = self._key(after), cost + PRICES[action]
                if other in closed or price >= costs.get(other, math.inf):
                    continue
                costs[other], came[other] = price, (key, action)
                rest = self._to_go(after)
                if math.isfinite(rest):
                    heapq.heappush(queue, (price + rest, next(tie), price, after))
        return None

    def _to_go(self, pose: Pose) -> float:
        """About how many actions are left: metres to go, and turns towards the target."""
        cell = self._cell(pose.x, pose.y)
        if cell is None:
            return math.inf
        x, y = self._target[0] - pose.x, self._target[1] - pose.y
        off = abs(wrap_angle(math.atan2(y, x) - pose.yaw))
        left = float(self._left[cell])
        if not math.isfinite(left):  # too near to something: it may still leave
            left = math.hypot(x, y) / CELL
        return left * CELL / self._body.step + 0.5 * off / self._body.turn

    def _next(self, pose: Pose, start: Pose) -> Iterator[tuple[Action, Pose]]:
        body = self._body
        for action, turn in ((Action.ROTATE_LEFT, body.turn), (Action.ROTATE_RIGHT, -body.turn)):
            yield action, Pose(pose.x, pose.y, wrap_angle(pose.yaw + turn), pose.pitch)
        for action, step in ((Action.MOVE_AHEAD, body.step), (Action.MOVE_BACK, -body.step)):
            dx, dy = step * math.cos(pose.yaw), step * math.sin(pose.yaw)
            free = True
            for t in (0.25, 0.5, 0.75, 1.0):
                x, y = pose.x + t * dx, pose.y + t * dy
                cell = self._cell(x, y)
                leaving = start.distance(x, y) < body.radius / 2
                if cell is None or (self._blocked[cell] and not leaving):
                    free = False
                    break
            if free:
                yield action, Pose(pose.x + dx, pose.y + dy, pose.yaw, pose.pitch)

    def _cell(self, x: float, y: float) -> tuple[int, int] | None:
        i, j = math.floor((x - self._low[0]) / CELL), math.floor((y - self._low[1]) / CELL)
        return (i, j) if 0 <= i < self._side and 0 <= j < self._side else None

    def _key(self, pose: Pose) -> Key:
        turns = round(2.0 * math.pi / self._body.turn)
        heading = round(pose.yaw / self._body.turn) % turns
        return round(pose.x / SAME), round(pose.y / SAME), heading


def _unwound(came: dict[Key, tuple[Key, Action] | None], key: Key) -> list[Action]:
    actions = []
    while (step := came[key]) is not None:
        key, action = step
        actions.append(action)
    return actions[::-1]


@njit(cache=True, nogil=True)
def _inflated(points, side, cell, radius):  # type: ignore[no-untyped-def]
    """Cells whose middle is within a radius of one of the points."""
    blocked = np.zeros((side, side), np.bool_)
    reach = int(radius / cell) + 1
    for p in range(len(points)):
        x, y = points[p, 0], points[p, 1]
        i, j = math.floor(x / cell), math.floor(y / cell)
        for a in range(max(0, i - reach), min(side, i + reach + 1)):
            for b in range(max(0, j - reach), min(side, j + reach + 1)):
                if blocked[a, b]:
                    continue
                dx, dy = (a + 0.5) * cell - x, (b + 0.5) * cell - y
                if dx * dx + dy * dy < radius * radius:
                    blocked[a, b] = True
    return blocked
