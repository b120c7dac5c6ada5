"""The rules of a home beyond its shape as data: everything that is wrong, at once, with JSON paths.

``check_house`` lists the problems, ``validated`` raises them, ``read_valid_house`` reads a file and raises
them.
``bounded`` is the quick part, which every home passes before a simulator builds anything from it.
Whether things overlap or float is a matter of plausibility and not checked here.
"""

from __future__ import annotations

import difflib
import itertools
import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np
import shapely
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import connected_components

from meadow.errors import InvalidHouseError
from meadow.scenes.catalogue import CATEGORIES, Category
from meadow.scenes.modelling.finish import COLOURS, IMAGES, MATERIALS, PATTERNS, SURFACES
from meadow.scenes.people import BEHAVIOURS, STANCES, find_body, known_bodies
from meadow.scenes.schema import (
    ROOM_TYPES,
    SCHEMA,
    Doorway,
    Finish,
    House,
    Object,
    Part,
    Person,
    Room,
    Walk,
    Wall,
    Window,
    read_house,
)

#: Coordinates beyond this are mistakes (metres from the origin).
REACH = 1000.0
#: Longest side of a whole home, metres; floors are kept in cells of a few centimetres.
MAX_EXTENT = 100.0
#: How many of each a home may have; far beyond real ones, yet checked and simulated in seconds.
LIMITS = {
    "rooms": 200,
    "walls": 2_000,
    "doorways": 1_000,
    "windows": 1_000,
    "objects": 2_000,
    "people": 200,
    "lights": 1_000,
}
#: How much one room, object or person may have of these.
OWN_LIMITS = {"polygon": 1_000, "parts": 100, "counts": 100, "states": 100, "clothes": 100}
#: How many way points a walk may have, how fast people walk, metres a second, and how long they stand.
MAX_WAY_POINTS, MAX_SPEED, MAX_PAUSE = 100, 5.0, 3600.0
#: What rolls is at most so wide: it takes the ways of people, metres.
MAX_ROLLING = 0.5
#: Shortest and longest side of an object, metres.
MIN_SIDE, MAX_SIDE = 0.001, 20.0
#: Letters of a name or a print.
MAX_TEXT = 200
#: How far outside of its room's polygon an object may be centred, metres.
SLACK = 0.05
#: Lengths are kept to 1 mm, so sums of two may be off by this much.
ROUNDING = 0.0021
#: Rooms that share more floor than this overlap, square metres.
SHARED_FLOOR = 0.01

SUPPORTS = ("floor", "wall", "ceiling")
TWO_COLOURS = frozenset(PATTERNS) - {"plain", "printed"}


def check_house(house: House) -> list[str]:
    """Every broken rule as ``"$.path: value, expected ..."``; empty for a valid home.

    A home beyond ``LIMITS`` or ``OWN_LIMITS`` is not looked at any further.
    """
    check = _Check()
    _check_amounts(check, house)
    if check.problems:
        return check.problems
    if house.schema != SCHEMA:
        check.add("$.schema", f"{house.schema!r}, expected {SCHEMA!r}")
    check.name("$.id", house.id)
    rooms = _check_rooms(check, house.rooms)
    walls = _check_walls(check, house.walls, rooms)
    _check_extent(check, house)
    _check_holes(check, house, walls)
    for i, light in enumerate(house.lights):
        path = f"$.lights[{i}]"
        check.known(f"{path}.room", light.room, rooms, "room of this home")
        check.numbers(f"{path}.position", light.position, -REACH, REACH)
        check.numbers(f"{path}.intensity", (light.intensity,), 0.0, 1e4)
        check.numbers(f"{path}.colour", light.colour, 0.0, 1.0)
    check.unique("lights", (light.id for light in house.lights))
    _check_objects(check, house.objects, rooms)
    _check_people(check, house, rooms)
    return check.problems


def validated(house: House, source: str) -> House:
    """The house itself, or an :class:`InvalidHouseError` with all of its problems."""
    problems = check_house(house)
    if problems:
        raise InvalidHouseError(source, problems)
    return house


