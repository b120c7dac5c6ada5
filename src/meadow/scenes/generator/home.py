"""A home while it is being furnished: what stands where, and what is still free."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from meadow.scenes.appearance import object_form, sample_object
from meadow.scenes.catalogue import CATEGORIES, find_category
from meadow.scenes.generator.building import Building
from meadow.scenes.generator.openings import strip
from meadow.scenes.generator.space import Box, Side, Site, area_box
from meadow.scenes.modelling.shape import Surface
from meadow.scenes.schema import Object, Part, Point, Point3, mm, mrad, replace
from meadow.seeding import Stream, stream

WINDOW_DEPTH = 0.25
"""Tall things keep this far from a window."""


class Home:
    """The growing set of objects of one home."""

    def __init__(self, seed: int, building: Building, revision: int = 1) -> None:
        self.seed = seed
        self.revision = revision
        """Of the generator's rules, see ``HouseSpec.revision``."""
        self.building = building
        self.objects: dict[str, Object] = {}
        self._surfaces: dict[str, list[Surface]] = {}
        self._numbers: Counter[str] = Counter()
        self.sites: dict[str, Site] = {}
        for index, room in enumerate(building.rooms):
            gaps = building.gaps(index)
            self.sites[room.id] = Site(room.id, room.type, room.polygon, gaps, building.height)
        openings = building.openings
        for name, area in openings.approaches:
            self.sites[name].zones.append(("doorway", area_box(area, 0.0, 2.1)))
        for name, area in openings.leaves:
            self.sites[name].solids[f"leaf {area}"] = area_box(area, 0.0, 2.05)
        for window in openings.windows:
            wall = building.wall(window.wall)
            area = strip(
                wall, window.offset, window.offset + window.width, -WINDOW_DEPTH, WINDOW_DEPTH
            )
            zone = area_box(area, window.sill, mm(window.sill + window.height))
            self.sites[wall.left or wall.right].zones.append(("window", zone))

    def stream(self, *names: str | int) -> Stream:
        """A random stream of this home."""
        return stream(self.seed, "generator", *names)

    def draft(
        self,
        rng: Stream,
        name: str,
        *,
        variant: str | None = None,
        size: Point3 | None = None,
        finishes: tuple[Part, ...] = (),
    ) -> Object:
        """An object that is not placed yet, with even millimetres across so that halves are exact."""
        item = sample_object(
            rng, find_category(name), id="", variant=variant, size=size, finishes=finishes
        )
        x, y, z = item.size
        even: Object = replace(item, size=(mm(2 * mm(x / 2)), mm(2 * mm(y / 2)), z))
        return even

    def place(
        self,
        site: Site,
        item: Object,
        centre: Point,
        yaw: float,
        *,
        z: float = 0.0,
        support: str = "floor",
        container: str = "",
        near: Collection[str] = (),
        carriers: Collection[str] = (),
        spot: tuple[Side, float] | None = None,
    ) -> Object | None:
        """Put a draft down if it fits there with free floor before it; None when it does not.

        It may stand in the free floor of the objects it is ``near`` to, which may stand in its own;
        ``carriers`` are the objects on or in which it stands.
        """
        item = replace(
            item,
            position=(mm(centre[0]), mm(centre[1]), mm(z)),
            yaw=mrad(yaw),
            room=site.id,
            support=support,
            container=container,
        )
        top = mm(item.position[2] + item.size[2])
        box = Box(centre, (item.size[0], item.size[1]), item.yaw, item.position[2], top)
        if not site.fits(box, carriers):
            return None
        # What stands on furniture may reach over floor that must stay free.
        if support in ("floor", "wall", "ceiling") and site.obstructs(box, near):
            return None
        front = CATEGORIES[item.category].front if support == "floor" else 0.0
        zone = site.front_of(item, front) if front > 0.0 else None
        if zone is not None and not site.fits(zone, near):
            return None
        return self._commit(site, item, box, zone, spot)

    def _commit(
        self, site: Site, item: Object, box: Box, zone: Box | None, spot: tuple[Side, float] | None
    ) -> Object:
        self._numbers[item.category] += 1
        id = f"{item.category.replace(' ', '-')}-{self._numbers[item.category]}"
        item = replace(item, id=id)
        self.objects[id] = item
        site.solids[id] = box
        if zone is not None:
            site.zones.append((id, zone))
        if spot is not None:
            site.spot[id] = spot
        return item

    def surfaces(self, item: Object) -> list[Surface]:
        """Where things can stand on or in an object, in its own frame."""
        if item.id not in self._surfaces:
            shape = CATEGORIES[item.category].shape(object_form(item))
            self._surfaces[item.id] = shape.surfaces
        return self._surfaces[item.id]

    def in_room(self, site: Site) -> list[str]:
        """Ids of all objects of a room."""
        return [id for id in site.solids if id in self.objects]

    def remove(self, id: str) -> None:
        """Take an object away together with all it carries."""
        for other in [o.id for o in self.objects.values() if id in (o.support, o.container)]:
            self.remove(other)
        item = self.objects.pop(id)
        site = self.sites[item.room]
        del site.solids[id]
        site.zones = [zone for zone in site.zones if zone[0] != id]
        site.spot.pop(id, None)

    def numbered(self, without: Collection[str] = ()) -> dict[str, str]:
        """Final ids, without holes for each category, in order of placement.

        Things ``without`` are left out together with all that they carry.
        """
        gone = set(without)
        numbers: Counter[str] = Counter()
        names: dict[str, str] = {}
        for item in self.objects.values():  # what carries a thing was placed before it
            if item.id in gone or item.support in gone or item.container in gone:
                gone.add(item.id)
                continue
            numbers[item.category] += 1
            names[item.id] = f"{item.category.replace(' ', '-')}-{numbers[item.category]}"
        return names

    def finished(self, without: Collection[str] = ()) -> tuple[Object, ...]:
        """All objects with their final ids, see :meth:`numbered`."""
        names = self.numbered(without)
        known = {"floor": "floor", "wall": "wall", "ceiling": "ceiling", "": "", **names}
        items = [(self.objects[id], name) for id, name in names.items()]
        return tuple(
            replace(item, id=name, support=known[item.support], container=known[item.container])
            for item, name in items
        )
