"""Carrying out a room's programme, step by step."""

from __future__ import annotations

import math
from functools import cache

from meadow.scenes.catalogue import CATEGORIES
from meadow.scenes.generator.arrange import against_wall, anywhere, around, before, beside
from meadow.scenes.generator.clutter import candidates
from meadow.scenes.generator.hang import hang_above, hang_lamps, hang_somewhere
from meadow.scenes.generator.home import Home
from meadow.scenes.generator.kitchen import place_run
from meadow.scenes.generator.lounge import place_lounge
from meadow.scenes.generator.programmes import (
    ESSENTIALS,
    PROGRAMMES,
    Desk,
    Flanked,
    Hang,
    KitchenRun,
    Lay,
    Lounge,
    Names,
    Others,
    Overhead,
    Stand,
    Step,
    TableWithSeats,
    programme_names,
)
from meadow.scenes.generator.space import Site
from meadow.scenes.schema import Object
from meadow.seeding import Stream

TRIES = 6
"""How often a room is furnished anew while an essential piece is missing."""
DRAFTS = 3
"""How many pieces of different size are tried before a step is given up."""


def furnish_room(home: Home, site: Site) -> None:
    """Place the furniture of one room; what finds no room is left out, if need be after all tries."""
    for attempt in range(TRIES):
        for id in home.in_room(site):
            if id in home.objects:  # else it went with what carried it
                home.remove(id)
        for index, step in enumerate(PROGRAMMES[site.kind]):
            _carry_out(home, site, home.stream("furniture", site.id, attempt, index), step)
        if missing_essential(home, site) is None:
            return


def missing_essential(home: Home, site: Site) -> str | None:
    """A piece without which the room is not what it is called, if it has none."""
    present = {home.objects[id].category for id in home.in_room(site)}
    for names in ESSENTIALS[site.kind]:
        if present.isdisjoint(names):
            return names[0]
    return None


def _carry_out(home: Home, site: Site, rng: Stream, step: Step) -> None:
    match step:
        case Stand():
            _stand(home, site, rng, step)
        case Flanked():
            _flanked(home, site, rng, step)
        case TableWithSeats():
            _table(home, site, rng, step)
        case Desk():
            _desk(home, site, rng, step)
        case Lounge():
            place_lounge(home, site, rng, step)
        case KitchenRun():
            place_run(home, site, rng, step)
        case Others(count=count):
            names, weights = _others(site.kind)
            for _ in range(rng.integer(*count) if names else 0):
                _put(home, site, rng, home.draft(rng, rng.weighted(names, weights)))
        case Lay():
            _lay(home, site, rng, step)
        case Hang(names=names, count=count):
            for name in rng.sample(names, rng.integer(*count)):
                hang_somewhere(home, site, rng, home.draft(rng, name))
        case Overhead(names=names, chance=chance):
            if rng.chance(chance):
                hang_lamps(home, site, rng, names)


def _stand(home: Home, site: Site, rng: Stream, step: Stand) -> None:
    if site.area < step.area or not rng.chance(step.chance):
        return
    for _ in range(rng.integer(*step.count)):
        for _ in range(DRAFTS):
            variant = rng.choice(step.variants) if step.variants else None
            item = home.draft(rng, rng.choice(step.names), variant=variant)
            if placed := _put(home, site, rng, item, step.where):
                _above(home, site, rng, placed, step.above)
                break


def _put(home: Home, site: Site, rng: Stream, item: Object, where: str = "") -> Object | None:
    """Stand a piece where its category belongs, or ``where`` the programme says."""
    where = where or CATEGORIES[item.category].place
    if where == "free":
        return anywhere(home, site, rng, item)
    return against_wall(home, site, rng, item, {"wall": "any"}.get(where, where))


@cache
def _others(kind: str) -> tuple[tuple[str, ...], tuple[float, ...]]:
    """Floor pieces for a room type that its programme does not name, with weights."""
    named = programme_names(kind)
    names, weights = candidates("floor", False, kind)
    kept = [
        (n, w)
        for n, w in zip(names, weights)
        if n not in named
        and CATEGORIES[n].place != "group"
        and "pickupable" not in CATEGORIES[n].tags
    ]
    return tuple(n for n, _ in kept), tuple(w for _, w in kept)


def _lay(home: Home, site: Site, rng: Stream, step: Lay) -> None:
    if not rng.chance(step.chance):
        return
    item = home.draft(rng, rng.choice(step.names))
    pieces = [home.objects[id] for id in home.in_room(site)]
    anchors = [piece for piece in pieces if piece.category in step.before]
    if not anchors or not before(home, site, rng.choice(anchors), item, 0.05, turn=0.0):
        anywhere(home, site, rng, item)


def _above(home: Home, site: Site, rng: Stream, anchor: Object, names: Names) -> None:
    if names:
        hang_above(home, site, rng, anchor, home.draft(rng, rng.choice(names)))


def _flanked(home: Home, site: Site, rng: Stream, step: Flanked) -> None:
    for _ in range(2 * DRAFTS):
        item = home.draft(rng, rng.choice(step.names))
        if anchor := against_wall(home, site, rng, item, "middle"):
            break
    else:
        return
    flank = home.draft(rng, rng.choice(step.flanks))
    for left in (True, False):
        beside(home, site, anchor, flank, left, gap=0.05)
    _above(home, site, rng, anchor, step.above)
    if step.foot and rng.chance(0.35):
        before(home, site, anchor, home.draft(rng, rng.choice(step.foot)), 0.03, turn=0.0)


def _table(home: Home, site: Site, rng: Stream, step: TableWithSeats) -> None:
    """A table that at least two can sit at; otherwise none at all."""
    if site.area < step.area or not rng.chance(step.chance):
        return
    seat = home.draft(rng, rng.choice(step.seats))
    count = rng.integer(*step.count)
    for _ in range(2 * DRAFTS):
        table = home.draft(rng, rng.choice(step.names))
        placed = anywhere(home, site, rng, table, margin=seat.size[0] + 0.15, central=True)
        if placed is None:
            continue
        seats = around(home, site, rng, placed, seat, count)
        if len(seats) >= 2:
            return
        for chair in seats:
            home.remove(chair.id)
        home.remove(placed.id)


def _desk(home: Home, site: Site, rng: Stream, step: Desk) -> None:
    if site.area < step.area or not rng.chance(step.chance):
        return
    for _ in range(DRAFTS):
        if desk := against_wall(home, site, rng, home.draft(rng, rng.choice(step.names))):
            seat = home.draft(rng, rng.choice(step.seats))
            turn = math.pi + rng.uniform(-0.3, 0.3)
            before(home, site, desk, seat, rng.uniform(0.02, 0.1), turn=turn)
            return
