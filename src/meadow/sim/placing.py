"""Where a thing can stand: what is below it, whether it fits there, and what is in its way.

A thing stands upright, with its whole base on one surface of another thing, or on the floor. Surfaces are
those that its carrier's shape declares; drawers move with their thing, and what is shut in is out of reach.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numba import njit
from numpy.typing import NDArray

from meadow.errors import InvalidValueError
from meadow.geometry.polygons import in_polygon, pack, point_outline, rectangle
from meadow.scenes.catalogue import find_category
from meadow.scenes.meshes import FormKey, form_key, mesh_of
from meadow.scenes.modelling.shape import Form, Surface
from meadow.scenes.schema import Object, Point3, replace
from meadow.sim.obstacles import DRIVEN_OVER, PERSON_RADIUS, object_outlines

if TYPE_CHECKING:
    from meadow.sim.world import World

F64 = NDArray[np.float64]

#: From this openness on a thing counts as open.
OPEN = 0.5
#: How much a base may stick out over the edge of a surface, and boxes into each other, metres.
SLACK, TOUCH = 0.01, 0.001
#: How far a falling thing slides aside when its place is taken, in steps of this many metres.
STEP, STEPS, DIRECTIONS = 0.06, 12, 16


@lru_cache(maxsize=4096)
def _surfaces(key: FormKey) -> tuple[Surface, ...]:
    category, variant, size, counts, states, openness = key
    form = Form(size, variant, dict(counts), dict(states), openness)
    return tuple(find_category(category).shape(form).surfaces)


def surfaces_of(item: Object) -> tuple[Surface, ...]:
    """Where things can stand on or in an object, in its own frame."""
    return _surfaces(form_key(item))


@lru_cache(maxsize=4096)
def _open_box(key: FormKey) -> tuple[float, float, float, float, float]:
    low, high = mesh_of(key).vertices.min(axis=0), mesh_of(key).vertices.max(axis=0)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1]), float(high[2])


def box_row(item: Object) -> tuple[float, ...]:
    """The upright box around an object: x, y, cosine, sine, half depth, half width, bottom, top."""
    c, s = math.cos(item.yaw), math.sin(item.yaw)
    x, y, z = item.position
    if item.openness == 0.0:
        depth, width, height = item.size
        return x, y, c, s, depth / 2, width / 2, z, z + height
    x0, y0, x1, y1, top = _open_box(form_key(item))
    u, v = (x0 + x1) / 2, (y0 + y1) / 2
    return x + c * u - s * v, y + s * u + c * v, c, s, (x1 - x0) / 2, (y1 - y0) / 2, z, z + top


@njit(cache=True, nogil=True)
def _boxes_met(rows, box, out):  # type: ignore[no-untyped-def]
    """Numbers of the boxes that a box overlaps, written to ``out``; returns how many there are."""
    count = 0
    for i in range(len(rows)):
        if rows[i, 6] >= box[7] - TOUCH or rows[i, 7] <= box[6] + TOUCH:
            continue
        dx, dy = rows[i, 0] - box[0], rows[i, 1] - box[1]
        reach = rows[i, 4] + rows[i, 5] + box[4] + box[5]
        if abs(dx) > reach or abs(dy) > reach:
            continue
        apart = False
        for k in range(2):
            ax, ay = (box[2], box[3]) if k == 0 else (rows[i, 2], rows[i, 3])
            for turn in range(2):
                if turn == 1:
                    ax, ay = -ay, ax
                a = (
                    abs(ax * box[2] + ay * box[3]) * box[4]
                    + abs(ay * box[2] - ax * box[3]) * box[5]
                )
                b = abs(ax * rows[i, 2] + ay * rows[i, 3]) * rows[i, 4]
                b += abs(ay * rows[i, 2] - ax * rows[i, 3]) * rows[i, 5]
                if abs(dx * ax + dy * ay) > a + b - TOUCH:
                    apart = True
        if not apart:
            out[count] = i
            count += 1
    return count


@njit(cache=True, nogil=True)
def _outline_met(points, start, boxes, polygon):  # type: ignore[no-untyped-def]
    """The first of some convex outlines that a convex polygon overlaps, or -1."""
    x0, y0, x1, y1 = np.inf, np.inf, -np.inf, -np.inf
    for k in range(len(polygon)):
        x0, x1 = min(x0, polygon[k, 0]), max(x1, polygon[k, 0])
        y0, y1 = min(y0, polygon[k, 1]), max(y1, polygon[k, 1])
    for i in range(len(boxes)):
        if boxes[i, 0] > x1 or boxes[i, 2] < x0 or boxes[i, 1] > y1 or boxes[i, 3] < y0:
            continue
        other = points[start[i] : start[i + 1]]
        if not (_apart(polygon, other) or _apart(other, polygon)):
            return i
    return -1


@njit(cache=True, nogil=True)
def _apart(one, two):  # type: ignore[no-untyped-def]
    """Whether an edge of a convex polygon separates it from another."""
    j = len(one) - 1
    for i in range(len(one)):
        nx, ny = one[i, 1] - one[j, 1], one[j, 0] - one[i, 0]
        size = math.hypot(nx, ny)
        j, at = i, j
        if size == 0.0:
            continue
        nearest = np.inf
        for k in range(len(two)):
            d = ((two[k, 0] - one[at, 0]) * nx + (two[k, 1] - one[at, 1]) * ny) / size
            nearest = min(nearest, d)
        if nearest > -TOUCH:
            return True
    return False


def outlines_meet(ones: Sequence[F64], others: Sequence[F64]) -> bool:
    """Whether one of some convex outlines overlaps one of others."""
    if not ones or not others:
        return False
    packed = pack([(0, ones)]).packed
    return any(_outline_met(*packed, outline) >= 0 for outline in others)


class Boxes:
    """The boxes of all objects of a world, kept up to date."""

    def __init__(self, objects: Collection[Object]) -> None:
        self.names = [item.id for item in objects]
        self._number = {id: i for i, id in enumerate(self.names)}
        self.rows = np.array([box_row(item) for item in objects], np.float64).reshape(-1, 8)
        self._out = np.empty(len(self.names), np.int64)

    def update(self, item: Object) -> None:
        """An object has moved or opened."""
        self.rows[self._number[item.id]] = box_row(item)

    def met_by(self, item: Object) -> list[str]:
        """Ids of the objects whose boxes an object's box would overlap."""
        count = _boxes_met(self.rows, np.array(box_row(item)), self._out)
        return [self.names[i] for i in self._out[:count]]

    def near(self, x: float, y: float, distance: float) -> set[str]:
        """Ids of the objects whose boxes may be within a distance of a point of the plan."""
        rows = self.rows
        reach = distance + SLACK + np.hypot(rows[:, 4], rows[:, 5])
        close = np.hypot(rows[:, 0] - x, rows[:, 1] - y) <= reach
        return {self.names[i] for i in np.flatnonzero(close)}

    def below(self, x: float, y: float, z: float) -> list[str]:
        """Ids of objects that may have a surface under a point."""
        rows = self.rows
        near = np.hypot(rows[:, 0] - x, rows[:, 1] - y) <= np.hypot(rows[:, 4], rows[:, 5])
        return [self.names[i] for i in np.flatnonzero(near & (rows[:, 6] <= z + SLACK))]


