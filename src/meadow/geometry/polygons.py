"""Exact tests between points, segments, discs and convex outlines in the plan.

Many outlines are stored as one :class:`Outlines`: corners in one array, so that a compiled loop
looks at a whole home in a microsecond. All outlines are convex and counter-clockwise.

Kernels of other modules (``sim.geodesic``, ``sim.navgrid``, ``sim.obstacles``) inline these. Numba's disk
cache looks at the outer file only: after a change here, delete their cached ``*.nbi`` files.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numba import njit
from numpy.typing import NDArray

F64 = NDArray[np.float64]
I64 = NDArray[np.int64]

#: Contacts closer than this to touching count as touching, not as overlap, metres.
TOLERANCE = 1e-6


@dataclass(frozen=True, slots=True)
class Outlines:
    """Convex polygons packed for the kernels below."""

    points: F64
    """(P, 2) corners of all outlines, one after the other."""
    start: I64
    """(N + 1,) where each outline begins in ``points``."""
    boxes: F64
    """(N, 4) x0, y0, x1, y1 of each outline."""
    owner: I64
    """(N,) whose outline it is, an index that the caller understands."""

    def __len__(self) -> int:
        return len(self.owner)

    def __getitem__(self, index: int) -> F64:
        """The corners of one outline."""
        return self.points[self.start[index] : self.start[index + 1]]

    @property
    def packed(self) -> tuple[F64, I64, F64]:
        """The arrays that kernels take first."""
        return self.points, self.start, self.boxes

    def clearance(self, x: float, y: float, limit: float = math.inf) -> tuple[float, int]:
        """Distance from a point to the nearest outline and its index; ``(limit, -1)`` if none is nearer."""
        distance, index = nearest(*self.packed, x, y, limit)
        return float(distance), int(index)

    def first_hit(self, x0: float, y0: float, x1: float, y1: float, radius: float) -> int:
        """Index of the outline that a disc meets first on its way, or -1."""
        return int(sweep(*self.packed, x0, y0, x1, y1, radius))


def pack(groups: Iterable[tuple[int, Sequence[F64]]]) -> Outlines:
    """Outlines of several owners as one packed set."""
    corners: list[F64] = []
    owners: list[int] = []
    for owner, outlines in groups:
        corners += outlines
        owners += [owner] * len(outlines)
    start = np.zeros(len(corners) + 1, np.int64)
    np.cumsum([len(c) for c in corners], out=start[1:])
    points = np.concatenate(corners) if corners else np.zeros((0, 2))
    points = np.ascontiguousarray(points, np.float64)
    return Outlines(points, start, bounds(points, start), np.array(owners, np.int64))


def rectangle(centre: Sequence[float], size: Sequence[float], yaw: float) -> F64:
    """Corners of a turned rectangle; ``size`` is along its own x and y."""
    c, s = math.cos(yaw), math.sin(yaw)
    hx, hy = size[0] / 2, size[1] / 2
    local = ((-hx, -hy), (hx, -hy), (hx, hy), (-hx, hy))
    return np.array([(centre[0] + c * u - s * v, centre[1] + s * u + c * v) for u, v in local])


def disc(x: float, y: float, radius: float, sides: int = 12) -> F64:
    """A regular polygon around a disc (it contains the disc)."""
    angle = 2.0 * np.pi * np.arange(sides) / sides
    reach = radius / math.cos(math.pi / sides)
    return np.stack([x + reach * np.cos(angle), y + reach * np.sin(angle)], axis=1)


def area(polygon: F64) -> float:
    """Signed area of a simple polygon, positive when counter-clockwise."""
    x, y = polygon[:, 0], polygon[:, 1]
    return 0.5 * float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))


@njit(cache=True, nogil=True)
def bounds(points: F64, start: I64) -> F64:
    """Boxes around packed outlines."""
    out = np.empty((len(start) - 1, 4))
    for i in range(len(start) - 1):
        x0, y0, x1, y1 = np.inf, np.inf, -np.inf, -np.inf
        for k in range(start[i], start[i + 1]):
            x0, x1 = min(x0, points[k, 0]), max(x1, points[k, 0])
            y0, y1 = min(y0, points[k, 1]), max(y1, points[k, 1])
        out[i, 0], out[i, 1], out[i, 2], out[i, 3] = x0, y0, x1, y1
    return out


@njit(cache=True, nogil=True)
def in_polygon(polygon: F64, x: float, y: float) -> bool:
    """Whether a point lies inside a simple polygon of either winding (even-odd rule)."""
    inside = False
    j = len(polygon) - 1
    for i in range(len(polygon)):
        xi, yi, xj, yj = polygon[i, 0], polygon[i, 1], polygon[j, 0], polygon[j, 1]
        if (yi > y) != (yj > y) and x < (xj - xi) * (y - yi) / (yj - yi) + xi:
            inside = not inside
        j = i
    return inside


@njit(cache=True, nogil=True)
def _sorted_places(points: F64) -> F64:
    """Points rounded to 1e-7 m, by x and then y, each place once (solids give every corner six times)."""
    places = np.empty((len(points), 2))
    count = 0
    for i in range(len(points)):
        x, y = np.rint(points[i, 0] * 1e7) / 1e7, np.rint(points[i, 1] * 1e7) / 1e7
        low, high = 0, count
        while low < high:
            middle = (low + high) // 2
            if places[middle, 0] < x or (places[middle, 0] == x and places[middle, 1] < y):
                low = middle + 1
            else:
                high = middle
        if low < count and places[low, 0] == x and places[low, 1] == y:
            continue
        for k in range(count, low, -1):
            places[k, 0], places[k, 1] = places[k - 1, 0], places[k - 1, 1]
        places[low, 0], places[low, 1] = x, y
        count += 1
    return places[:count]


@njit(cache=True, nogil=True)
def convex_hull(points: F64) -> F64:
    """The convex hull, counter-clockwise, without collinear corners (monotone chain).

    Corners are rounded to 1e-7 m: nearly equal x coordinates would put the chain out of order.
    """
    points = _sorted_places(points)
    n = len(points)
    hull = np.empty((2 * n + 1, 2))
    size = 0
    for sweep_back in range(2):
        floor = size + 1 if sweep_back == 0 else size
        for i in range(n):
            at = i if sweep_back == 0 else n - 1 - i
            x, y = points[at, 0], points[at, 1]
            while (
                size > floor
                and (hull[size - 1, 0] - hull[size - 2, 0]) * (y - hull[size - 2, 1])
                - (hull[size - 1, 1] - hull[size - 2, 1]) * (x - hull[size - 2, 0])
                <= 1e-9
            ):
                size -= 1
            if size > 0 and abs(hull[size - 1, 0] - x) + abs(hull[size - 1, 1] - y) < 1e-7:
                continue
            hull[size, 0], hull[size, 1] = x, y
            size += 1
    if (
        size > 1
        and abs(hull[size - 1, 0] - hull[0, 0]) + abs(hull[size - 1, 1] - hull[0, 1]) < 1e-7
    ):
        size -= 1
    return hull[:size].copy()


@njit(cache=True, nogil=True)
def point_segment(px: float, py: float, ax: float, ay: float, bx: float, by: float) -> float:
    """Squared distance from a point to a segment."""
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    t = 0.0
    if length > 0.0:
        t = min(1.0, max(0.0, ((px - ax) * dx + (py - ay) * dy) / length))
    ex, ey = ax + t * dx - px, ay + t * dy - py
    return ex * ex + ey * ey


@njit(cache=True, nogil=True)
def segments_cross(
    ax: float, ay: float, bx: float, by: float, cx: float, cy: float, dx: float, dy: float
) -> bool:
    """Whether two segments cross at an inner point of both."""
    d1 = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    d2 = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax)
    d3 = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx)
    d4 = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx)
    return d1 * d2 < 0.0 and d3 * d4 < 0.0


@njit(cache=True, nogil=True)
def point_outline(points: F64, low: int, high: int, x: float, y: float) -> float:
    """Squared distance from a point to one packed outline, 0 inside."""
    best = np.inf
    inside = high - low > 2
    j = high - 1
    for i in range(low, high):
        ax, ay, bx, by = points[j, 0], points[j, 1], points[i, 0], points[i, 1]
        if (bx - ax) * (y - ay) - (by - ay) * (x - ax) < 0.0:
            inside = False
        best = min(best, point_segment(x, y, ax, ay, bx, by))
        j = i
    return 0.0 if inside else best


@njit(cache=True, nogil=True)
def segment_outline(
    points: F64, low: int, high: int, x0: float, y0: float, x1: float, y1: float
) -> float:
    """Squared distance from a segment to one packed outline, 0 where they meet."""
    best: float = min(
        point_outline(points, low, high, x0, y0), point_outline(points, low, high, x1, y1)
    )
    j = high - 1
    for i in range(low, high):
        if best == 0.0:
            return 0.0
        ax, ay, bx, by = points[j, 0], points[j, 1], points[i, 0], points[i, 1]
        if segments_cross(x0, y0, x1, y1, ax, ay, bx, by):
            return 0.0
        best = min(best, point_segment(bx, by, x0, y0, x1, y1))
        j = i
    return best


@njit(cache=True, nogil=True)
def nearest(
    points: F64, start: I64, boxes: F64, x: float, y: float, limit: float
) -> tuple[float, int]:
    """Distance to the nearest outline and its index, or ``(limit, -1)``."""
    best, index = limit * limit, -1
    for i in range(len(boxes)):
        dx = max(boxes[i, 0] - x, 0.0, x - boxes[i, 2])
        dy = max(boxes[i, 1] - y, 0.0, y - boxes[i, 3])
        if dx * dx + dy * dy >= best:
            continue
        d = point_outline(points, start[i], start[i + 1], x, y)
        if d < best:
            best, index = d, i
    return (math.sqrt(best), index) if index >= 0 else (limit, -1)


@njit(cache=True, nogil=True)
def sweep(
    points: F64, start: I64, boxes: F64, x0: float, y0: float, x1: float, y1: float, radius: float
) -> int:
    """The outline that a moving disc overlaps (the one nearest to its start), or -1 when there is none."""
    reach = radius - TOLERANCE
    limit = reach * reach
    bx0, bx1 = min(x0, x1) - reach, max(x0, x1) + reach
    by0, by1 = min(y0, y1) - reach, max(y0, y1) + reach
    hit, best = -1, np.inf
    for i in range(len(boxes)):
        if boxes[i, 0] > bx1 or boxes[i, 2] < bx0 or boxes[i, 1] > by1 or boxes[i, 3] < by0:
            continue
        if segment_outline(points, start[i], start[i + 1], x0, y0, x1, y1) < limit:
            d = point_outline(points, start[i], start[i + 1], x0, y0)
            if d < best:
                hit, best = i, d
    return hit


@njit(cache=True, nogil=True)
def free_way(
    points: F64, start: I64, boxes: F64, x0: float, y0: float, x1: float, y1: float, radius: float
) -> bool:
    """Whether a moving disc overlaps nothing (stops at the first contact, unlike :func:`sweep`)."""
    reach = radius - TOLERANCE
    limit = reach * reach
    bx0, bx1 = min(x0, x1) - reach, max(x0, x1) + reach
    by0, by1 = min(y0, y1) - reach, max(y0, y1) + reach
    # A box that the infinite line misses cannot be met: cheaper than looking at its corners.
    dx, dy = x1 - x0, y1 - y0
    length = math.sqrt(dx * dx + dy * dy)
    for i in range(len(boxes)):
        if boxes[i, 0] > bx1 or boxes[i, 2] < bx0 or boxes[i, 1] > by1 or boxes[i, 3] < by0:
            continue
        cx, cy = 0.5 * (boxes[i, 0] + boxes[i, 2]) - x0, 0.5 * (boxes[i, 1] + boxes[i, 3]) - y0
        hx, hy = 0.5 * (boxes[i, 2] - boxes[i, 0]), 0.5 * (boxes[i, 3] - boxes[i, 1])
        if abs(dx * cy - dy * cx) > abs(dx) * hy + abs(dy) * hx + reach * length:
            continue
        if segment_outline(points, start[i], start[i + 1], x0, y0, x1, y1) < limit:
            return False
    return True
