"""The living room's centre: sofa and television face to face, with a table and seats between."""

from __future__ import annotations

import math

from meadow.scenes.generator.arrange import against_wall, before, beside
from meadow.scenes.generator.home import Home
from meadow.scenes.generator.programmes import Lounge
from meadow.scenes.generator.space import FLAT, Site, to_world
from meadow.scenes.schema import Object, mm
from meadow.seeding import Stream

NEAREST, FARTHEST = 1.8, 4.0
"""How far from the television stand's front the sofa's front may be, metres."""
KNEES = 0.4
"""Between a seat and the table before it."""


def place_lounge(home: Home, site: Site, rng: Stream, step: Lounge) -> None:
    """Place the group around the television."""
    stand = home.draft(rng, rng.choice(step.stands))
    sofa = _face_to_face(home, site, rng, stand, home.draft(rng, rng.choice(step.sofas)))
    if sofa is None:
        against_wall(home, site, rng, stand, "middle")
        return
    rug = home.draft(rng, rng.choice(step.rugs)) if rng.chance(0.75) else None
    table = home.draft(rng, rng.choice(step.tables))
    wide = _middle(home, site, sofa, rug, table)
    end = home.draft(rng, rng.choice(step.ends))
    for left in (True, False):
        if rng.chance(0.6):
            beside(home, site, sofa, end, left, gap=0.05)
    seat = home.draft(rng, rng.choice(step.seats))
    for sign in rng.shuffled((1, -1))[: rng.integer(0, 2)]:
        out = sofa.size[0] / 2 + KNEES + table.size[0] / 2
        aside = sign * (wide / 2 + KNEES + seat.size[0] / 2)
        centre = to_world(sofa, out, aside)
        yaw = sofa.yaw - sign * math.pi / 2 + rng.uniform(-0.2, 0.2)
        home.place(site, seat, centre, yaw, ignore=(sofa.id,))


def _face_to_face(
    home: Home, site: Site, rng: Stream, stand: Object, sofa: Object
) -> Object | None:
    """The stand at a wall and the sofa before it, at the wall opposite if that is near enough."""
    for _ in range(8):
        placed = against_wall(home, site, rng, stand, "middle")
        if placed is None:
            return None
        across = _depth(site, placed) - sofa.size[0]
        gaps = [mm(across)] if NEAREST <= across <= FARTHEST else []
        gaps += [mm(rng.uniform(2.2, 3.0)) for _ in range(3)]
        for gap in gaps:
            shift = mm(rng.uniform(-0.2, 0.2))
            if seat := before(home, site, placed, sofa, gap, shift=shift):
                return seat
        home.remove(placed.id)
    return None


def _depth(site: Site, item: Object) -> float:
    """Metres from an object's front to the end of the room's box."""
    x0, y0, x1, y1 = site.bounds
    front = to_world(item, item.size[0] / 2, 0.0)
    quarter = round(item.yaw / (math.pi / 2)) % 4
    return (x1 - front[0], y1 - front[1], front[0] - x0, front[1] - y0)[quarter]


def _middle(home: Home, site: Site, sofa: Object, rug: Object | None, table: Object) -> float:
    """Rug and table before the sofa; returns how wide they are together.

    A table stands on the rug when it fits on it whole, otherwise the rug is left out.
    """
    if rug is not None and rug.size[2] <= FLAT:
        depth, width = sorted(rug.size[:2])
        inside = depth - 0.1 >= table.size[0] and width - 0.1 >= table.size[1]
        turn = 0.0 if rug.size[0] <= rug.size[1] else math.pi / 2
        gap = mm(KNEES + table.size[0] / 2 - depth / 2)
        laid = before(home, site, sofa, rug, max(gap, 0.02), turn=turn) if inside else None
        if laid is not None:
            top = home.top_of(laid)
            middle = laid.position[:2]
            placed = top is not None and home.place(
                site,
                table,
                middle,
                sofa.yaw,
                z=top,
                support=laid.id,
                ignore=(sofa.id, laid.id),
            )
            if placed:
                return max(table.size[1], width - 2 * KNEES + 0.1)
            home.remove(laid.id)
    before(home, site, sofa, table, KNEES, turn=0.0)
    return table.size[1]
