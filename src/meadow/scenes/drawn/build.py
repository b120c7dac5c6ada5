"""From a drawing to a home: the building, pieces where they were drawn, small things by rule."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from meadow.errors import FileFormatError, GenerationError, InvalidValueError
from meadow.language.describe import with_article
from meadow.scenes.catalogue import CATEGORIES
from meadow.scenes.drawn.drawing import (
    OUTSIDE,
    Along,
    Drawing,
    DrawnGroup,
    DrawnHole,
    DrawnStanding,
    DrawnWay,
    Piece,
    WallName,
    read_drawing,
)
from meadow.scenes.generator import openings as holes
from meadow.scenes.generator.arrange import around, before
from meadow.scenes.generator.building import (
    THICKNESS,
    Building,
    add_lights,
    make_walls,
    metres,
    numbered,
)
from meadow.scenes.generator.clutter import add_litter, add_settings, add_small_things
from meadow.scenes.generator.decor import finishes
from meadow.scenes.generator.generate import finished_house, wanted_things
from meadow.scenes.generator.hang import OVER, hang_curtains, hang_lamps, mount
from meadow.scenes.generator.home import Home
from meadow.scenes.generator.kitchen import TAP, hang_cabinet, unit_size
from meadow.scenes.generator.reach import clear_ways, unreached_floor
from meadow.scenes.generator.space import FLAT, Box, Side, Site, room_sides
from meadow.scenes.generator.tiling import Rect, Tiling
from meadow.scenes.importers.house_file import HouseFile, Imported
from meadow.scenes.importers.summary import ImportSummary
from meadow.scenes.schema import (
    House,
    Object,
    Part,
    Point,
    Point3,
    Room,
    Wall,
    Window,
    mm,
    mrad,
    replace,
)
from meadow.scenes.validate import validated
from meadow.seeding import Stream, derived_seed, stream

HEIGHT = 2.6
"""Of walls."""
NARROWEST, EDGE = 0.3, 0.1
"""Of a hole, and of the wall on both of its sides, metres."""
#: Sill and height of windows, by the type of the room: above a sink, and where nobody looks in.
WINDOWS = {"kitchen": (1.15, 1.0), "bathroom": holes.HIGH_WINDOW}
WINDOW = (0.9, 1.3)
SEAT_GAP = 0.05
"""Between a desk and the seat before it."""
REVISION = 2
"""Of the generator's rules for small things."""
HOLES = ("doorway", "window")
"""Whose free floor and wall nothing may take."""
UNITS = ("counter", "sink", "dishwasher", "oven", "fridge")
"""Pieces that are equally deep and high in a kitchen."""
#: Wall -> direction of the inner faces on that side; they run counter-clockwise.
RUNS = {
    "north": (-1.0, 0.0),
    "south": (1.0, 0.0),
    "east": (0.0, 1.0),
    "west": (0.0, -1.0),
}


class DrawnFile(HouseFile):
    """The home of a drawing as the importers give homes."""

    def __init__(self, path: str | Path, *, assets: str | Path | None = None) -> None:
        if assets is not None:
            raise InvalidValueError(
                f"--assets {assets}: drawings use the catalogue alone; leave it out"
            )
        super().__init__(path)
        self._drawing = read_drawing(path)

    def __len__(self) -> int:
        return 1

    def imported(self, index: int) -> Imported:
        """The one home of the drawing, whatever the index, and a summary of what is in it."""
        house = build_house(self._drawing, self.path.name.split(".")[0])
        summary = ImportSummary(houses=1)
        summary.shapes.update(item.category for item in house.objects)
        return house, summary


def build_house(drawing: Drawing, name: str, *, seed: int = 0) -> House:
    """The valid home of a drawing; ``seed`` is for what the drawing leaves open."""
    builder = _Builder(drawing, derived_seed(seed, "drawn", name))
    house = finished_house(builder.furnished(), seed, id=name)
    source = f"generator/{REVISION} drawing={name} seed={seed}"
    return validated(replace(house, source=source), drawing.source)


