"""Exact shortest paths of a disc among convex outlines, by a visibility graph.

The robot's centre must keep its radius from every outline, so each outline grows by the radius: edges
move out, corners become arcs, and arcs become a few tangent corners (never nearer than the radius,
at most 1.6 % further). A shortest path bends only at such corners and only where it is tangent to
them; this leaves so few candidate edges that the whole graph of a home is built in well under a
second, once, on first use.
"""

from __future__ import annotations

import heapq
import math
from collections import OrderedDict

import numpy as np
from numba import njit
from numpy.typing import NDArray

from meadow.geometry.polygons import Outlines, free_way
from meadow.types import Array

F64 = NDArray[np.float64]
I64 = NDArray[np.int64]

#: Arcs around corners are cut into pieces of at most this angle, radians.
ARC = math.radians(20.0)
#: How many goal sets a graph remembers.
REMEMBERED = 8


class Geodesics:
    """Shortest paths among fixed outlines; answers about goal sets are remembered.

    With a ``margin`` paths keep that much more distance, except near ends that lie closer: for robots
    with coarse steps, which cannot follow a path through a gap as wide as themselves.
    """

    def __init__(
        self, outlines: Outlines, radius: float, rooms: list[F64], margin: float = 0.0
    ) -> None:
        self.outlines = outlines
        self.radius = radius
        self.wide = wide = radius + margin
        self._packed = outlines.packed
        self.corners, self.before, self.after = _corners(*self._packed, wide)
        keep = _free(*self._packed, self.corners, wide) & _inside(rooms, self.corners)
        self.corners = self.corners[keep]
        self.before, self.after = self.before[keep], self.after[keep]
        nodes = (self.corners, self.before, self.after)
        self._first, self._other, self._length = _edges(*self._packed, *nodes, wide)
        self._fields: OrderedDict[bytes, Field] = OrderedDict()

    def field(self, goals: Array) -> Field:
        """Distances to the nearest of (N, 2) goals, from anywhere."""
        goals = np.ascontiguousarray(np.asarray(goals, np.float64).reshape(-1, 2))
        key = goals.tobytes()
        if key not in self._fields:
            self._fields[key] = self._make_field(goals)
            if len(self._fields) > REMEMBERED:
                self._fields.popitem(last=False)
        self._fields.move_to_end(key)
        return self._fields[key]

    def _make_field(self, goals: F64) -> Field:
        free = _free(*self._packed, goals, self.radius)
        usable = np.ascontiguousarray(goals[free])
        nodes = (self.corners, self.before, self.after)
        reach = self.reach(usable)
        cost, parent = _from_goals(*self._packed, *nodes, usable, reach)
        _spread(self._first, self._other, self._length, cost, parent)
        return Field(self, usable, reach, cost, parent)

    def reach(self, points: F64) -> F64:
        """The radius with which paths begin or end at points: wide where there is room for it."""
        if self.wide == self.radius:
            return np.full(len(points), self.radius)
        return np.where(_free(*self._packed, points, self.wide), self.wide, self.radius)


class Field:
    """The distance to a set of goals as a function of the place."""

    def __init__(self, graph: Geodesics, goals: F64, reach: F64, cost: F64, parent: I64) -> None:
        self.goals = goals
        self._graph = graph
        self._reach = np.concatenate([np.full(len(graph.corners), graph.wide), reach])
        self._stops = np.concatenate([graph.corners, goals])
        self._cost = np.concatenate([cost, np.zeros(len(goals))])
        self._parent = parent

    def distances(self, points: Array) -> F64:
        """Lengths of the shortest paths from (N, 2) points; inf where there is none."""
        return self._ask(points)[0]

    def path(self, x: float, y: float) -> F64:
        """(K, 2) way points from a point to its nearest goal; empty when there is none."""
        distance, stop = self._ask(np.array([[x, y]]))
        if not math.isfinite(distance[0]):
            return np.zeros((0, 2))
        at = int(stop[0])
        route = [(x, y)]
        while True:
            route.append((float(self._stops[at, 0]), float(self._stops[at, 1])))
            if at >= len(self._parent):
                return np.array(route)
            at = int(self._parent[at])

    def _ask(self, points: Array) -> tuple[F64, I64]:
        points = np.ascontiguousarray(np.asarray(points, np.float64).reshape(-1, 2))
        graph = self._graph
        stops = (self._stops, graph.before, graph.after, self._reach, self._cost)
        places = (points, graph.reach(points), graph.radius)
        found: tuple[F64, I64] = _to_stops(*graph.outlines.packed, *stops, *places)
        return found


def _inside(rooms: list[F64], points: F64) -> NDArray[np.bool_]:
    """Which points lie in a room."""
    import shapely

    floor = shapely.union_all([shapely.Polygon(r) for r in rooms])
    inside: NDArray[np.bool_] = shapely.contains_xy(floor, points)
    return inside


@njit(cache=True, nogil=True)
def _corners(points, start, boxes, radius):  # type: ignore[no-untyped-def]
    """Corners of the grown outlines, each with the corners before and after it."""
    capacity = 0
    for i in range(len(start) - 1):
        capacity += (start[i + 1] - start[i]) * (1 + math.ceil(math.pi / ARC)) + 12
    out = np.empty((capacity, 2))
    before, after = np.empty((capacity, 2)), np.empty((capacity, 2))
    size = 0
    for i in range(len(start) - 1):
        low, high = start[i], start[i + 1]
        begin = size
        for k in range(low, high):
            p = points[k]
            a = points[k - 1] if k > low else points[high - 1]
            b = points[k + 1] if k + 1 < high else points[low]
            enter = math.atan2(a[0] - p[0], p[1] - a[1])  # outward normal of the edge before
            leave = math.atan2(p[0] - b[0], b[1] - p[1])
            turn = (leave - enter) % (2.0 * math.pi)
            pieces = max(1, math.ceil(turn / ARC - 1e-9))
            reach = radius / math.cos(0.5 * turn / pieces)
            for j in range(pieces):
                angle = enter + (j + 0.5) * turn / pieces
                out[size, 0] = p[0] + reach * math.cos(angle)
                out[size, 1] = p[1] + reach * math.sin(angle)
                size += 1
        for k in range(begin, size):
            before[k] = out[k - 1] if k > begin else out[size - 1]
            after[k] = out[k + 1] if k + 1 < size else out[begin]
    return out[:size], before[:size], after[:size]