def bounded(house: House) -> House:
    """The house itself, or an error when its numbers or amounts are beyond what can be simulated."""
    check = _Check()
    _check_amounts(check, house)
    if not check.problems:
        _check_extent(check, house)
        for i, room in enumerate(house.rooms):
            for k, point in enumerate(room.polygon):
                check.numbers(f"$.rooms[{i}].polygon[{k}]", point, -REACH, REACH)
        sizes = np.array([item.size for item in house.objects] or [(1.0, 1.0, 1.0)], np.float64)
        places = np.array([item.position for item in house.objects], np.float64)
        sound = ((sizes >= MIN_SIDE) & (sizes <= MAX_SIDE)).all() and (abs(places) <= REACH).all()
        for i, item in enumerate(() if sound else house.objects):
            check.numbers(f"$.objects[{i}].size", item.size, MIN_SIDE, MAX_SIDE)
            check.numbers(f"$.objects[{i}].position", item.position, -REACH, REACH)
        for i, person in enumerate(house.people):
            check.numbers(f"$.people[{i}].position", person.position, -REACH, REACH)
            if person.walk is not None:
                _check_walk(check, f"$.people[{i}].walk", person.walk, None)
        for i, item in enumerate(house.objects):
            if item.walk is not None:
                _check_rolling(check, f"$.objects[{i}].walk", item, None)
    if check.problems:
        raise InvalidHouseError(house.id, check.problems)
    return house


def read_valid_house(path: str | Path) -> House:
    """Read and validate a ``.json`` or ``.json.gz`` house."""
    return validated(read_house(path), str(path))


class _Check:
    """The growing list of problems, with the tests that many rules share."""

    def __init__(self) -> None:
        self.problems: list[str] = []
        self._near: dict[tuple[str, str], str] = {}

    def add(self, path: str, message: str) -> None:
        self.problems.append(f"{path}: {message}")

    def numbers(
        self, path: str, values: Sequence[float], low: float, high: float, *, above: bool = False
    ) -> bool:
        """Whether all lie in [low, high], or (low, high] for ``above``; NaN never does."""
        good = True
        for i, value in enumerate(values):
            if low <= value <= high and not (above and value == low):
                continue
            where = f"{path}[{i}]" if len(values) > 1 else path
            self.add(
                where, f"{value}, expected a number in {'(' if above else '['}{low:g}, {high:g}]"
            )
            good = False
        return good

    def known(self, path: str, value: str, names: Collection[str], kind: str) -> bool:
        """Whether the value is one of the names; the nearest ones are offered."""
        if value in names:
            return True
        if (kind, value) not in self._near:  # matching is slow and mistakes repeat
            near = difflib.get_close_matches(value, names, n=3, cutoff=0.5)
            shown = near or [*sorted(names)[:8], *(["..."] if len(names) > 8 else [])]
            hint = f"did you mean {' or '.join(map(repr, near))}?" if near else ", ".join(shown)
            self._near[kind, value] = hint if near else f"expected one of: {hint}"
        self.add(path, f"{value!r} is no {kind}, {self._near[kind, value]}")
        return False

    def name(self, path: str, text: str) -> bool:
        """Whether a name is neither empty nor overlong."""
        if 0 < len(text) <= MAX_TEXT:
            return True
        long = f"{len(text)} letters, expected at most {MAX_TEXT}"
        self.add(path, long if text else "empty, expected a name")
        return False

    def unique(self, field: str, ids: Iterable[str]) -> dict[str, int]:
        """Index by id; empty and repeated ids are problems."""
        first: dict[str, int] = {}
        for i, id in enumerate(ids):
            if not self.name(f"$.{field}[{i}].id", id):
                continue
            if id in first:
                self.add(f"$.{field}[{i}].id", f"{id!r} is also the id of $.{field}[{first[id]}]")
            else:
                first[id] = i
        return first

    def finish(self, path: str, finish: Finish) -> None:
        self.known(f"{path}.surface", finish.surface, SURFACES, "surface")
        self.known(f"{path}.colour", finish.colour, COLOURS, "colour")

    def part(self, path: str, part: Part) -> None:
        """Colours, material and pattern are known and the pattern has what it needs."""
        self.known(f"{path}.colour", part.colour, COLOURS, "colour")
        self.known(f"{path}.material", part.material, MATERIALS, "material")
        self.known(f"{path}.pattern", part.pattern, PATTERNS, "pattern")
        if part.colour2 or part.pattern in TWO_COLOURS:
            self.known(f"{path}.colour2", part.colour2, COLOURS, "colour")
        if part.image:
            self.known(f"{path}.image", part.image, IMAGES, "image")
        if (part.text or part.image) and part.pattern != "printed":
            self.add(
                f"{path}.pattern", f"{part.pattern!r}, expected 'printed' for text or an image"
            )
        if part.pattern == "printed" and not (part.text or part.image):
            self.add(f"{path}.text", "empty, expected a text or an image for the pattern 'printed'")
        if len(part.text) > MAX_TEXT:
            self.add(f"{path}.text", f"{len(part.text)} letters, expected at most {MAX_TEXT}")