class _Builder:
    def __init__(self, drawing: Drawing, root: int) -> None:
        self.drawing = drawing
        rooms = [*drawing.rooms.values()]
        self._types = tuple(room.type for room in rooms)
        self._ids = dict(zip(drawing.rooms, numbered(self._types)))
        building = Building(_tiling(drawing), HEIGHT)
        self._walls = make_walls(building.tiling, [*self._ids.values()], HEIGHT)
        building.walls = [*self._walls.values()]
        self._root = root
        self._rooms: dict[str, Room] = {}
        looks = finishes(self._stream("finishes"), self._types)
        for index, room in enumerate(rooms):
            polygon = tuple(metres(point) for point in building.tiling.outline(index))
            floor, walls = room.floor or looks[index][0], room.walls or looks[index][1]
            drawn = Room(self._ids[room.letter], room.type, polygon, floor, walls)
            building.rooms.append(drawn)
            self._rooms[room.letter] = drawn
        self._cut_holes(building)
        for index, room in enumerate(rooms):
            add_lights(self._stream("lights", room.letter), building, index)
        self.home = Home(root, building, REVISION)

    def _stream(self, *names: str | int) -> Stream:
        return stream(self._root, "drawn", *names)

    def furnished(self) -> Home:
        """The home with all that was drawn, and small things."""
        home = self.home
        problems: list[str] = []
        for room in self.drawing.rooms.values():
            site = home.sites[self._ids[room.letter]]
            for entry in room.furniture:
                try:
                    if isinstance(entry, Along):
                        self._along(site, entry)
                    else:
                        self._stand(site, entry)
                except FileFormatError as error:
                    problems.append(str(error))
            hang_lamps(home, site, self._stream("lamps", site.id), ("ceiling lamp",))
        if problems:
            raise FileFormatError("\n".join(problems))
        self._check_ways()
        hang_curtains(home, self._stream("curtains"))
        add_litter(home)
        clear_ways(home)
        add_settings(home)
        add_small_things(home, wanted_things(home))
        return home

    def _check_ways(self) -> None:
        try:
            left = unreached_floor(self.home)
        except GenerationError as error:
            raise GenerationError(f"{self.drawing.source}: {error}") from None
        if left is None:
            return
        room, (x, y) = left
        letter = next((letter for letter, id in self._ids.items() if id == room), "")
        x0, _, _, y1 = self.home.sites[room].bounds if letter else (0.0, 0.0, 0.0, 0.0)
        raise GenerationError(
            f"{self.drawing.source}: a robot 0.48 m wide does not reach {x - x0:.1f},{y1 - y:.1f} of room "
            f"{letter}. Move or remove a piece, or add a way"
        )

    # Holes.

    def _cut_holes(self, building: Building) -> None:
        drawing = self.drawing
        for way in drawing.ways:
            self._cut_way(building, way)
        assert drawing.front is not None  # checked when it was read
        letter, front = drawing.front
        wall, offset = self._outer_wall(letter, front, holes.FRONT_WIDTH)
        holes.hang_front_door(self._stream("front door"), building.openings, wall, offset)
        for room in drawing.rooms.values():
            sill, height = WINDOWS.get(room.type, WINDOW)
            for window in room.windows:
                wall, offset = self._outer_wall(room.letter, window, window.width)
                if holes.meets_door(building.openings, wall, offset, window.width):
                    raise drawing.error(window.line, "the window meets a door")
                known = building.openings.windows
                known.append(
                    Window(
                        f"window-{len(known) + 1}",
                        wall.id,
                        offset,
                        window.width,
                        sill,
                        height,
                    )
                )

    def _cut_way(self, building: Building, way: DrawnWay) -> None:
        a, b = (self._ids[letter] for letter in way.rooms)
        shared = [wall for wall in self._walls.values() if {wall.left, wall.right} == {a, b}]
        names = "-".join(way.rooms)
        if not shared:
            raise self.drawing.error(way.line, f"rooms {names} share no wall")
        wall = max(shared, key=holes.wall_length)
        width = way.width or holes.WIDTH
        offset = self._offset(wall, way.offset, width, way.line, f"the wall of {names}")
        if way.kind == "opening":
            holes.cut(building.openings, wall, offset, width, wall.height)
        elif way.kind == "doorway":
            holes.cut(building.openings, wall, offset, width, holes.HEIGHT)
        else:
            rng = self._stream("door", names)
            if not holes.hang_door(rng, building.openings, wall, offset, b):
                raise self.drawing.error(
                    way.line,
                    f"the leaf of {names} would meet another door; write 'doorway', or move it",
                )

    def _outer_wall(self, letter: str, hole: DrawnHole, width: float) -> tuple[Wall, float]:
        """The wall to the outside in which a hole is, and how far from the wall's start."""
        room = self._rooms[letter]
        side = _side(self.drawing, room_sides(room.polygon), hole.wall, hole.line)
        ends = [_from_end(side, hole.offset + far) for far in (0.0, width)]
        (x0, y0), (x1, y1) = sorted(_point(side, end) for end in ends)
        for wall in self._walls.values():
            if {wall.left, wall.right} != {room.id, ""} or _faces(wall, room.id) != side.direction:
                continue
            (ax, ay), (bx, by) = wall.a, wall.b
            upright = ax == bx
            start, end, low, high = (ay, by, y0, y1) if upright else (ax, bx, x0, x1)
            if abs((x0 - ax) if upright else (y0 - ay)) > THICKNESS:
                continue
            if start + EDGE <= low and high <= end - EDGE and width >= NARROWEST:
                return wall, mm(low - start)
        raise self.drawing.error(
            hole.line,
            f"a hole from {hole.offset:g} to {hole.offset + width:g} m of the {hole.wall} wall of room "
            f"{letter} ({side.length:g} m): expected {NARROWEST} m or wider, in a wall to the outside, "
            f"{EDGE} m from its ends",
        )

    def _offset(self, wall: Wall, offset: float, width: float, line: int, name: str) -> float:
        """Metres from a wall's start, given those from its western or northern end."""
        length = holes.wall_length(wall)
        if width < NARROWEST or not EDGE <= offset <= length - width - EDGE + 1e-9:
            raise self.drawing.error(
                line,
                f"a hole from {offset:g} to {offset + width:g} m: {name} is {length:g} m long, expected "
                f"{NARROWEST} m or wider, {EDGE} m from its ends",
            )
        upright = wall.a[0] == wall.b[0]
        return mm(length - offset - width) if upright else mm(offset)

    # Furniture.

    def _along(self, site: Site, entry: Along) -> None:
        """Pieces along a wall."""
        side = _side(self.drawing, site.sides, entry.wall, entry.line)
        drafts = [
            self._draft(site, e.piece) if isinstance(e, DrawnGroup) else None
            for e in entry.elements
        ]
        lengths = [
            draft.size[1] if draft else element if isinstance(element, float) else 0.0
            for element, draft in zip(entry.elements, drafts)
        ]
        left = side.length - sum(lengths)
        if left < -1e-6:
            raise self.drawing.error(
                entry.line,
                f"the {entry.wall} wall has {side.length:g} m, pieces and gaps take {sum(lengths):g} m",
            )
        stretch = left / max(1, entry.elements.count(None))
        reach = 0.0
        for element, draft, length in zip(entry.elements, drafts, lengths):
            centre = reach + length / 2
            reach += stretch if element is None else length
            if not isinstance(element, DrawnGroup) or draft is None:
                continue
            along = mm(_from_end(side, centre))
            if entry.hung:
                low, high = CATEGORIES[draft.category].mount
                self._hang(site, entry.line, draft, side, along, mm((low + high) / 2))
            else:
                self._at_wall(site, entry.line, element, draft, side, along)

    def _at_wall(
        self,
        site: Site,
        line: int,
        group: DrawnGroup,
        draft: Object,
        side: Side,
        along: float,
    ) -> None:
        centre, yaw = side.pose(along, draft.size[0])
        placed = self._placed(site, line, draft, centre, yaw, spot=(side, along))
        rng = self._stream("group", placed.id)
        if group.seat is not None:
            for k in range(group.seats):
                shift = ((k + 0.5) / group.seats - 0.5) * placed.size[1]
                seat = self._draft(site, group.seat)
                near = [*site.solids]
                if not before(self.home, site, placed, seat, SEAT_GAP, shift=mm(shift), near=near):
                    raise self.drawing.error(line, f"no room for {with_article(seat.category)}")
        if group.above is not None:
            above = self._draft(site, _at_most(group.above, placed.size[1]))
            if above.category == "wall cabinet":
                hang_cabinet(self.home, site, rng, placed, "wall cabinet")
            else:
                low, high = CATEGORIES[above.category].mount
                z = max(mm((low + high) / 2), mm(placed.size[2] + OVER))
                self._hang(site, line, above, side, along, z)
        self._carry(site, line, group, placed)

    def _hang(
        self, site: Site, line: int, item: Object, side: Side, along: float, z: float
    ) -> None:
        near = tuple(site.solids)
        if mount(self.home, site, item, side, along, z, near) is None:
            raise self._no_room(site, line, item, *side.pose(along, item.size[0]), z)

    def _stand(self, site: Site, entry: DrawnStanding) -> None:
        """A group in the free."""
        x0, _, _, y1 = site.bounds
        draft = self._draft(site, entry.group.piece)
        centre = mm(x0 + entry.x), mm(y1 - entry.y)
        placed = self._placed(site, entry.line, draft, centre, entry.yaw)
        if entry.group.above is not None:
            raise self.drawing.error(
                entry.line, "what is in the free has no wall to hang things on"
            )
        if entry.group.seat is not None:
            seat = self._draft(site, entry.group.seat)
            rng = self._stream("group", placed.id)
            near = [*site.solids]
            seats = around(self.home, site, rng, placed, seat, entry.group.seats, near)
            if len(seats) < entry.group.seats:
                raise self.drawing.error(
                    entry.line,
                    f"room for {len(seats)} of {entry.group.seats} at the {placed.category}",
                )
        self._carry(site, entry.line, entry.group, placed)

    def _carry(self, site: Site, line: int, group: DrawnGroup, carrier: Object) -> None:
        if group.carried is None:
            return
        item = self._draft(site, group.carried)
        tops = [s for s in self.home.surfaces(carrier) if math.isinf(s.clearance)]
        top = max(tops, key=lambda s: s.z, default=None)
        placed = top and self.home.place(
            site,
            item,
            carrier.position[:2],
            carrier.yaw,
            z=mm(carrier.position[2] + top.z),
            support=carrier.id,
            near=[*site.solids],
            carriers=(carrier.id,),
        )
        if placed is None:
            raise self.drawing.error(
                line,
                f"{with_article(item.category)} does not stand on the {carrier.category}",
            )

    def _placed(
        self,
        site: Site,
        line: int,
        draft: Object,
        centre: tuple[float, float],
        yaw: float,
        spot: tuple[Side, float] | None = None,
    ) -> Object:
        near = [*site.solids]
        if draft.size[2] < FLAT:
            near.append("doorway")  # a rug may lie there
        placed = self.home.place(site, draft, centre, yaw, near=near, spot=spot)
        if placed is None:
            raise self._no_room(site, line, draft, centre, yaw)
        return placed

    def _no_room(
        self,
        site: Site,
        line: int,
        draft: Object,
        centre: Point,
        yaw: float,
        z: float = 0.0,
    ) -> Exception:
        """Why a piece cannot stand somewhere."""
        box = Box(centre, draft.size[:2], mrad(yaw), z, z + draft.size[2])
        if not box.within(site.bounds) or any(box.overlaps(gap) for gap in site.gaps):
            why = "it would stand in a wall"
        elif others := [id for id, solid in site.solids.items() if box.overlaps(solid)]:
            why = (
                "the leaf of a door is there"
                if others[0].startswith("leaf")
                else f"{others[0]} is there"
            )
        elif zones := [name for name, zone in site.zones if box.overlaps(zone) and name in HOLES]:
            why = f"it would be in the way of a {zones[0]}"
        else:
            why = "there is no free floor before it, or it is too high for its place"
        x, y = centre[0] - site.bounds[0], site.bounds[3] - centre[1]
        size = f"{draft.size[0]:g} deep, {draft.size[1]:g} wide"
        return self.drawing.error(
            line,
            f"no room for {with_article(draft.category)} ({size}) at {x:.2f},{y:.2f}: {why}",
        )

    def _draft(self, site: Site, piece: Piece) -> Object:
        """A piece before it is placed; equal descriptions look equal in a room."""
        entry = CATEGORIES[piece.name]
        look = (piece.variant or "", piece.colour, piece.material)
        rng = self._stream("look", site.id, piece.name, *look)
        usual = [mm((low + high) / 2) for low, high in entry.size]
        width = usual[1] if piece.size[1] is None else piece.size[1]
        if site.kind == "kitchen" and piece.name in UNITS:
            rise = TAP if piece.name == "sink" else 0.0
            usual = [*unit_size(piece.name, width, usual[2], rise)]
        depth, _, height = (
            own if own is not None else common for own, common in zip(piece.size, usual)
        )
        size: Point3 = (depth, width, height)
        parts: tuple[Part, ...] = ()
        if piece.colour or piece.material:
            main, spec = next(iter(entry.parts.items()))
            colour = piece.colour or rng.choice(spec.colours)
            parts = (Part(main, colour, piece.material or spec.materials[0]),)
        return self.home.draft(rng, piece.name, variant=piece.variant, size=size, finishes=parts)


