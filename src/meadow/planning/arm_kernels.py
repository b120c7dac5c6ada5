"""Compiled loops of the arm's planner: which poses of the arm touch nothing that was seen."""

from __future__ import annotations

import heapq
import math

import numpy as np
from numba import njit

from meadow.geometry.arm_links import RADII, meets_itself, write_rods
from meadow.geometry.kinematics import frames, solutions
from meadow.mapping.cloud import ORDER, point_rod

#: Links that are kept off points: upper arm, forearm and hand.
LINKS = 3
#: Joints and lifts that differ by less are the same, radians and metres.
SAME = 1e-3
#: How far links keep off points, beyond their radii, metres.
MARGIN = 0.012
#: Side of the cells that points are sorted into, metres.
SIDE = 0.1
_KEPT_OFF = np.array(RADII[:LINKS]) + MARGIN


@njit(cache=True, nogil=True)
def near_points(rods, radii, points):  # type: ignore[no-untyped-def]
    """Whether one of the points, by x up to ORDER, is nearer to a rod than its radius."""
    for k in range(len(rods)):
        r, rod = radii[k], rods[k]
        x0, x1 = min(rod[0], rod[3]) - r, max(rod[0], rod[3]) + r
        y0, y1 = min(rod[1], rod[4]) - r, max(rod[1], rod[4]) + r
        z0, z1 = min(rod[2], rod[5]) - r, max(rod[2], rod[5]) + r
        low, high = 0, len(points)
        while low < high:  # the first point that may be beyond x0
            middle = (low + high) // 2
            if points[middle, 0] <= x0 - ORDER:
                low = middle + 1
            else:
                high = middle
        for i in range(low, len(points)):
            x, y, z = points[i, 0], points[i, 1], points[i, 2]
            if x >= x1 + ORDER:
                break
            if x0 < x < x1 and y0 < y < y1 and z0 < z < z1 and point_rod(x, y, z, rod) < r * r:
                return True
    return False


@njit(cache=True, nogil=True)
def free(lengths, eye, state, points, links):  # type: ignore[no-untyped-def]
    """Whether an arm touches neither the robot nor a point; ``state`` is (1, 7): lift and joints."""
    write_rods(lengths[0], lengths[1], lengths[2], state, links)
    return not meets_itself(links, eye) and not near_points(links[:LINKS, 0], _KEPT_OFF, points)


@njit(cache=True, nogil=True)
def sorted_into_cells(points):  # type: ignore[no-untyped-def]
    """Points in the order of the cells that they are in, where each cell begins, and the cells' frame.

    For those who ask about many rods: what is near to one of them is found without looking at all points.
    """
    low, sides = np.zeros(3), np.ones(3, np.int64)
    for k in range(3):
        if len(points):
            low[k] = points[:, k].min()
            sides[k] = int((points[:, k].max() - low[k]) / SIDE) + 1
    starts = np.zeros(sides[0] * sides[1] * sides[2] + 1, np.int64)
    cells = np.empty(len(points), np.int64)
    for n in range(len(points)):
        cell = 0
        for k in range(3):
            cell = cell * sides[k] + int((points[n, k] - low[k]) / SIDE)
        cells[n] = cell
        starts[cell + 1] += 1
    starts = np.cumsum(starts)
    ordered, filled = np.empty(points.shape), starts.copy()
    for n in range(len(points)):
        ordered[filled[cells[n]]] = points[n]
        filled[cells[n]] += 1
    return ordered, starts, low, sides


@njit(cache=True, nogil=True)
def near_cells(rods, radii, cells):  # type: ignore[no-untyped-def]
    """The same as :func:`near_points` for points that were sorted into cells."""
    points, starts, low, sides = cells
    first, last = np.empty(3, np.int64), np.empty(3, np.int64)
    for k in range(len(rods)):
        r, rod = radii[k], rods[k]
        for a in range(3):
            least, most = min(rod[a], rod[3 + a]) - r - low[a], max(rod[a], rod[3 + a]) + r - low[a]
            first[a] = max(math.floor(least / SIDE), 0)
            last[a] = min(math.floor(most / SIDE), sides[a] - 1)
        for i in range(first[0], last[0] + 1):
            for j in range(first[1], last[1] + 1):
                row = (i * sides[1] + j) * sides[2]
                if first[2] > last[2]:
                    continue
                for n in range(starts[row + first[2]], starts[row + last[2] + 1]):
                    if point_rod(points[n, 0], points[n, 1], points[n, 2], rod) < r * r:
                        return True
    return False


@njit(cache=True, nogil=True)
def _is_free(lengths, eye, state, cells, links):  # type: ignore[no-untyped-def]
    """The same as :func:`free` for points that were sorted into cells."""
    write_rods(lengths[0], lengths[1], lengths[2], state, links)
    return not meets_itself(links, eye) and not near_cells(links[:LINKS, 0], _KEPT_OFF, cells)


@njit(cache=True, nogil=True)
def _least_turning(found, count, now):  # type: ignore[no-untyped-def]
    """Which of some sets of joints turns the joint that turns most the least."""
    best, least = 0, np.inf
    for n in range(count):
        most = 0.0
        for k in range(6):
            most = max(most, abs(found[n, k] - now[k]))
        if most < least:
            best, least = n, most
    return best


