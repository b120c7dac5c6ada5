"""Room to put things: boxes, what they may not touch, and the walls they stand against."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass

from meadow.scenes.generator.building import THICKNESS
from meadow.scenes.generator.openings import Area
from meadow.scenes.schema import Object, Point, mm, mrad

TOUCH = 1e-6
"""Boxes may touch; they overlap when they share more than this, metres."""
FLAT = 0.03
"""Lower things, such as rugs, can be driven over and stood beside."""


class Box:
    """An upright box turned about Z."""

    __slots__ = ("centre", "corners", "cos", "half", "high", "low", "sin", "z0", "z1")

    def __init__(self, centre: Point, size: Point, yaw: float, z0: float, z1: float) -> None:
        self.centre = centre
        self.half = hx, hy = size[0] / 2, size[1] / 2
        self.cos, self.sin = _direction(yaw)
        self.z0, self.z1 = z0, z1
        c, s = self.cos, self.sin
        self.corners = tuple(
            (centre[0] + c * x - s * y, centre[1] + s * x + c * y)
            for x, y in ((hx, hy), (-hx, hy), (-hx, -hy), (hx, -hy))
        )
        reach_x, reach_y = abs(c) * hx + abs(s) * hy, abs(s) * hx + abs(c) * hy
        self.low = centre[0] - reach_x, centre[1] - reach_y
        self.high = centre[0] + reach_x, centre[1] + reach_y

    def overlaps(self, other: Box) -> bool:
        """Whether the boxes share space; touching is allowed."""
        if (
            self.low[0] >= other.high[0] - TOUCH
            or other.low[0] >= self.high[0] - TOUCH
            or self.low[1] >= other.high[1] - TOUCH
            or other.low[1] >= self.high[1] - TOUCH
            or self.z0 >= other.z1 - TOUCH
            or other.z0 >= self.z1 - TOUCH
        ):
            return False
        return not (self._separates(other) or other._separates(self))

    def _separates(self, other: Box) -> bool:
        """Whether a side of this box has the whole other box outside."""
        if (self.cos == 0.0 or self.sin == 0.0) and (other.cos == 0.0 or other.sin == 0.0):
            return False
        dx, dy = other.centre[0] - self.centre[0], other.centre[1] - self.centre[1]
        c, s = self.cos, self.sin
        co, so = abs(c * other.cos + s * other.sin), abs(c * other.sin - s * other.cos)
        ox, oy = other.half
        if abs(c * dx + s * dy) >= self.half[0] + co * ox + so * oy - TOUCH:
            return True
        return abs(c * dy - s * dx) >= self.half[1] + so * ox + co * oy - TOUCH

    def within(self, area: Area) -> bool:
        """Whether its outline lies inside an upright rectangle."""
        return (
            self.low[0] >= area[0] - TOUCH
            and self.low[1] >= area[1] - TOUCH
            and self.high[0] <= area[2] + TOUCH
            and self.high[1] <= area[3] + TOUCH
        )


def _direction(yaw: float) -> Point:
    """Cosine and sine, exact for quarter turns."""
    quarter = yaw / (math.pi / 2)
    if abs(quarter - round(quarter)) < 1e-5:
        return ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[round(quarter) % 4]
    return math.cos(yaw), math.sin(yaw)


def area_box(area: Area, z0: float, z1: float) -> Box:
    """A box over an upright rectangle."""
    x0, y0, x1, y1 = area
    return Box(((x0 + x1) / 2, (y0 + y1) / 2), (x1 - x0, y1 - y0), 0.0, z0, z1)


def object_box(item: Object) -> Box:
    """The box that an object fills."""
    x, y, z = item.position
    return Box((x, y), (item.size[0], item.size[1]), item.yaw, z, z + item.size[2])


def to_world(carrier: Object, x: float, y: float) -> Point:
    """A point of an object's frame, on the floor plan."""
    c, s = _direction(carrier.yaw)
    return mm(carrier.position[0] + c * x - s * y), mm(carrier.position[1] + s * x + c * y)


