"""Small things on tables, shelves and beds, in drawers and cabinets, and some on the floor."""

from __future__ import annotations

import math
from collections import Counter
from functools import cache

from meadow.scenes.catalogue import CATEGORIES
from meadow.scenes.generator.arrange import against_wall, anywhere
from meadow.scenes.generator.home import Home
from meadow.scenes.generator.programmes import TOP_ITEMS
from meadow.scenes.generator.space import to_world
from meadow.scenes.modelling.shape import Surface
from meadow.scenes.schema import Object, mm
from meadow.scenes.standing import is_floor_below
from meadow.seeding import Stream

TRIES = 5
"""Spots tried on a surface."""
DRAFTS = 5
"""Sizes tried of what belongs on a piece."""
PATIENCE = 12
"""Failed draws for each wanted thing before the home counts as full."""
EDGE = 0.005
"""Things keep this far from the edge they stand on."""
HEADROOM = 0.005
"""Left above things on shelves."""
HIDDEN = 0.35
"""How often an enclosed surface is filled, compared with an open one of its size."""
BENEATH = 0.08
"""How often the floor beneath a piece is littered, compared with a surface of its size, in revision 2."""
NESTED = 0.35
"""Chance that a small carrier, such as a bowl, is itself filled."""
LARGE = 0.45
"""Things longer than this face front; smaller ones lie as they were dropped."""

Spot = tuple[Object, Surface]


@cache
def candidates(
    carrier: str, enclosed: bool, kind: str
) -> tuple[tuple[str, ...], tuple[float, ...]]:
    """What may stand on (or in) a category in a room of that type, with weights."""
    found: dict[str, float] = {}
    for name in sorted(CATEGORIES):
        entry = CATEGORIES[name]
        weight = (entry.inside if enclosed else entry.on).get(carrier, 0.0)
        weight *= entry.rooms.get(kind, 0.0)
        if weight > 0.0:
            found[name] = weight
    return tuple(found), tuple(found.values())


@cache
def carriers() -> frozenset[str]:
    """Every category that may carry or hold another."""
    shipped = [entry for entry in CATEGORIES.values() if entry.ships]
    names = {n for entry in shipped for n in (*entry.on, *entry.inside)}
    return frozenset(names | set(TOP_ITEMS))


@cache
def _litter(kind: str) -> tuple[tuple[str, ...], tuple[float, ...]]:
    names, weights = candidates("floor", False, kind)
    kept = [(n, w) for n, w in zip(names, weights) if "pickupable" in CATEGORIES[n].tags]
    return tuple(n for n, _ in kept), tuple(w for _, w in kept)


def add_litter(home: Home) -> None:
    """A few small things on the floor of each room, mostly along the walls."""
    for site in home.sites.values():
        rng = home.stream("litter", site.id)
        names, weights = _litter(site.kind)
        for _ in range(rng.integer(0, 2) if names else 0):
            item = home.draft(rng, rng.weighted(names, weights))
            if rng.chance(0.7):
                against_wall(home, site, rng, item, "corner")
            else:
                anywhere(home, site, rng, item, jitter=0.7)


def add_settings(home: Home) -> None:
    """What belongs on a piece almost always: the television on its stand, a lamp on the desk."""
    for piece in list(home.objects.values()):
        for index, setting in enumerate(TOP_ITEMS.get(piece.category, ())):
            rng = home.stream("settings", piece.id, index)
            if not rng.chance(setting.chance):
                continue
            tops = [s for s in home.surfaces(piece) if not s.enclosed and math.isinf(s.clearance)]
            top = max(tops, key=lambda s: s.z, default=None)
            if top is None:
                continue
            for _ in range(DRAFTS):
                item = home.draft(rng, rng.choice(setting.names))
                if stand_on(home, rng, piece, top, item, setting.where):
                    break


def stand_on(
    home: Home, rng: Stream, carrier: Object, surface: Surface, item: Object, where: str = ""
) -> Object | None:
    """Stand a draft somewhere on a surface, if there is room.

    Without a place ("back", "middle" or "any") small things lie as they were dropped; with one they
    face front.
    """
    if item.size[2] > surface.clearance - HEADROOM:
        return None
    site = home.sites[carrier.room]
    above = _ancestors(home, carrier)
    for _ in range(TRIES):
        turn = _turn(rng, item, surface, where)
        spot = _spot(rng, surface, item, turn, where)
        if spot is None:
            continue
        placed = home.place(
            site,
            item,
            to_world(carrier, *spot),
            carrier.yaw + turn,
            z=mm(carrier.position[2] + surface.z),
            support=_support(home, carrier, surface),
            container=carrier.id if surface.enclosed else carrier.container,
            carriers=above,
            near=above,
        )
        if placed:
            return placed
    return None


