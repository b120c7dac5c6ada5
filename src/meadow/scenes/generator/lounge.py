"""The living room's centre: sofa and television face to face, with a table and seats between."""

from __future__ import annotations

import math

from meadow.scenes.generator.arrange import against_wall, before, beside
from meadow.scenes.generator.home import Home
from meadow.scenes.generator.programmes import Lounge
from meadow.scenes.generator.space import Site, to_world
from meadow.scenes.schema import Object, mm
from meadow.seeding import Stream

NEAREST, FARTHEST = 1.3, 4.0
"""How far from the television stand's front the sofa's front may be, metres."""
KNEES = 0.4
"""Between a seat and the table before it."""
NEXT = 0.02
"""Between pieces that stand side by side."""


def place_lounge(home: Home, site: Site, rng: Stream, step: Lounge) -> None:
    """Place the group around the television."""
    stand = home.draft(rng, rng.choice(step.stands))
    seat = home.draft(rng, rng.choice(step.sofas))
    sofa = _face_to_face(home, site, rng, stand, seat)
    if sofa is None:
        sofa = against_wall(home, site, rng, seat, "middle")
        against_wall(home, site, rng, stand, "middle")
    if sofa is None:
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
        home.place(site, seat, centre, yaw, near=(sofa.id,))


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
    """Rug and table before the sofa; returns how wide they are together."""
    if rug is not None:
        turn = 0.0 if rug.size[0] <= rug.size[1] else math.pi / 2
        deep, wide = sorted(rug.size[:2])
        gap = max(mm(KNEES + (table.size[0] - deep) / 2), NEXT)
        laid = before(home, site, sofa, rug, gap, turn=turn)
        if laid is not None:
            if _set_on(home, site, laid, table, sofa):
                return max(table.size[1], wide - 2 * (KNEES - NEXT))
            home.remove(laid.id)
    before(home, site, sofa, table, KNEES, turn=0.0)
    return table.size[1]


def _set_on(home: Home, site: Site, rug: Object, table: Object, sofa: Object) -> bool:
    """Stand the table in the middle of the rug if all of it fits there."""
    (surface,) = home.surfaces(rug)
    room = [high - low for low, high in zip(surface.low, surface.high)]
    if rug.size[0] > rug.size[1]:
        room.reverse()
    if table.size[0] > room[0] or table.size[1] > room[1]:
        return False
    placed = home.place(
        site,
        table,
        rug.position[:2],
        sofa.yaw,
        z=mm(rug.position[2] + surface.z),
        support=rug.id,
        near=(sofa.id,),
        carriers=(rug.id,),
    )
    return placed is not None
