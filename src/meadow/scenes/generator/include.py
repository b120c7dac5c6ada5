"""Things that a home must have: in the open, where they are usual and where the robot gets near."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from functools import partial

import numpy as np

from meadow.scenes.catalogue import CATEGORIES, find_category
from meadow.scenes.generator.arrange import against_wall, anywhere
from meadow.scenes.generator.clutter import stand_on
from meadow.scenes.generator.home import Home
from meadow.scenes.generator.reach import Floor, ways_are_clear
from meadow.scenes.generator.space import Box, Site
from meadow.scenes.modelling.shape import Surface
from meadow.scenes.schema import Object
from meadow.scenes.standing import is_floor_below
from meadow.seeding import Stream

REACH = 0.85
"""Metres from a thing's outline to floor that the robot reaches; a little less than what counts as near."""
HEIGHTS = (0.0, 1.1)
"""Of surfaces whose things a robot with a camera at 0.87 m sees well."""
SHELF = 0.25
"""A shelf under another one shows its things when there is this much air, metres."""
DRAFTS = 3
"""Spots tried for each carrier."""
STRANGE = 0.05
"""How usual a carrier in a room where the thing is not at home is, compared with others."""
TABLES = (
    "dining table",
    "coffee table",
    "side table",
    "console table",
    "desk",
    "counter",
    "dresser",
)
"""What carries anything that nothing in the home is usual for."""

Accept = Callable[[Object], bool]


class Ground:
    """Where the robot's centre can be in a home, for questions about what is within reach."""

    def __init__(self, home: Home) -> None:
        floor = Floor(home)
        labels, main = floor.parts(floor.clearance())
        rows, columns = np.nonzero(labels == main)
        self._x, self._y = floor.cell_centre(rows, columns)

    def near(self, box: Box, reach: float = REACH) -> bool:
        """Whether the robot gets this close to a box."""
        dx, dy = self._x - box.centre[0], self._y - box.centre[1]
        u = np.abs(box.cos * dx + box.sin * dy) - box.half[0]
        v = np.abs(box.cos * dy - box.sin * dx) - box.half[1]
        away = np.hypot(np.maximum(u, 0.0), np.maximum(v, 0.0))
        return bool((away <= reach).any())


def add_included(home: Home, names: tuple[str, ...]) -> None:
    """Place what a home must have and has not yet, in the order of the names."""
    for name in names:
        if not in_open(home, name):
            rng = home.stream("include", name)
            put_in_open(home, rng, partial(home.draft, rng, name))


def missing_included(home: Home, names: tuple[str, ...]) -> str | None:
    """One of the names of which nothing stands in the open, if there is one."""
    return next((name for name in names if not in_open(home, name)), None)


def in_open(home: Home, name: str) -> list[Object]:
    """The things of a category that are not shut in and that the robot gets near to."""
    found = [o for o in home.objects.values() if o.category == name and not o.container]
    if not found:
        return []
    ground = Ground(home)
    return [o for o in found if ground.near(home.sites[o.room].solids[o.id])]


def put_in_open(
    home: Home, rng: Stream, draw: Callable[[], Object], accept: Accept | None = None
) -> Object | None:
    """Place a thing where it is usual and can be seen; None when no place would do.

    ``draw`` makes a draft for each try; what ``accept`` refuses is taken away again.
    """
    draft = draw()
    ground = Ground(home)
    for place in _places(home, rng, draft.category):
        for _ in range(DRAFTS):
            placed = _put(home, rng, place, draft)
            if placed is None:
                draft = draw()
                continue
            box = home.sites[placed.room].solids[placed.id]
            blocks = placed.support == "floor" and not ways_are_clear(home)
            if ground.near(box) and not blocks and (accept is None or accept(placed)):
                return placed
            home.remove(placed.id)
    return None


Place = Site | tuple[Object, Surface]


def _put(home: Home, rng: Stream, place: Place, draft: Object) -> Object | None:
    if not isinstance(place, Site):
        return stand_on(home, rng, *place, draft)
    where = CATEGORIES[draft.category].place
    if where == "free" and rng.chance(0.5):
        return anywhere(home, place, rng, draft)
    return against_wall(home, place, rng, draft, "corner" if where == "corner" else "any")


def _places(home: Home, rng: Stream, name: str) -> Iterator[Place]:
    """Floors and surfaces for a category, usual ones mostly first; then tables of any kind."""
    entry = find_category(name)
    ranked: list[tuple[float, int, Place]] = []
    rest: list[Place] = []
    for site in home.sites.values():
        usual = entry.on.get("floor", 0.0) * _usual(entry.rooms, site.kind)
        if usual > 0.0:
            ranked.append((_rank(rng, usual), len(ranked), site))
    for carrier in list(home.objects.values()):
        usual = entry.on.get(carrier.category, 0.0)
        if carrier.container or not (usual or carrier.category in TABLES):
            continue
        for surface in home.surfaces(carrier):
            if not _shows(carrier, surface) or (home.revision >= 2 and is_floor_below(surface)):
                continue
            if usual:
                weight = usual * _usual(entry.rooms, home.sites[carrier.room].kind)
                ranked.append((_rank(rng, weight), len(ranked), (carrier, surface)))
            else:
                rest.append((carrier, surface))
    yield from (place for _, _, place in sorted(ranked, key=lambda entry: entry[:2]))
    yield from rng.shuffled(rest)


def _usual(rooms: Mapping[str, float], kind: str) -> float:
    """How usual a room type is for a thing; every room will do for things without a home."""
    return rooms.get(kind, STRANGE) if rooms else 1.0


def _rank(rng: Stream, weight: float) -> float:
    """A key that sorts heavier weights first more often (an exponential race)."""
    return -math.log(1.0 - rng.random()) / weight


def _shows(carrier: Object, surface: Surface) -> bool:
    low, high = HEIGHTS
    open_above = surface.clearance >= SHELF
    return not surface.enclosed and open_above and low <= carrier.position[2] + surface.z <= high
