"""The building itself: rooms with finishes, walls, doorways, windows and ceiling lights."""

from __future__ import annotations

from dataclasses import dataclass, field

from meadow.scenes.doors import LEAF
from meadow.scenes.generator.access import Link
from meadow.scenes.generator.decor import door_leaf, finishes, light_tint
from meadow.scenes.generator.programme import PUBLIC
from meadow.scenes.generator.tiling import OUTSIDE, Run, Tiling
from meadow.scenes.schema import Doorway, Light, Room, Wall, Window, mm
from meadow.seeding import Stream

THICKNESS = 0.1
MARGIN = 0.2
"""Wall left standing between a hole and the end of its wall."""
APPROACH = 0.75
"""Floor kept free on both sides of a doorway."""

Area = tuple[float, float, float, float]
"""Low x, low y, high x, high y; metres."""


@dataclass(slots=True)
class Building:
    """A home before anything stands in it."""

    types: tuple[str, ...]
    tiling: Tiling
    height: float
    rooms: list[Room] = field(default_factory=list)
    walls: list[Wall] = field(default_factory=list)
    doorways: list[Doorway] = field(default_factory=list)
    windows: list[Window] = field(default_factory=list)
    lights: list[Light] = field(default_factory=list)
    approaches: list[tuple[str, Area]] = field(default_factory=list)
    """Room and floor that stays free for a doorway."""
    leaves: list[tuple[str, Area]] = field(default_factory=list)
    """Room and floor below an open leaf."""

    def wall(self, id: str) -> Wall:
        """The wall of that id."""
        return next(w for w in self.walls if w.id == id)


def draw_building(
    rng: Stream, types: tuple[str, ...], tiling: Tiling, links: list[Link], height: float
) -> Building:
    """Turn a plan into walls, doorways, windows and lights."""
    building = Building(types, tiling, height)
    looks = finishes(rng, types)
    ids = numbered(types)
    for room, kind in enumerate(types):
        polygon = tuple((mm(x / 10), mm(y / 10)) for x, y in tiling.outline(room))
        building.rooms.append(Room(ids[room], kind, polygon, *looks[room]))
    names = {OUTSIDE: "", **dict(enumerate(ids))}
    walls: dict[Run, Wall] = {}
    for k, run in enumerate(tiling.runs, start=1):
        a, b = ((mm(x / 10), mm(y / 10)) for x, y in (run.a, run.b))
        left, right = names[run.left], names[run.right]
        walls[run] = Wall(f"wall-{k}", a, b, left, right, height, THICKNESS)
    building.walls = list(walls.values())
    _add_front_door(rng, building, walls)
    for link in links:
        _add_doorway(
            rng, building, walls[link.run], tuple(types[r] for r in link.rooms), ids[link.rooms[1]]
        )
    for room, kind in enumerate(types):
        runs = [run for run in tiling.runs if run.rooms == {room, OUTSIDE}]
        _add_windows(rng, building, kind, [walls[run] for run in runs])
    _add_lights(rng, building)
    return building


def numbered(names: tuple[str, ...]) -> list[str]:
    """Ids such as "bedroom-2", counted for each name."""
    return [f"{n.replace(' ', '-')}-{names[: i + 1].count(n)}" for i, n in enumerate(names)]


def along(wall: Wall, start: float, end: float, low: float, high: float) -> Area:
    """The floor from ``start`` to ``end`` along a wall, ``low`` to ``high`` to its left (negative: right)."""
    (ax, ay), (bx, by) = wall.a, wall.b
    length = abs(bx - ax) + abs(by - ay)
    ux, uy = (bx - ax) / length, (by - ay) / length
    xs = [ax + ux * s - uy * d for s in (start, end) for d in (low, high)]
    ys = [ay + uy * s + ux * d for s in (start, end) for d in (low, high)]
    return mm(min(xs)), mm(min(ys)), mm(max(xs)), mm(max(ys))


