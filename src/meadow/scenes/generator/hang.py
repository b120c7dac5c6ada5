"""Things off the floor: pictures on walls, cabinets above counters, curtains and ceiling lamps."""

from __future__ import annotations

from meadow.scenes.catalogue import CATEGORIES
from meadow.scenes.doors import along as wall_point
from meadow.scenes.generator.home import Home
from meadow.scenes.generator.programmes import CURTAIN
from meadow.scenes.generator.space import Side, Site
from meadow.scenes.schema import Object, Point, mm
from meadow.seeding import Stream

ATTEMPTS = 10
CEILING_GAP = 0.05
BARE = ("bathroom", "hallway")
"""Rooms without curtains."""
OVERHANG, OVERLAP = 0.12, 0.1
"""How far curtains reach above a window, and in front of it from either side."""
OVER = 0.08
"""Gap between a piece and what hangs above it."""


def mount(
    home: Home,
    site: Site,
    item: Object,
    side: Side,
    along: float,
    z: float,
    near: tuple[str, ...] = (),
) -> Object | None:
    """Hang something on a wall if the wall goes on behind all of it."""
    if not item.size[1] / 2 <= along <= side.length - item.size[1] / 2:
        return None
    if mm(z + item.size[2]) > site.height - CEILING_GAP:
        return None
    centre, yaw = side.pose(along, item.size[0])
    return home.place(site, item, centre, yaw, z=z, support="wall", near=near)


def hang_somewhere(home: Home, site: Site, rng: Stream, item: Object) -> Object | None:
    """On any free stretch of wall, at the height that suits the category."""
    low, high = CATEGORIES[item.category].mount
    sides = [side for side in site.sides if side.length >= item.size[1]]
    for _ in range(ATTEMPTS if sides else 0):
        side = rng.weighted(sides, [s.length for s in sides])
        along = mm(rng.uniform(item.size[1] / 2, side.length - item.size[1] / 2))
        if placed := mount(home, site, item, side, along, mm(rng.uniform(low, high))):
            return placed
    return None


def hang_above(home: Home, site: Site, rng: Stream, anchor: Object, item: Object) -> Object | None:
    """On the wall right above a piece that stands against it."""
    if anchor.id not in site.spot:
        return None
    side, along = site.spot[anchor.id]
    low, high = CATEGORIES[item.category].mount
    z = max(mm(rng.uniform(low, high)), mm(anchor.position[2] + anchor.size[2] + OVER))
    return mount(home, site, item, side, along, z)


def hang_curtains(home: Home, rng: Stream, chance: float = 0.7) -> None:
    """A pair of curtains at windows where no furniture is in the way."""
    for window in home.building.openings.windows:
        wall = home.building.wall(window.wall)
        site = home.sites[wall.left or wall.right]
        if site.kind in BARE or not rng.chance(chance):
            continue
        item = home.draft(rng, CURTAIN)
        z = max(0.01, mm(window.sill + window.height + OVERHANG - item.size[2]))
        out = item.size[1] / 2 - OVERLAP
        pair = []
        for offset in (window.offset - out, window.offset + window.width + out):
            side, along = _side_of(site, wall_point(wall, offset))
            pair.append(mount(home, site, item, side, mm(along), z, near=("window",)))
        if None in pair:
            for curtain in filter(None, pair):
                home.remove(curtain.id)


def _side_of(site: Site, point: Point) -> tuple[Side, float]:
    """The side of a room nearest to a point of its wall's centre line, and how far along it is."""
    best: tuple[float, Side, float] | None = None
    for side in site.sides:
        dx, dy = point[0] - side.start[0], point[1] - side.start[1]
        ux, uy = side.direction
        along = ux * dx + uy * dy
        beyond = max(0.0, -along, along - side.length)
        away = abs(uy * dx - ux * dy) + beyond
        if best is None or away < best[0]:
            best = away, side, along
    assert best is not None  # every room has sides
    return best[1], best[2]


def hang_lamps(home: Home, site: Site, rng: Stream, names: tuple[str, ...]) -> None:
    """A lamp under the ceiling at every light of the room, all alike."""
    draft = home.draft(rng, rng.choice(names))
    for light in home.building.lights:
        if light.room == site.id:
            z = mm(site.height - draft.size[2])
            home.place(site, draft, light.position[:2], 0.0, z=z, support="ceiling")
