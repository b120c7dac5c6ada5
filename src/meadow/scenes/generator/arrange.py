"""Ways to stand things in a room: at a wall, in a corner, free, beside, before and around others."""

from __future__ import annotations

import math
from collections.abc import Sequence

from meadow.scenes.generator.home import Home
from meadow.scenes.generator.space import Side, Site, to_world
from meadow.scenes.schema import Object, mm
from meadow.seeding import Stream

ATTEMPTS = 14
"""Spots tried before a thing is left out."""
LEEWAY = 0.01
"""Gap between neighbours that stand next to each other."""


def against_wall(
    home: Home,
    site: Site,
    rng: Stream,
    item: Object,
    prefer: str = "any",
    sides: Sequence[Side] = (),
) -> Object | None:
    """Back to a wall; ``prefer`` "corner", "middle" or "any" stretch of it."""
    width = item.size[1]
    spots: list[tuple[float, Side, float]] = []
    for side in sides or site.sides:
        room = side.length - width
        if room < 0.0:
            continue
        ends = [mm(width / 2)] * side.closed[0] + [mm(side.length - width / 2)] * side.closed[1]
        spots += [(rng.random() - (prefer == "corner"), side, s) for s in ends]
        middle = mm(side.length / 2)
        spots.append((rng.random() - (prefer == "middle"), side, middle))
        for _ in range(3):
            spots.append((rng.random(), side, mm(width / 2 + rng.random() * room)))
    spots.sort(key=lambda spot: spot[0])
    for _, side, s in spots[:ATTEMPTS]:
        centre, yaw = side.pose(s, item.size[0])
        if placed := home.place(site, item, centre, yaw, spot=(side, s)):
            return placed
    return None


def anywhere(
    home: Home,
    site: Site,
    rng: Stream,
    item: Object,
    *,
    jitter: float = 0.0,
    margin: float = 0.0,
    central: bool = False,
) -> Object | None:
    """On free floor, square to the walls up to ``jitter`` radians; ``central`` prefers the middle."""
    x0, y0, x1, y1 = site.bounds
    for attempt in range(ATTEMPTS):
        # Start in the middle of the room and spread out from there.
        spread = (attempt + 1) / ATTEMPTS if central else 1.0
        yaw = rng.integer(0, 3) * math.pi / 2 + rng.uniform(-jitter, jitter)
        reach = margin + max(item.size[:2]) / 2
        if x1 - x0 < 2 * reach or y1 - y0 < 2 * reach:
            reach = min(item.size[:2]) / 2
        x = (x0 + x1) / 2 + spread * rng.uniform(-0.5, 0.5) * (x1 - x0 - 2 * reach)
        y = (y0 + y1) / 2 + spread * rng.uniform(-0.5, 0.5) * (y1 - y0 - 2 * reach)
        if placed := home.place(site, item, (mm(x), mm(y)), yaw):
            return placed
    return None


def beside(
    home: Home, site: Site, anchor: Object, item: Object, left: bool, gap: float = LEEWAY
) -> Object | None:
    """Next to an object, facing as it does, with the backs in line."""
    out = (anchor.size[1] + item.size[1]) / 2 + gap
    back = (item.size[0] - anchor.size[0]) / 2
    centre = to_world(anchor, back, out if left else -out)
    spot = None
    if anchor.id in site.spot:
        side, along = site.spot[anchor.id]
        # Sides run counter-clockwise, so that left of something with its back to one is backwards.
        spot = side, mm(along - out if left else along + out)
        if not item.size[1] / 2 <= spot[1] <= side.length - item.size[1] / 2:
            return None
    return home.place(site, item, centre, anchor.yaw, spot=spot)


def before(
    home: Home,
    site: Site,
    anchor: Object,
    item: Object,
    gap: float,
    *,
    turn: float = math.pi,
    shift: float = 0.0,
    near: Sequence[str] = (),
) -> Object | None:
    """In front of an object, turned towards it by default, ``shift`` metres to its left.

    It may stand in the free floor of the object, and of others that it is ``near`` to.
    """
    depth = abs(math.cos(turn)) * item.size[0] + abs(math.sin(turn)) * item.size[1]
    centre = to_world(anchor, (anchor.size[0] + depth) / 2 + gap, shift)
    return home.place(site, item, centre, anchor.yaw + turn, near=(anchor.id, *near))


def around(
    home: Home,
    site: Site,
    rng: Stream,
    table: Object,
    seat: Object,
    count: int,
    near: Sequence[str] = (),
) -> list[Object]:
    """Seats on all sides of a table, turned to it, a little carelessly.

    They may stand in the free floor of the table, and of others that they are ``near`` to.
    """
    long_x = table.size[0] > table.size[1]
    length, width = max(table.size[:2]), min(table.size[:2])
    a_side = max(1, min(3, int(length / (seat.size[1] + 0.12))))
    shifts = rng.shuffled([((k + 0.5) / a_side - 0.5) * length for k in range(a_side)])
    places = [(shift, sign, False) for shift in shifts for sign in (1, -1)]
    if width >= seat.size[1] + 0.05:
        places += [(0.0, 1, True), (0.0, -1, True)]
    placed = []
    for shift, sign, head in places[:count]:
        jitter = rng.uniform(-0.12, 0.12)
        # The corners of a turned seat reach further out than its depth.
        reach = seat.size[0] / 2 + abs(jitter) * seat.size[1] / 2 + rng.uniform(0.01, 0.06)
        out = sign * ((length if head else width) / 2 + reach)
        along_x = head == long_x
        local = (out, shift) if along_x else (shift, out)
        heading = _towards(local, along_x)
        centre = to_world(table, *local)
        yaw = table.yaw + heading + jitter
        chair = home.place(site, seat, centre, yaw, near=(table.id, *near))
        if chair is not None:
            placed.append(chair)
    return placed


def _towards(local: tuple[float, float], along_x: bool) -> float:
    """Heading, in the table's frame, of a seat that stands there and looks at the table."""
    if along_x:
        return math.pi if local[0] > 0 else 0.0
    return -math.pi / 2 if local[1] > 0 else math.pi / 2
