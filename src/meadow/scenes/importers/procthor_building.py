"""Rooms, walls, doorways and windows of a ProcTHOR house."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from meadow.errors import FileFormatError
from meadow.scenes.importers import procthor_format as thor
from meadow.scenes.importers.material_words import door_finish, surface_finish
from meadow.scenes.importers.procthor_types import ROOM_TYPES
from meadow.scenes.importers.thor_frame import to_plan
from meadow.scenes.schema import Doorway, Finish, Part, Point, Room, Wall, Window, mm

#: THOR's walls have no thickness. Ours are thin, so that what hangs on them stays in view.
THICKNESS = 0.02


def import_rooms(house: thor.ThorHouse, source: str) -> tuple[Room, ...]:
    """Rooms with the finish that most of their walls have."""
    looks: dict[str, Counter[thor.Material]] = {room.id: Counter() for room in house.rooms}
    for wall in house.walls:
        if not _is_exterior(wall) and wall.roomId in looks:
            looks[wall.roomId][wall.material] += 1
    if not house.rooms:
        raise FileFormatError(f"{source}: $.rooms is empty, expected at least one room")
    ceiling = surface_finish(house.proceduralParameters.ceilingMaterial, "plaster", "white")
    rooms = []
    for i, room in enumerate(house.rooms):
        if room.roomType not in ROOM_TYPES:
            known = ", ".join(ROOM_TYPES)
            raise FileFormatError(
                f"{source}: $.rooms[{i}].roomType is {room.roomType!r}, expected one of {known}"
            )
        if len(room.floorPolygon) < 3:
            raise FileFormatError(
                f"{source}: $.rooms[{i}].floorPolygon has {len(room.floorPolygon)} points, "
                "expected at least 3"
            )
        usual = looks[room.id].most_common(1)
        rooms.append(
            Room(
                id=room.id,
                type=ROOM_TYPES[room.roomType],
                polygon=_counter_clockwise([to_plan(p) for p in room.floorPolygon]),
                floor=surface_finish(room.floorMaterial, "planks", "brown"),
                walls=surface_finish(usual[0][0], "plaster", "white")
                if usual
                else Finish("plaster", "white"),
                ceiling=ceiling,
            )
        )
    return tuple(rooms)


def import_walls(house: thor.ThorHouse, rooms: Sequence[Room], source: str) -> tuple[Wall, ...]:
    """One wall for the two sides that THOR keeps; the first room seen is on its left."""
    edges = {
        room.id: set(zip(room.polygon, (*room.polygon[1:], room.polygon[0]))) for room in rooms
    }
    walls: dict[tuple[Point, Point], Wall] = {}
    for i, side in enumerate(house.walls):
        if _is_exterior(side):
            continue
        a, b = _ends(side, i, source)
        outline = edges.get(side.roomId, set())
        if (b, a) in outline:
            a, b = b, a
        elif (a, b) not in outline:
            raise FileFormatError(
                f"{source}: $.walls[{i}] ({side.id}) is no edge of the floor of {side.roomId!r}"
            )
        if (b, a) in walls:
            walls[b, a] = _with_right(walls[b, a], side.roomId)
        else:
            height = mm(max(p.y for p in side.polygon))
            walls[a, b] = Wall(side.id, a, b, left=side.roomId, height=height, thickness=THICKNESS)
    return tuple(walls.values())


def import_holes(
    house: thor.ThorHouse,
    walls: Sequence[Wall],
    assets: Mapping[str, thor.Asset],
    source: str,
) -> tuple[tuple[Doorway, ...], tuple[Window, ...]]:
    """Doorways (open-plan rooms are joined by one as large as the wall) and windows."""
    by_ends = {frozenset((wall.a, wall.b)): wall for wall in walls}
    sides = {side.id: _ends(side, i, source) for i, side in enumerate(house.walls)}
    doorways = list(_open_plan(house, by_ends, source))
    for i, hole in enumerate(house.doors):
        place = _place(hole, sides, by_ends, f"{source}: $.doors[{i}]")
        doorways += _doors(hole, *place, assets.get(hole.assetId))
    windows = []
    for i, hole in enumerate(house.windows):
        wall, offset, width, _ = _place(hole, sides, by_ends, f"{source}: $.windows[{i}]")
        low, high = sorted(p.y for p in hole.holePolygon)
        sill, top = max(0.0, mm(low)), min(mm(high), wall.height)
        windows.append(Window(hole.id, wall.id, offset, width, sill, mm(top - sill)))
    return tuple(doorways), tuple(windows)


def _is_exterior(wall: thor.ThorWall) -> bool:
    return wall.roomId == "exterior" or wall.id.startswith("wall|exterior")


def _ends(wall: thor.ThorWall, index: int, source: str) -> tuple[Point, Point]:
    if len(wall.polygon) < 4:
        raise FileFormatError(
            f"{source}: $.walls[{index}].polygon has {len(wall.polygon)} points, expected 4"
        )
    return to_plan(wall.polygon[0]), to_plan(wall.polygon[1])


def _with_right(wall: Wall, room: str) -> Wall:
    return Wall(wall.id, wall.a, wall.b, wall.left, room, wall.height, wall.thickness)


def _counter_clockwise(points: Sequence[Point]) -> tuple[Point, ...]:
    area = sum(p[0] * q[1] - q[0] * p[1] for p, q in zip(points, [*points[1:], *points[:1]]))
    return tuple(points) if area > 0 else tuple(reversed(points))


def _open_plan(
    house: thor.ThorHouse, by_ends: Mapping[frozenset[Point], Wall], source: str
) -> Iterator[Doorway]:
    empty = {
        by_ends[frozenset(_ends(side, i, source))].id
        for i, side in enumerate(house.walls)
        if side.empty and not _is_exterior(side)
    }
    for wall in by_ends.values():
        if wall.id in empty:
            width = math.floor(1000.0 * math.dist(wall.a, wall.b)) / 1000.0
            yield Doorway(f"opening|{wall.id}", wall.id, 0.0, width, wall.height)


def _place(
    hole: thor.Hole,
    sides: Mapping[str, tuple[Point, Point]],
    by_ends: Mapping[frozenset[Point], Wall],
    source: str,
) -> tuple[Wall, float, float, bool]:
    """The wall of a hole, its offset and width there, and whether both run the same way."""
    ends = sides.get(hole.wall0)
    wall = by_ends.get(frozenset(ends)) if ends else None
    if ends is None or wall is None:
        raise FileFormatError(f"{source}.wall0 is {hole.wall0!r}, expected the id of a wall")
    length = math.dist(wall.a, wall.b)
    start, end = sorted(p.x for p in hole.holePolygon)
    same_way = ends[0] == wall.a
    if not same_way:
        start, end = length - end, length - start
    offset = max(0.0, mm(start))
    return wall, offset, mm(min(end, length) - offset), same_way


def _doors(
    hole: thor.Hole,
    wall: Wall,
    offset: float,
    width: float,
    same_way: bool,
    asset: thor.Asset | None,
) -> Iterator[Doorway]:
    """The door of a hole: one leaf, two half leaves for double doors, or none for a mere frame.

    THOR's doors open to the left of ``wall0``, away from ``room0``. Its files do not tell the hinge;
    we take the start of ``wall0``.
    """
    height = min(mm(max(p.y for p in hole.holePolygon)), wall.height)
    if not hole.assetId.startswith("Doorway"):
        yield Doorway(hole.id, wall.id, offset, width, height)
        return
    colour, material = door_finish(asset.materials if asset else ())
    leaf = Part("leaf", colour, material)
    openness = min(1.0, max(0.0, hole.openness))
    if "Double" not in hole.assetId:
        yield Doorway(hole.id, wall.id, offset, width, height, leaf, openness, same_way, same_way)
        return
    half = mm(width / 2)
    halves = ((offset, half, True), (mm(offset + half), mm(width - half), False))
    for k, (start, part, hinge_at_start) in enumerate(halves):
        yield Doorway(
            f"{hole.id}|{k}", wall.id, start, part, height, leaf, openness, hinge_at_start, same_way
        )