def _at_most(piece: Piece, width: float) -> Piece:
    """A piece whose usual width is at most that of what it hangs above."""
    depth, own, height = piece.size
    low, high = CATEGORIES[piece.name].size[1]
    own = mm(max(low, min((low + high) / 2, width))) if own is None else own
    return dataclasses.replace(piece, size=(depth, own, height))


def _tiling(drawing: Drawing) -> Tiling:
    """The rooms as rectangles, one for each stretch of a row; y grows to the north."""
    step = round(10 * drawing.square)
    letters = [*drawing.rooms]
    for letter in letters:
        if not _is_simple(drawing, letter):
            raise drawing.error(
                drawing.rooms[letter].line,
                f"room {letter} is not in one piece, or surrounds another; letter its parts differently",
            )
    pieces: dict[str, list[Rect]] = {letter: [] for letter in letters}
    for number, row in enumerate(drawing.rows):
        y = (len(drawing.rows) - 1 - number) * step
        for letter, start, end in _stretches(row):
            pieces[letter].append((start * step, y, end * step, y + step))
    return Tiling({index: tuple(pieces[letter]) for index, letter in enumerate(letters)})


def _stretches(row: str) -> Iterator[tuple[str, int, int]]:
    start = 0
    for letter, squares in groupby(row):
        end = start + len([*squares])
        if letter not in OUTSIDE:
            yield letter, start, end
        start = end


