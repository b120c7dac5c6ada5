"""Drives on a cost grid: A* over the poses that the robot's own actions lead to.

Cells are too coarse a lattice for a robot that turns by 30 degrees and moves by 0.25 m: a way from cell to
cell must be followed, and following it wastes turns. Searching over poses finds the cheapest sequence of
actions at once. The cost to go by fast marching (:mod:`meadow.planning.grid`) is its heuristic, so that it
looks at little more than the way itself.
"""

from __future__ import annotations

import heapq
import math

import numpy as np
from numba import njit
from numpy.typing import NDArray

from meadow.mapping.state import AgentState
from meadow.planning.grid import CostToGo
from meadow.types import Action, Embodiment

F32 = NDArray[np.float32]

#: What a turn costs against a step: less, so that the robot turns rather than scrapes along.
TURN_PRICE = 0.6
#: Poses closer together than this share of a step, at the same heading, are taken as one.
SAME = 0.4
#: How much longer a drive is taken to be than the wave says: turns and whole steps make detours.
GREED = 1.25
#: How many poses a search may look at; the way to the far end of a home takes some hundred.
PATIENCE = 1500
#: A step must bring the robot nearer by this share of its length, or the drive is over.
WORTH_A_STEP = 0.12

#: Steps without getting nearer after which a drive is given up.
_FUTILE = 16
#: A way that grew by more than this is another way, metres.
_DETOUR = 1.0
#: A plan is made anew after so many actions, for the sake of what was seen since.
_FRESH = 5

_TURNS = {1: Action.ROTATE_LEFT, -1: Action.ROTATE_RIGHT}


class Driver:
    """Follows plans, and makes new ones when the map or the goal has changed."""

    def __init__(self, body: Embodiment) -> None:
        self._body = body
        self.forget()
        self._mode, self._left, self._wasted = "", math.inf, 0

    def forget(self) -> None:
        """The robot did something else: plan anew."""
        self._plan: list[Action] = []
        self._places: bytes = b""
        self._age = 0

    def towards(self, mode: str, state: AgentState, places: NDArray[np.int64]) -> Action | None:
        """The next action towards the nearest of some cells; None when it gets no nearer.

        ``mode`` says what for; a drive that makes no progress for a while is given up.
        """
        if not len(places):
            return None
        wanted = state.map.centres_of(places).tobytes()
        stale = state.refused is not None or self._age >= _FRESH or wanted != self._places
        if stale or not self._plan or self._blocked(state):
            self.forget()
            self._places = wanted
            self._plan = self._search(mode, state, places)
        if not self._plan:
            return None
        self._age += 1
        return self._plan.pop(0)

    def _search(self, mode: str, state: AgentState, places: NDArray[np.int64]) -> list[Action]:
        cell = state.map.config.cell
        # The search looks aside of the way, so the wave must pass the robot by some steps.
        reach = CostToGo(state.cost, places, until=state.here, beyond=6 * self._body.step / cell)
        if not self._advancing(mode, reach.at(state.here) * cell):
            return []
        at = state.map.position_of(state.pose.x, state.pose.y)
        exact = 0.3 if len(places) > 1 else None
        return plan_drive(reach.distance, state.cost, at, state.pose.yaw, self._body, cell, exact)

    def _blocked(self, state: AgentState) -> bool:
        """Whether a newly seen thing stands in the way of the next step."""
        turns = next((n for n, a in enumerate(self._plan) if a is Action.MOVE_AHEAD), 0)
        left = self._plan[0] is Action.ROTATE_LEFT
        yaw = state.pose.yaw + (turns if left else -turns) * self._body.turn
        x, y = state.map.position_of(state.pose.x, state.pose.y)
        step = self._body.step / state.map.config.cell
        ahead = x + step * math.cos(yaw), y + step * math.sin(yaw)
        return not math.isfinite(crossing(state.cost, x, y, *ahead))

    def _advancing(self, mode: str, left: float) -> bool:
        """Whether the way that is left has become shorter within the last plans."""
        new = mode != self._mode or left > self._left + _DETOUR
        if new or left < self._left - 0.05:
            self._mode, self._left, self._wasted = mode, left, 0
        else:
            self._wasted += max(1, self._age)
        if self._wasted <= _FUTILE:
            return True
        self._mode = ""
        return False


