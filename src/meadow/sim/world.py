"""A home as it is now: an immutable :class:`House` plus everything that changed since."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from meadow.errors import InvalidValueError, UnknownIdError
from meadow.geometry.polygons import (
    TOLERANCE,
    Outlines,
    free_way,
    in_polygon,
    pack,
    rectangle,
)
from meadow.scenes.catalogue import find_category
from meadow.scenes.doors import leaf_outline
from meadow.scenes.modelling.shape import Surface
from meadow.scenes.schema import Doorway, House, Object, Person, Point, Point3, replace
from meadow.sim.built import PERSON_HEIGHT, BuiltHome
from meadow.sim.navgrid import NavGrid
from meadow.sim.obstacles import DRIVEN_OVER, PERSON_RADIUS, Obstacles, object_outlines
from meadow.sim.placing import (
    OPEN,
    TOUCH,
    Boxes,
    Spot,
    box_row,
    find_spot,
    in_the_way,
    outlines_meet,
    stands_on,
    surfaces_of,
)
from meadow.types import Embodiment, Pose, wrap_angle

F64 = NDArray[np.float64]

#: How finely an opening or closing part is followed when looking whether it hits the robot.
SWING_STEPS = 12
#: The support of what the robot holds; no object may have this id.
HELD = "robot"
#: How far above the robot's body the things are that it holds, metres.
CLEAR = 0.02
#: Doors and drawers hit nothing that is further from their middle than this, metres.
REACH_OF_PARTS = 3.0
#: How many ways of people who walk are remembered.
REMEMBERED_WAYS = 1024


class Held(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the robot holds, and where: upright in its hand, or on top of a body without an arm."""

    id: str
    grip: Point3
    """Base of the thing in the robot's frame: ahead, to the left, above the floor."""
    turn: float
    """Its yaw against the robot's."""


