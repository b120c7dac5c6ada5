"""The kitchen's line of units: fridge, counters, sink, dishwasher and oven side by side."""

from __future__ import annotations

from collections import Counter

from meadow.scenes.catalogue import CATEGORIES
from meadow.scenes.generator.hang import hang_above
from meadow.scenes.generator.home import Home
from meadow.scenes.generator.programmes import KitchenRun
from meadow.scenes.generator.space import Side, Site
from meadow.scenes.schema import Object, Point3, mm
from meadow.seeding import Stream

DEPTH, HEIGHT = 0.6, 0.9
"""What all units of a kitchen aim at, metres."""
WIDEST = 1.1
"""Of a unit; long lines are made of several."""
NUDGE = 0.1
"""How far to move on along a wall when a unit does not fit."""
TALL = 1.2
"""Higher units keep their own height and have nothing above."""
TAP = 0.2
"""Of a sink above its rim."""


def place_run(home: Home, site: Site, rng: Stream, step: KitchenRun) -> None:
    """Place the units along the walls that hold most of them, and what hangs above."""
    drafts = _drafts(home, rng, step)
    starts = rng.shuffled([(k, onward) for k in range(len(site.sides)) for onward in (True, False)])
    best: tuple[list[Object], int, bool] = ([], 0, True)
    most = (0, 0)
    # Few walls hold the whole line: where a unit is squeezed out, try with fewer counters.
    for units in (drafts, _fewer(drafts, 2), _fewer(drafts, 1)):
        for k, onward in starts:
            placed = _try_run(home, site, units, k, onward)
            score = (len({unit.category for unit in placed}), len(placed))
            if score > most:
                best, most = (units, k, onward), score
            for item in placed:
                home.remove(item.id)
        if most[0] == len(set(step.units)):
            break
    for unit in _try_run(home, site, *best):
        if unit.category == "oven":
            hang_above(home, site, rng, unit, home.draft(rng, step.hood))
        elif unit.size[2] < TALL:
            hang_cabinet(home, site, rng, unit, step.overhead)


def _fewer(drafts: list[Object], most: int) -> list[Object]:
    """The first ``most`` units of each category."""
    seen: Counter[str] = Counter()
    kept = []
    for draft in drafts:
        seen[draft.category] += 1
        if seen[draft.category] <= most:
            kept.append(draft)
    return kept


def _drafts(home: Home, rng: Stream, step: KitchenRun) -> list[Object]:
    """Units of equal depth and height as far as their categories allow; repeated ones look alike."""
    looks: dict[str, Object] = {}
    drafts = []
    for name in step.units:
        y0, y1 = CATEGORIES[name].size[1]
        variant = "kitchen" if name == step.sink else None
        draft = looks.setdefault(name, home.draft(rng, name, variant=variant))
        width = mm(rng.uniform(y0, min(y1, max(y0, WIDEST))))
        size = unit_size(name, width, draft.size[2], rise=TAP if name == step.sink else 0.0)
        drafts.append(home.draft(rng, name, variant=draft.variant, size=size, finishes=draft.parts))
    return drafts


def unit_size(name: str, width: float, own: float, rise: float = 0.0) -> Point3:
    """The size of a unit: depth and height as all aim at, or its ``own`` height where it is tall."""
    (x0, x1), _, (z0, z1) = CATEGORIES[name].size
    height = own if z1 > TALL else min(max(HEIGHT + rise, z0), z1)
    return min(max(DEPTH, x0), x1), width, height


def _try_run(
    home: Home, site: Site, drafts: list[Object], first: int, onward: bool
) -> list[Object]:
    """Units along a wall from one of its ends, then along the next wall."""
    count = len(site.sides)
    placed: list[Object] = []
    left = drafts
    for turn in (0, 1):
        side = site.sides[(first + (turn if onward else -turn)) % count]
        units = _fill_side(home, site, left, side, onward)
        placed += [unit for _, unit in units]
        left = [d for d in left if all(d is not used for used, _ in units)]
    return placed


def _fill_side(
    home: Home, site: Site, drafts: list[Object], side: Side, onward: bool
) -> list[tuple[Object, Object]]:
    """The drafts that found room along a wall, each with what became of it."""
    placed: list[tuple[Object, Object]] = []
    reach = 0.0
    for draft in drafts:
        width = draft.size[1]
        start = reach
        while start + width <= side.length:
            along = start + width / 2 if onward else side.length - start - width / 2
            centre, yaw = side.pose(mm(along), draft.size[0])
            if unit := home.place(site, draft, centre, yaw, spot=(side, mm(along))):
                placed.append((draft, unit))
                reach = mm(start + width)
                break
            start += NUDGE
    return placed


def hang_cabinet(home: Home, site: Site, rng: Stream, unit: Object, name: str) -> None:
    """A wall cabinet as wide as the unit below it."""
    low, high = CATEGORIES[name].size[1]
    draft = home.draft(rng, name)
    size = (draft.size[0], min(max(unit.size[1], low), high), draft.size[2])
    known = [home.objects[id] for id in home.in_room(site)]
    alike = next((item for item in known if item.category == name), draft)
    item = home.draft(rng, name, size=(size[0], size[1], alike.size[2]), finishes=alike.parts)
    hang_above(home, site, rng, unit, item)
