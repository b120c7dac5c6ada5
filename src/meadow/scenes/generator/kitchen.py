"""The kitchen's line of units: fridge, counters, sink, dishwasher and oven side by side."""

from __future__ import annotations

from meadow.scenes.catalogue import CATEGORIES
from meadow.scenes.generator.hang import hang_above
from meadow.scenes.generator.home import Home
from meadow.scenes.generator.programmes import Run
from meadow.scenes.generator.space import Side, Site
from meadow.scenes.schema import Object, mm
from meadow.seeding import Stream

DEPTH, HEIGHT = 0.6, 0.9
"""What all units of a kitchen aim at, metres."""
NUDGE = 0.1
TALL = 1.2


def place_run(home: Home, site: Site, rng: Stream, step: Run) -> None:
    """Place the units along the walls that hold most of them, and what hangs above."""
    drafts = _drafts(home, rng, tuple(n for n in step.units if n in CATEGORIES))
    starts = rng.shuffled(
        [(k, onward) for k, side in enumerate(site.sides) for onward in (True, False)]
    )
    best: tuple[int, bool] | None = None
    most = 0
    for k, onward in starts:
        placed = _try_run(home, site, drafts, k, onward)
        if len(placed) > most:
            best, most = (k, onward), len(placed)
        for item in placed:
            home.remove(item.id)
    if best is None:
        return
    for unit in _try_run(home, site, drafts, *best):
        if unit.category == "oven":
            hang_above(home, site, rng, unit, home.draft(rng, step.hood))
        elif unit.size[2] < TALL:
            _hang_cabinet(home, site, rng, unit, step.overhead)


def _drafts(home: Home, rng: Stream, names: tuple[str, ...]) -> list[Object]:
    """Units of equal depth and height as far as their categories allow; repeated ones look alike."""
    drafts: dict[str, Object] = {}
    for name in names:
        if name in drafts:
            continue
        (x0, x1), _, (z0, z1) = CATEGORIES[name].size
        draft = home.draft(rng, name)
        height = draft.size[2] if z1 > TALL else min(max(HEIGHT, z0), z1)
        size = (min(max(DEPTH, x0), x1), draft.size[1], height)
        drafts[name] = home.draft(rng, name, size=size, finishes=draft.parts)
    return [drafts[name] for name in names]


def _try_run(
    home: Home, site: Site, drafts: list[Object], first: int, onward: bool
) -> list[Object]:
    """Units along a wall from one of its ends, then along the next wall."""
    count = len(site.sides)
    placed: list[Object] = []
    for turn in (0, 1):
        side = site.sides[(first + (turn if onward else -turn)) % count]
        placed += _fill_side(home, site, drafts[len(placed) :], side, onward)
    return placed


def _fill_side(
    home: Home, site: Site, drafts: list[Object], side: Side, onward: bool
) -> list[Object]:
    placed: list[Object] = []
    reach = 0.0
    for draft in drafts:
        width = draft.size[1]
        while reach + width <= side.length:
            along = reach + width / 2 if onward else side.length - reach - width / 2
            centre, yaw = side.pose(mm(along), draft.size[0])
            if unit := home.place(site, draft, centre, yaw, spot=(side, mm(along))):
                placed.append(unit)
                reach += width
                break
            reach += NUDGE
        else:
            break
    return placed


def _hang_cabinet(home: Home, site: Site, rng: Stream, unit: Object, name: str) -> None:
    """A wall cabinet as wide as the unit below it."""
    low, high = CATEGORIES[name].size[1]
    draft = home.draft(rng, name)
    size = (draft.size[0], min(max(unit.size[1], low), high), draft.size[2])
    known = [home.objects[i] for i in site.solids if i in home.objects]
    alike = next((item for item in known if item.category == name), draft)
    item = home.draft(rng, name, size=(size[0], size[1], alike.size[2]), finishes=alike.parts)
    hang_above(home, site, rng, unit, item)