def wall_length(wall: Wall) -> float:
    """Metres from a to b; walls are parallel to an axis."""
    return mm(abs(wall.b[0] - wall.a[0]) + abs(wall.b[1] - wall.a[1]))


def _clash(building: Building, room: str, area: Area) -> bool:
    """Whether floor that must stay free is already promised to another doorway of the room."""
    taken = [a for name, a in (*building.approaches, *building.leaves) if name == room]
    return any(
        area[0] < a[2] and a[0] < area[2] and area[1] < a[3] and a[1] < area[3] for a in taken
    )


def _add_doorway(
    rng: Stream, building: Building, wall: Wall, kinds: tuple[str, ...], inner: str
) -> None:
    """Cut a way between two rooms: open-plan, an empty frame, or a door that stands open."""
    room = wall_length(wall) - 2 * MARGIN
    if set(kinds) <= set(PUBLIC) and room >= 1.5 and rng.chance(0.6):
        width = mm(rng.uniform(1.5, min(3.0, room)))
        _cut(building, wall, mm(MARGIN + rng.random() * (room - width)), width, building.height)
        return
    width = 0.9
    leafy = {"bathroom": 1.0, "bedroom": 0.7, "office": 0.6}.get(kinds[1], 0.15)
    leaf = door_leaf(rng) if rng.chance(leafy) else None
    ends = [MARGIN, mm(MARGIN + room - width)]
    offsets = [
        rng.choice(ends),
        *ends,
        *(mm(MARGIN + rng.random() * (room - width)) for _ in range(8)),
    ]
    if rng.chance(0.3):
        offsets = offsets[3:] + offsets[:3]
    into_left = wall.left == inner
    if leaf is not None:
        for offset in offsets:
            # Hinged at the nearer corner, so that the open leaf stands along a wall.
            at_start = offset <= (room - width) / 2 + MARGIN
            swing = along(wall, offset, offset + width, 0.05, 0.05 + width)
            if not into_left:
                swing = along(wall, offset, offset + width, -0.05 - width, -0.05)
            if not _clash(building, inner, swing):
                _cut(building, wall, offset, width, 2.05)
                hinge = offset if at_start else offset + width - LEAF
                sign = 1 if into_left else -1
                building.leaves.append(
                    (inner, along(wall, hinge, hinge + LEAF, 0.05 * sign, (0.05 + width) * sign))
                )
                building.approaches.append((inner, swing))
                building.doorways[-1] = Doorway(
                    building.doorways[-1].id,
                    wall.id,
                    offset,
                    width,
                    2.05,
                    leaf,
                    1.0,
                    at_start,
                    into_left,
                )
                return
    _cut(building, wall, offsets[0], width, 2.05)


def _cut(building: Building, wall: Wall, offset: float, width: float, height: float) -> None:
    """Add an empty doorway and keep its approaches free."""
    id = f"doorway-{len(building.doorways) + 1}"
    building.doorways.append(Doorway(id, wall.id, offset, width, height))
    low, high = offset - 0.05, offset + width + 0.05
    if wall.left:
        building.approaches.append((wall.left, along(wall, low, high, 0.0, 0.05 + APPROACH)))
    if wall.right:
        building.approaches.append((wall.right, along(wall, low, high, -0.05 - APPROACH, 0.0)))


def _add_front_door(rng: Stream, building: Building, walls: dict[Run, Wall]) -> None:
    """A closed door to the outside, in the hallway where there is one."""
    order = ("hallway", "living room", "kitchen", "dining room", "bedroom", "office", "bathroom")
    outer = [run for run in walls if OUTSIDE in run.rooms and run.length >= 15]

    def rank(run: Run) -> tuple[int, int]:
        return order.index(building.types[max(run.rooms)]), -run.length

    run = min(outer, key=rank)
    wall, width = walls[run], 0.95
    offset = mm(MARGIN + rng.random() * (wall_length(wall) - 2 * MARGIN - width))
    _cut(building, wall, offset, width, 2.1)
    building.doorways[-1] = Doorway(
        building.doorways[-1].id,
        wall.id,
        offset,
        width,
        2.1,
        door_leaf(rng, front=True),
        0.0,
        rng.chance(0.5),
        bool(wall.left),
    )


