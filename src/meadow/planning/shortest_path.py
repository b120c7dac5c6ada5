"""Short drives on the lattice of discrete actions.

A robot that moves 0.25 m and turns 30 degrees cannot follow a path exactly: way points lie between
its headings and its stops. Turning greedily towards the next way point zigzags and bumps; searching
over the poses that the actions can reach, guided by true distances, finds a drive that is as short
as the lattice allows.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from meadow.types import Action, Array, Embodiment, Pose, wrap_angle

#: Poses closer than this are taken as one, metres.
SAME = 0.01
#: Price of a turn in metres: fewer turns win among equally long drives.
TURN_PRICE = 0.01
#: How greedy each attempt is, and how many poses it may look at. The first finds a shortest drive
#: or nothing; the others trade a step or two for an end.
ATTEMPTS = ((1.03, 1500), (1.1, 1500), (1.5, 6000))


@dataclass(frozen=True, slots=True)
class Leg:
    """One action of a drive and the pose that it should lead to."""

    action: Action
    pose: Pose


@dataclass(slots=True)
class _Node:
    """A reached pose: heading counts turns from the start's yaw."""

    x: float
    y: float
    heading: int
    cost: float
    left: float
    parent: _Node | None = field(default=None, repr=False)


@dataclass(frozen=True)
class LatticePlanner:
    """Plans drives from exact distances and an exact test of straight moves."""

    body: Embodiment
    distances: Callable[[Array], Array]
    """Shortest path lengths from (N, 2) points to the goal; inf where there is none."""
    clear: Callable[[float, float, float, float], bool]
    """Whether the robot can drive straight from (x0, y0) to (x1, y1)."""

    def plan(
        self, pose: Pose, within: float = 0.1, accept: Callable[[float, float], bool] | None = None
    ) -> list[Leg]:
        """Actions that bring the robot within a distance of the goal, along the path.

        When the lattice does not lead that close, the drive ends as near as it does. With ``accept``
        the drive ends only at a point, that close, which it accepts. Empty when the goal is out of
        reach, when no point is accepted or when the robot is there already.
        """
        left = float(self.distances(np.array([[pose.x, pose.y]]))[0])
        if not math.isfinite(left) or (left <= within and accept is None):
            return []
        start = _Node(pose.x, pose.y, 0, 0.0, left)
        known: dict[tuple[int, int], float] = {}
        best = start

        def ends(node: _Node) -> bool:
            return node.left <= within and (accept is None or accept(node.x, node.y))

        for greed, patience in ATTEMPTS if accept is None else ATTEMPTS[:1]:
            end = self._search(start, pose, within, greed, patience, known, ends)
            best = min(best, end, key=lambda node: node.left)
            if ends(end):
                return self._legs(end, pose)
        return [] if accept else self._legs(best, pose)

    def _search(
        self,
        start: _Node,
        pose: Pose,
        within: float,
        greed: float,
        patience: int,
        known: dict[tuple[int, int], float],
        ends: Callable[[_Node], bool],
    ) -> _Node:
        """A* over poses; the guess of what is left counts the detours of the lattice in."""
        turns = round(2.0 * math.pi / self.body.turn)
        stretch = greed / math.cos(self.body.turn / 2)
        closed: set[tuple[int, int, int]] = set()
        queue: list[tuple[float, int, _Node]] = [(0.0, 0, start)]
        best, made = start, 0
        while queue and len(closed) < patience:
            _, _, node = heapq.heappop(queue)
            key = (*_place(node.x, node.y), node.heading)
            if key in closed:
                continue
            closed.add(key)
            if node.left < best.left:
                best = node
            if ends(node):
                return node
            for move in self._moves(node, pose.yaw, turns, known):
                guess = move.cost + stretch * max(0.0, move.left - within)
                made += 1
                heapq.heappush(queue, (guess, made, move))
        return best

    def _moves(
        self, node: _Node, yaw: float, turns: int, known: dict[tuple[int, int], float]
    ) -> list[_Node]:
        """Every turn followed by one free step that stays on the way to the goal."""
        ends: list[tuple[int, int, float, float]] = []
        for turn in range(-(turns // 2), turns - turns // 2):
            heading = (node.heading + turn) % turns
            angle = yaw + heading * self.body.turn
            x = node.x + self.body.step * math.cos(angle)
            y = node.y + self.body.step * math.sin(angle)
            ends.append((turn, heading, x, y))
        fresh = [(x, y) for _, _, x, y in ends if _place(x, y) not in known]
        if fresh:
            for (x, y), left in zip(fresh, self.distances(np.array(fresh)), strict=True):
                known[_place(x, y)] = float(left)
        moves = []
        for turn, heading, x, y in ends:
            left = known[_place(x, y)]
            # Driving away from the goal never pays but for getting out of a tight corner.
            if left > node.left + 0.5 * self.body.step or not self.clear(node.x, node.y, x, y):
                continue
            cost = node.cost + self.body.step + TURN_PRICE * abs(turn)
            moves.append(_Node(x, y, heading, cost, left, node))
        return moves

    def _legs(self, end: _Node, pose: Pose) -> list[Leg]:
        chain = [end]
        while chain[-1].parent is not None:
            chain.append(chain[-1].parent)
        legs: list[Leg] = []
        at = pose
        for node in reversed(chain[:-1]):
            legs += turning(at, wrap_angle(pose.yaw + node.heading * self.body.turn), self.body)
            at = legs[-1].pose if legs else at
            at = Pose(node.x, node.y, at.yaw, at.pitch)
            legs.append(Leg(Action.MOVE_AHEAD, at))
        return legs


def turning(pose: Pose, yaw: float, body: Embodiment) -> list[Leg]:
    """The rotations that bring the heading as close to ``yaw`` as whole turns can."""
    count = round(wrap_angle(yaw - pose.yaw) / body.turn)
    action = Action.ROTATE_LEFT if count > 0 else Action.ROTATE_RIGHT
    step = math.copysign(body.turn, count)
    return [
        Leg(action, Pose(pose.x, pose.y, wrap_angle(pose.yaw + k * step), pose.pitch))
        for k in range(1, abs(count) + 1)
    ]


def _place(x: float, y: float) -> tuple[int, int]:
    return round(x / SAME), round(y / SAME)