def _is_simple(drawing: Drawing, letter: str) -> bool:
    """Whether a room is in one piece, no corner of it alone touches another, and it surrounds nothing."""
    wide = max(map(len, drawing.rows))
    own = {
        (i, j)
        for j, row in enumerate(drawing.rows)
        for i, square in enumerate(row)
        if square == letter
    }
    around = {(i, j) for i in range(-1, wide + 1) for j in range(-1, len(drawing.rows) + 1)}
    for i, j in around:
        block = [
            (i, j) in own,
            (i + 1, j) in own,
            (i + 1, j + 1) in own,
            (i, j + 1) in own,
        ]
        if block in ([True, False, True, False], [False, True, False, True]):
            return False
    return _connected(own) and _connected(around - own)


def _connected(squares: set[tuple[int, int]]) -> bool:
    """Whether one gets from each square to all others by their sides."""
    left = set(squares)
    todo = [left.pop()]
    while todo:
        i, j = todo.pop()
        for other in ((i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)):
            if other in left:
                left.remove(other)
                todo.append(other)
    return not left


def _faces(wall: Wall, room: str) -> tuple[float, float]:
    """The direction in which a room's own inner face of a wall runs."""
    dx, dy = wall.b[0] - wall.a[0], wall.b[1] - wall.a[1]
    length = abs(dx) + abs(dy)
    sign = 1.0 if wall.left == room else -1.0
    return sign * dx / length + 0.0, sign * dy / length + 0.0


def _side(drawing: Drawing, sides: Sequence[Side], name: WallName, line: int) -> Side:
    """The inner face that a name means."""
    across = name.side in ("north", "south")
    found = sorted(
        (side for side in sides if side.direction == RUNS[name.side]),
        key=lambda side: side.start[0] if across else -side.start[1],
    )
    if name.number == 0 and len(found) > 1:
        names = ", ".join(f"{name.side} {k + 1} ({s.length:g} m)" for k, s in enumerate(found))
        raise drawing.error(
            line, f"the room has {len(found)} {name.side} walls: write one of {names}"
        )
    if name.number > len(found):
        raise drawing.error(line, f"{name}: the room has {len(found)} {name.side} wall(s)")
    return found[max(0, name.number - 1)]


def _from_end(side: Side, offset: float) -> float:
    """Metres from a side's start, given those from its western or northern end."""
    backwards = side.direction in (RUNS["north"], RUNS["east"])
    return side.length - offset if backwards else offset


def _point(side: Side, along: float) -> Point:
    (x, y), (dx, dy) = side.start, side.direction
    return mm(x + along * dx), mm(y + along * dy)