@njit(cache=True, nogil=True)
def can_reach(lengths, limits, rest, lifts, eye, places, pitches, shoulders, points):  # type: ignore[no-untyped-def]
    """Whether some pose of an arm brings its hand to one of (N, 3) places and touches no point."""
    found, state, links = np.empty((8, 6)), np.empty((1, 7)), np.empty((4, 1, 6))
    goal, rotation = np.empty(3), np.zeros((3, 3))
    rotation[1, 1] = 1.0
    cells = sorted_into_cells(points)
    for n in range(len(places)):
        for pitch in pitches:
            c, s = np.cos(-pitch), np.sin(-pitch)
            rotation[0, 0], rotation[2, 2], rotation[0, 2], rotation[2, 0] = c, c, s, -s
            lowest = highest = False
            for up in shoulders:
                lift = min(max(places[n, 2] + up, lifts[0]), lifts[1])
                if (lift == lifts[0] and lowest) or (lift == lifts[1] and highest):
                    continue  # it was tried
                lowest, highest = lowest or lift == lifts[0], highest or lift == lifts[1]
                goal[0], goal[1], goal[2] = places[n, 0], places[n, 1], places[n, 2] - lift
                count = solutions(lengths[0], lengths[1], lengths[2], limits, goal, rotation, found)
                if not count:
                    continue
                state[0, 0] = lift
                state[0, 1:] = found[_least_turning(found, count, rest)]
                if _is_free(lengths, eye, state, cells, links):
                    return True
    return False


@njit(cache=True, nogil=True)
def search(  # type: ignore[no-untyped-def]
    lengths, limits, eye, lifts, step, turn, moves, start, goals, points, refused, tried, greed, patience
):  # fmt: skip
    """A* over places of the hand, heights of the lift and bends of the wrist.

    Args:
        lengths: Of upper arm, forearm and hand, metres.
        limits: (6, 2) of the joints.
        eye: Height of the camera, metres.
        lifts: The least and the greatest lift.
        step: Of the hand and the lift, metres.
        turn: Of the wrist, radians.
        moves: (N, 5) steps of the hand ahead, left and up, of the lift up and of the wrist up.
        start: (7,) lift and joints.
        goals: (M, 3) steps of the hand from the start to where it may end.
        points: (P, 3) to keep off, by x up to ORDER.
        refused: (R, 7) states in which the world did not allow...
        tried: (R,) ...these moves.
        greed: By how much more than it is the rest of the way is taken for.
        patience: How many states are looked at.

    Returns:
        Whether there is a way, and its moves.
    """
    states, came = [start.copy()], [-1]
    places, parent = [np.zeros(5, np.int64)], [-1]
    spent, made = {_packed(places[0]): 0}, {_packed(places[0]): 0}
    closed = {np.int64(-1): True}
    queue = [(0.0, 0)]
    corners, axes = np.zeros((4, 3)), np.empty((3, 3, 3))
    found, one, links = np.empty((8, 6)), np.empty((1, 7)), np.empty((4, 1, 6))
    turned, goal = np.empty((3, 3)), np.empty(3)
    cells = sorted_into_cells(points)
    while len(queue) > 0 and len(closed) <= patience:
        n = heapq.heappop(queue)[1]
        key = _packed(places[n])
        if key in closed:
            continue
        closed[key] = True
        state, place = states[n], places[n]
        if _steps_left(place, goals) == 0:
            return True, _unwound(parent, came, made, places, n)
        cost = spent[key] + 1
        frames(lengths[0], lengths[1], lengths[2], state[1:], corners, axes)
        for m in range(len(moves)):
            there = place + moves[m]
            other = _packed(there)
            if other in spent and cost >= spent[other]:
                continue
            if _was_refused(state, m, refused, tried):
                continue
            one[0, :] = state
            if moves[m, 3] != 0:
                one[0, 0] = round((state[0] + moves[m, 3] * step) * 1e9) / 1e9
                if not lifts[0] - 1e-9 <= one[0, 0] <= lifts[1] + 1e-9:
                    continue
            else:
                angle = -turn * moves[m, 4]
                c, s = math.cos(angle), math.sin(angle)
                for k in range(3):
                    goal[k] = corners[3, k] + step * moves[m, k]
                    turned[k, 0] = axes[2, k, 0] * c - axes[2, k, 2] * s
                    turned[k, 1] = axes[2, k, 1]
                    turned[k, 2] = axes[2, k, 0] * s + axes[2, k, 2] * c
                count = solutions(lengths[0], lengths[1], lengths[2], limits, goal, turned, found)
                if not count:
                    continue
                one[0, 1:] = found[_least_turning(found, count, state[1:])]
            if not _is_free(lengths, eye, one, cells, links):
                continue
            spent[other] = cost
            made[other] = len(states)
            states.append(one[0].copy())
            places.append(there)
            parent.append(n)
            came.append(m)
            heapq.heappush(queue, (cost + greed * _steps_left(there, goals), len(states) - 1))
    return False, np.empty(0, np.int64)


@njit(cache=True, nogil=True)
def _packed(place):  # type: ignore[no-untyped-def]
    """A place on the lattice as one number."""
    key = np.int64(0)
    for k in range(len(place)):
        key = key * 512 + (place[k] + 256)
    return key


@njit(cache=True, nogil=True)
def _steps_left(place, goals):  # type: ignore[no-untyped-def]
    least = 1 << 30
    for n in range(len(goals)):
        away = abs(place[0] - goals[n, 0]) + abs(place[1] - goals[n, 1])
        least = min(least, away + abs(place[2] - goals[n, 2]))
    return least


@njit(cache=True, nogil=True)
def _was_refused(state, move, refused, tried):  # type: ignore[no-untyped-def]
    was = False
    for n in range(len(tried)):
        was |= tried[n] == move and np.abs(refused[n] - state).max() < SAME
    return was


@njit(cache=True, nogil=True)
def _unwound(parent, came, made, places, n):  # type: ignore[no-untyped-def]
    """The moves that lead to a state; of each place on the way, the cheapest way to it."""
    moves = []
    n = made[_packed(places[n])]
    while parent[n] >= 0:
        moves.append(came[n])
        n = made[_packed(places[parent[n]])]
    return np.array(moves[::-1], np.int64)