@njit(cache=True, nogil=True)
def _free(points, start, boxes, places, radius):  # type: ignore[no-untyped-def]
    """At which places the disc fits."""
    out = np.empty(len(places), np.bool_)
    for i in range(len(places)):
        x, y = places[i]
        out[i] = free_way(points, start, boxes, x, y, x, y, radius)
    return out


@njit(cache=True, nogil=True, inline="always")
def _tangent(at, before, after, dx, dy):  # type: ignore[no-untyped-def]
    """Whether a line through a corner leaves its outline on one side."""
    left = dx * (before[1] - at[1]) - dy * (before[0] - at[0])
    right = dx * (after[1] - at[1]) - dy * (after[0] - at[0])
    return (left >= -1e-9 and right >= -1e-9) or (left <= 1e-9 and right <= 1e-9)


@njit(cache=True, nogil=True)
def _edges(points, start, boxes, corners, before, after, radius):  # type: ignore[no-untyped-def]
    """All edges between corners that see each other, as a compressed adjacency."""
    n = len(corners)
    a, b = [0 for _ in range(0)], [0 for _ in range(0)]
    degree = np.zeros(n + 1, np.int64)
    for i in range(n):
        for j in range(i + 1, n):
            dx, dy = corners[j, 0] - corners[i, 0], corners[j, 1] - corners[i, 1]
            if not _tangent(corners[i], before[i], after[i], dx, dy):
                continue
            if not _tangent(corners[j], before[j], after[j], dx, dy):
                continue
            x0, y0 = corners[i]
            x1, y1 = corners[j]
            if free_way(points, start, boxes, x0, y0, x1, y1, radius):
                a.append(i)
                b.append(j)
                degree[i + 1] += 1
                degree[j + 1] += 1
    first = np.cumsum(degree)
    fill = first[:-1].copy()
    other, length = np.empty(2 * len(a), np.int64), np.empty(2 * len(a))
    for i, j in zip(a, b):
        d = math.hypot(corners[j, 0] - corners[i, 0], corners[j, 1] - corners[i, 1])
        other[fill[i]], length[fill[i]] = j, d
        other[fill[j]], length[fill[j]] = i, d
        fill[i] += 1
        fill[j] += 1
    return first, other, length


@njit(cache=True, nogil=True)
def _from_goals(points, start, boxes, corners, before, after, goals, reach):  # type: ignore[no-untyped-def]
    """Direct distances from corners to the nearest goal in sight; parents count on from the corners."""
    cost = np.full(len(corners), np.inf)
    parent = np.full(len(corners), -1, np.int64)
    for i in range(len(corners)):
        x, y = corners[i]
        for g in range(len(goals)):
            dx, dy = goals[g, 0] - x, goals[g, 1] - y
            d = math.hypot(dx, dy)
            if d >= cost[i] or not _tangent(corners[i], before[i], after[i], dx, dy):
                continue
            if free_way(points, start, boxes, x, y, goals[g, 0], goals[g, 1], reach[g]):
                cost[i], parent[i] = d, len(corners) + g
    return cost, parent


@njit(cache=True, nogil=True)
def _spread(first, other, length, cost, parent):  # type: ignore[no-untyped-def]
    """Dijkstra's algorithm from the costs that are already there, in place."""
    heap = [(cost[i], i) for i in range(len(cost)) if cost[i] < np.inf]
    heapq.heapify(heap)
    while len(heap) > 0:
        d, i = heapq.heappop(heap)
        if d > cost[i]:
            continue
        for e in range(first[i], first[i + 1]):
            j, total = other[e], d + length[e]
            if total < cost[j]:
                cost[j], parent[j] = total, i
                heapq.heappush(heap, (total, j))


@njit(cache=True, nogil=True)
def _to_stops(
    points: F64, start: I64, boxes: F64, stops: F64, before: F64, after: F64, stop_reach: F64,
    cost: F64, places: F64, place_reach: F64, radius: float,
) -> tuple[F64, I64]:  # fmt: skip
    """For each place the cheapest stop that it sees: total distance and the stop's index."""
    best = np.full(len(places), np.inf)
    which = np.full(len(places), -1, np.int64)
    total = np.empty(len(stops))
    k: int | np.intp
    for p in range(len(places)):
        x, y = places[p]
        if not free_way(points, start, boxes, x, y, x, y, radius):
            continue
        for k in range(len(stops)):
            dx, dy = stops[k, 0] - x, stops[k, 1] - y
            total[k] = cost[k] + math.sqrt(dx * dx + dy * dy)
            if k < len(before) and not _tangent(stops[k], before[k], after[k], dx, dy):
                total[k] = np.inf
        while True:  # in order of length, so the first stop in sight is the best
            k = np.argmin(total) if len(total) > 0 else -1
            if k < 0 or total[k] == np.inf:
                break
            reach = min(place_reach[p], stop_reach[k])
            if free_way(points, start, boxes, x, y, stops[k, 0], stops[k, 1], reach):
                best[p], which[p] = total[k], k
                break
            total[k] = np.inf
    return best, which