class Rest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a moved thing lay, and how far open its container was; drawers carry it from there."""

    id: str
    position: Point3
    openness: float


class Changes(msgspec.Struct, frozen=True, omit_defaults=True):
    """All differences from the house, as plain data."""

    objects: tuple[Object, ...] = ()
    doorways: tuple[Doorway, ...] = ()
    people: tuple[Person, ...] | None = None
    held: Held | None = None
    rests: tuple[Rest, ...] = ()


def ignore(item: object) -> None:
    """Tell nobody about a change."""


def _no_arm(item: object) -> bool:
    return False


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
        self.robot: Point | None = None
        """Where the robot is, so that nothing is put there; the simulator says it."""
        self.arm_meets: Callable[[Object], bool] = _no_arm
        """Whether the robot's arm is where an object would be; the simulator says it."""
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
        self.held: Held | None = None
        """What the robot holds."""
        self._rests: dict[str, Rest] = {}
        self._boxes: Boxes | None = None
        self._leaves: tuple[Outlines, list[str]] | None = None
        self._carried: dict[str, dict[str, None]] | None = None

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

    @property
    def person_grid(self) -> NavGrid:
        """Where people who walk can be, with doors and things as they are now."""
        version = self.ways_version
        if version == 0:
            return self.built.person_grid
        if self._person_grid is None or self._person_grid[0] != version:
            fixed = self.person_obstacles.fixed
            self._person_grid = version, NavGrid(self.original, fixed, PERSON_RADIUS)
            self._ways = {}
        return self._person_grid[1]

    def way(self, start: Point, goal: Point) -> tuple[Point, ...]:
        """The corners of a person's shortest way to a point, the goal last; empty when there is none."""
        grid = self.person_grid
        known = self._ways if self.ways_version else self.built.ways
        if (start, goal) not in known and self.way_free((start, goal)):
            return (goal,)
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

    def pickupable(self, id: str) -> bool:
        """Whether an object is of a kind that is picked up."""
        return "pickupable" in find_category(self.object(id).category).tags

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
        self._place_movers()
        self.on_change(people)

    def rolls(self, ball: Object) -> bool:
        """Whether a ball is on the floor, where it can roll, and in nobody's hand."""
        return ball.support == "floor" and not ball.container and not self.is_held(ball.id)

    def roll(self, id: str, x: float, y: float, yaw: float) -> None:
        """Move a ball along the floor."""
        ball = self.object(id)
        room = self.room_at(x, y, ball.room) or ball.room
        moved = replace(ball, position=(x, y, ball.position[2]), yaw=yaw, room=room)
        if moved != ball:
            self._put(moved)

    def _place_movers(self) -> None:
        """Let people and balls block the robot where they are now."""
        balls = [self._objects[id] for id in self.built.rolling]
        self.obstacles.set_people(self.people, [ball for ball in balls if self.rolls(ball)])

    # --- things that move ------------------------------------------------------------------------

    @property
    def boxes(self) -> Boxes:
        """The boxes around all objects, as they are now."""
        if self._boxes is None:
            self._boxes = Boxes(self._objects.values())
        return self._boxes

    def leaf_outlines(self) -> tuple[Outlines, list[str]]:
        """The leaves of all doors, as they are now, and the ids of their doors."""
        if self._leaves is None:
            doors = [d for d in self._doorways.values() if d.leaf is not None]
            outlines = [[leaf_outline(self.built.walls[d.wall], d)] for d in doors]
            self._leaves = pack(enumerate(outlines)), [d.id for d in doors]
        return self._leaves

    def leaves_near(self, box: F64) -> list[Doorway]:
        """The doors with a leaf that may meet a box along the axes: its lowest and highest corner."""
        near = []
        for door in self._doorways.values():
            x, y = self.middle(door) if door.leaf is not None else (math.inf, math.inf)
            reach = door.width
            if box[0] - reach < x < box[3] + reach and box[1] - reach < y < box[4] + reach:
                near.append(door)
        return near

    def is_held(self, id: str) -> bool:
        """Whether the robot holds an object, or something that carries it."""
        return self.held is not None and self.held.id in self.carriers(self.object(id))

    def carriers(self, item: Object) -> list[str]:
        """An object, what it stands on or is in, what that stands on, and so on."""
        chain, todo = [], [item.id]
        while todo:
            id = todo.pop()
            if id in self._objects and id not in chain:
                chain.append(id)
                todo += [self._objects[id].support, self._objects[id].container]
        return chain

    def shut_in(self, id: str) -> bool:
        """Whether an object is inside of something that is not open."""
        holder = self._objects.get(self.object(id).container)
        if holder is None:
            return False
        shut = holder.openness < OPEN and find_category(holder.category).openable
        return shut or self.shut_in(holder.id)

    def carried(self, id: str) -> list[str]:
        """An object and all that moves with it: what stands on it or is in it, directly or not.

        What stands on the floor beneath it stays.
        """
        if self._carried is None:
            self._carried = {}
            for item in self._objects.values():
                for below in {item.support, item.container} & self._objects.keys():
                    self._carried.setdefault(below, {})[item.id] = None
        group, todo = [id], [id]
        while todo:
            carrier = self._objects[todo.pop()]
            for other in self._carried.get(carrier.id, ()):
                raised = self._objects[other].position[2] > carrier.position[2] + 1e-3
                if other not in group and raised:
                    group.append(other)
                    todo.append(other)
        return group

    def group_at(self, id: str, position: Point3, yaw: float) -> Iterator[Object]:
        """An object and all that moves with it, as they would be with the object elsewhere."""
        item = self._objects[id]
        turn = yaw - item.yaw
        c, s = math.cos(turn), math.sin(turn)
        for name in self.carried(id):
            part = self._objects[name]
            if name == id:
                yield replace(part, position=position, yaw=yaw)
                continue
            dx, dy, dz = (a - b for a, b in zip(part.position, item.position, strict=True))
            x, y, z = position
            place = (x + c * dx - s * dy, y + s * dx + c * dy, z + dz)
            yield replace(part, position=place, yaw=wrap_angle(part.yaw + turn))

    def held_at(self, pose: Pose, grip: Point3) -> Iterator[Object]:
        """What is held, with all that is on and in it, as it would be with the robot and hand elsewhere."""
        if self.held is not None:
            yaw = wrap_angle(pose.yaw + self.held.turn)
            yield from self.group_at(self.held.id, _in_world(grip, pose), yaw)

    def put(
        self, id: str, position: Point3, yaw: float | None = None, *, support: str = ""
    ) -> None:
        """Stand an object, with all that is on and in it, upright at a place.

        It comes down on the highest support below ``position``: a surface of another thing, also inside
        of an open one, or the floor. With ``support`` it stands on the surface of that object that is
        nearest in height, or on the "floor". An :class:`InvalidValueError` says what is in the way.
        """
        item = self.object(id)
        there = replace(item, position=position, yaw=item.yaw if yaw is None else yaw)
        spot = find_spot(self, there, self.carried(id), support=support)
        if self.held is not None and self.held.id == id:
            self.held = None  # first, because what is held blocks nobody
        self._move(item, there.yaw, spot)

    def hold(self, id: str, pose: Pose, *, in_place: bool = False) -> None:
        """Let the robot hold an object, with all that is on and in it; :meth:`follow` carries it.

        It is brought to the top of the robot's body, or stays where it is, with ``in_place``, because a
        hand holds it there.
        """
        item = self.object(id)
        if self.held is not None:
            raise InvalidValueError(f"the robot already holds {self.held.id}: release it first")
        if self.shut_in(id):
            raise InvalidValueError(f"{id} is shut in {item.container}: open that first")
        grip = (0.0, 0.0, self.body.height + CLEAR)
        if in_place:
            c, s = math.cos(pose.yaw), math.sin(pose.yaw)
            dx, dy = item.position[0] - pose.x, item.position[1] - pose.y
            grip = (c * dx + s * dy, c * dy - s * dx, item.position[2])
        self.held = Held(id, grip, item.yaw - pose.yaw)
        self.follow(pose)

    def shift_held(self, shift: Point3, pose: Pose) -> None:
        """Move what is held within the robot's frame, as its hand moves."""
        if self.held is not None:
            x, y, z = (a + b for a, b in zip(self.held.grip, shift, strict=True))
            self.held = Held(self.held.id, (x, y, z), self.held.turn)
            self.follow(pose)

    def follow(self, pose: Pose) -> None:
        """Bring what is held to where the robot is."""
        if self.held is None:
            return
        place = _in_world(self.held.grip, pose)
        item = self.object(self.held.id)
        room = self.room_at(place[0], place[1], item.room) or item.room
        yaw = wrap_angle(pose.yaw + self.held.turn)
        if (place, yaw) != (item.position, item.yaw) or item.support != HELD:
            self._move(item, yaw, Spot(place, HELD, "", room))

    def release(self) -> str:
        """Let go of what is held; it falls to the highest support below and slides aside if need be.

        Returns its id. Where there is no room for it the robot keeps it, and the error says why.
        """
        if self.held is None:
            raise InvalidValueError(
                "the robot holds nothing that it could release: hold something first"
            )
        id = self.held.id
        item = self.object(id)
        spot = find_spot(self, item, self.carried(id), slide=True)
        self.held = None
        self._move(item, item.yaw, spot)
        return id

    def put_back(self) -> None:
        """Stand what is held, with all that is on and in it, where the home was built with it."""
        if self.held is None:
            return
        group = self.carried(self.held.id)
        self.held = None
        for id in group:
            self._rests.pop(id, None)
            self._put(self.built.objects[id])

    def _move(self, item: Object, yaw: float, spot: Spot) -> None:
        """Stand an object elsewhere; what is on and in it keeps its place on and in it."""
        group = self.carried(item.id)
        for part in [*self.group_at(item.id, spot.position, yaw)]:
            if part.id == item.id:
                part = replace(part, support=spot.support, container=spot.container)
            elif part.container not in group:
                part = replace(part, container=spot.container)
            self._put(replace(part, room=spot.room))
            holder = self._objects.get(part.container)
            openness = 0.0 if holder is None else holder.openness
            self._rests[part.id] = Rest(part.id, part.position, openness)
        for other in list((self._carried or {}).get(item.id, ())):
            if other not in group:  # on the floor beneath it, where it stays
                self._put(replace(self._objects[other], support="floor"))

    # --- parts that swing ------------------------------------------------------------------------

    def swing_blocker(self, id: str, openness: float, pose: Pose) -> str:
        """What a part would hit on its way to an openness: the robot, a person or a moved thing."""
        item = self.openable(id)
        if self.swing_hits(id, openness, pose):
            return "the robot"
        start = item.openness
        way = [start + (openness - start) * k / SWING_STEPS for k in range(SWING_STEPS + 1)]
        for person in self.people:
            at = Pose(person.position[0], person.position[1])
            if math.dist(self.middle(item), (at.x, at.y)) > REACH_OF_PARTS:
                continue
            depths = [self._overlap(item, o, at, PERSON_RADIUS, PERSON_HEIGHT) for o in way]
            if max(depths) > depths[0] + TOLERANCE:
                return person.id
        if isinstance(item, Object) and (hit := self._contents_blocker(item, openness)):
            return hit
        own = {id} if isinstance(item, Doorway) else {*self.carried(id), *self.carriers(item)}
        # A thing that was moved may open into anything; a thing at its place was built to open.
        others = self._objects if id in self._rests else self._changed
        near = self.boxes.near(*self.middle(item), self._swept(item, way))
        for other in others.values():
            if not isinstance(other, Object) or other.id in own or self.is_held(other.id):
                continue
            if other.id not in near:
                continue
            met = [self._part_meets(item, o, other) for o in way]
            moved = id in self._rests or other.id in self._rests
            # What touches a moved thing may still close, but opens no further into it.
            if any(met) and (not met[0] or (moved and openness > start)):
                return other.id
        return ""

    def _contents_blocker(self, item: Object, openness: float) -> str:
        """What is in the way of moved things in or on an opening one: they would fall or hit it."""
        after = replace(item, openness=openness)
        moved = {o.id: o for o in self._contents(item, openness)}
        group = [*self.carried(item.id), *moved]
        for id in self._rests:
            rests = moved.get(id) or self._objects[id]
            if rests.support == item.id and not stands_on(rests, after):
                return id
            if id in moved and (hit := in_the_way(self, rests, group, item)):
                return hit
        return ""

    def middle(self, item: Object | Doorway) -> Point:
        """The place of a thing, or the middle of a door's leaf."""
        if isinstance(item, Object):
            return item.position[:2]
        corners = leaf_outline(self.built.walls[item.wall], item)
        return float(corners[:, 0].mean()), float(corners[:, 1].mean())

    def _swept(self, item: Object | Doorway, way: Sequence[float]) -> float:
        """How far from its middle an openable reaches at any of some openings, metres."""
        outlines = []
        for openness in way:
            if isinstance(item, Doorway):
                outlines.append(leaf_outline(self.built.walls[item.wall], item, openness))
            else:
                outlines += object_outlines(replace(item, openness=openness))
        corners = np.concatenate(outlines) - self.middle(item)
        return float(np.hypot(corners[:, 0], corners[:, 1]).max())

    def _part_meets(self, item: Object | Doorway, openness: float, other: Object) -> bool:
        """Whether an openable overlaps another thing at an openness."""
        box = rectangle(other.position, other.size, other.yaw)
        if isinstance(item, Doorway):
            leaf = leaf_outline(self.built.walls[item.wall], item, openness)
            return outlines_meet([leaf], [box])
        item = replace(item, openness=openness)
        low, high = other.position[2] + TOUCH, other.position[2] + other.size[2] - TOUCH
        theirs = [box]
        if item.id in self._rests or other.id in self._rests:  # one may be beneath the other
            low = max(low, item.position[2] + TOUCH)
            high = min(box_row(item)[7], box_row(other)[7]) - TOUCH
            theirs = object_outlines(other, low, high) if low < high else []
        return bool(theirs) and outlines_meet(object_outlines(item, low, high), theirs)

    def swing_hits(self, id: str, openness: float, pose: Pose) -> bool:
        """Whether a part would hit the robot on its way to the given openness."""
        item = self.openable(id)
        start = item.openness
        way = [start + (openness - start) * k / SWING_STEPS for k in range(SWING_STEPS + 1)]
        body = self.body
        depths = [self._overlap(item, between, pose, body.radius, body.height) for between in way]
        return max(depths) > depths[0] + TOLERANCE

    def _overlap(
        self, item: Object | Doorway, openness: float, pose: Pose, radius: float, height: float
    ) -> float:
        """How deep a body would stand within the item at an openness, metres."""
        if isinstance(item, Doorway):
            outlines = [leaf_outline(self.built.walls[item.wall], item, openness)]
        else:
            outlines = object_outlines(replace(item, openness=openness), DRIVEN_OVER, height)
        distance, _ = pack([(0, outlines)]).clearance(pose.x, pose.y, radius)
        return radius - distance

    def changes(self) -> Changes:
        """What differs from the house."""
        changed, built = self._changed, self.built
        things = tuple(changed[id] for id in built.objects if id in changed)
        doors = tuple(changed[id] for id in built.doorways if id in changed)
        rests = tuple(self._rests[id] for id in built.objects if id in self._rests)
        return Changes(things, doors, self._people, self.held, rests)  # type: ignore[arg-type]

    def apply(self, changes: Changes) -> None:
        """Make the world differ from its house by exactly these changes."""
        every: tuple[Object | Doorway, ...] = (*changes.objects, *changes.doorways)
        wanted = {item.id: item for item in every}
        before = self._changed
        if before or self._rests:
            self._begin()
            self._count += 1
        for id in before:
            if id not in wanted:
                self.on_change(self._as_built(id))
        self.held = changes.held
        self._carried = None
        self._objects.update((item.id, item) for item in changes.objects)  # who carries what
        for item in wanted.values():
            self._put(item)
        self._rests = {rest.id: rest for rest in changes.rests}
        if self._people is not None or changes.people is not None:
            self.set_people(self.original.people if changes.people is None else changes.people)

    def _as_built(self, id: str) -> Object | Doorway:
        return self.built.objects.get(id) or self.built.doorways[id]

    def _put(self, item: Object | Doorway) -> None:
        built = self._as_built(item.id)
        if item == built:
            item = (
                built  # equal values may be written differently: defaults are left out of snapshots
            )
        if isinstance(item, Object):
            before = self._objects[item.id]
            if (before.support, before.container) != (item.support, item.container):
                self._carried = None
            self._objects[item.id] = item
            if self._boxes is not None:
                self._boxes.update(item)
            if item.walk is not None:
                self._place_movers()
        else:
            self._doorways[item.id] = item
            self._leaves = None
        self._block(self.obstacles, item)
        if self._person_obstacles is not None:
            self._block(self._person_obstacles, item)
        if item is built:
            self._changed.pop(item.id, None)
        else:
            self._changed[item.id] = item
        self._count += 1
        self._house = None
        self.on_change(item)

    def _block(self, obstacles: Obstacles, item: Object | Doorway) -> None:
        """Let an object or a door block somebody where it is now."""
        if isinstance(item, Doorway):
            obstacles.set_doorway(item)
        elif self.is_held(item.id):
            obstacles.take_away(item.id)
        else:
            obstacles.set_object(item)

    def _contents(self, carrier: Object, openness: float) -> list[Object]:
        """What lies in the sliding parts of a thing, moved to where it is at an openness."""
        surfaces = [surface for surface in surfaces_of(carrier) if any(surface.slides)]
        if not surfaces:
            return []
        inside = {o.id: o for o in self._objects.values() if o.container == carrier.id}
        moved: list[Object] = []
        c, s = math.cos(carrier.yaw), math.sin(carrier.yaw)
        for item in inside.values():
            rest, below = self._rest(item, carrier), item
            slides = _slides_of(rest, carrier, surfaces)
            while slides is None and below.support in inside:  # on a tray in the drawer
                below = inside[below.support]
                slides = _slides_of(self._rest(below, carrier), carrier, surfaces)
            dx, dy, dz = (v * (openness - rest.openness) for v in slides or (0.0, 0.0, 0.0))
            x, y, z = rest.position
            place = (x + c * dx - s * dy, y + s * dx + c * dy, z + dz)
            moved.append(replace(item, position=place))
        return moved

    def _rest(self, item: Object, carrier: Object) -> Rest:
        """Where a thing lay in its carrier when it was last moved, or when the home was built."""
        known = self._rests.get(item.id)
        if known is not None:
            return known
        built = self.built.objects
        return Rest(item.id, built[item.id].position, built[carrier.id].openness)


def _in_world(grip: Point3, pose: Pose) -> Point3:
    """A point of the robot's frame in the world."""
    ahead, left, up = grip
    c, s = math.cos(pose.yaw), math.sin(pose.yaw)
    return pose.x + c * ahead - s * left, pose.y + s * ahead + c * left, up


def _slides_of(rest: Rest, carrier: Object, surfaces: list[Surface]) -> Point3 | None:
    """The full travel of the drawer that something lies in, along the carrier's axes; None for none."""
    c, s = math.cos(carrier.yaw), math.sin(carrier.yaw)
    dx, dy = rest.position[0] - carrier.position[0], rest.position[1] - carrier.position[1]
    x, y, z = c * dx + s * dy, c * dy - s * dx, rest.position[2] - carrier.position[2]
    for surface in surfaces:
        sx, sy, sz = (v * rest.openness for v in surface.slides)
        inside = surface.low[0] - 0.01 <= x - sx <= surface.high[0] + 0.01
        inside &= surface.low[1] - 0.01 <= y - sy <= surface.high[1] + 0.01
        if inside and abs(z - sz - surface.z) < 0.02:
            return surface.slides
    return None
