"""Holes in walls: doorways with the floor they keep free, and windows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from meadow.scenes.doors import LEAF, along
from meadow.scenes.generator.decor import door_leaf
from meadow.scenes.generator.rooms import PUBLIC
from meadow.scenes.schema import Doorway, Wall, Window, mm, replace
from meadow.seeding import Stream

Area = tuple[float, float, float, float]
"""Low x, low y, high x, high y; metres."""

MARGIN = 0.2
"""Wall left standing between a hole and the end of its wall."""
WIDTH, HEIGHT = 0.9, 2.05
"""Of an ordinary doorway."""
FRONT_WIDTH, FRONT_HEIGHT = 0.95, 2.1
OPEN_PLAN = (1.5, 3.0)
"""Width of openings as high as the wall."""
APPROACH = 0.8
"""Floor kept free on both sides of a doorway, from the centre of the wall."""
FRAME = 0.05
"""Kept free on either side of a hole."""

HIGH_WINDOW = (1.4, 0.6)
"""Sill and height of a bathroom's windows."""

#: How often the way into a room has a door leaf.
LEAFY = {"bathroom": 1.0, "bedroom": 0.7, "office": 0.6}
#: Where the front door would be, best first.
ENTRANCES = ("hallway", "living room", "kitchen", "dining room", "bedroom", "office", "bathroom")
#: How often the longest outer wall of a room has windows; other walls less so.
GLAZED = {"bathroom": 0.7, "hallway": 0.4}


@dataclass(slots=True)
class Openings:
    """All holes of a building and the floor that must stay free for them."""

    doorways: list[Doorway] = field(default_factory=list)
    windows: list[Window] = field(default_factory=list)
    approaches: list[tuple[str, Area]] = field(default_factory=list)
    """Room and floor before a doorway or under a swinging leaf."""
    leaves: list[tuple[str, Area]] = field(default_factory=list)
    """Room and floor under an open leaf."""


def strip(wall: Wall, start: float, end: float, low: float, high: float) -> Area:
    """Floor along a stretch of wall, from ``low`` to ``high`` metres to the wall's left."""
    (ax, ay), (bx, by) = along(wall, start, low), along(wall, end, high)
    return mm(min(ax, bx)), mm(min(ay, by)), mm(max(ax, bx)), mm(max(ay, by))


def wall_length(wall: Wall) -> float:
    """Metres from a to b; walls are parallel to an axis."""
    return mm(abs(wall.b[0] - wall.a[0]) + abs(wall.b[1] - wall.a[1]))


def cut(openings: Openings, wall: Wall, offset: float, width: float, height: float) -> None:
    """Add an empty doorway and keep its approaches free."""
    id = f"doorway-{len(openings.doorways) + 1}"
    openings.doorways.append(Doorway(id, wall.id, offset, width, height))
    low, high = offset - FRAME, offset + width + FRAME
    if wall.left:
        openings.approaches.append((wall.left, strip(wall, low, high, 0.0, APPROACH)))
    if wall.right:
        openings.approaches.append((wall.right, strip(wall, low, high, -APPROACH, 0.0)))


def cut_front_door(
    rng: Stream, openings: Openings, walls: list[Wall], kinds: Mapping[str, str]
) -> None:
    """A closed door to the outside, in the hallway where there is one."""
    outer = [w for w in walls if not (w.left and w.right) and wall_length(w) >= 1.5]
    wall = min(outer, key=lambda w: (ENTRANCES.index(kinds[w.left or w.right]), -wall_length(w)))
    room = wall_length(wall) - 2 * MARGIN - FRONT_WIDTH
    hang_front_door(rng, openings, wall, mm(MARGIN + rng.random() * room))


def hang_front_door(rng: Stream, openings: Openings, wall: Wall, offset: float) -> None:
    """A closed door to the outside, ``offset`` metres from the wall's start."""
    cut(openings, wall, offset, FRONT_WIDTH, FRONT_HEIGHT)
    openings.doorways[-1] = replace(
        openings.doorways[-1],
        leaf=door_leaf(rng, front=True),
        openness=0.0,
        hinge_at_start=rng.chance(0.5),
        swings_left=bool(wall.left),
    )