@dataclass(frozen=True, slots=True)
class Spot:
    """A place where a thing can stand."""

    position: Point3
    support: str
    container: str
    room: str


@dataclass(frozen=True, slots=True)
class _Level:
    """A surface of a carrier in the world, or the floor."""

    z: float
    carrier: Object | None = None
    surface: Surface | None = None

    def holds(self, item: Object) -> bool:
        """Whether the whole base of a thing is on it."""
        if self.carrier is None or self.surface is None:
            return True
        x, y = _local(self.carrier, *item.position[:2])
        low, high = _rectangle(self.carrier, self.surface)
        rx, ry = _half_base(item, self.carrier)
        inside = low[0] + rx - SLACK <= x <= high[0] - rx + SLACK
        return inside and low[1] + ry - SLACK <= y <= high[1] - ry + SLACK


def find_spot(
    world: World, item: Object, group: Collection[str], *, support: str = "", slide: bool = False
) -> Spot:
    """Where a thing comes to stand, from the pose that it is given with, or an error that says why not.

    Args:
        world: The world.
        item: The thing, at the place from which it falls.
        group: Ids that move with it, its own among them.
        support: Only on this object's surface nearest in height; empty for the highest support below.
        slide: Look for a free place near by when this one is taken.
    """
    x, y, z = item.position
    if not all(map(math.isfinite, (x, y, z, item.yaw))):
        raise InvalidValueError(f"{item.id} at {item.position}: expected finite numbers")
    level = _level(world, item, group, support)
    reason = ""
    for dx, dy in _offsets() if slide else [(0.0, 0.0)]:
        placed = replace(item, position=(x + dx, y + dy, level.z))
        room = world.room_at(x + dx, y + dy, item.room)
        if not room or not level.holds(placed):
            reason = reason or ("it would be outside the home" if not room else "it would tip over")
            continue
        taken = _group_blocked(world, placed, group, level.carrier)
        if not taken:
            carrier, surface = level.carrier, level.surface
            if carrier is None or surface is None:
                return Spot(placed.position, "floor", "", room)
            inside = carrier.id if surface.enclosed else carrier.container
            return Spot(placed.position, carrier.id, inside, carrier.room)
        reason = reason or f"{taken} is in the way"
    on = "the floor" if level.carrier is None else level.carrier.id
    raise InvalidValueError(f"{item.id} has no place on {on} at ({x:.2f}, {y:.2f}): {reason}")