def _check_amounts(check: _Check, house: House) -> None:
    """How many there are of everything that a home lists."""
    for field, limit in LIMITS.items():
        if (count := len(getattr(house, field))) > limit:
            check.add(f"$.{field}", f"{count} {field}, expected at most {limit}")
    if check.problems:
        return
    own = {"rooms": ("polygon",), "objects": ("parts", "counts", "states"), "people": ("clothes",)}
    for field, names in own.items():
        for i, item in enumerate(getattr(house, field)):
            for name in names:
                if (count := len(getattr(item, name))) > OWN_LIMITS[name]:
                    told = f"{count} entries, expected at most {OWN_LIMITS[name]}"
                    check.add(f"$.{field}[{i}].{name}", told)


def _check_extent(check: _Check, house: House) -> None:
    """The whole home is of a size that a robot can drive through."""
    corners = {
        "rooms": [point for room in house.rooms for point in room.polygon],
        "walls": [point for wall in house.walls for point in (wall.a, wall.b)],
    }
    for field, points in corners.items():
        # Others have been told of on their own.
        sound = [point for point in points if all(-REACH <= value <= REACH for value in point)]
        for axis, values in zip("xy", zip(*sound)):
            extent = max(values) - min(values)
            if extent > MAX_EXTENT:
                told = f"{extent:g} m along {axis}, expected at most {MAX_EXTENT:g}"
                check.add(f"$.{field}", told)


def _check_rooms(check: _Check, rooms: Sequence[Room]) -> dict[str, shapely.Polygon | None]:
    """Check the rooms; returns the outline of each by id, None where it is broken."""
    if not rooms:
        check.add("$.rooms", "no rooms, expected at least one")
    check.unique("rooms", (room.id for room in rooms))
    outlines: list[shapely.Polygon | None] = []
    for i, room in enumerate(rooms):
        path = f"$.rooms[{i}]"
        check.known(f"{path}.type", room.type, ROOM_TYPES, "room type")
        for field in ("floor", "walls", "ceiling"):
            check.finish(f"{path}.{field}", getattr(room, field))
        outlines.append(_outline(check, f"{path}.polygon", room.polygon))
    _check_overlaps(check, outlines)
    # Reversed, so that the first of several rooms with the same id counts.
    return {room.id: outline for room, outline in zip(reversed(rooms), reversed(outlines))}


def _outline(
    check: _Check, path: str, points: Sequence[tuple[float, float]]
) -> shapely.Polygon | None:
    if len(points) < 3:
        check.add(path, f"{len(points)} points, expected at least 3")
        return None
    good = [check.numbers(f"{path}[{k}]", p, -REACH, REACH) for k, p in enumerate(points)]
    if not all(good):
        return None
    for k, point in enumerate(points):
        if point == points[k - 1]:
            check.add(f"{path}[{k}]", f"{point} repeats the point before it")
            return None
    outline = shapely.Polygon(points)
    if not outline.is_valid:
        check.add(path, f"crosses or touches itself ({shapely.is_valid_reason(outline)})")
        return None
    if outline.area < SHARED_FLOOR:
        check.add(path, f"area {outline.area:.4f} m2, expected at least {SHARED_FLOOR}")
        return None
    if not outline.exterior.is_ccw:
        check.add(path, "runs clockwise, expected counter-clockwise (seen from above)")
        return None
    return outline


def _check_overlaps(check: _Check, outlines: Sequence[shapely.Polygon | None]) -> None:
    whole = [(i, outline, outline.bounds) for i, outline in enumerate(outlines) if outline]
    for (i, a, low), (j, b, high) in itertools.combinations(whole, 2):
        if low[0] >= high[2] or high[0] >= low[2] or low[1] >= high[3] or high[1] >= low[3]:
            continue
        shared = a.intersection(b).area
        if shared > SHARED_FLOOR:
            check.add(f"$.rooms[{j}].polygon", f"overlaps $.rooms[{i}] by {shared:.2f} m2")