def cut_way(
    rng: Stream, openings: Openings, wall: Wall, kinds: Mapping[str, str], inner: str
) -> None:
    """A way between two rooms: open-plan, an empty frame, or a door open into the ``inner`` one."""
    room = wall_length(wall) - 2 * MARGIN
    narrow, wide = OPEN_PLAN
    public = {kinds[wall.left], kinds[wall.right]} <= set(PUBLIC)
    if public and room >= narrow and rng.chance(0.6):
        width = mm(rng.uniform(narrow, min(wide, room)))
        cut(openings, wall, mm(MARGIN + rng.random() * (room - width)), width, wall.height)
        return
    # Doors near a corner leave the rest of the wall to furniture.
    ends = rng.shuffled((MARGIN, mm(MARGIN + room - WIDTH)))
    offsets = ends + [mm(MARGIN + rng.random() * (room - WIDTH)) for _ in range(8)]
    if rng.chance(0.25):
        offsets.reverse()
    if rng.chance(LEAFY.get(kinds[inner], 0.15)):
        for offset in offsets:
            if hang_door(rng, openings, wall, offset, inner):
                return
    cut(openings, wall, offsets[0], WIDTH, HEIGHT)


def open_up(openings: Openings, wall: Wall, kinds: Mapping[str, str]) -> None:
    """A way as wide as the wall between two rooms of living space, else a doorway in its middle."""
    room = wall_length(wall) - 2 * MARGIN
    if {kinds[wall.left], kinds[wall.right]} <= set(PUBLIC):
        cut(openings, wall, MARGIN, mm(room), wall.height)
    else:
        cut(openings, wall, mm(MARGIN + 0.5 * (room - WIDTH)), WIDTH, HEIGHT)


def hang_door(rng: Stream, openings: Openings, wall: Wall, offset: float, inner: str) -> bool:
    """A door that stands open into a room; False when its leaf would meet another doorway."""
    side = 1.0 if wall.left == inner else -1.0
    face = side * wall.thickness / 2
    tip = face + side * WIDTH
    swing = strip(wall, offset, offset + WIDTH, face, tip)
    if _promised(openings, inner, swing):
        return False
    cut(openings, wall, offset, WIDTH, HEIGHT)
    # Hinged at the nearer corner, so that the open leaf stands along the next wall.
    at_start = offset + WIDTH / 2 <= wall_length(wall) / 2
    hinge = offset if at_start else offset + WIDTH - LEAF
    openings.leaves.append((inner, strip(wall, hinge, hinge + LEAF, face, tip)))
    openings.approaches.append((inner, swing))
    openings.doorways[-1] = replace(
        openings.doorways[-1],
        leaf=door_leaf(rng),
        hinge_at_start=at_start,
        swings_left=wall.left == inner,
    )
    return True


def _promised(openings: Openings, room: str, area: Area) -> bool:
    """Whether floor must already stay free for another doorway of the room."""
    return any(
        area[0] < a[2] and a[0] < area[2] and area[1] < a[3] and a[1] < area[3]
        for name, a in (*openings.approaches, *openings.leaves)
        if name == room
    )


def add_windows(rng: Stream, openings: Openings, kind: str, walls: list[Wall]) -> None:
    """Windows in the outer walls of one room; the longest wall almost always has some."""
    small = kind in ("bathroom", "hallway")
    for rank, wall in enumerate(sorted(walls, key=lambda w: -wall_length(w))):
        length = wall_length(wall)
        if length < 1.2 or not rng.chance(GLAZED.get(kind, 0.95) / (1 + rank)):
            continue
        count = 2 if length > 4.6 and not small and rng.chance(0.5) else 1
        share = length / count
        sill, height = HIGH_WINDOW if kind == "bathroom" else (0.9, mm(rng.uniform(1.1, 1.4)))
        width = mm(rng.uniform(0.6, 0.8 if small else max(0.7, min(2.2, share - 0.6))))
        for k in range(count):
            shift = rng.uniform(-0.15, 0.15) * (share - width - 0.5)
            offset = mm((k + 0.5) * share + shift - width / 2)
            if not meets_door(openings, wall, offset, width):
                id = f"window-{len(openings.windows) + 1}"
                openings.windows.append(Window(id, wall.id, offset, width, sill, height))


def meets_door(openings: Openings, wall: Wall, offset: float, width: float) -> bool:
    """Whether a window would reach into a door or its frame."""
    low, high = offset - MARGIN, offset + width + MARGIN
    return any(
        d.wall == wall.id and low < d.offset + d.width and d.offset < high
        for d in openings.doorways
    )
