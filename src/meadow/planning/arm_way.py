"""Ways of the hand: sequences of the arm's own actions that bring it to a point and touch nothing known.

Places of the hand are those that its actions lead to, a lattice of the arm's step. The search is A* over
places of the hand, heights of the lift and bends of the wrist.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numba import njit
from numpy.typing import NDArray

from meadow.geometry.arm_links import RADII, TOWARDS, arm_after, meets_itself, rods
from meadow.geometry.kinematics import about_y, forward, nearest
from meadow.mapping.cloud import point_rod
from meadow.types import ARM_MOVES, Action, Arm, ArmSense, Joints

F64 = NDArray[np.float64]
Point3 = tuple[float, float, float]
#: A state of a search, as it is remembered.
Key = TypeVar("Key", bound=tuple[float, ...])

#: What the search may do.
MOVES = (
    *TOWARDS,
    Action.LIFT_UP,
    Action.LIFT_DOWN,
    Action.WRIST_UP,
    Action.WRIST_DOWN,
)
#: Each of them undone.
BACK = {
    Action.ARM_AHEAD: Action.ARM_BACK,
    Action.ARM_LEFT: Action.ARM_RIGHT,
    Action.ARM_UP: Action.ARM_DOWN,
    Action.LIFT_UP: Action.LIFT_DOWN,
    Action.WRIST_UP: Action.WRIST_DOWN,
}
BACK |= {after: before for before, after in BACK.items()}
#: How many states a search may look at.
PATIENCE = 3000
#: How much further the hand is taken to be than it is: less search for ways a little longer.
GREED = 1.3
#: How far links keep off points, beyond their radii, metres.
MARGIN = 0.012
#: How the fingers may point when a base is judged, degrees above level; shoulders above the hand, metres.
PITCHES = (-90.0, -60.0, -30.0, 0.0, 30.0, 60.0)
SHOULDERS = (0.3, 0.15, 0.45, 0.0, 0.6, -0.15, -0.3, -0.5, -0.7)


@dataclass(frozen=True, slots=True)
class _Node:
    """A state of the arm on the lattice."""

    lift: float
    joints: Joints
    key: tuple[int, int, int, int, int]
    """Steps of the hand ahead, left and up, of the lift up and of the wrist up, from the start."""


_STEPS = {
    Action.ARM_AHEAD: (1, 0, 0, 0, 0),
    Action.ARM_BACK: (-1, 0, 0, 0, 0),
    Action.ARM_LEFT: (0, 1, 0, 0, 0),
    Action.ARM_RIGHT: (0, -1, 0, 0, 0),
    Action.ARM_UP: (0, 0, 1, 0, 0),
    Action.ARM_DOWN: (0, 0, -1, 0, 0),
    Action.LIFT_UP: (0, 0, 1, 1, 0),
    Action.LIFT_DOWN: (0, 0, -1, -1, 0),
    Action.WRIST_UP: (0, 0, 0, 0, 1),
    Action.WRIST_DOWN: (0, 0, 0, 0, -1),
}


class ArmPlanner:
    """Plans for one arm on a body with a camera at some height."""

    def __init__(self, arm: Arm, eye: float) -> None:
        self.arm, self._eye = arm, eye

    def places(self, start: ArmSense, target: Point3, tolerance: float) -> list[Point3]:
        """Places of the hand on its lattice within a tolerance of a target, the nearest first."""
        step = self.arm.step
        around = math.ceil(tolerance / step)
        at = [round((t - g) / step) for t, g in zip(target, start.grip)]
        found = []
        for offset in itertools.product(range(-around, around + 1), repeat=3):
            x, y, z = (g + step * (n + o) for g, n, o in zip(start.grip, at, offset))
            away = math.dist((x, y, z), target)
            if away <= tolerance and z > 0.0:
                found.append((away, (x, y, z)))
        return [place for _, place in sorted(found)]

    def can_reach(self, places: Collection[Point3], points: F64) -> bool:
        """Whether some pose of the arm brings the hand to one of the places and touches no point."""
        for place in itertools.islice(places, 10):
            for pitch, up in itertools.product(PITCHES, SHOULDERS):
                low, high = self.arm.lift
                lift = min(max(place[2] + up, low), high)
                rotation = about_y(math.radians(-pitch))
                goal = np.array([place[0], place[1], place[2] - lift])
                joints = nearest(self.arm, goal, rotation, self.arm.rest)
                if joints is not None and self.free(lift, joints, points):
                    return True
        return False

    def free(self, lift: float, joints: Joints, points: F64) -> bool:
        """Whether the arm touches neither the robot nor one of (N, 3) points in its frame, ordered by x."""
        links = rods(self.arm, np.array([(lift, *joints)]))
        if meets_itself(links, self._eye):
            return False
        return not _near_points(links[:3, 0], np.array(RADII[:3]) + MARGIN, points)

    def plan(
        self,
        start: ArmSense,
        places: Collection[Point3],
        points: F64,
        refused: Collection[tuple[tuple[float, ...], Action]] = (),
    ) -> list[Action] | None:
        """The actions that bring the hand to one of the places; None where there is no way.

        ``points`` are (N, 3) in the robot's frame, in the order of x. ``refused`` are actions that the
        world did not allow, each with where it was tried: :func:`state_key`.
        """
        step = self.arm.step
        goals = {
            tuple(round((p - g) / step) for p, g in zip(place, start.grip)) for place in places
        }
        if not goals:
            return None
        points = points[~self._touching(start, points)]  # what it touches now is no reason to stay
        first = _Node(start.lift, start.joints, (0, 0, 0, 0, 0))
        queue: list[tuple[float, int, int, _Node]] = [(0.0, 0, 0, first)]
        came: dict[tuple[int, ...], tuple[tuple[int, ...], Action] | None] = {first.key: None}
        costs: dict[tuple[int, ...], int] = {first.key: 0}
        closed: set[tuple[int, ...]] = set()
        tie = itertools.count(1)
        while queue and len(closed) < PATIENCE:
            _, _, cost, node = heapq.heappop(queue)
            if node.key in closed:
                continue
            closed.add(node.key)
            if node.key[:3] in goals:
                return _unwound(came, node.key)
            for action, after in self._next(node, points, refused, costs, cost + 1):
                costs[after.key] = cost + 1
                came[after.key] = (node.key, action)
                rest = min(sum(abs(a - b) for a, b in zip(after.key, goal)) for goal in goals)
                heapq.heappush(queue, (cost + 1 + GREED * rest, next(tie), cost + 1, after))
        return None

    def folded(self, lift: float, joints: Joints, radius: float) -> bool:
        """Whether no part of the arm sticks out of a disc around the robot."""
        ends = rods(self.arm, np.array([(lift, *joints)])).reshape(-1, 2, 3)
        reach = np.hypot(ends[..., 0], ends[..., 1]).max(axis=1) + np.array(RADII)
        return bool(reach.max() <= radius)

    def fold(
        self,
        start: ArmSense,
        radius: float,
        points: F64,
        refused: Collection[tuple[tuple[float, ...], Action]] = (),
    ) -> list[Action] | None:
        """The actions that bring the arm into a disc around the robot; None where there is no way.

        The arm may begin anywhere. ``points`` and ``refused`` are those of :meth:`plan`.
        """
        points = points[~self._touching(start, points)]
        first = state_key(start.lift, start.joints)
        queue: list[tuple[float, int, int, float, Joints]] = [(0.0, 0, 0, start.lift, start.joints)]
        came: dict[tuple[float, ...], tuple[tuple[float, ...], Action] | None] = {first: None}
        costs = {first: 0}
        closed: set[tuple[float, ...]] = set()
        tie = itertools.count(1)
        while queue and len(closed) < PATIENCE:
            _, _, cost, lift, joints = heapq.heappop(queue)
            key = state_key(lift, joints)
            if key in closed:
                continue
            closed.add(key)
            if self.folded(lift, joints, radius):
                return _unwound(came, key)
            for action in ARM_MOVES:
                after = arm_after(self.arm, lift, joints, action)
                if isinstance(after, str) or (key, action) in refused:
                    continue
                other = state_key(*after)
                if cost + 1 >= costs.get(other, cost + 2) or not self.free(*after, points):
                    continue
                costs[other], came[other] = cost + 1, (key, action)
                rest = GREED * self._to_fold(*after)
                heapq.heappush(queue, (cost + 1 + rest, next(tie), cost + 1, *after))
        return None

    def _to_fold(self, lift: float, joints: Joints) -> float:
        """About how many actions are left to fold the arm: turns of its joints and steps of its lift."""
        turns = sum(abs(a - b) for a, b in zip(joints, self.arm.rest)) / self.arm.turn
        return turns + max(0.0, lift - self.arm.rest_lift) / self.arm.step

    def _touching(self, felt: ArmSense, points: F64) -> NDArray[np.bool_]:
        """Which of the points are at the arm already, or nearly."""
        links = rods(self.arm, np.array([(felt.lift, *felt.joints)]))
        reach = np.array(RADII[:3]) + 2.0 * MARGIN
        found: NDArray[np.bool_] = _touching(links[:3, 0], reach, points)
        return found

    def _next(
        self,
        node: _Node,
        points: F64,
        refused: Collection[tuple[tuple[float, ...], Action]],
        costs: Mapping[tuple[int, ...], int],
        price: int,
    ) -> Iterator[tuple[Action, _Node]]:
        """What one more action leads to, where nothing as cheap is known and nothing is in the way."""
        here = state_key(node.lift, node.joints) if refused else ()
        for action in MOVES:
            if refused and (here, action) in refused:
                continue
            i, j, k, up, bend = (a + b for a, b in zip(node.key, _STEPS[action]))
            key = (i, j, k, up, bend)
            if price >= costs.get(key, price + 1):
                continue
            after = arm_after(self.arm, node.lift, node.joints, action)
            if not isinstance(after, str) and self.free(*after, points):
                yield action, _Node(*after, key)

    def grip(self, lift: float, joints: Joints) -> Point3:
        """The place of the hand in the robot's frame."""
        x, y, z = forward(self.arm, joints).grip.tolist()
        return x, y, z + lift


