"""The building itself as quads: floors, ceilings, walls with holes, reveals, window panes, door leaves.

Seen from inside any room there is no gap. Faces that meet at an outward edge (the rim of a doorway)
share their corners exactly; faces that meet in an inward corner reach ``SLACK`` beyond it, where the
other face hides them; floors and ceilings run on to the centre lines of the walls.

Every panel lies within the polygons of the rooms it names, so a renderer that walks from room to room
through the openings finds all that can be seen.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from meadow.scenes.doors import LEAF, along, leaf_outline
from meadow.scenes.modelling.shape import Shape, triangulate
from meadow.scenes.schema import Doorway, Finish, House, Part, Point, Point3, Room, Wall

SLACK = 0.004
"""How far faces reach beyond inward corners, metres."""
CELL = 1.3
"""Large faces are cut into pieces of about this width, so that light can vary across them."""
HEIGHT = 2.6
"""Of rooms without any wall."""
_TOUCH = 0.006
"""Walls belong to a room's edge when they lie this near to it."""

Corners = tuple[Point3, Point3, Point3, Point3]


@dataclass(frozen=True, slots=True)
class Panel:
    """Faces of one kind and finish that are seen from the same rooms."""

    kind: str
    """A key of ``types.SHELL_IDS``."""
    rooms: tuple[int, ...]
    """Indices into ``house.rooms``; empty for what only shows from outside the home."""
    finish: Finish
    quads: NDArray[np.float64]
    """(F, 4, 3) corners, counter-clockwise from the visible side; a triangle repeats its last."""
    pane: bool = False
    """The faces show the view out of a window instead of the finish."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A doorway as something to look through."""

    rooms: tuple[int, int]
    """Indices of the rooms left and right of a -> b; -1 for the outside."""
    a: Point
    b: Point
    top: float
    doorway: int
    """Index into ``house.doorways``."""


@dataclass(frozen=True, slots=True)
class Shell:
    """What of a building never moves: the faces that are seen, and the doorways in it."""

    panels: tuple[Panel, ...]
    """Those that win where coplanar faces overlap come first."""
    openings: tuple[Opening, ...]
    heights: tuple[float, ...]
    """Ceiling of each room."""


@dataclass(slots=True)
class _Side:
    """One face of a wall, in the wall's own coordinate ``s`` from ``a`` to ``b``."""

    room: int
    start: float
    end: float
    first: Point
    last: Point
    hidden_start: bool
    """The face may reach beyond its end: an inward corner."""
    hidden_end: bool


@dataclass(slots=True)
class _Hole:
    start: float
    end: float
    low: float
    high: float
    doorway: int = -1


@dataclass(slots=True)
class _Run:
    """A stretch of a room's edge with one wall (or none) behind it."""

    a: Point
    b: Point
    wall: int
    thickness: float
    first: Point = (0.0, 0.0)
    last: Point = (0.0, 0.0)
    hidden_first: bool = False
    hidden_last: bool = False


@dataclass(slots=True)
class _Builder:
    house: House
    panels: list[Panel] = field(default_factory=list)
    openings: list[Opening] = field(default_factory=list)

    def add(
        self,
        kind: str,
        rooms: tuple[int, ...],
        finish: Finish,
        quads: Sequence[Corners],
        pane: bool = False,
    ) -> None:
        if quads:
            self.panels.append(Panel(kind, rooms, finish, np.array(quads, np.float64), pane))


def build_shell(house: House) -> Shell:
    """All fixed faces of a house; door leaves are apart (:func:`leaf_shape`) because they move."""
    index = {room.id: i for i, room in enumerate(house.rooms)}
    heights = _ceilings(house, index)
    builder = _Builder(house)
    sides: dict[tuple[int, bool], _Side] = {}
    # Faces without a wall of their own: edges that no wall covers, steps between thicknesses.
    bare: list[tuple[int, Point, Point]] = []
    for r, room in enumerate(house.rooms):
        runs = _offset(_runs(house, room))
        for run, following in zip(runs, [*runs[1:], *runs[:1]]):
            if math.dist(run.last, following.first) > 1e-9:
                bare.append((r, run.last, following.first))
            if run.wall < 0:
                bare.append((r, run.first, run.last))
            else:
                key, side = _side(house.walls[run.wall], r, run)
                sides[run.wall, key] = side
    for w, wall in enumerate(house.walls):
        _build_wall(builder, w, wall, sides, heights)
    for r, a, b in bare:
        quad = _upright(b, a, 0.0, heights[r])
        builder.add("wall", (r,), house.rooms[r].walls, [quad])
    for r, room in enumerate(house.rooms):
        cells = _cover(room.polygon)
        floor = [_flat(cell, 0.0) for cell in cells]
        ceiling = [_flat(cell[::-1], heights[r]) for cell in cells]
        builder.add("floor", (r,), room.floor, floor)
        builder.add("ceiling", (r,), room.ceiling, ceiling)
    return Shell(tuple(builder.panels), tuple(builder.openings), heights)


