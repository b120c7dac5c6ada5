"""A home as it is now: an immutable :class:`House` plus everything that changed since."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Sequence

import msgspec
import numpy as np

from meadow.errors import InvalidValueError, UnknownIdError
from meadow.geometry.polygons import TOLERANCE, free_way, in_polygon, pack
from meadow.scenes.appearance import object_form
from meadow.scenes.catalogue import find_category
from meadow.scenes.doors import leaf_outline
from meadow.scenes.modelling.shape import Surface
from meadow.scenes.schema import Doorway, House, Object, Person, Point, Point3, replace
from meadow.sim.built import BuiltHome
from meadow.sim.navgrid import NavGrid
from meadow.sim.obstacles import DRIVEN_OVER, PERSON_RADIUS, Obstacles, object_outlines
from meadow.types import Embodiment, Pose

#: How finely an opening or closing part is followed when looking whether it hits the robot.
SWING_STEPS = 12
#: How many ways of people who walk are remembered.
REMEMBERED_WAYS = 1024


class Changes(msgspec.Struct, frozen=True):
    """All differences from the house, as plain data."""

    objects: tuple[Object, ...] = ()
    doorways: tuple[Doorway, ...] = ()
    people: tuple[Person, ...] | None = None


def ignore(item: object) -> None:
    """Tell nobody about a change."""


class World:
    """The mutable side of a home: what is open, which states hold, where people and things are.

    What never changes is in ``built``, which many worlds share; a world owns what it changes.
    """

    def __init__(self, house: House, body: Embodiment, *, built: BuiltHome | None = None) -> None:
        self.built = built or BuiltHome(house, body)
        self.original = self.built.house
        self.body = body
        self.on_change: Callable[[Object | Doorway | tuple[Person, ...]], None] = ignore
        """Told of every replaced object or doorway, and of all people when one moved."""
        self._people: tuple[Person, ...] | None = None
        self._count = 0
        self._begin()

    def _begin(self) -> None:
        """Begin as the home was built."""
        built = self.built
        self.obstacles = built.obstacles.copy()
        self._objects = dict(built.objects)
        self._doorways = dict(built.doorways)
        self._changed: dict[str, Object | Doorway] = {}
        self._house: House | None = None
        self._grid: tuple[int, NavGrid] | None = None
        self._person_obstacles: Obstacles | None = None
        self._person_grid: tuple[int, NavGrid] | None = None
        self._ways: dict[tuple[Point, Point], tuple[Point, ...]] = {}

    @property
    def house(self) -> House:
        """The home with all changes applied."""
        if not self._changed and self._people is None:
            return self.original
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
        """Where the robot can be with doors and things as they are now."""
        version = self.obstacles.version if self._changed else 0
        if version == 0:
            return self.built.navgrid
        if self._grid is None or self._grid[0] != version:
            fixed = self.obstacles.fixed
            self._grid = version, NavGrid(self.original, fixed, self.body.radius)
        return self._grid[1]

    @property
    def version(self) -> int:
        """0 while nothing but people differs from the house, else a number never used before."""
        return self._count if self._changed else 0

    @property
    def person_obstacles(self) -> Obstacles:
        """What blocks people who walk, with doors and things as they are now."""
        if self._person_obstacles is None:
            self._person_obstacles = self.built.person_obstacles.copy()
            for item in self._changed.values():
                self._block(self._person_obstacles, item)
        return self._person_obstacles

    @property
    def ways_version(self) -> int:
        """Another number whenever a way of somebody who walks may have changed."""
        return self.person_obstacles.version if self._changed else 0

    def way(self, start: Point, goal: Point) -> tuple[Point, ...]:
        """The corners of a person's shortest way to a point, the goal last; empty when there is none."""
        version = self.ways_version
        if version == 0:
            grid, known = self.built.person_grid, self.built.ways
        else:
            if self._person_grid is None or self._person_grid[0] != version:
                fixed = self.person_obstacles.fixed
                self._person_grid = version, NavGrid(self.original, fixed, PERSON_RADIUS)
                self._ways = {}
            grid, known = self._person_grid[1], self._ways
        if (start, goal) not in known:
            path = grid.geodesics().field(np.array([goal])).path(*start)
            if len(known) >= REMEMBERED_WAYS:
                known.clear()
            known[start, goal] = tuple((float(x), float(y)) for x, y in path[1:])
        return known[start, goal]

    def way_free(self, points: Sequence[Point]) -> bool:
        """Whether a person can still walk along these points."""
        packed = self.person_obstacles.fixed.packed
        return all(free_way(*packed, *a, *b, PERSON_RADIUS) for a, b in itertools.pairwise(points))

    def inside(self, x: float, y: float) -> bool:
        """Whether a point lies in a room."""
        return bool(self.room_at(x, y))

    def room_at(self, x: float, y: float, first: str = "") -> str:
        """Id of the room around a point, empty outside; ``first`` is tried before the others."""
        rooms = self.built.rooms
        if first in rooms and in_polygon(rooms[first], x, y):
            return first
        return next((id for id, room in rooms.items() if in_polygon(room, x, y)), "")

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
            outlines = [leaf_outline(self.built.walls[item.wall], item, openness)]
        else:
            turned = replace(item, openness=openness)
            outlines = object_outlines(turned, DRIVEN_OVER, self.body.height)
        distance, _ = pack([(0, outlines)]).clearance(pose.x, pose.y, self.body.radius)
        return self.body.radius - distance

    def changes(self) -> Changes:
        """What differs from the house."""
        changed, built = self._changed, self.built
        things = tuple(changed[id] for id in built.objects if id in changed)
        doors = tuple(changed[id] for id in built.doorways if id in changed)
        return Changes(things, doors, self._people)  # type: ignore[arg-type]

    def apply(self, changes: Changes) -> None:
        """Make the world differ from its house by exactly these changes."""
        wanted = {item.id: item for item in (*changes.objects, *changes.doorways)}
        before = self._changed
        if before:
            self._begin()
            self._count += 1
        for id in before:
            if id not in wanted:
                self.on_change(self._as_built(id))
        for item in wanted.values():
            self._put(item)
        if self._people is not None or changes.people is not None:
            self.set_people(self.original.people if changes.people is None else changes.people)

    def _as_built(self, id: str) -> Object | Doorway:
        return self.built.objects.get(id) or self.built.doorways[id]

    def _put(self, item: Object | Doorway) -> None:
        if isinstance(item, Object):
            self._objects[item.id] = item
        else:
            self._doorways[item.id] = item
        self._block(self.obstacles, item)
        if self._person_obstacles is not None:
            self._block(self._person_obstacles, item)
        if item == self._as_built(item.id):
            self._changed.pop(item.id, None)
        else:
            self._changed[item.id] = item
        self._count += 1
        self._house = None
        self.on_change(item)

    @staticmethod
    def _block(obstacles: Obstacles, item: Object | Doorway) -> None:
        """Let an object or a door block somebody where it is now."""
        if isinstance(item, Object):
            obstacles.set_object(item)
        else:
            obstacles.set_doorway(item)

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