def stands_on(item: Object, carrier: Object) -> bool:
    """Whether a thing is on one of the surfaces that a carrier has as it is now."""
    x, y = _local(carrier, *item.position[:2])
    for surface in surfaces_of(carrier):
        low, high = _rectangle(carrier, surface)
        z = carrier.position[2] + surface.z + surface.slides[2] * carrier.openness
        inside = low[0] - SLACK <= x <= high[0] + SLACK and low[1] - SLACK <= y <= high[1] + SLACK
        if inside and abs(z - item.position[2]) < SLACK:
            return True
    return False


def _level(world: World, item: Object, group: Collection[str], support: str) -> _Level:
    """The surface on which a thing ends."""
    x, y, z = item.position
    if support == "floor":
        return _Level(0.0)
    if support:
        carrier = world.object(support)
        levels = [*_levels(world, carrier, item, falling=False)] if support not in group else []
        if not levels:
            shut = any(s.enclosed for s in surfaces_of(carrier)) and carrier.openness < OPEN
            raise InvalidValueError(
                f"{item.id} fits on no surface of {support} at ({x:.2f}, {y:.2f})"
                + (f", which is closed: open {support} first" if shut else "")
            )
        return min(levels, key=lambda level: abs(level.z - z))
    levels = [_Level(0.0)]
    for id in world.boxes.below(x, y, z):
        if id not in group and not world.shut_in(id) and not world.is_held(id):
            levels += _levels(world, world.object(id), item, falling=True)
    return max(levels, key=lambda level: level.z)


def _levels(world: World, carrier: Object, item: Object, *, falling: bool) -> Iterator[_Level]:
    """The surfaces of one object that are under a thing and large enough for it."""
    x, y = _local(carrier, *item.position[:2])
    rx, ry = _half_base(item, carrier)
    *_, bottom, top_of_item = box_row(item)
    for surface in surfaces_of(carrier):
        if surface.z <= 0.0 or (surface.enclosed and carrier.openness < OPEN):
            continue
        low, high = _rectangle(carrier, surface)
        if not (low[0] <= x <= high[0] and low[1] <= y <= high[1]):
            continue
        if high[0] - low[0] < 2 * (rx - SLACK) or high[1] - low[1] < 2 * (ry - SLACK):
            continue
        z = carrier.position[2] + surface.z + surface.slides[2] * carrier.openness
        if top_of_item - bottom > surface.clearance or (falling and z > item.position[2] + SLACK):
            continue
        top = z + surface.clearance
        if falling and item.position[2] > top and _roofed(carrier, item, top):
            continue
        yield _Level(z, carrier, surface)