def _add_windows(rng: Stream, building: Building, kind: str, walls: list[Wall]) -> None:
    """Windows in the outer walls of one room; the longest wall almost always has one."""
    walls = sorted(walls, key=lambda w: (-wall_length(w), w.id))
    for rank, wall in enumerate(walls):
        chance = {"bathroom": 0.7, "hallway": 0.4}.get(kind, 0.95) / (1 + rank)
        length = wall_length(wall)
        if length < 1.2 or not rng.chance(chance):
            continue
        small = kind in ("bathroom", "hallway")
        count = 2 if length > 4.6 and not small and rng.chance(0.5) else 1
        share = length / count
        sill, height = (1.4, 0.6) if kind == "bathroom" else (0.9, mm(rng.uniform(1.1, 1.4)))
        width = mm(rng.uniform(0.6, 0.8 if small else min(2.2, share - 0.6)))
        for k in range(count):
            middle = mm((k + 0.5) * share + rng.uniform(-0.15, 0.15) * (share - width - 0.5))
            offset = mm(middle - width / 2)
            if any(
                d.wall == wall.id
                and offset < d.offset + d.width + 0.15
                and d.offset < offset + width + 0.15
                for d in building.doorways
            ):
                continue
            id = f"window-{len(building.windows) + 1}"
            building.windows.append(Window(id, wall.id, offset, width, sill, height))


def _add_lights(rng: Stream, building: Building) -> None:
    """One ceiling light a room, two in large ones, with a tint for the whole room."""
    for room in building.rooms:
        xs, ys = [p[0] for p in room.polygon], [p[1] for p in room.polygon]
        x0, x1, y0, y1 = min(xs), max(xs), min(ys), max(ys)
        tint = light_tint(rng, room.type)
        if (x1 - x0) * (y1 - y0) < 16.0:
            spots = [(0.5, 0.5)]
        else:
            spots = [(0.28, 0.5), (0.72, 0.5)] if x1 - x0 > y1 - y0 else [(0.5, 0.28), (0.5, 0.72)]
        points = [(x0 + u * (x1 - x0), y0 + v * (y1 - y0)) for u, v in spots]
        index = building.rooms.index(room)
        gaps = [tuple(c / 10 for c in gap) for gap in building.tiling.gaps(index)]
        points = [p for p in points if not _in_any(p, gaps)] or [_middle(building, index)]
        for x, y in points:
            position = (mm(x), mm(y), mm(building.height - 0.3))
            intensity = round(rng.uniform(0.85, 1.1) / len(points) ** 0.5, 3)
            id = f"light-{len(building.lights) + 1}"
            building.lights.append(Light(id, room.id, position, intensity, tint))


def _in_any(point: tuple[float, float], areas: list[tuple[float, ...]]) -> bool:
    return any(a[0] <= point[0] <= a[2] and a[1] <= point[1] <= a[3] for a in areas)


def _middle(building: Building, room: int) -> tuple[float, float]:
    """The middle of the largest grid cell of a room, for rooms whose centre lies outside."""
    tiling = building.tiling
    cells = [
        (tiling.xs[i], tiling.ys[j], tiling.xs[i + 1], tiling.ys[j + 1])
        for i in range(len(tiling.xs) - 1)
        for j in range(len(tiling.ys) - 1)
        if tiling.label(i, j) == room
    ]
    x0, y0, x1, y1 = max(cells, key=lambda c: (c[2] - c[0]) * (c[3] - c[1]))
    return (x0 + x1) / 20, (y0 + y1) / 20