def seals(doorway: Doorway) -> bool:
    """Whether nothing can be seen through: a leaf that is fully shut."""
    return doorway.leaf is not None and doorway.openness <= 0.0


def leaf_shape(doorway: Doorway) -> Shape:
    """A door's leaf with its handles: hinge at the origin, along X, thickness towards +Y."""
    shape = Shape()
    width, height = doorway.width, doorway.height
    # Into the frame and the floor, so that a shut door leaves no slit.
    shape.box("leaf", (-SLACK, 0.0, -SLACK), (width + SLACK, LEAF, height + SLACK))
    shape.panel(
        "leaf",
        (0.0, -0.001, 0.0),
        (width, -0.001, 0.0),
        (width, -0.001, height),
        (0.0, -0.001, height),
        printed=True,
    )
    shape.panel(
        "leaf",
        (width, LEAF + 0.001, 0.0),
        (0.0, LEAF + 0.001, 0.0),
        (0.0, LEAF + 0.001, height),
        (width, LEAF + 0.001, height),
        printed=True,
    )
    for low, high in ((-0.05, 0.0), (LEAF, LEAF + 0.05)):
        shape.box("handle", (width - 0.09, low, 0.99), (width - 0.07, high, 1.01))
        edge = low if low < 0 else high - 0.015
        shape.box("handle", (width - 0.2, edge, 0.985), (width - 0.07, edge + 0.015, 1.015))
    return shape


def leaf_parts(leaf: Part) -> tuple[Part, ...]:
    """How the leaf and its handles look; the panelled faces carry the print "door"."""
    face = Part("leaf", leaf.colour, leaf.material, "printed", image="door")
    return face, Part("handle", "silver", "metal")


def leaf_pose(wall: Wall, doorway: Doorway) -> tuple[Point, float]:
    """Where the leaf's shape goes: position of its origin and yaw."""
    outline = leaf_outline(wall, doorway)
    along_leaf = outline[1] - outline[0]
    yaw = math.atan2(along_leaf[1], along_leaf[0])
    return (float(outline[0, 0]), float(outline[0, 1])), yaw


def _ceilings(house: House, index: dict[str, int]) -> tuple[float, ...]:
    heights = [0.0] * len(house.rooms)
    for wall in house.walls:
        for name in (wall.left, wall.right):
            if name in index:
                heights[index[name]] = max(heights[index[name]], wall.height)
    return tuple(h or HEIGHT for h in heights)