def _roofed(carrier: Object, item: Object, top: float) -> bool:
    """Whether a part of the carrier itself is between a thing and the space below it."""
    roofs = object_outlines(carrier, top - TOUCH, item.position[2])
    return any(in_polygon(roof, *item.position[:2]) for roof in roofs)


def in_the_way(
    world: World, item: Object, group: Collection[str], carrier: Object | None = None
) -> str:
    """Id of something that a thing would overlap at its pose, "the robot", or an empty string."""
    return next(overlapped(world, item, group, carrier), "")


def overlapped(
    world: World, item: Object, group: Collection[str], carrier: Object | None = None
) -> Iterator[str]:
    """Ids of all that a thing would overlap at its pose: of walls and leaves one each, the robot last."""
    own = {*group, *(world.carriers(carrier) if carrier is not None else ())}
    x, y, _, _, depth, width, low, high = box_row(item)
    base = rectangle((x, y), (2.0 * depth, 2.0 * width), item.yaw)
    for id in world.boxes.met_by(item):
        other = world.object(id)
        top = max(
            box_row(other)[7], other.position[2] + other.size[2]
        )  # as it is, and closed again
        flat = top <= low + DRIVEN_OVER
        if id in own or flat or world.is_held(id):
            continue
        if outlines_meet(object_outlines(other, low + TOUCH, high - TOUCH), [base]):
            yield id
    walls = world.built.wall_outlines
    if (hit := _outline_met(*walls.packed, base)) >= 0:
        yield world.original.walls[walls.owner[hit]].id
    leaves, names = world.leaf_outlines()
    if (hit := _outline_met(*leaves.packed, base)) >= 0:
        yield names[leaves.owner[hit]]
    for person in world.people:
        if low < 2.0 and _near(base, *person.position[:2], PERSON_RADIUS + SLACK):
            yield person.id
    if world.robot is None:
        return
    if low < world.body.height and _near(base, *world.robot, world.body.radius):
        yield "the robot"
    if world.arm_meets(item):
        yield "the arm"


def _group_blocked(
    world: World, item: Object, group: Collection[str], carrier: Object | None
) -> str:
    """What is in the way of a thing at its new pose, or of something that comes along with it."""
    for part in world.group_at(item.id, item.position, item.yaw):
        if part.id in group and (taken := in_the_way(world, part, group, carrier)):
            return taken
    return ""


def _near(polygon: F64, x: float, y: float, distance: float) -> bool:
    return bool(point_outline(polygon, 0, len(polygon), x, y) < distance * distance)


def _offsets() -> Iterator[tuple[float, float]]:
    yield 0.0, 0.0
    for ring, k in itertools.product(range(1, STEPS + 1), range(DIRECTIONS)):
        angle = 2.0 * math.pi * k / DIRECTIONS
        yield STEP * ring * math.cos(angle), STEP * ring * math.sin(angle)


def _local(carrier: Object, x: float, y: float) -> tuple[float, float]:
    c, s = math.cos(carrier.yaw), math.sin(carrier.yaw)
    dx, dy = x - carrier.position[0], y - carrier.position[1]
    return c * dx + s * dy, c * dy - s * dx


def _rectangle(carrier: Object, surface: Surface) -> tuple[tuple[float, float], ...]:
    """Corners of a surface in the carrier's frame, with drawers as far out as they are."""
    dx, dy = (v * carrier.openness for v in surface.slides[:2])
    return (
        (surface.low[0] + dx, surface.low[1] + dy),
        (surface.high[0] + dx, surface.high[1] + dy),
    )


def _half_base(item: Object, carrier: Object) -> tuple[float, float]:
    """Half of the extents of a thing's base along its carrier's axes."""
    turn = item.yaw - carrier.yaw
    c, s = abs(math.cos(turn)), abs(math.sin(turn))
    depth, width = item.size[:2]
    return (c * depth + s * width) / 2, (s * depth + c * width) / 2
