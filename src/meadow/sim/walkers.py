"""People who walk and balls that roll: where each of them is after the time that passes with an action.

A :class:`~meadow.scenes.schema.Walk` says what somebody does; ``BEHAVIOURS`` turns that into where to go
next. Ways are shortest paths of a person's body among walls, doors and things. Nobody walks into anybody
else, the robot or its arm: a walker waits, walks around them if it is courteous, turns elsewhere when its
patience is over, and stands still while there is no way at all. Everything follows from the episode's seed
and the robot's actions.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import msgspec

from meadow.scenes.people import STANCES, phase_after
from meadow.scenes.schema import House, Object, Person, Point, Walk, replace
from meadow.seeding import Stream, stream
from meadow.sim.obstacles import PERSON_RADIUS, ball_radius
from meadow.sim.world import World
from meadow.types import Pose

log = logging.getLogger(__name__)

#: The polygon that stands for a disc of radius 1 reaches so far, and nobody else comes closer than so many
#: metres more: the robot could not leave a place that overlaps it.
_POLYGON, _SPARE = 1.0 / math.cos(math.pi / 12), 0.005
#: Radius within which nobody else comes to a person, metres.
REACH = PERSON_RADIUS / math.cos(math.pi / 12) + _SPARE
#: Directions that a courteous walker tries, in steps of this angle to each side, right first.
DODGE, DODGES = math.radians(15.0), 6
#: How far one looks before one sets out in another direction, metres.
GLIMPSE = 0.3
#: Random points that are tried before somebody who roams stands for a while, and for how many seconds.
DRAWS, RETRY = 8, 5.0


class WalkProgress(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """How far one walker has come."""

    id: str
    stop: int = 0
    """Number of the way point that it walks to; of one who idles, how many stances it took."""
    way: tuple[Point, ...] = ()
    """The corners that are left on the way there; empty before the way is planned."""
    pause: float = 0.0
    """Seconds that it will still stand."""
    walked: float = 0.0
    """Metres since the episode began."""
    stuck: bool = False
    """There was no way when it last looked for one."""
    goal: Point | None = None
    """The random point that one who roams walks to."""
    back: bool = False
    """It turned and goes around its loop the other way."""
    waited: float = 0.0
    """Seconds for which somebody has been in its way."""


Draw = Callable[[], Point | None]


class Behaviour(Protocol):
    """Where a walker goes; ``draw`` gives a random point of its area that it can reach."""

    def goal(self, walker: WalkProgress, walk: Walk, draw: Draw) -> Point | None:
        """Where it walks to; None to stay."""

    def onward(self, walker: WalkProgress, walk: Walk) -> None:
        """It has arrived, and walks to something else when it sets out again."""

    def turn(self, walker: WalkProgress, walk: Walk, draw: Draw) -> None:
        """Its patience is over, or there is no way: go elsewhere."""


class Loop:
    """Goes from way point to way point, and back where somebody is in the way for too long."""

    def goal(self, walker: WalkProgress, walk: Walk, draw: Draw) -> Point | None:
        """The way point that is next."""
        return walk.points[walker.stop]

    def onward(self, walker: WalkProgress, walk: Walk) -> None:
        """The way point after it, the first after the last."""
        walker.stop = (walker.stop + (-1 if walker.back else 1)) % len(walk.points)

    def turn(self, walker: WalkProgress, walk: Walk, draw: Draw) -> None:
        """The way point before it, and on in that direction."""
        walker.back = not walker.back
        self.onward(walker, walk)


class Roam:
    """Goes to one random point of its area after another."""

    def goal(self, walker: WalkProgress, walk: Walk, draw: Draw) -> Point | None:
        """The point that was drawn last."""
        if walker.goal is None:
            walker.goal = draw()
        return walker.goal

    def onward(self, walker: WalkProgress, walk: Walk) -> None:
        """Draw another one when it sets out."""
        walker.goal = None

    def turn(self, walker: WalkProgress, walk: Walk, draw: Draw) -> None:
        """Another random point of its area is drawn, and it walks there instead."""
        walker.goal = draw()


class Idle:
    """Stays where it is."""

    def goal(self, walker: WalkProgress, walk: Walk, draw: Draw) -> Point | None:
        """It has nowhere to go, so this is always None."""
        return None

    def onward(self, walker: WalkProgress, walk: Walk) -> None:
        """It never sets out."""

    def turn(self, walker: WalkProgress, walk: Walk, draw: Draw) -> None:
        """Nobody is in its way."""


#: What each behaviour does, by name; the names are those of ``people.BEHAVIOURS``.
BEHAVIOURS: dict[str, Behaviour] = {"loop": Loop(), "idle": Idle(), "roam": Roam()}


@dataclass(frozen=True, slots=True)
class Disc:
    """Somebody who must not be walked into."""

    x: float
    y: float
    radius: float
    low: float = 0.0
    """Height above the floor of what is round here, metres: lower balls roll below it."""


@dataclass(slots=True)
class _Place:
    """Where a walker is while the time of an action passes."""

    x: float
    y: float
    yaw: float


def walk_streams(house: House, seed: int, episode: str) -> dict[str, Stream]:
    """The named streams of an episode from which all that moves by itself draws."""
    movers: list[Person | Object] = [*house.people, *house.objects]
    walking = [mover.id for mover in movers if mover.walk is not None]
    return {f"walk {id}": stream(seed, episode, "walk", id) for id in walking}


class Walkers:
    """All people of a world who walk, and the balls that roll."""

    def __init__(
        self, world: World, streams: Mapping[str, Stream], told: set[tuple[str, str]] | None = None
    ) -> None:
        """``streams`` are those of :func:`walk_streams`; ``told`` remembers who was said to be stuck."""
        self._world = world
        self._streams = streams
        self._told = set() if told is None else told
        self._numbers, self._balls = world.built.walkers, world.built.rolling
        names = [*(world.people[i].id for i in self._numbers), *self._balls]
        self._walkers = [WalkProgress(name) for name in names]
        self._version = world.ways_version

    @property
    def progress(self) -> tuple[WalkProgress, ...]:
        """How far each has come, for snapshots."""
        return tuple(msgspec.structs.replace(walker) for walker in self._walkers)

    def resume(self, progress: Sequence[WalkProgress]) -> None:
        """Go on from where others were."""
        self._walkers = [msgspec.structs.replace(walker) for walker in progress]
        self._version = -1  # ways are looked at again: the world may be another one

    def advance(self, robot: Pose, seconds: float | None = None, arm: Sequence[Disc] = ()) -> None:
        """Let the time of one action pass, or so many seconds; the robot is where its action took it.

        ``arm`` are discs around the robot's arm and what it holds: nobody walks into them either.
        """
        world = self._world
        if world.ways_version != self._version:
            self._look_again()
        people, balls = list(world.people), [world.object(id) for id in self._balls]
        discs = [Disc(robot.x, robot.y, world.body.radius)]
        discs += [Disc(*person.position[:2], REACH) for person in people]
        discs += [Disc(*ball.position[:2], _reach(ball)) for ball in balls]
        discs += arm
        for walker, number in zip(self._walkers, self._numbers):
            near = _near(discs, number + 1, people[number].walk, seconds)
            person = self._next_person(walker, people[number], near, seconds)
            people[number] = person
            discs[number + 1] = Disc(*person.position[:2], REACH)
        if self._numbers:
            world.set_people(people)
        for k, (walker, ball) in enumerate(zip(self._walkers[len(self._numbers) :], balls)):
            if world.rolls(ball):
                own = 1 + len(people) + k
                low = [disc for disc in discs if disc.low < ball.size[2]]
                near = _near(low, own, ball.walk, seconds)
                at = self._next_place(walker, ball, near, seconds)
                discs[own] = Disc(at.x, at.y, discs[own].radius)
                world.roll(ball.id, at.x, at.y, at.yaw)

    def _next_person(
        self, walker: WalkProgress, person: Person, others: Sequence[Disc], seconds: float | None
    ) -> Person:
        """One person after the time of an action."""
        walk = person.walk
        assert walk is not None
        if walk.behaviour == "idle":
            return self._stand(walker, person, walk.seconds if seconds is None else seconds)
        before = walker.walked
        at = self._next_place(walker, person, others, seconds)
        if walker.walked == before:
            return person if person.gait < 0.0 else replace(person, gait=-1.0)
        return replace(
            person,
            position=(at.x, at.y, person.position[2]),
            yaw=at.yaw,
            room=self._world.room_at(at.x, at.y, person.room) or person.room,
            gait=phase_after(person.body, walker.walked),
        )

    def _stand(self, walker: WalkProgress, person: Person, time: float) -> Person:
        """One who idles: another stance whenever the time for the last one is over."""
        assert person.walk is not None
        low, high = person.walk.pause
        walker.pause -= time
        if walker.pause > 0.0 or high <= 0.0:
            walker.pause = max(0.0, walker.pause)
            return person
        draws = self._streams[f"walk {walker.id}"]
        walker.pause = draws.uniform(low, high)
        walker.stop += 1
        if walker.stop == 1:  # the stance that the home gave it comes first
            return person
        stance = draws.choice([name for name in STANCES if name != person.stance])
        return replace(person, stance=stance)

    def _next_place(
        self,
        walker: WalkProgress,
        mover: Person | Object,
        others: Sequence[Disc],
        seconds: float | None,
    ) -> _Place:
        """Where one walker is after the time of an action; ``others`` are as large as both together."""
        walk = mover.walk
        assert walk is not None
        at = _Place(*mover.position[:2], mover.yaw)
        time = walk.seconds if seconds is None else seconds
        arrivals = 0
        while time > 1e-9 and not walker.stuck:
            if walker.pause > 0.0:
                stood = min(walker.pause, time)
                walker.pause, time = walker.pause - stood, time - stood
                continue
            if not walker.way and not self._plan(walker, walk, at):
                break
            (tx, ty), rest = walker.way[0], walker.way[1:]
            left = math.hypot(tx - at.x, ty - at.y)
            if left > 0.0:
                time, arrived = self._step(walker, walk, at, (tx, ty), left, time, others)
                if not arrived:
                    break  # the time is over, or somebody is in the way
            at.x, at.y, walker.way = tx, ty, rest
            if not rest:
                self._arrive(walker, walk)
                arrivals += 1
                if arrivals > (len(walk.points) or DRAWS):  # all way points are one place
                    break
        return at

    def _step(
        self,
        walker: WalkProgress,
        walk: Walk,
        at: _Place,
        target: Point,
        left: float,
        time: float,
        others: Sequence[Disc],
    ) -> tuple[float, bool]:
        """Walk straight on; returns the time that is left, and whether the corner ``target`` is reached."""
        ux, uy = (target[0] - at.x) / left, (target[1] - at.y) / left
        wanted = min(left, walk.speed * time)
        step = free_length(at.x, at.y, ux, uy, wanted, others, walk.gap)
        ahead = min(left, max(wanted, walk.courtesy))
        if walk.courtesy and free_length(at.x, at.y, ux, uy, ahead, others) < ahead:
            way = self._aside(at, (ux, uy), walker.way[-1], wanted, ahead, others)
            if way:
                (x, y), walker.way = way[0], way[1:]
                at.x, at.y, at.yaw = x, y, math.atan2(y - at.y, x - at.x)
                walker.walked += wanted
                self._wait(walker, walk, at, time, others)
                return time - wanted / walk.speed, False
        time, walker.walked = time - step / walk.speed, walker.walked + step
        at.yaw = math.atan2(uy, ux) if step > 0.0 else at.yaw
        if step < wanted:
            at.x, at.y = at.x + step * ux, at.y + step * uy
            self._wait(walker, walk, at, time, others)
            return time, False
        walker.waited = 0.0
        if step < left:
            at.x, at.y = at.x + step * ux, at.y + step * uy
        return time, step >= left

    def _aside(
        self,
        at: _Place,
        ahead: Point,
        goal: Point,
        wanted: float,
        sight: float,
        others: Sequence[Disc],
    ) -> tuple[Point, ...]:
        """A step to the side, in the direction closest to ``ahead`` in which nobody is in sight, and the
        way on from there; empty where there is none."""
        for k in range(1, DODGES + 1):
            for side in (-1.0, 1.0):
                c, s = math.cos(side * k * DODGE), math.sin(side * k * DODGE)
                vx, vy = c * ahead[0] - s * ahead[1], s * ahead[0] + c * ahead[1]
                if free_length(at.x, at.y, vx, vy, sight, others) < sight:
                    continue
                end = (at.x + wanted * vx, at.y + wanted * vy)
                free = self._world.way_free([(at.x, at.y), end])
                if free and (way := self._world.way(end, goal)):
                    return (end, *way)
        return ()

    def _wait(
        self, walker: WalkProgress, walk: Walk, at: _Place, time: float, others: Sequence[Disc]
    ) -> None:
        """Somebody was in the way for a time: turn elsewhere when that is too long."""
        if walk.patience is None:
            return
        walker.waited += time
        if walker.waited < walk.patience:
            return
        walker.waited, walker.way = 0.0, ()
        for _ in range(DRAWS):  # rather to where nobody is in the way at once
            BEHAVIOURS[walk.behaviour].turn(walker, walk, lambda: self._draw(walker, walk, at))
            goal = BEHAVIOURS[walk.behaviour].goal(walker, walk, lambda: None)
            way = self._world.way((at.x, at.y), goal) if goal is not None else ()
            if walk.behaviour == "loop" or (way and _leads_away(at, way[0], others)):
                break

    def _arrive(self, walker: WalkProgress, walk: Walk) -> None:
        BEHAVIOURS[walk.behaviour].onward(walker, walk)
        low, high = walk.pause
        if high > 0.0:
            walker.pause = self._streams[f"walk {walker.id}"].uniform(low, high)

    def _draw(self, walker: WalkProgress, walk: Walk, at: _Place) -> Point | None:
        """A random point of a walker's area that it can reach; None when there is none."""
        grid = self._world.person_grid
        floor = grid.points_within(walk.area, grid.part_near(at.x, at.y))
        if not len(floor):
            return None
        x, y = floor[self._streams[f"walk {walker.id}"].integer(0, len(floor) - 1)]
        return float(x), float(y)

    def _plan(self, walker: WalkProgress, walk: Walk, at: _Place) -> bool:
        """Find the way to the next point; without one the walker stands still, which is told once."""
        behaviour, start = BEHAVIOURS[walk.behaviour], (at.x, at.y)
        for _ in range(1 if walk.behaviour == "loop" else DRAWS):
            goal = behaviour.goal(walker, walk, lambda: self._draw(walker, walk, at))
            walker.way = () if goal is None else self._world.way(start, goal)
            if walker.way:
                return True
            walker.goal = None
        if walk.behaviour == "loop":
            walker.stuck = True  # until something is moved
        else:
            walker.pause = RETRY
        key = (self._world.original.id, walker.id)
        if key not in self._told:
            self._told.add(key)
            told = "anywhere in its area"
            if walk.behaviour == "loop":
                told = "to way point {} at ({:.2f}, {:.2f})".format(walker.stop, *goal or start)
            log.warning(
                "%s in home %s stands still: a person's body has no way from (%.2f, %.2f) %s",
                *(walker.id, self._world.original.id, *start, told),
            )
        return False

    def _look_again(self) -> None:
        """After doors or things moved: those without a way may have one, others may have lost theirs."""
        self._version = self._world.ways_version
        places = [self._world.people[number].position for number in self._numbers]
        places += [self._world.object(id).position for id in self._balls]
        for walker, (x, y, _) in zip(self._walkers, places, strict=True):
            walker.stuck = False
            if walker.way and not self._world.way_free([(x, y), *walker.way]):
                walker.way = ()