def plan_drive(
    way: F32,
    cost: F32,
    at: tuple[float, float],
    yaw: float,
    body: Embodiment,
    cell: float,
    end: float | None = None,
    *,
    turn_price: float = TURN_PRICE,
) -> list[Action]:
    """The actions that bring the robot down a field of distances, as far as they lead; may be empty.

    Args:
        way: What is left to go from each cell, in sides of a cell, as ``CostToGo`` gives it.
        cost: What crossing a cell costs; infinite where the robot cannot be.
        at: Where the robot is, in cells.
        yaw: Where it looks.
        body: What it can do.
        cell: Side of a cell, metres.
        end: How much may be left at the end, in cells; by default what steps can hit.
        turn_price: What a turn costs, in steps.
    """
    headings = round(2.0 * math.pi / body.turn)
    step = body.step / cell
    if end is None:
        end = max(0.7, 0.4 * step)
    turns = _search(way, cost, *at, yaw, headings, step, turn_price * step, end, PATIENCE)
    actions: list[Action] = []
    for count in turns.tolist():
        actions += [_TURNS[1 if count > 0 else -1]] * abs(count)
        actions.append(Action.MOVE_AHEAD)
    return actions


@njit(cache=True, nogil=True)
def _search(way, cost, x, y, yaw, headings, step, price, end, patience):  # type: ignore[no-untyped-def]
    """The number of turns before each step of the drive."""
    side = SAME * step
    rows, columns = int(way.shape[0] / side) + 2, int(way.shape[1] / side) + 2
    best = np.full(rows * columns * headings, np.float32(np.inf), np.float32)
    px, py = np.empty(patience * headings + 1), np.empty(patience * headings + 1)
    heading = np.empty(patience * headings + 1, np.int64)
    parent = np.empty(patience * headings + 1, np.int64)
    turned = np.empty(patience * headings + 1, np.int64)
    spent = np.empty(patience * headings + 1, np.float64)
    px[0], py[0], heading[0], parent[0], turned[0], spent[0] = x, y, 0, -1, 0, 0.0
    start = value_at(way, x, y)
    nearest, least, made, looked = 0, start - WORTH_A_STEP * step, 1, 0
    queue = [(start, 0)]
    while len(queue) > 0 and looked < patience:
        _, n = heapq.heappop(queue)
        place = int(px[n] / side) * columns + int(py[n] / side)
        if spent[n] > best[place * headings + heading[n]]:
            continue
        looked += 1
        left = value_at(way, px[n], py[n])
        if left < least:
            nearest, least = n, left
            if left <= end:
                break
        for k in range(headings):
            turns = alternating(k)
            angle = yaw + (heading[n] + turns) * 2.0 * math.pi / headings
            x1, y1 = px[n] + step * math.cos(angle), py[n] + step * math.sin(angle)
            toll = crossing(cost, px[n], py[n], x1, y1)
            if not math.isfinite(toll):
                continue
            left = value_at(way, x1, y1)
            if not math.isfinite(left):
                continue
            h = (heading[n] + turns) % headings
            total = spent[n] + toll * step + price * abs(turns)
            key = (int(x1 / side) * columns + int(y1 / side)) * headings + h
            if total < best[key]:
                best[key] = total
                px[made], py[made], heading[made] = x1, y1, h
                parent[made], turned[made], spent[made] = n, turns, np.float32(total)
                heapq.heappush(queue, (total + GREED * left, made))
                made += 1
    length, n = 0, nearest
    while parent[n] >= 0:
        length, n = length + 1, parent[n]
    out = np.empty(length, np.int64)
    n = nearest
    for k in range(length - 1, -1, -1):
        out[k], n = turned[n], parent[n]
    return out


@njit(cache=True, nogil=True)
def alternating(n):  # type: ignore[no-untyped-def]
    """0, 1, -1, 2, -2, ..."""
    return (n + 1) // 2 if n % 2 else -(n // 2)


@njit(cache=True, nogil=True)
def value_at(way, x, y):  # type: ignore[no-untyped-def]
    """The field between the middles of cells; only finite neighbours count."""
    rows, columns = way.shape
    i0, j0 = math.floor(x - 0.5), math.floor(y - 0.5)
    total = weight = 0.0
    for i in range(i0, i0 + 2):
        for j in range(j0, j0 + 2):
            if 0 <= i < rows and 0 <= j < columns and math.isfinite(way[i, j]):
                w = (1.0 - abs(x - 0.5 - i)) * (1.0 - abs(y - 0.5 - j))
                total += w * way[i, j]
                weight += w
    return total / weight if weight > 1e-6 else np.inf


@njit(cache=True, nogil=True)
def crossing(cost, x0, y0, x1, y1):  # type: ignore[no-untyped-def]
    """The mean cost of the cells under a straight way; inf when one of them cannot be entered."""
    rows, columns = cost.shape
    steps = int(2.0 * max(abs(x1 - x0), abs(y1 - y0))) + 1
    total = 0.0
    for k in range(1, steps + 1):
        i = math.floor(x0 + (x1 - x0) * k / steps)
        j = math.floor(y0 + (y1 - y0) * k / steps)
        if i < 0 or j < 0 or i >= rows or j >= columns:
            return np.inf
        total += cost[i, j]
    return total / steps
