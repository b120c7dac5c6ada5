"""Things off the floor: pictures on walls, cabinets above counters, curtains and ceiling lamps."""

from __future__ import annotations

from meadow.scenes.catalogue import CATEGORIES
from meadow.scenes.generator.home import Home
from meadow.scenes.generator.programmes import CURTAIN
from meadow.scenes.generator.space import Side, Site
from meadow.scenes.schema import Object, mm
from meadow.seeding import Stream

ATTEMPTS = 10
CEILING_GAP = 0.05
OVER = 0.08
"""Gap between a piece and what hangs above it."""


def _mount(
    home: Home,
    site: Site,
    item: Object,
    side: Side,
    along: float,
    z: float,
    ignore: tuple[str, ...] = (),
) -> Object | None:
    """Hang something on a wall if the wall goes on behind all of it."""
    if not item.size[1] / 2 <= along <= side.length - item.size[1] / 2:
        return None
    if mm(z + item.size[2]) > site.height - CEILING_GAP:
        return None
    centre, yaw = side.pose(along, item.size[0])
    return home.place(site, item, centre, yaw, z=z, support="wall", ignore=ignore)


def hang_somewhere(home: Home, site: Site, rng: Stream, item: Object) -> Object | None:
    """On any free stretch of wall, at the height that suits the category."""
    low, high = CATEGORIES[item.category].mount
    sides = [side for side in site.sides if side.length >= item.size[1]]
    for _ in range(ATTEMPTS if sides else 0):
        side = rng.weighted(sides, [s.length for s in sides])
        along = mm(rng.uniform(item.size[1] / 2, side.length - item.size[1] / 2))
        if placed := _mount(home, site, item, side, along, mm(rng.uniform(low, high))):
            return placed
    return None


def hang_above(home: Home, site: Site, rng: Stream, anchor: Object, item: Object) -> Object | None:
    """On the wall right above a piece that stands against it."""
    if anchor.id not in site.spot:
        return None
    side, along = site.spot[anchor.id]
    low, high = CATEGORIES[item.category].mount
    z = max(mm(rng.uniform(low, high)), mm(anchor.position[2] + anchor.size[2] + OVER))
    return _mount(home, site, item, side, along, z)


def hang_curtains(home: Home, rng: Stream, chance: float = 0.7) -> None:
    """Curtains in front of windows where no furniture is in the way."""
    if CURTAIN not in CATEGORIES:
        return
    _, width, _ = CATEGORIES[CURTAIN].size
    for window in home.building.openings.windows:
        wall = home.building.wall(window.wall)
        site = home.sites[wall.left or wall.right]
        if site.kind in ("bathroom", "hallway") or not rng.chance(chance):
            continue
        wide = min(max(mm(window.width + 0.3), width[0]), width[1])
        draft = home.draft(rng, CURTAIN)
        item = home.draft(
            rng, CURTAIN, size=(draft.size[0], wide, draft.size[2]), finishes=draft.parts
        )
        ux = (wall.b[0] - wall.a[0], wall.b[1] - wall.a[1])
        length = abs(ux[0]) + abs(ux[1])
        middle = window.offset + window.width / 2
        point = wall.a[0] + ux[0] / length * middle, wall.a[1] + ux[1] / length * middle
        z = max(0.01, mm(window.sill + window.height + 0.12 - item.size[2]))
        for side in site.sides:
            along = (point[0] - side.start[0]) * side.direction[0]
            along += (point[1] - side.start[1]) * side.direction[1]
            away = abs((point[0] - side.start[0]) * side.direction[1]) + abs(
                (point[1] - side.start[1]) * side.direction[0]
            )
            if away < 0.06 and 0.0 <= along <= side.length:
                _mount(home, site, item, side, mm(along), z, ignore=("window",))


def hang_lamps(home: Home, site: Site, rng: Stream, names: tuple[str, ...]) -> None:
    """A lamp under the ceiling at every light of the room, all alike."""
    draft = home.draft(rng, rng.choice(names))
    for light in home.building.lights:
        if light.room == site.id:
            z = mm(site.height - draft.size[2])
            home.place(site, draft, light.position[:2], 0.0, z=z, support="ceiling")