def _reach(ball: Object) -> float:
    """Radius within which nobody comes to a ball, metres."""
    return ball_radius(ball) * _POLYGON + _SPARE


def _near(discs: Sequence[Disc], own: int, walk: Walk | None, seconds: float | None) -> list[Disc]:
    """Those whom one may meet now, each with a radius within which that one's centre does not come."""
    assert walk is not None
    me = discs[own]
    far = me.radius + walk.speed * (walk.seconds if seconds is None else seconds)
    far += max(walk.courtesy, GLIMPSE) + walk.gap
    return [
        Disc(d.x, d.y, d.radius + me.radius)
        for d in discs
        if d is not me and abs(d.x - me.x) < far + d.radius and abs(d.y - me.y) < far + d.radius
    ]


def _leads_away(at: _Place, corner: Point, others: Sequence[Disc]) -> bool:
    """Whether nobody is in the way at the beginning of a straight line."""
    left = math.dist((at.x, at.y), corner)
    if left == 0.0:
        return False
    ux, uy, near = (corner[0] - at.x) / left, (corner[1] - at.y) / left, min(left, GLIMPSE)
    return free_length(at.x, at.y, ux, uy, near, others) >= near


def free_length(
    x: float,
    y: float,
    ux: float,
    uy: float,
    length: float,
    others: Sequence[Disc],
    gap: float = 0.0,
) -> float:
    """How far somebody gets in a direction before others are in the way, at most ``length``.

    ``gap`` is what is left to them; whoever is nearer to somebody already may only go away.
    """
    for other in others:
        dx, dy = other.x - x, other.y - y
        along = dx * ux + dy * uy
        if along <= 0.0:
            continue  # going away from them
        aside = dx * dx + dy * dy - along * along
        reach = other.radius + gap
        square = reach * reach - aside
        if square > 0.0:
            length = min(length, max(0.0, along - math.sqrt(square)))
    return length