def _check_walls(
    check: _Check, walls: Sequence[Wall], rooms: Collection[str]
) -> dict[str, tuple[Wall, float]]:
    """Check the walls; returns each sound one with its length by id."""
    check.unique("walls", (wall.id for wall in walls))
    sound: dict[str, tuple[Wall, float]] = {}
    for i, wall in enumerate(walls):
        path = f"$.walls[{i}]"
        for side in ("left", "right"):
            room = getattr(wall, side)
            if room:
                check.known(f"{path}.{side}", room, rooms, "room of this home")
        good = [
            check.numbers(f"{path}.a", wall.a, -REACH, REACH),
            check.numbers(f"{path}.b", wall.b, -REACH, REACH),
            check.numbers(f"{path}.height", (wall.height,), 0.0, 100.0, above=True),
            check.numbers(f"{path}.thickness", (wall.thickness,), 0.0, 10.0, above=True),
        ]
        if not all(good):
            continue
        length = math.dist(wall.a, wall.b)
        if length < 0.001:
            check.add(path, f"from {wall.a} to {wall.b}, expected two different points")
        else:
            sound[wall.id] = (wall, length)
    return sound


def _check_holes(check: _Check, house: House, walls: Mapping[str, tuple[Wall, float]]) -> None:
    """Doorways and windows lie within their walls and apart from each other."""
    names = {wall.id for wall in house.walls}
    in_wall: dict[str, list[tuple[str, float, float, float, float]]] = {}
    fields: dict[str, Sequence[Doorway | Window]]
    fields = {"doorways": house.doorways, "windows": house.windows}
    for field, holes in fields.items():
        check.unique(field, (hole.id for hole in holes))
        for i, hole in enumerate(holes):
            path = f"$.{field}[{i}]"
            if isinstance(hole, Doorway):
                check.numbers(f"{path}.openness", (hole.openness,), 0.0, 1.0)
                if hole.leaf:
                    check.part(f"{path}.leaf", hole.leaf)
            if check.known(f"{path}.wall", hole.wall, names, "wall of this home"):
                low = hole.sill if isinstance(hole, Window) else 0.0
                if hole.wall in walls and _fits(check, path, hole, low, *walls[hole.wall]):
                    box = (path, hole.offset, hole.offset + hole.width, low, low + hole.height)
                    in_wall.setdefault(hole.wall, []).append(box)
    for boxes in in_wall.values():
        for (path, *a), (other, *b) in itertools.combinations(boxes, 2):
            apart = 0.001 + 1e-9  # two roundings
            if min(a[1], b[1]) - max(a[0], b[0]) > apart < min(a[3], b[3]) - max(a[2], b[2]):
                check.add(other, f"overlaps {path} in the same wall")


def _fits(
    check: _Check, path: str, hole: Doorway | Window, low: float, wall: Wall, length: float
) -> bool:
    good = [
        check.numbers(f"{path}.offset", (hole.offset,), 0.0, REACH),
        check.numbers(f"{path}.width", (hole.width,), 0.0, REACH, above=True),
        check.numbers(f"{path}.height", (hole.height,), 0.0, REACH, above=True),
        low == 0.0 or check.numbers(f"{path}.sill", (low,), 0.0, REACH),
    ]
    if not all(good):
        return False
    end, top = hole.offset + hole.width, low + hole.height
    if end > length + ROUNDING:
        good[1] = False
        check.add(f"{path}.width", f"ends {end:.3f} m along a wall of {length:.3f} m")
    if top > wall.height + ROUNDING:
        good[2] = False
        check.add(f"{path}.height", f"reaches {top:.3f} m in a wall of {wall.height:.3f} m")
    return all(good)