@dataclass(frozen=True, slots=True)
class Side:
    """A straight piece of wall seen from inside a room, along its inner face."""

    start: Point
    direction: Point
    length: float
    closed: tuple[bool, bool] = (True, True)
    """Whether another wall meets it squarely at its start and at its end (a corner to stand in)."""

    @property
    def yaw(self) -> float:
        """Heading of something with its back to this wall."""
        ux, uy = self.direction
        return mrad(math.atan2(ux, -uy))

    def pose(self, along: float, depth: float, gap: float = 0.0) -> tuple[Point, float]:
        """Centre and yaw of a thing of that depth, ``along`` metres from the start."""
        ux, uy = self.direction
        out = gap + depth / 2
        x = self.start[0] + ux * along - uy * out
        y = self.start[1] + uy * along + ux * out
        return (mm(x), mm(y)), self.yaw


def room_sides(polygon: tuple[Point, ...]) -> list[Side]:
    """The inner faces of a room's walls; the polygon runs counter-clockwise along centre lines."""
    half = THICKNESS / 2
    count = len(polygon)
    edges = [(polygon[i], polygon[(i + 1) % count]) for i in range(count)]
    units = []
    for (ax, ay), (bx, by) in edges:
        length = abs(bx - ax) + abs(by - ay)
        units.append(((bx - ax) / length, (by - ay) / length, length))
    sides = []
    for i, ((ax, ay), _) in enumerate(edges):
        ux, uy, length = units[i]
        before, after = units[i - 1], units[(i + 1) % count]
        convex = before[0] * uy - before[1] * ux > 0, ux * after[1] - uy * after[0] > 0
        trim = half if convex[0] else 0.0
        start = mm(ax + ux * trim - uy * half), mm(ay + uy * trim + ux * half)
        inner = mm(length - trim - (half if convex[1] else 0.0))
        sides.append(Side(start, (ux, uy), inner, convex))
    return sides


class Site:
    """A room while it is being furnished."""

    def __init__(
        self, id: str, kind: str, polygon: tuple[Point, ...], gaps: list[Area], height: float
    ) -> None:
        half = THICKNESS / 2
        self.id, self.kind, self.height = id, kind, height
        xs, ys = [p[0] for p in polygon], [p[1] for p in polygon]
        self.bounds: Area = (
            mm(min(xs) + half),
            mm(min(ys) + half),
            mm(max(xs) - half),
            mm(max(ys) - half),
        )
        self.sides = room_sides(polygon)
        grown = [(x0 - half, y0 - half, x1 + half, y1 + half) for x0, y0, x1, y1 in gaps]
        self.gaps = [area_box(gap, 0.0, height) for gap in grown]
        full = (max(xs) - min(xs)) * (max(ys) - min(ys))
        self.area = full - sum((g[2] - g[0]) * (g[3] - g[1]) for g in gaps)
        self.solids: dict[str, Box] = {}
        self.zones: list[tuple[str, Box]] = []
        self.spot: dict[str, tuple[Side, float]] = {}
        """Object id -> the wall it stands against and how far along."""

    def fits(self, box: Box, carriers: Collection[str] = ()) -> bool:
        """Whether a box lies in the room and clear of things, except those that carry it."""
        if not box.within(self.bounds) or box.z1 > self.height + TOUCH:
            return False
        if any(box.overlaps(gap) for gap in self.gaps):
            return False
        return not any(
            box.overlaps(other) for id, other in self.solids.items() if id not in carriers
        )

    def obstructs(self, box: Box, near: Collection[str] = ()) -> bool:
        """Whether a box stands where floor must stay free, except before the objects it belongs to."""
        return any(box.overlaps(zone) for owner, zone in self.zones if owner not in near)

    def front_of(self, item: Object, depth: float) -> Box:
        """The floor before an object."""
        out = (item.size[0] + depth) / 2
        c, s = _direction(item.yaw)
        centre = item.position[0] + c * out, item.position[1] + s * out
        return Box(centre, (depth, item.size[1]), item.yaw, FLAT, 1.0)