def _support(home: Home, carrier: Object, surface: Surface) -> str:
    """What carries a thing on a surface; revision 1 says that a table carries what lies beneath it."""
    beneath = home.revision >= 2 and is_floor_below(surface)
    return carrier.support if beneath else carrier.id


def _turn(rng: Stream, item: Object, surface: Surface, where: str) -> float:
    """How far a thing is turned from its carrier's front."""
    if surface.enclosed or math.isfinite(surface.clearance):
        # Shelves and drawers are narrow: square to their front, which is most of the time 0.
        return rng.choice((0.0, 0.0, math.pi / 2, -math.pi / 2))
    if where or max(item.size[:2]) > LARGE:
        return rng.uniform(-0.08, 0.08)
    return rng.uniform(-math.pi, math.pi) if rng.chance(0.3) else rng.uniform(-0.6, 0.6)


def _spot(
    rng: Stream, surface: Surface, item: Object, turn: float, where: str
) -> tuple[float, float] | None:
    """A point of the surface at which all of the thing stands on it; None when it is too large."""
    (x0, y0), (x1, y1) = surface.low, surface.high
    c, s = abs(math.cos(turn)), abs(math.sin(turn))
    rx = (c * item.size[0] + s * item.size[1]) / 2 + EDGE
    ry = (s * item.size[0] + c * item.size[1]) / 2 + EDGE
    if x1 - x0 < 2 * rx or y1 - y0 < 2 * ry:
        return None
    x, y = rng.uniform(x0 + rx, x1 - rx), rng.uniform(y0 + ry, y1 - ry)
    if where == "back":
        x = x0 + rx
    elif where == "middle":
        x, y = (x0 + x1) / 2, (y0 + y1) / 2 + 0.3 * (y - (y0 + y1) / 2)
    return x, y


def _ancestors(home: Home, item: Object) -> tuple[str, ...]:
    """The object and all that carry it."""
    chain = [item.id]
    while item.support in home.objects:
        item = home.objects[item.support]
        chain.append(item.id)
    return tuple(chain)


def add_small_things(home: Home, total: int) -> None:
    """Fill surfaces until the home holds ``total`` objects or nothing more fits."""
    rng = home.stream("small things")
    spots: list[Spot] = []
    pull: list[float] = []
    """How strongly each spot attracts the next thing."""
    for item in list(home.objects.values()):
        _offer(home, item, spots, pull)
    counts = Counter(item.category for item in home.objects.values())
    failures = 0
    load = Counter[int]()
    while spots and len(home.objects) < total and failures < PATIENCE * total:
        k = rng.weighted(range(len(spots)), pull)
        carrier, surface = spots[k]
        names, odds = candidates(carrier.category, surface.enclosed, home.sites[carrier.room].kind)
        name = rng.weighted(names, [w / (1 + counts[n]) for n, w in zip(names, odds)])
        load[k] += 1
        pull[k] = _appeal(home, surface) / (1 + load[k])
        placed = None
        if CATEGORIES[name].size[2][0] <= surface.clearance:
            placed = stand_on(home, rng, carrier, surface, home.draft(rng, name))
        if placed is None:
            failures += 1
            continue
        counts[name] += 1
        if rng.chance(NESTED):
            _offer(home, placed, spots, pull)


def _offer(home: Home, item: Object, spots: list[Spot], pull: list[float]) -> None:
    """Add the surfaces of an object on which something of its room may stand."""
    if item.category not in carriers():
        return
    kind = home.sites[item.room].kind
    for surface in home.surfaces(item):
        if candidates(item.category, surface.enclosed, kind)[0]:
            spots.append((item, surface))
            pull.append(_appeal(home, surface))


def _appeal(home: Home, surface: Surface) -> float:
    """Larger and open surfaces attract more things."""
    (x0, y0), (x1, y1) = surface.low, surface.high
    size = math.sqrt(max(0.0, (x1 - x0) * (y1 - y0)))
    if home.revision >= 2 and is_floor_below(surface):
        return BENEATH * size
    return size * (HIDDEN if surface.enclosed else 1.0)