def _check_objects(
    check: _Check, objects: Sequence[Object], rooms: Mapping[str, shapely.Polygon | None]
) -> None:
    ids = check.unique("objects", (item.id for item in objects))
    for i, item in enumerate(objects):
        path = f"$.objects[{i}]"
        if item.id in (*SUPPORTS, "robot"):
            check.add(f"{path}.id", f"{item.id!r} is reserved, expected another name")
        if item.support not in SUPPORTS and item.support not in ids:
            check.add(f"{path}.support", f"{item.support!r}, expected an object's id or {SUPPORTS}")
        if item.container and item.container not in ids:
            check.add(f"{path}.container", f"{item.container!r}, expected the id of an object")
        check.numbers(f"{path}.yaw", (item.yaw,), -REACH, REACH)
        check.numbers(f"{path}.size", item.size, MIN_SIDE, MAX_SIDE)
        check.numbers(f"{path}.mass", (item.mass,), 0.0, 1e5, above=True)
        check.numbers(f"{path}.openness", (item.openness,), 0.0, 1.0)
        if item.walk is not None:
            _check_rolling(check, f"{path}.walk", item, rooms)
        if check.known(f"{path}.category", item.category, CATEGORIES, "category"):
            _check_against_category(check, path, item, CATEGORIES[item.category])
    _check_places(check, "objects", objects, rooms)
    _check_cycles(check, objects, ids)


def _check_against_category(check: _Check, path: str, item: Object, category: Category) -> None:
    kind = category.name
    check.known(f"{path}.variant", item.variant, category.variants, f"variant of {kind!r}")
    seen = set()
    for k, part in enumerate(item.parts):
        check.part(f"{path}.parts[{k}]", part)
        where = f"{path}.parts[{k}].name"
        if part.name in seen:
            check.add(where, f"{part.name!r} is listed twice")
        elif check.known(where, part.name, category.parts, f"part of {kind!r}"):
            seen.add(part.name)
    missing = [name for name in category.parts if name not in seen]
    if missing:
        check.add(f"{path}.parts", f"lacks {', '.join(missing)}, expected every part of {kind!r}")
    for name, count in item.counts.items():
        where = f"{path}.counts.{name}"
        if check.known(where, name, category.counts, f"repeated part of {kind!r}"):
            check.numbers(where, (count,), *category.counts[name])
    for name in item.states:
        check.known(f"{path}.states.{name}", name, category.states, f"state of {kind!r}")
    if item.openness > 0.0 and not category.openable:
        check.add(f"{path}.openness", f"{item.openness}, expected 0 since {kind!r} cannot open")


def _check_places(
    check: _Check,
    field: str,
    things: Sequence[Object | Person],
    rooms: Mapping[str, shapely.Polygon | None],
) -> None:
    """Every thing stands within the room that it names."""
    members: dict[str, list[int]] = {}
    for i, thing in enumerate(things):
        path = f"$.{field}[{i}]"
        good = check.numbers(f"{path}.position", thing.position, -REACH, REACH)
        if check.known(f"{path}.room", thing.room, rooms, "room of this home") and good:
            members.setdefault(thing.room, []).append(i)
    grown = {name: room.buffer(SLACK, join_style="mitre") for name, room in rooms.items() if room}
    for name, indices in members.items():
        if name not in grown:
            continue
        points = np.array([things[i].position[:2] for i in indices])
        outside = ~shapely.intersects_xy(grown[name], points[:, 0], points[:, 1])
        for k in np.flatnonzero(outside):
            x, y = points[k]
            others = [n for n, room in grown.items() if shapely.intersects_xy(room, x, y)]
            where = f"in {others[0]!r}" if others else "outside every room"
            path = f"$.{field}[{indices[k]}].position"
            check.add(path, f"({x:g}, {y:g}) is {where}, expected inside its room {name!r}")


def _check_cycles(check: _Check, objects: Sequence[Object], ids: Mapping[str, int]) -> None:
    """Nothing carries or contains itself, directly or through others."""
    edges = [
        (i, ids[name])
        for i, item in enumerate(objects)
        for name in (item.support, item.container)
        if name in ids and name not in SUPPORTS
    ]
    if not edges:
        return
    upper, lower = np.array(edges).T
    graph = csr_matrix((np.ones(len(edges)), (upper, lower)), (len(objects), len(objects)))
    _, label = connected_components(graph, connection="strong")
    caught = set(upper[upper == lower])  # itself
    caught.update(np.flatnonzero(np.bincount(label)[label] > 1))
    for group in sorted({label[i] for i in caught}):
        members = [int(i) for i in np.flatnonzero(label == group)]
        names = ", ".join(repr(objects[i].id) for i in members[:10])
        check.add(f"$.objects[{members[0]}].support", f"rests on itself, in a circle of: {names}")


