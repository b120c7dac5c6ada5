"""A home as it is now: an immutable :class:`House` plus everything that changed since."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import msgspec
import numpy as np

from meadow.errors import InvalidValueError, UnknownIdError
from meadow.geometry.polygons import TOLERANCE, in_polygon, pack
from meadow.scenes.appearance import object_form
from meadow.scenes.catalogue import find_category
from meadow.scenes.doors import leaf_outline
from meadow.scenes.modelling.shape import Surface
from meadow.scenes.schema import Doorway, House, Object, Person, Point3, replace
from meadow.sim.navgrid import NavGrid
from meadow.sim.obstacles import DRIVEN_OVER, Obstacles, object_outlines
from meadow.types import Embodiment, Pose

#: How finely an opening or closing part is followed when looking whether it hits the robot.
SWING_STEPS = 12


class Changes(msgspec.Struct, frozen=True):
    """All differences from the house, as plain data."""

    objects: tuple[Object, ...] = ()
    doorways: tuple[Doorway, ...] = ()
    people: tuple[Person, ...] | None = None


def ignore(item: object) -> None:
    """Tell nobody about a change."""


class World:
    """The mutable side of a home: what is open, which states hold, where people stand."""

    def __init__(self, house: House, body: Embodiment) -> None:
        self.original = house
        self.body = body
        self.obstacles = Obstacles(house, body.height)
        self.on_change: Callable[[Object | Doorway | tuple[Person, ...]], None] = ignore
        """Told of every replaced object or doorway, and of all people when one moved."""
        self._objects = {o.id: o for o in house.objects}
        self._doorways = {d.id: d for d in house.doorways}
        self._walls = {w.id: w for w in house.walls}
        self._changed: dict[str, Object | Doorway] = {}
        self._people: tuple[Person, ...] | None = None
        self._house: House | None = house
        self._rooms = [np.array(room.polygon, np.float64) for room in house.rooms]
        self._grids: dict[int, NavGrid] = {}

    @property
    def house(self) -> House:
        """The home with all changes applied."""
        if self._house is None:
            self._house = replace(
                self.original,
                objects=tuple(self._objects.values()),
                doorways=tuple(self._doorways.values()),
                people=self.people,
            )
        return self._house

    @property
    def people(self) -> tuple[Person, ...]:
        """Everyone, where they are now."""
        return self.original.people if self._people is None else self._people

    @property
    def navgrid(self) -> NavGrid:
        """Where the robot can be with doors and drawers as they are now."""
        version = self.version
        if version not in self._grids:
            # The grid of the unchanged home is kept for the next episode, others are not.
            self._grids = {k: v for k, v in self._grids.items() if k == 0}
            fixed = self.obstacles.fixed
            self._grids[version] = NavGrid(self.original, fixed, self.body.radius)
        return self._grids[version]

    @property
    def version(self) -> int:
        """0 while nothing but people differs from the house, else a number never used before."""
        return self.obstacles.version if self._changed else 0

    def inside(self, x: float, y: float) -> bool:
        """Whether a point lies in a room."""
        return any(in_polygon(room, x, y) for room in self._rooms)

    def navigable(self, x: float, y: float) -> bool:
        """Whether the robot's disc fits at a point of the floor."""
        return self.inside(x, y) and not self.obstacles.overlapped(x, y, self.body.radius)

    def object(self, id: str) -> Object:
        """An object as it is now."""
        try:
            return self._objects[id]
        except KeyError:
            raise UnknownIdError("object", id, self._objects) from None

    def openables(self) -> list[Object | Doorway]:
        """Doors with a leaf and things that open."""
        doors = [d for d in self._doorways.values() if d.leaf is not None]
        things = [o for o in self._objects.values() if find_category(o.category).openable]
        return [*doors, *things]

    def openable(self, id: str) -> Object | Doorway:
        """The door or thing of that id, which must be one that opens."""
        for item in self.openables():
            if item.id == id:
                return item
        raise UnknownIdError("door or openable object", id, [o.id for o in self.openables()])

    def set_openness(self, id: str, openness: float) -> None:
        """Open or close a door or a thing; what lies in its drawers moves along."""
        item = self.openable(id)
        self._put(replace(item, openness=openness))
        if isinstance(item, Object):
            for content in self._contents(item, openness):
                self._put(content)

    def set_state(self, id: str, name: str, value: bool) -> None:
        """Set a state such as "on" of an object."""
        item = self.object(id)
        self._put(replace(item, states={**item.states, name: value}))

    def set_people(self, people: Iterable[Person]) -> None:
        """Replace all people, e.g. after they walked."""
        people = tuple(people)
        if [p.id for p in people] != [p.id for p in self.original.people]:
            known = ", ".join(p.id for p in self.original.people) or "nobody"
            raise InvalidValueError(f"people come and go with the house, which has: {known}")
        self._people = people if people != self.original.people else None
        self._house = None
        self.obstacles.set_people(people)
        self.on_change(people)

    def swing_hits(self, id: str, openness: float, pose: Pose) -> bool:
        """Whether a part would hit the robot on its way to the given openness."""
        item = self.openable(id)
        start = item.openness
        way = [start + (openness - start) * k / SWING_STEPS for k in range(SWING_STEPS + 1)]
        depths = [self._overlap(item, between, pose) for between in way]
        return max(depths) > depths[0] + TOLERANCE

    def _overlap(self, item: Object | Doorway, openness: float, pose: Pose) -> float:
        """How deep the robot would stand within the item at an openness, metres."""
        if isinstance(item, Doorway):
            outlines = [leaf_outline(self._walls[item.wall], item, openness)]
        else:
            turned = replace(item, openness=openness)
            outlines = object_outlines(turned, DRIVEN_OVER, self.body.height)
        distance, _ = pack([(0, outlines)]).clearance(pose.x, pose.y, self.body.radius)
        return self.body.radius - distance

    def changes(self) -> Changes:
        """What differs from the house."""
        things = tuple(v for v in self._changed.values() if isinstance(v, Object))
        doors = tuple(v for v in self._changed.values() if isinstance(v, Doorway))
        return Changes(things, doors, self._people)

    def apply(self, changes: Changes) -> None:
        """Make the world differ from its house by exactly these changes."""
        wanted = {item.id: item for item in (*changes.objects, *changes.doorways)}
        for id in [i for i in self._changed if i not in wanted]:
            self._put(self._as_built(id))
        for id, item in wanted.items():
            if self._changed.get(id) != item:
                self._put(item)
        if self._people is not None or changes.people is not None:
            self.set_people(self.original.people if changes.people is None else changes.people)

    def _as_built(self, id: str) -> Object | Doorway:
        for item in (*self.original.objects, *self.original.doorways):
            if item.id == id:
                return item
        raise KeyError(id)

    def _put(self, item: Object | Doorway) -> None:
        if isinstance(item, Object):
            self._objects[item.id] = item
            self.obstacles.set_object(item)
        else:
            self._doorways[item.id] = item
            self.obstacles.set_doorway(item)
        if item == self._as_built(item.id):
            self._changed.pop(item.id, None)
        else:
            self._changed[item.id] = item
        self._house = None
        self.on_change(item)

    def _contents(self, carrier: Object, openness: float) -> list[Object]:
        """What lies in the sliding parts of a thing, moved to where it is at an openness."""
        built = self._as_built(carrier.id)
        category = find_category(carrier.category)
        surfaces = [s for s in category.shape(object_form(carrier)).surfaces if any(s.slides)]
        moved: list[Object] = []
        for item in self.original.objects if surfaces else ():
            if item.container != carrier.id:
                continue
            slides = _slides_of(item, built, surfaces)
            dx, dy, dz = (s * (openness - built.openness) for s in slides)
            c, s = math.cos(carrier.yaw), math.sin(carrier.yaw)
            x, y, z = item.position
            place = (x + c * dx - s * dy, y + s * dx + c * dy, z + dz)
            moved.append(replace(self._objects[item.id], position=place))
        return moved


def _slides_of(item: Object, carrier: Object, surfaces: list[Surface]) -> Point3:
    """The full travel of the drawer that an object lies in, along the carrier's axes."""
    c, s = math.cos(carrier.yaw), math.sin(carrier.yaw)
    dx, dy = item.position[0] - carrier.position[0], item.position[1] - carrier.position[1]
    x, y, z = c * dx + s * dy, c * dy - s * dx, item.position[2] - carrier.position[2]
    for surface in surfaces:
        sx, sy, sz = (v * carrier.openness for v in surface.slides)
        inside = surface.low[0] - 0.01 <= x - sx <= surface.high[0] + 0.01
        inside &= surface.low[1] - 0.01 <= y - sy <= surface.high[1] + 0.01
        if inside and abs(z - sz - surface.z) < 0.02:
            return surface.slides
    return (0.0, 0.0, 0.0)