def state_key(lift: float, joints: Joints) -> tuple[float, ...]:
    """A state of the arm, rounded, to remember things by."""
    return round(lift, 3), *(round(angle, 3) for angle in joints)


def _unwound(came: Mapping[Key, tuple[Key, Action] | None], key: Key) -> list[Action]:
    actions = []
    while (step := came[key]) is not None:
        key, action = step
        actions.append(action)
    return actions[::-1]


@njit(cache=True, nogil=True)
def _touching(rods, radii, points):  # type: ignore[no-untyped-def]
    found = np.zeros(len(points), np.bool_)
    for i in range(len(points)):
        for k in range(len(rods)):
            if point_rod(points[i, 0], points[i, 1], points[i, 2], rods[k]) < radii[k] ** 2:
                found[i] = True
    return found


@njit(cache=True, nogil=True)
def _near_points(rods, radii, points):  # type: ignore[no-untyped-def]
    """Whether one of the points, in the order of x, is nearer to a rod than its radius."""
    for k in range(len(rods)):
        r, rod = radii[k], rods[k]
        x0, x1 = min(rod[0], rod[3]) - r, max(rod[0], rod[3]) + r
        y0, y1 = min(rod[1], rod[4]) - r, max(rod[1], rod[4]) + r
        z0, z1 = min(rod[2], rod[5]) - r, max(rod[2], rod[5]) + r
        low, high = 0, len(points)
        while low < high:  # the first point beyond x0
            middle = (low + high) // 2
            if points[middle, 0] <= x0:
                low = middle + 1
            else:
                high = middle
        for i in range(low, len(points)):
            x, y, z = points[i, 0], points[i, 1], points[i, 2]
            if x >= x1:
                break
            if y0 < y < y1 and z0 < z < z1 and point_rod(x, y, z, rod) < r * r:
                return True
    return False