def _check_people(check: _Check, house: House, rooms: Mapping[str, shapely.Polygon | None]) -> None:
    things = {item.id for item in house.objects}
    check.unique("people", (person.id for person in house.people))
    for i, person in enumerate(house.people):
        path = f"$.people[{i}]"
        if person.id in things:
            check.add(f"{path}.id", f"{person.id!r} is also the id of an object")
        known = check.known(f"{path}.body", person.body, known_bodies(), "body")
        own = [part.name for part in find_body(person.body).parts] if known else []
        check.numbers(f"{path}.yaw", (person.yaw,), -REACH, REACH)
        if person.gait != -1.0 and not 0.0 <= person.gait < 1.0:
            check.add(
                f"{path}.gait", f"{person.gait}, expected -1 (standing) or a number in [0, 1)"
            )
        check.known(f"{path}.stance", person.stance, STANCES, "stance")
        for k, part in enumerate(person.clothes):
            check.part(f"{path}.clothes[{k}]", part)
            if known:
                check.known(f"{path}.clothes[{k}].name", part.name, own, "part of a person")
        if person.walk is not None:
            _check_walk(check, f"{path}.walk", person.walk, rooms)
    _check_places(check, "people", house.people, rooms)


def _check_rolling(
    check: _Check, path: str, ball: Object, rooms: Mapping[str, shapely.Polygon | None] | None
) -> None:
    """What rolls lies on the floor and is no wider than a person, whose ways it takes."""
    assert ball.walk is not None
    _check_walk(check, path, ball.walk, rooms)
    if ball.walk.behaviour == "idle":
        check.add(f"{path}.behaviour", "'idle', expected 'loop' or 'roam' of a thing that rolls")
    if ball.support != "floor" or ball.container:
        where = f"in {ball.container!r}" if ball.container else f"on {ball.support!r}"
        check.add(path, f"{ball.id!r} is {where}, expected a thing that rolls to be on the floor")
    if max(ball.size[:2]) > MAX_ROLLING:
        told = f"{ball.id!r} is {max(ball.size[:2]):g} m wide, expected at most {MAX_ROLLING:g}"
        check.add(path, f"{told} of a thing that rolls")


def _check_walk(
    check: _Check, path: str, walk: Walk, rooms: Mapping[str, shapely.Polygon | None] | None
) -> None:
    """Speed and times are those of people; way points lie in rooms, if these are given."""
    check.known(f"{path}.behaviour", walk.behaviour, BEHAVIOURS, "behaviour")
    fewest = 1 if walk.behaviour == "loop" else 0
    if not fewest <= len(walk.points) <= MAX_WAY_POINTS:
        told = f"{len(walk.points)} way points, expected {fewest} to {MAX_WAY_POINTS}"
        check.add(f"{path}.points", told)
        return
    if walk.area and not 3 <= len(walk.area) <= MAX_WAY_POINTS:
        told = f"{len(walk.area)} corners, expected 3 to {MAX_WAY_POINTS}, or none for all floor"
        check.add(f"{path}.area", told)
        return
    check.numbers(f"{path}.speed", (walk.speed,), 0.0, MAX_SPEED, above=True)
    check.numbers(f"{path}.pause", walk.pause, 0.0, MAX_PAUSE)
    if walk.pause[0] > walk.pause[1]:
        check.add(f"{path}.pause", f"{walk.pause}, expected the shorter time first")
    check.numbers(f"{path}.seconds", (walk.seconds,), 0.0, 60.0, above=True)
    check.numbers(f"{path}.courtesy", (walk.courtesy,), 0.0, REACH)
    check.numbers(f"{path}.gap", (walk.gap,), 0.0, REACH)
    if walk.patience is not None:
        check.numbers(f"{path}.patience", (walk.patience,), 0.0, MAX_PAUSE, above=True)
    for k, corner in enumerate(walk.area):
        if not check.numbers(f"{path}.area[{k}]", corner, -REACH, REACH):
            return
    if walk.area and not shapely.Polygon(walk.area).is_valid:
        check.add(f"{path}.area", "its outline crosses itself, expected a simple polygon")
    for k, (x, y) in enumerate(walk.points):
        good = check.numbers(f"{path}.points[{k}]", (x, y), -REACH, REACH)
        if rooms is None or not good:
            continue
        if not any(room and shapely.intersects_xy(room, x, y) for room in rooms.values()):
            check.add(f"{path}.points[{k}]", f"({x:g}, {y:g}) is outside every room")