def _straightened(polygon: Sequence[Point]) -> list[Point]:
    """The polygon without corners on a straight line and repeated points."""
    points = [p for p, q in zip(polygon, [*polygon[1:], polygon[0]]) if math.dist(p, q) > 1e-6]
    out = []
    for a, b, c in zip([points[-1], *points[:-1]], points, [*points[1:], points[0]]):
        cross = (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
        if abs(cross) > 1e-6 * math.dist(a, b) * math.dist(b, c):
            out.append(b)
    return out


def _runs(house: House, room: Room) -> list[_Run]:
    """The room's edges, cut where one wall gives way to another."""
    runs = []
    corners = _straightened(room.polygon)
    for p, q in zip(corners, [*corners[1:], corners[0]]):
        length = math.dist(p, q)
        ux, uy = (q[0] - p[0]) / length, (q[1] - p[1]) / length

        def locate(point: Point, p: Point = p, ux: float = ux, uy: float = uy) -> Point:
            x, y = point[0] - p[0], point[1] - p[1]
            return x * ux + y * uy, y * ux - x * uy

        pieces = []
        for w, wall in enumerate(house.walls):
            if room.id not in (wall.left, wall.right):
                continue
            (s, d), (t, e) = sorted((locate(wall.a), locate(wall.b)))
            if max(abs(d), abs(e)) <= _TOUCH and min(t, length) - max(s, 0.0) > _TOUCH:
                pieces.append((max(s, 0.0), min(t, length), w))
        at = 0.0
        for s, t, w in [*sorted(pieces), (length, length, -1)]:
            if s - at > _TOUCH:
                a, b = _lerp(p, q, at / length), _lerp(p, q, s / length)
                runs.append(_Run(a, b, -1, 0.0))
            if w >= 0:
                a, b = _lerp(p, q, s / length), _lerp(p, q, t / length)
                runs.append(_Run(a, b, w, house.walls[w].thickness))
            at = max(at, t)
    return runs


def _lerp(p: Point, q: Point, t: float) -> Point:
    return p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t


def _offset(runs: list[_Run]) -> list[_Run]:
    """Move each run to the inner face of its wall and find where neighbours meet."""
    lines = []
    for run in runs:
        length = math.dist(run.a, run.b)
        ux, uy = (run.b[0] - run.a[0]) / length, (run.b[1] - run.a[1]) / length
        half = run.thickness / 2
        lines.append((run.a[0] - uy * half, run.a[1] + ux * half, ux, uy))
    for i, run in enumerate(runs):
        j = (i + 1) % len(runs)
        ax, ay, ux, uy = lines[i]
        bx, by, vx, vy = lines[j]
        cross = ux * vy - uy * vx
        if abs(cross) < 1e-6:
            length = math.dist(run.a, run.b)
            run.last = (ax + ux * length, ay + uy * length)
            same = run.thickness == runs[j].thickness
            runs[j].first = run.last if same else (bx, by)
        else:
            t = ((bx - ax) * vy - (by - ay) * vx) / cross
            run.last = runs[j].first = (ax + ux * t, ay + uy * t)
            run.hidden_last = runs[j].hidden_first = cross > 0
    return runs


def _side(wall: Wall, room: int, run: _Run) -> tuple[bool, _Side]:
    """A run as a face of its wall: (on the wall's left, the face)."""
    dx, dy = wall.b[0] - wall.a[0], wall.b[1] - wall.a[1]
    length = math.hypot(dx, dy)

    def s(point: Point) -> float:
        return ((point[0] - wall.a[0]) * dx + (point[1] - wall.a[1]) * dy) / length

    left = (run.b[0] - run.a[0]) * dx + (run.b[1] - run.a[1]) * dy > 0
    ends = (s(run.first), run.first, run.hidden_first), (s(run.last), run.last, run.hidden_last)
    (s0, p0, h0), (s1, p1, h1) = ends if left else ends[::-1]
    return left, _Side(room, s0, s1, p0, p1, h0, h1)


def _build_wall(
    builder: _Builder,
    w: int,
    wall: Wall,
    sides: dict[tuple[int, bool], _Side],
    heights: tuple[float, ...],
) -> None:
    """Both faces of a wall, the rims of its holes, its panes and its top."""
    house = builder.house
    length, half = math.dist(wall.a, wall.b), wall.thickness / 2
    inner = {left: sides.get((w, left)) for left in (True, False)}
    holes = _holes(house, wall, [s for s in inner.values() if s is not None], heights)
    free_standing = not any(inner.values()) and bool(wall.left) and wall.left == wall.right
    home = next((i for i, r in enumerate(house.rooms) if r.id == wall.left), -1)
    finish = _wall_finish(house, inner, home)
    for hole in holes:
        _rims(builder, wall, hole, inner, finish)
    for left, side in inner.items():
        rooms: tuple[int, ...] = (home,) if free_standing else ()
        height = wall.height
        if side is None:
            aside = half if left else -half
            reach = 0.0 if free_standing else half
            ends = along(wall, -reach, aside), along(wall, length + reach, aside)
            side = _Side(-1, -reach, length + reach, *ends, False, False)
        else:
            rooms, height = (side.room,), heights[side.room]
        quads = [
            _upright_on(wall, side, left, *rectangle) for rectangle in _face(side, height, holes)
        ]
        look = house.rooms[side.room].walls if side.room >= 0 else finish
        builder.add("wall", rooms, look, quads)
    corners = ((0, -half), (length, -half), (length, half), (0, half))
    outline = [along(wall, s, d) for s, d in corners]
    if free_standing:
        caps = [_upright(outline[i], outline[(i + 1) % 4], 0.0, wall.height) for i in (1, 3)]
        builder.add("wall", (home,), finish, caps)
    builder.add("wall", (home,) if free_standing else (), finish, [_flat(outline, wall.height)])


def _wall_finish(house: House, inner: dict[bool, _Side | None], home: int) -> Finish:
    for side in inner.values():
        if side is not None:
            return house.rooms[side.room].walls
    return house.rooms[max(home, 0)].walls


def _holes(
    house: House, wall: Wall, sides: Sequence[_Side], heights: tuple[float, ...]
) -> list[_Hole]:
    """Doorways and windows of a wall, cut to what both of its faces have, from start to end."""
    start = max([s.start for s in sides], default=0.0)
    end = min([s.end for s in sides], default=math.dist(wall.a, wall.b))
    top = min([heights[s.room] for s in sides], default=wall.height)
    holes = [
        _Hole(d.offset, d.offset + d.width, 0.0, min(d.height, top), i)
        for i, d in enumerate(house.doorways)
        if d.wall == wall.id
    ]
    holes += [
        _Hole(w.offset, w.offset + w.width, w.sill, min(w.sill + w.height, top))
        for w in house.windows
        if w.wall == wall.id
    ]
    out: list[_Hole] = []
    for hole in sorted(holes, key=lambda h: h.start):
        # Overlapping holes would leave faces in the air: the later one gives way.
        low = max(hole.start, start, out[-1].end if out else start)
        hole.start, hole.end = low, min(hole.end, end)
        if hole.end - hole.start > _TOUCH and hole.high > hole.low:
            out.append(hole)
    return out


def _face(
    side: _Side, height: float, holes: Sequence[_Hole]
) -> Iterator[tuple[float, float, float, float]]:
    """A wall's face without its holes, as rectangles (s0, s1, z0, z1).

    Beside a hole the columns are cut at its top and sill, so that they share corners with its rim.
    """
    at = side.start
    before: _Hole | None = None
    for hole in [*holes, None]:
        stop = side.end if hole is None else hole.start
        if stop - at > 1e-9:
            count = max(1, round((stop - at) / CELL))
            marks = [at + (stop - at) * k / count for k in range(count)] + [stop]
            for k, (s0, s1) in enumerate(itertools.pairwise(marks)):
                beside = [h for h, here in ((before, k == 0), (hole, k == count - 1)) if here and h]
                cuts = {0.0, height}.union(*((h.low, h.high) for h in beside))
                # Columns overlap where nothing but wall follows: their cuts need not match.
                first_slack = SLACK if k > 0 or (before is None and side.hidden_start) else 0.0
                last_slack = SLACK if k < count - 1 or (hole is None and side.hidden_end) else 0.0
                levels = sorted(z for z in cuts if z <= height)
                for z0, z1 in itertools.pairwise(levels):
                    yield s0 - first_slack, s1 + last_slack, z0, z1
        if hole is not None:
            if hole.low > 0.0:
                yield hole.start, hole.end, 0.0, hole.low
            if hole.high < height:
                yield hole.start, hole.end, hole.high, height
            at, before = hole.end, hole


def _upright_on(
    wall: Wall, side: _Side, left: bool, s0: float, s1: float, z0: float, z1: float
) -> Corners:
    """A rectangle on a wall's face; the ends use the exact corners that neighbours share."""
    aside = wall.thickness / 2 if left else -wall.thickness / 2

    def at(s: float) -> Point:
        if s == side.start:
            return side.first
        return side.last if s == side.end else along(wall, s, aside)

    p, q = at(s0), at(s1)
    return _upright(q, p, z0, z1) if left else _upright(p, q, z0, z1)


def _upright(p: Point, q: Point, z0: float, z1: float) -> Corners:
    """A vertical rectangle with p at the bottom left of whoever sees it."""
    return (*p, z0), (*q, z0), (*q, z1), (*p, z1)


def _flat(points: Sequence[Point], z: float) -> Corners:
    """Three or four points at one height."""
    a, b, c, d = points if len(points) == 4 else (*points, points[-1])
    return (*a, z), (*b, z), (*c, z), (*d, z)


def _rims(
    builder: _Builder,
    wall: Wall,
    hole: _Hole,
    inner: dict[bool, _Side | None],
    finish: Finish,
) -> None:
    """What is seen inside a hole: jambs, soffit and threshold, or a window's reveal and pane."""
    half = wall.thickness / 2
    rooms = {left: side.room if side else -1 for left, side in inner.items()}
    if hole.doorway < 0:
        for left, room in rooms.items():
            _window(builder, wall, hole, half if left else -half, room, finish)
        return
    seen = tuple(sorted({r for r in rooms.values() if r >= 0}))
    corners = [along(wall, s, d) for s in (hole.start, hole.end) for d in (-half, half)]
    r0, l0, r1, l1 = corners
    floor = builder.house.rooms[seen[0]].floor if seen else finish
    builder.add("floor", seen, floor, [_flat((r0, r1, l1, l0), 0.0)])
    rim = [
        _upright(r0, l0, 0.0, hole.high),
        _upright(l1, r1, 0.0, hole.high),
        _flat((l0, l1, r1, r0), hole.high),
    ]
    builder.add("wall", seen, finish, rim)
    builder.openings.append(
        Opening(
            (rooms[True], rooms[False]),
            along(wall, hole.start),
            along(wall, hole.end),
            hole.high,
            hole.doorway,
        )
    )
    for left, room in rooms.items():
        if room < 0 and seen:  # a front door: the world outside is a picture of it
            _pane(builder, wall, hole, half if left else -half, not left, seen)


def _window(
    builder: _Builder, wall: Wall, hole: _Hole, aside: float, room: int, finish: Finish
) -> None:
    """One side of a window: the reveal back to the middle of the wall, and the pane there."""
    p0, p1 = along(wall, hole.start, aside), along(wall, hole.end, aside)
    q0, q1 = along(wall, hole.start), along(wall, hole.end)
    if aside < 0:  # seen from the right side, start and end swap their sides
        p0, p1, q0, q1 = p1, p0, q1, q0
    rim = [
        _upright(q0, p0, hole.low, hole.high),
        _upright(p1, q1, hole.low, hole.high),
        _flat((p0, q0, q1, p1), hole.low),
        _flat((p0, p1, q1, q0), hole.high),
    ]
    rooms = (room,) if room >= 0 else ()
    look = builder.house.rooms[room].walls if room >= 0 else finish
    builder.add("wall", rooms, look, rim)
    _pane(builder, wall, hole, 0.0, aside > 0, rooms)


def _pane(
    builder: _Builder, wall: Wall, hole: _Hole, aside: float, left: bool, rooms: tuple[int, ...]
) -> None:
    """The view out, a little larger than its hole; ``left``: seen from the wall's left."""
    p = along(wall, hole.start - SLACK, aside)
    q = along(wall, hole.end + SLACK, aside)
    ends = (q, p) if left else (p, q)
    quad = _upright(*ends, hole.low - SLACK, hole.high + SLACK)
    builder.add("window", rooms, Finish("plaster", "white"), [quad], pane=True)


def _cover(polygon: Sequence[Point]) -> list[list[Point]]:
    """A polygon as rectangles of moderate size, or as triangles when its edges are not axis-aligned."""
    corners = _straightened(polygon)
    pairs = list(zip(corners, [*corners[1:], corners[0]]))
    if any(abs(p[0] - q[0]) > 1e-6 and abs(p[1] - q[1]) > 1e-6 for p, q in pairs):
        return [[corners[i] for i in triangle] for triangle in triangulate(corners)]
    cells: list[list[Point]] = []
    ys = _marks([y for _, y in corners])
    for x0, x1 in itertools.pairwise(_marks([x for x, _ in corners])):
        for y0, y1 in itertools.pairwise(ys):
            if _holds(corners, (x0 + x1) / 2, (y0 + y1) / 2):
                cells.append([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
    return cells


def _marks(values: Sequence[float]) -> list[float]:
    """Sorted values with even cuts between distant ones."""
    ordered = sorted(set(values))
    out = ordered[:1]
    for low, high in itertools.pairwise(ordered):
        count = max(1, round((high - low) / CELL))
        out += [low + (high - low) * k / count for k in range(1, count)] + [high]
    return out


def _holds(polygon: Sequence[Point], x: float, y: float) -> bool:
    inside = False
    for (ax, ay), (bx, by) in zip(polygon, [*polygon[1:], polygon[0]]):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return inside
