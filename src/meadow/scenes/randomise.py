"""Homes whose small things have weights and sizes of their own: only lifting one tells its weight."""

from __future__ import annotations

import math

from meadow.scenes.catalogue import find_category
from meadow.scenes.schema import House, Object, Point3, mm, replace
from meadow.seeding import stream

#: Fewest and most of what a thing weighs and measures, as factors of what it did.
WEIGHT, SCALE = (0.5, 1.5), (0.8, 1.0)


def randomised(
    house: House,
    seed: int,
    weight: tuple[float, float] = WEIGHT,
    scale: tuple[float, float] = SCALE,
) -> House:
    """The home with everything pickupable made lighter or heavier and smaller, each by draws of its own.

    Things only shrink, towards where they stand or hang, so nothing newly collides. What stands on or in a
    thing that shrinks moves with it, and shrinks at least as much.
    """
    objects = {o.id: o for o in house.objects}
    scales = _scales(house, objects, seed, scale)
    places: dict[str, Point3] = {}
    changed = []
    for item in house.objects:
        place = _place(item.id, objects, scales, places)
        if item.id not in scales and place == item.position:
            changed.append(item)
            continue
        mass = item.mass
        if _pickupable(item):
            rng = stream(seed, "randomised weight", item.id)
            mass = round(mass * rng.uniform(*weight), 3)
        factor = scales.get(item.id, 1.0)
        depth, width, height = (max(mm(v * factor), 0.001) for v in item.size)
        changed.append(replace(item, position=place, size=(depth, width, height), mass=mass))
    return replace(house, objects=tuple(changed), source=f"{house.source} randomised={seed}")


def _pickupable(item: Object) -> bool:
    return "pickupable" in find_category(item.category).tags


def _scales(
    house: House, objects: dict[str, Object], seed: int, scale: tuple[float, float]
) -> dict[str, float]:
    """The factor of each pickupable thing, at most that of what it stands on or in."""
    drawn = {
        item.id: stream(seed, "randomised scale", item.id).uniform(*scale)
        for item in house.objects
        if _pickupable(item)
    }
    scales = {}
    for id, factor in drawn.items():
        below, seen = objects[id], {id}
        while (next_id := _carrier(below, objects)) and next_id not in seen:
            seen.add(next_id)
            factor = min(factor, drawn.get(next_id, 1.0))
            below = objects[next_id]
        scales[id] = factor
    return scales


def _carrier(item: Object, objects: dict[str, Object]) -> str:
    """Id of what a thing stands on, or else is in."""
    return next((id for id in (item.support, item.container) if id in objects), "")


def _place(
    id: str, objects: dict[str, Object], scales: dict[str, float], places: dict[str, Point3]
) -> Point3:
    """Where a thing is once everything has shrunk."""
    if id in places:
        return places[id]
    item = objects[id]
    places[id] = item.position  # things that carry each other are where they were
    factor = scales.get(id, 1.0)
    carrier = _carrier(item, objects)
    x, y, z = item.position
    if carrier and carrier in scales:
        below, shrunk = objects[carrier], scales[carrier]
        base = _place(carrier, objects, scales, places)
        x, y, z = (b + shrunk * (p - o) for b, p, o in zip(base, item.position, below.position))
    elif item.support == "wall":  # its back stays at the wall
        back = (1.0 - factor) * item.size[0] / 2
        x, y = x - back * math.cos(item.yaw), y - back * math.sin(item.yaw)
    elif item.support == "ceiling":
        z += (1.0 - factor) * item.size[2]
    if (x, y, z) != item.position:
        places[id] = (mm(x), mm(y), mm(z))
    return places[id]
