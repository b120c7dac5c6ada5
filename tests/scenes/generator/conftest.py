"""The rules that every generated home keeps, checked from the finished data alone."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
import shapely
from shapely import Polygon
from shapely.geometry import box as rectangle

from meadow.scenes.appearance import object_form
from meadow.scenes.catalogue import CATEGORIES
from meadow.scenes.doors import along, leaf_outline
from meadow.scenes.schema import House, Object, Room

#: Positions are kept to 1 mm, so lengths may be off by this much.
ROUNDING = 0.0015
SLIVER = 1e-4
"""Square metres that two outlines may share through rounding."""
FLAT = 0.03
ROBOT_RADIUS, ROBOT_HEIGHT = 0.18, 0.9


def outline(item: Object) -> Polygon:
    """The object's box on the floor plan."""
    x, y = item.size[0] / 2, item.size[1] / 2
    c, s = math.cos(item.yaw), math.sin(item.yaw)
    corners = ((x, y), (-x, y), (-x, -y), (x, -y))
    return Polygon(
        [(item.position[0] + c * u - s * v, item.position[1] + s * u + c * v) for u, v in corners]
    )


def interior(room: Room) -> Polygon:
    """A room between the faces of its walls."""
    return Polygon(room.polygon).buffer(-0.05, join_style="mitre")


def overlaps(house: House) -> list[str]:
    """Pairs of objects whose boxes share space, carriers and what they hold excepted."""
    items = house.objects
    by_id = {item.id: item for item in items}
    outlines = np.array([outline(item) for item in items])
    low = np.array([item.position[2] for item in items])
    high = low + np.array([item.size[2] for item in items])
    tree = shapely.STRtree(outlines)
    first, second = tree.query(outlines, predicate="intersects")
    keep = first < second
    first, second = first[keep], second[keep]
    stacked = np.minimum(high[first], high[second]) - np.maximum(low[first], low[second])
    near = stacked > ROUNDING
    first, second = first[near], second[near]
    shared = shapely.area(shapely.intersection(outlines[first], outlines[second]))
    problems = []
    for i, j in zip(first[shared > SLIVER], second[shared > SLIVER]):
        a, b = items[i], items[j]
        if b.id not in carriers_of(a, by_id) and a.id not in carriers_of(b, by_id):
            problems.append(f"{a.id} overlaps {b.id}")
    return problems


def carriers_of(item: Object, by_id: dict[str, Object]) -> list[str]:
    """Everything that an object stands on, directly or not."""
    chain = []
    while item.support in by_id:
        chain.append(item.support)
        item = by_id[item.support]
    return chain


def outside(house: House) -> list[str]:
    """Objects that are not between the walls of their room."""
    rooms = {room.id: interior(room).buffer(ROUNDING) for room in house.rooms}
    height = {room.id: house.walls[0].height for room in house.rooms}
    return [
        f"{item.id} leaves {item.room}"
        for item in house.objects
        if not rooms[item.room].contains(outline(item))
        or item.position[2] < 0.0
        or item.position[2] + item.size[2] > height[item.room] + ROUNDING
    ]


def floating(house: House) -> list[str]:
    """Objects that nothing carries."""
    by_id = {item.id: item for item in house.objects}
    rooms = {room.id: interior(room) for room in house.rooms}
    height = house.walls[0].height
    problems = []
    for item in house.objects:
        if item.support == "floor":
            good = item.position[2] == 0.0
        elif item.support == "ceiling":
            good = abs(item.position[2] + item.size[2] - height) < ROUNDING
        elif item.support == "wall":
            good = _backed(item, rooms[item.room])
        else:
            good = _carried(item, by_id[item.support])
        if not good:
            problems.append(f"{item.id} floats off {item.support}")
    return problems


def _backed(item: Object, room: Polygon) -> bool:
    """Whether an object's whole back touches a wall."""
    corners = list(outline(item).exterior.coords)
    return all(room.exterior.distance(shapely.Point(corners[k])) < ROUNDING for k in (1, 2))


def _carried(item: Object, carrier: Object) -> bool:
    """Whether an object stands within one of its carrier's surfaces, inside it where enclosed."""
    c, s = math.cos(carrier.yaw), math.sin(carrier.yaw)
    corners = np.array(outline(item).exterior.coords[:4]) - carrier.position[:2]
    local = np.stack([corners @ [c, s], corners @ [-s, c]], axis=1)
    for surface in CATEGORIES[carrier.category].shape(object_form(carrier)).surfaces:
        level = abs(carrier.position[2] + surface.z - item.position[2]) < ROUNDING
        within = (local >= np.array(surface.low) - 2 * ROUNDING).all()
        within &= (local <= np.array(surface.high) + 2 * ROUNDING).all()
        fits = item.size[2] <= surface.clearance
        held = (item.container == carrier.id) if surface.enclosed else True
        if level and within and fits and held:
            return True
    return False


