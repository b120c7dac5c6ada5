"""People who walk: where each of them is after the time that passes with an action.

A walker's :class:`~meadow.scenes.schema.Walk` says what it does; ``BEHAVIOURS`` turns that into the next
way point. Ways between way points are shortest paths of a person's body among walls, doors and things. A
walker waits while the robot or another person is in its way, and stands still while there is no way at
all. Two walkers who meet face to face wait for good, because neither gives way. Everything follows from
the episode's seed and the robot's actions.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

import msgspec

from meadow.errors import InvalidValueError
from meadow.scenes.people import BODIES, phase_after
from meadow.scenes.schema import House, Person, Point, Walk, replace
from meadow.seeding import Stream, stream
from meadow.sim.obstacles import PERSON_RADIUS
from meadow.sim.world import World
from meadow.types import Embodiment, Pose

log = logging.getLogger(__name__)

#: Radius within which nobody else comes to a person, metres: the polygon that stands for a person's disc
#: reaches a little further than the disc, and the robot could not leave a place that overlaps it.
REACH = PERSON_RADIUS / math.cos(math.pi / 12) + 0.005
#: Places that are drawn to find some in one room.
MOST_DRAWS = 1000


def _next_on_loop(walk: Walk, stop: int) -> int:
    """The way point after another one, the first after the last."""
    return (stop + 1) % len(walk.points)


#: Which way point comes next, by the name of the behaviour; the names are those of ``people.BEHAVIOURS``.
BEHAVIOURS: dict[str, Callable[[Walk, int], int]] = {"loop": _next_on_loop}


class WalkProgress(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """How far one walker has come."""

    id: str
    stop: int = 0
    """Number of the way point that it walks to."""
    way: tuple[Point, ...] = ()
    """The corners that are left on the way there; empty before the way is planned."""
    pause: float = 0.0
    """Seconds that it will still stand."""
    walked: float = 0.0
    """Metres since the episode began."""
    stuck: bool = False
    """There was no way when it last looked for one."""


@dataclass(frozen=True, slots=True)
class Disc:
    """Somebody who must not be walked into."""

    x: float
    y: float
    radius: float


def walk_streams(people: Sequence[Person], seed: int, episode: str) -> dict[str, Stream]:
    """The named streams of an episode from which walkers draw how long they stand."""
    walking = [person.id for person in people if person.walk is not None]
    return {f"walk {id}": stream(seed, episode, "walk", id) for id in walking}


class Walkers:
    """All people of a world who walk."""

    def __init__(
        self, world: World, streams: Mapping[str, Stream], told: set[tuple[str, str]] | None = None
    ) -> None:
        """``streams`` are those of :func:`walk_streams`; ``told`` remembers who was said to be stuck."""
        self._world = world
        self._streams = streams
        self._told = set() if told is None else told
        self._numbers = world.built.walkers
        self._walkers = [WalkProgress(world.people[i].id) for i in self._numbers]
        self._version = world.ways_version

    @property
    def progress(self) -> tuple[WalkProgress, ...]:
        """How far each has come, for snapshots."""
        return tuple(msgspec.structs.replace(walker) for walker in self._walkers)

    def resume(self, progress: Sequence[WalkProgress]) -> None:
        """Go on from where others were."""
        self._walkers = [msgspec.structs.replace(walker) for walker in progress]
        self._version = -1  # ways are looked at again: the world may be another one

    def advance(self, robot: Pose) -> None:
        """Let the time of one action pass; the robot is where its action took it."""
        world = self._world
        if world.ways_version != self._version:
            self._look_again()
        people = list(world.people)
        body = Disc(robot.x, robot.y, world.body.radius + REACH)
        for walker, number in zip(self._walkers, self._numbers, strict=True):
            others = [
                Disc(p.position[0], p.position[1], 2.0 * REACH)
                for i, p in enumerate(people)
                if i != number
            ]
            people[number] = self._walk(walker, people[number], [body, *others])
        world.set_people(people)

    def _walk(self, walker: WalkProgress, person: Person, others: Sequence[Disc]) -> Person:
        """One person after the time of an action."""
        walk = person.walk
        assert walk is not None
        x, y, z = person.position
        yaw, time, before = person.yaw, walk.seconds, walker.walked
        arrivals = 0
        while time > 1e-9 and not walker.stuck:
            if walker.pause > 0.0:
                stood = min(walker.pause, time)
                walker.pause, time = walker.pause - stood, time - stood
                continue
            if not walker.way and not self._plan(walker, walk, (x, y)):
                break
            (tx, ty), rest = walker.way[0], walker.way[1:]
            left = math.hypot(tx - x, ty - y)
            if left > 0.0:
                ux, uy = (tx - x) / left, (ty - y) / left
                wanted = min(left, walk.speed * time)
                step = free_length(x, y, ux, uy, wanted, others)
                time, walker.walked = time - step / walk.speed, walker.walked + step
                yaw = math.atan2(uy, ux) if step > 0.0 else yaw
                if step < left:
                    x, y = x + step * ux, y + step * uy
                    break  # the time is over, or somebody is in the way
            x, y, walker.way = tx, ty, rest
            if not rest:
                self._arrive(walker, walk)
                arrivals += 1
                if arrivals > len(walk.points):  # all way points are one place
                    break
        if walker.walked == before:
            return person if person.gait < 0.0 else replace(person, gait=-1.0)
        return replace(  # type: ignore[no-any-return]
            person,
            position=(x, y, z),
            yaw=yaw,
            room=self._world.room_at(x, y, person.room) or person.room,
            gait=phase_after(person.body, walker.walked),
        )

    def _arrive(self, walker: WalkProgress, walk: Walk) -> None:
        walker.stop = BEHAVIOURS[walk.behaviour](walk, walker.stop)
        low, high = walk.pause
        if high > 0.0:
            walker.pause = self._streams[f"walk {walker.id}"].uniform(low, high)

    def _plan(self, walker: WalkProgress, walk: Walk, start: Point) -> bool:
        """Find the way to the next way point; without one the walker stands still, which is told once."""
        goal = walk.points[walker.stop]
        walker.way = self._world.way(start, goal)
        walker.stuck = not walker.way
        key = (self._world.original.id, walker.id)
        if walker.stuck and key not in self._told:
            self._told.add(key)
            log.warning(
                "%s in home %s stands still: a person's body has no way from (%.2f, %.2f) to way "
                "point %d at (%.2f, %.2f)",
                *(walker.id, self._world.original.id, *start, walker.stop, *goal),
            )
        return not walker.stuck

    def _look_again(self) -> None:
        """After doors or things moved: those without a way may have one, others may have lost theirs."""
        self._version = self._world.ways_version
        for walker, number in zip(self._walkers, self._numbers, strict=True):
            walker.stuck = False
            x, y, _ = self._world.people[number].position
            if walker.way and not self._world.way_free([(x, y), *walker.way]):
                walker.way = ()


def add_walkers(
    house: House, count: int, *, seed: int = 0, stops: int = 3, room: str = ""
) -> House:
    """The home with more people in it, each of whom walks around a loop of random places near by.

    All places are in the largest part of the floor on which a person's body can walk, and in the ``room``
    of this id if one is named. Walkers begin as far from each other as a few draws allow, so that they
    seldom meet for good.
    """
    world = World(house, Embodiment())
    grid = world.built.person_grid
    rng = stream(seed, house.id, "walkers")

    def draw(number: int) -> list[Point]:
        drawn = (grid.sample(rng) for _ in range(MOST_DRAWS if room else number))
        return [*islice((p for p in drawn if not room or world.room_at(*p) == room), number)]

    people = list(house.people)
    for k in range(count):
        places = draw(20)
        if not places:
            raise InvalidValueError(f"{house.id}: nobody can walk in the room {room!r}")
        gaps = [min((math.dist(a, p.position[:2]) for p in people), default=0.0) for a in places]
        x, y = places[gaps.index(max(gaps))]
        if people and max(gaps) < 3.0 * REACH:
            raise InvalidValueError(f"{house.id}: no free floor for walker {k + 1} of {count}")
        near = [p for p in draw(40) if 0.5 < math.dist(p, (x, y)) < 2.5]
        walk = Walk(((x, y), *near[: stops - 1]), pause=(0.0, 2.0))
        body, around = rng.choice(sorted(BODIES)), world.room_at(x, y)
        people.append(Person(f"walker-{k + 1}", body, (x, y, 0.0), 0.0, around, walk=walk))
    return replace(house, people=tuple(people))  # type: ignore[no-any-return]


def free_length(
    x: float, y: float, ux: float, uy: float, length: float, others: Sequence[Disc]
) -> float:
    """How far somebody gets in a direction before others are in the way, at most ``length``."""
    for other in others:
        dx, dy = other.x - x, other.y - y
        along = dx * ux + dy * uy
        if along <= 0.0:
            continue  # going away from them
        aside = dx * dx + dy * dy - along * along
        square = other.radius * other.radius - aside
        if square > 0.0:
            length = min(length, max(0.0, along - math.sqrt(square)))
    return length
