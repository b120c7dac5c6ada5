"""Ways of the base to where the arm can reach something: A* over the poses that actions lead to.

The plan of what was seen around the target gives the cost to go, by fast marching, which guides the search.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Collection

import numpy as np
from numba import njit
from numpy.typing import NDArray

from meadow.planning.grid import CostToGo
from meadow.types import Action, Array, Embodiment, Pose

F64 = NDArray[np.float64]

#: Side of a cell of the plan, metres.
CELL = 0.05
#: Cells further than this from the target are left out, metres.
AROUND = 3.0
#: Poses nearer to each other than this at the same heading are one, metres.
SAME = 0.1
#: How many poses a search may look at: mostly a little search is enough, and a longer one begins anew.
PATIENCES = (800, 8_000, 80_000)
#: At how many poses the arm is tried.
TRIES = 300
#: Points lower than this are floor, metres.
FLOOR = 0.04
#: What crossing a cell costs whose floor was not seen, against one that was.
UNSEEN = 2.0
#: What the base does, and what that costs: driving back is driving blind.
ACTIONS = (Action.ROTATE_LEFT, Action.ROTATE_RIGHT, Action.MOVE_AHEAD, Action.MOVE_BACK)
_PRICES = np.array((1.0, 1.0, 1.0, 1.6))


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

    def way(
        self,
        pose: Pose,
        suits: Callable[[Pose], bool | None],
        within: tuple[float, float] = (math.inf, math.pi),
    ) -> list[Action] | None:
        """The actions to a pose that suits; None where none is found.

        Args:
            pose: Where the robot is.
            suits: Whether the arm can work from a pose, or None where that is clear without trying.
            within: How far from the target such a pose is at most, metres, and how far off its heading.
        """
        body = self._body
        start = np.array((pose.x, pose.y, pose.yaw))
        robot = np.array((body.turn, body.step, body.radius / 2.0))
        place = np.array((*self._low, *self._target))
        tried = known = 0
        for patience in PATIENCES:
            poses, parent, came, looked_at = _search(
                start, robot, place, self._blocked, self._left, _PRICES, within, patience
            )
            for n in looked_at[known:].tolist():
                x, y, yaw = poses[n].tolist()
                fits = suits(Pose(x, y, yaw, pose.pitch))
                tried += fits is not None
                if fits:
                    return _unwound(parent, came, n)
                if tried >= TRIES:
                    return None
            known = len(looked_at)
        return None


def _unwound(parent: Array, came: Array, n: int) -> list[Action]:
    actions = []
    while parent[n] >= 0:
        actions.append(ACTIONS[came[n]])
        n = int(parent[n])
    return actions[::-1]


@njit(cache=True, nogil=True)
def _search(start, robot, place, blocked, left, prices, within, patience):  # type: ignore[no-untyped-def]
    """A* over poses; returns them with parents and actions, and which were looked at, in that order."""
    turn, step, leaving = robot
    turns, side = round(2.0 * math.pi / turn), len(blocked)
    cells = int(side * CELL / SAME) + 4
    low_i, low_j = round(place[0] / SAME) - 2, round(place[1] / SAME) - 2
    node = np.full((cells, cells, turns), -1, np.int64)
    closed = np.zeros((cells, cells, turns), np.bool_)
    most = 4 * patience + 1
    poses, spent = np.empty((most, 3)), np.empty(most)
    parent, came = np.empty(most, np.int64), np.empty(most, np.int64)
    poses[0], spent[0], parent[0], came[0], made = start, 0.0, -1, -1, 1
    looked_at, count, looked = np.empty(patience, np.int64), 0, 0
    queue = [(0.0, 0)]
    after = np.empty(3)
    while len(queue) > 0 and looked < patience:
        n = heapq.heappop(queue)[1]
        x, y, yaw = poses[n]
        i, j = round(x / SAME) - low_i, round(y / SAME) - low_j
        h = round(yaw / turn) % turns
        if not (0 <= i < cells and 0 <= j < cells) or closed[i, j, h]:
            continue
        closed[i, j, h] = True
        looked += 1
        dx, dy = place[2] - x, place[3] - y
        off = abs(_wrapped(math.atan2(dy, dx) - yaw))
        if math.hypot(dx, dy) <= within[0] and off <= within[1]:
            looked_at[count] = n
            count += 1
        for action in range(4):
            after[:] = poses[n]
            if action < 2:
                after[2] = _wrapped(yaw + (turn if action == 0 else -turn))
            else:
                far = step if action == 2 else -step
                after[0], after[1] = x + far * math.cos(yaw), y + far * math.sin(yaw)
                if not _free(x, y, after, start, leaving, place, blocked):
                    continue
            i, j = round(after[0] / SAME) - low_i, round(after[1] / SAME) - low_j
            h = round(after[2] / turn) % turns
            price = spent[n] + prices[action]
            if not (0 <= i < cells and 0 <= j < cells) or closed[i, j, h]:
                continue
            if node[i, j, h] >= 0 and price >= spent[node[i, j, h]]:
                continue
            poses[made], spent[made], parent[made], came[made] = after, price, n, action
            node[i, j, h] = made
            rest = _to_go(after, place, left, turn, step)
            if math.isfinite(rest):
                heapq.heappush(queue, (price + rest, made))
            made += 1
    return poses[:made], parent[:made], came[:made], looked_at[:count]


@njit(cache=True, nogil=True)
def _free(x, y, after, start, leaving, place, blocked):  # type: ignore[no-untyped-def]
    """Whether the base can drive straight; it may leave where it stands too near to something."""
    for part in range(1, 5):
        u, v = x + 0.25 * part * (after[0] - x), y + 0.25 * part * (after[1] - y)
        i, j = math.floor((u - place[0]) / CELL), math.floor((v - place[1]) / CELL)
        if not (0 <= i < len(blocked) and 0 <= j < len(blocked)):
            return False
        if blocked[i, j] and math.hypot(u - start[0], v - start[1]) >= leaving:
            return False
    return True


@njit(cache=True, nogil=True)
def _to_go(pose, place, left, turn, step):  # type: ignore[no-untyped-def]
    """About how many actions are left: metres to go, and turns towards the target."""
    i, j = math.floor((pose[0] - place[0]) / CELL), math.floor((pose[1] - place[1]) / CELL)
    if not (0 <= i < len(left) and 0 <= j < len(left)):
        return np.inf
    dx, dy = place[2] - pose[0], place[3] - pose[1]
    off = abs(_wrapped(math.atan2(dy, dx) - pose[2]))
    cells = left[i, j]
    if not math.isfinite(cells):  # too near to something: it may still leave
        cells = math.hypot(dx, dy) / CELL
    return cells * CELL / step + 0.5 * off / turn


@njit(cache=True, nogil=True)
def _wrapped(angle):  # type: ignore[no-untyped-def]
    return angle - 2.0 * math.pi * round(angle / (2.0 * math.pi))


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
