"""From a field of distances to actions: the turn or step that brings the robot down its slope."""

from __future__ import annotations

import math

import numpy as np
from numba import njit
from numpy.typing import NDArray

from meadow.types import Action, Embodiment, Pose, wrap_angle

#: What a turn costs against metres of way: enough to drive straight, too little to drive a detour.
TURN_PRICE = 0.03
#: A step must bring the robot this much nearer to be worth it, metres.
WORTH_A_STEP = 0.03

_ACTIONS = {0: Action.MOVE_AHEAD, 1: Action.ROTATE_LEFT, -1: Action.ROTATE_RIGHT}


def turn_towards(pose: Pose, x: float, y: float, body: Embodiment) -> Action | None:
    """The rotation that brings a point nearer to straight ahead; None when it cannot be bettered."""
    error = wrap_angle(math.atan2(y - pose.y, x - pose.x) - pose.yaw)
    # A little slack keeps the robot from swinging between two headings that are both off.
    if abs(error) <= 0.65 * body.turn:
        return None
    return Action.ROTATE_LEFT if error > 0 else Action.ROTATE_RIGHT


def steer(
    way: NDArray[np.float32],
    cost: NDArray[np.float32],
    at: tuple[float, float],
    yaw: float,
    body: Embodiment,
    cell: float,
) -> Action | None:
    """The next action towards the lowest point of a field; None when no step brings the robot nearer.

    Args:
        way: What is left to go from each cell, in sides of a cell.
        cost: Infinite where the robot cannot be.
        at: Where the robot is, in cells.
        yaw: Where it looks.
        body: What it can do.
        cell: Side of a cell, metres.
    """
    headings = round(2.0 * math.pi / body.turn)
    step, price, worth = body.step / cell, TURN_PRICE / cell, WORTH_A_STEP / cell
    turns, found = _best_heading(way, cost, *at, yaw, body.turn, headings, step, price, worth)
    if not found:
        return None
    return _ACTIONS[int(np.sign(turns))]


@njit(cache=True, nogil=True)
def _best_heading(way, cost, x, y, yaw, turn, headings, step, price, worth):  # type: ignore[no-untyped-def]
    """The number of turns before the next step, and whether there is one that leads nearer.

    Two steps are weighed: looking at one alone drives zigzag, and in a narrow place the lattice of
    steps may lead on only through a point that is no nearer than the present one.
    """
    here = _value(way, x, y) - worth
    best_turns, best = _best_step(way, cost, x, y, yaw, turn, headings, step, price)
    for first in range(headings):
        k = _alternating(first)
        angle = yaw + k * turn
        x1, y1 = x + step * math.cos(angle), y + step * math.sin(angle)
        if _passable(cost, x, y, x1, y1):
            _, value = _best_step(way, cost, x1, y1, angle, turn, headings, step, price)
            if value + price * abs(k) < best:
                best, best_turns = value + price * abs(k), k
    return best_turns, best < here


@njit(cache=True, nogil=True)
def _best_step(way, cost, x, y, yaw, turn, headings, step, price):  # type: ignore[no-untyped-def]
    """The number of turns before the step that ends lowest, and how low, with the price of turns."""
    best, best_turns = np.inf, 0
    for n in range(headings):
        k = _alternating(n)
        angle = yaw + k * turn
        x1, y1 = x + step * math.cos(angle), y + step * math.sin(angle)
        if _passable(cost, x, y, x1, y1):
            value = _value(way, x1, y1) + price * abs(k)
            if value < best:
                best, best_turns = value, k
    return best_turns, best


@njit(cache=True, nogil=True)
def _alternating(n):  # type: ignore[no-untyped-def]
    """0, 1, -1, 2, -2, ..."""
    return (n + 1) // 2 if n % 2 else -(n // 2)


@njit(cache=True, nogil=True)
def _value(way, x, y):  # type: ignore[no-untyped-def]
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
def _passable(cost, x0, y0, x1, y1):  # type: ignore[no-untyped-def]
    """Whether all cells under a straight way can be entered."""
    rows, columns = cost.shape
    steps = int(2.0 * max(abs(x1 - x0), abs(y1 - y0))) + 1
    for k in range(1, steps + 1):
        i = math.floor(x0 + (x1 - x0) * k / steps)
        j = math.floor(y0 + (y1 - y0) * k / steps)
        if i < 0 or j < 0 or i >= rows or j >= columns or not math.isfinite(cost[i, j]):
            return False
    return True
