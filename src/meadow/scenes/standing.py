"""How the things of a home stand, decided from their shapes: what carries each, where on it, what is above.

``Object.support`` records whose surface a thing was put on, and the floor beneath a table is one of the
table's. Here only positions and shapes count: such a thing is on the floor, and beneath the table.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from meadow.scenes.catalogue import CATEGORIES
from meadow.scenes.meshes import FormKey, form_key, mesh_of
from meadow.scenes.modelling.shape import Form, Surface
from meadow.scenes.schema import Object

#: How far a base may be above the surface that it stands on, and how far below it, metres.
TOUCHING, SUNK = 0.03, 0.005
#: What begins at least this far above a thing's base is above it, metres.
ABOVE = 0.02
#: Fractions of an outline that are covered when a thing is partly and when it is wholly beneath another.
PARTLY, COVERED = 0.25, 0.75
#: Points along each side of an outline that are looked at.
SAMPLES = 5
#: Names of surfaces with a rim around them: what stands there is in the thing, not on it.
RIMMED = ("inside", "basin", "basket")
HANGING = ("wall", "ceiling")
BUILDING = ("floor", *HANGING)

F64 = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Standing:
    """Where one thing stands."""

    support: str
    """"floor", "wall", "ceiling" or the id of what carries it."""
    place: str
    """"top", "shelf" or "inside" of what carries it; otherwise the same as ``support``."""
    beneath: tuple[str, ...] = ()
    """Ids of the things that it lies under."""
    partly_beneath: tuple[str, ...] = ()
    """Ids of the things that cover some of it."""


def standings(objects: Sequence[Object]) -> dict[str, Standing]:
    """Id of every object -> where it stands among them."""
    rooms: dict[str, list[Object]] = {}
    for item in objects:
        rooms.setdefault(item.room, []).append(item)
    return {item.id: _standing(item, rooms[item.room]) for item in objects}


def is_floor_below(surface: Surface) -> bool:
    """Whether a surface that a thing offers is the floor that it stands on: beneath a table or a bed."""
    return surface.z <= TOUCHING and math.isfinite(surface.clearance) and surface.name == "under"


def _standing(item: Object, others: Sequence[Object]) -> Standing:
    near = [o for o in others if o.id != item.id and _within_reach(item, o)]
    coverage = {o.id: _coverage(item, o) for o in near}
    support, place = _support(item, near, coverage)
    # A key in a drawer is not under the lamp on the night stand.
    above = [o for o in near if o.support in BUILDING and coverage[o.id] >= PARTLY]
    # Everything in a room is under its ceiling lamp if one likes.
    wholly = [o.id for o in above if coverage[o.id] >= COVERED and o.support != "ceiling"]
    partly = [o.id for o in above if o.id not in wholly]
    return Standing(
        support,
        place,
        beneath=tuple(id for id in wholly if id != support),
        partly_beneath=tuple(id for id in partly if id != support),
    )


def _support(
    item: Object, near: Sequence[Object], coverage: Mapping[str, float]
) -> tuple[str, str]:
    """What carries a thing, and where on it."""
    if item.support in HANGING:
        return item.support, item.support
    found = [(surface.z + o.position[2], o, surface) for o in near for surface in _below(item, o)]
    if found:
        height = max(z for z, _, _ in found)
        level = [(o, s) for z, o, s in found if z >= height - TOUCHING]
        # Of two things that reach equally high, the recorded one carries it.
        carrier, surface = min(level, key=lambda entry: entry[0].id != item.support)
        return carrier.id, _place(surface, covered=coverage[carrier.id] >= PARTLY)
    if item.position[2] <= TOUCHING or item.support == "floor":
        return "floor", "floor"
    return item.support, _place_without_surface(item, near)


def _place_without_surface(item: Object, near: Sequence[Object]) -> str:
    """Where a thing is on something that offers no surface there, as in homes of other formats."""
    carrier = next((o for o in near if o.id == item.support), None)
    top = carrier.position[2] + carrier.size[2] if carrier is not None else math.inf
    return "top" if item.position[2] >= top - TOUCHING else "shelf"


def _place(surface: Surface, covered: bool) -> str:
    if surface.enclosed or surface.name.startswith(RIMMED):
        return "inside"
    return "shelf" if covered or math.isfinite(surface.clearance) else "top"


def _within_reach(item: Object, other: Object) -> bool:
    dx, dy = item.position[0] - other.position[0], item.position[1] - other.position[1]
    return math.hypot(dx, dy) <= 0.5 * (math.hypot(*item.size[:2]) + math.hypot(*other.size[:2]))


def _below(item: Object, carrier: Object) -> Iterator[Surface]:
    """Surfaces of another object at the height of a base and under its centre."""
    x, y = _seen_from(carrier, np.array([item.position[:2]]))[0]
    base = item.position[2] - carrier.position[2]
    for surface in surfaces_of(form_key(carrier)):
        (x0, y0), (x1, y1) = surface.low, surface.high
        level = -SUNK <= base - surface.z <= TOUCHING
        if level and x0 <= x <= x1 and y0 <= y <= y1 and not is_floor_below(surface):
            yield surface


def _coverage(item: Object, other: Object) -> float:
    """Fraction of an object's outline that lies beneath solids of another."""
    solids = _solids(form_key(other))
    base = item.position[2] - other.position[2]
    above = solids[solids[:, 0, 2] >= base + ABOVE]
    if not len(above):
        return 0.0
    points = _seen_from(other, _outline_points(item))[:, None]
    inside = (above[:, 0, :2] <= points) & (points <= above[:, 1, :2])
    return float(np.mean(np.any(np.all(inside, axis=2), axis=1)))


def _outline_points(item: Object) -> F64:
    """(N, 2) points spread over an object's outline, in the world."""
    steps = (np.arange(SAMPLES) + 0.5) / SAMPLES - 0.5
    x, y = (side.ravel() for side in np.meshgrid(steps * item.size[0], steps * item.size[1]))
    c, s = math.cos(item.yaw), math.sin(item.yaw)
    return np.column_stack([item.position[0] + c * x - s * y, item.position[1] + s * x + c * y])


def _seen_from(item: Object, points: F64) -> F64:
    """(N, 2) points of the world in the frame of an object."""
    dx, dy = points[:, 0] - item.position[0], points[:, 1] - item.position[1]
    c, s = math.cos(item.yaw), math.sin(item.yaw)
    return np.column_stack([c * dx + s * dy, c * dy - s * dx])


@lru_cache(maxsize=4096)
def surfaces_of(key: FormKey) -> tuple[Surface, ...]:
    """Where things can stand on or in objects of a form, in their own frame."""
    category, variant, size, counts, states, openness = key
    form = Form(size, variant, dict(counts), dict(states), openness)
    return tuple(CATEGORIES[category].shape(form).surfaces)


@lru_cache(maxsize=4096)
def _solids(key: FormKey) -> F64:
    """(N, 2, 3) least and greatest corners of the solids that objects of a form are made of."""
    mesh = mesh_of(key)
    points = mesh.vertices[mesh.quads].astype(np.float64)
    count = int(mesh.primitive.max()) + 1
    low, high = np.full((count, 3), np.inf), np.full((count, 3), -np.inf)
    np.minimum.at(low, mesh.primitive, points.min(axis=1))
    np.maximum.at(high, mesh.primitive, points.max(axis=1))
    return np.stack([low, high], axis=1)