def blocked_doorways(house: House) -> list[str]:
    """Objects on the floor right before a doorway or in the swing of a leaf."""
    walls = {wall.id: wall for wall in house.walls}
    standing = [
        (item, outline(item))
        for item in house.objects
        if item.position[2] < 2.0 and item.size[2] > FLAT and item.support in ("floor", "wall")
    ]
    problems = []
    for doorway in house.doorways:
        wall = walls[doorway.wall]
        start, end = doorway.offset, doorway.offset + doorway.width
        depth = 0.6
        clear = Polygon(
            [
                along(wall, start, -depth),
                along(wall, end, -depth),
                along(wall, end, depth),
                along(wall, start, depth),
            ]
        )
        if doorway.leaf is not None and doorway.openness > 0:
            swings = [Polygon(leaf_outline(wall, doorway, k / 4)) for k in range(5)]
            clear = shapely.union_all([clear, *swings]).convex_hull
        problems += [
            f"{item.id} blocks {doorway.id}"
            for item, shape in standing
            if shape.intersection(clear).area > SLIVER
        ]
    return problems


def blocked_fronts(house: House) -> list[str]:
    """Pieces whose front is not free; what belongs to a group, such as a desk's chair, may be there."""
    standing = [
        (item, outline(item))
        for item in house.objects
        if item.support == "floor" and item.size[2] > FLAT
    ]
    problems = []
    for item, shape in standing:
        front = CATEGORIES[item.category].front
        if front <= 0.0 or CATEGORIES[item.category].place == "group":
            continue
        c, s = math.cos(item.yaw), math.sin(item.yaw)
        ahead = shapely.affinity.translate(shape, c * front, s * front)
        zone = shapely.union_all([shape, ahead]).convex_hull.difference(shape)
        problems += [
            f"{other.id} stands before {item.id}"
            for other, place in standing
            if other is not item
            and not _belongs(other, item)
            and place.intersection(zone).area > SLIVER
        ]
    return problems


#: What may stand before what.
COMPANIONS = {
    "sofa": {"coffee table", "armchair", "rocking chair", "ottoman", "bean bag"},
    "bed": {"bench", "chest", "ottoman"},
    "bunk bed": {"bench", "chest", "ottoman"},
}


def _belongs(other: Object, item: Object) -> bool:
    group = CATEGORIES[other.category].place == "group"
    return group or other.category in COMPANIONS.get(item.category, set())


def reachable(house: House) -> tuple[float, dict[str, float]]:
    """Share of the free floor in its largest connected part, and square metres of it by room.

    The robot is a disc; what is lower than 3 cm or higher than the robot does not block it.
    """
    floor = shapely.union_all([interior(room) for room in house.rooms])
    walls = {wall.id: wall for wall in house.walls}
    holes, leaves = [], []
    for d in house.doorways:
        wall = walls[d.wall]
        if d.leaf is None or d.openness > 0:
            a, b = along(wall, d.offset, -0.06), along(wall, d.offset + d.width, 0.06)
            holes.append(
                rectangle(min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1]))
            )
        if d.leaf is not None and d.openness > 0:
            leaves.append(Polygon(leaf_outline(wall, d)))
    obstacles = [
        outline(item)
        for item in house.objects
        if item.position[2] < ROBOT_HEIGHT and item.position[2] + item.size[2] > FLAT
    ]
    free = shapely.union_all([floor, *holes]).difference(shapely.union_all([*obstacles, *leaves]))
    free = free.buffer(-ROBOT_RADIUS)
    parts = sorted(getattr(free, "geoms", [free]), key=lambda p: p.area)
    main = parts[-1]
    by_room = {room.id: main.intersection(Polygon(room.polygon)).area for room in house.rooms}
    return main.area / free.area, by_room


def all_problems(house: House) -> list[str]:
    """All broken rules."""
    share, by_room = reachable(house)
    cut_off = [f"{room} cannot be reached" for room, area in by_room.items() if area < 0.1]
    if share < 0.95:
        cut_off.append(f"only {share:.1%} of the free floor can be reached")
    return [
        *overlaps(house),
        *outside(house),
        *floating(house),
        *blocked_doorways(house),
        *blocked_fronts(house),
        *cut_off,
    ]


@pytest.fixture(scope="session")
def problems_of() -> Callable[[House], list[str]]:
    """The function that lists every broken rule of a home."""
    return all_problems
