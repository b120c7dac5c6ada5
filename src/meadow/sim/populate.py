"""People for a home: where they begin, what they do, and whether they can."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from itertools import islice

from meadow.errors import InvalidHouseError, InvalidValueError
from meadow.scenes.people import BODIES, STANCES
from meadow.scenes.schema import House, Object, Person, Point, Walk, replace
from meadow.seeding import stream
from meadow.sim.obstacles import PERSON_RADIUS
from meadow.sim.walkers import REACH
from meadow.sim.world import World
from meadow.types import Embodiment

#: How far from the robot's start people who walk begin, metres.
START_GAP = 2.0
#: Places that are drawn to find some in one room.
MOST_DRAWS = 1000
#: What walkers do unless told otherwise: a loop with short pauses.
STROLL = Walk(pause=(0.0, 2.0))


def add_walkers(
    house: House,
    count: int,
    *,
    seed: int = 0,
    stops: int = 3,
    room: str = "",
    like: Walk = STROLL,
    speeds: tuple[float, float] | None = None,
    off: Sequence[Point] = (),
) -> House:
    """The home with more people in it, each of whom does the same at another place.

    All places are in the largest part of the floor on which a person's body can walk, and in the ``room``
    of this id if one is named. Walkers begin as far from each other as a few draws allow.

    Args:
        house: The home.
        count: How many people come to it.
        seed: Decides who and where they are.
        stops: Way points of each loop, which are near by.
        room: Id of the room in which all places are; empty for any.
        like: What they do; a loop's way points are drawn for each.
        speeds: Slowest and fastest walker, metres a second; by default all are as fast as ``like``.
        off: Points, such as the robot's start, at least ``START_GAP`` from which they begin.
    """
    world = World(house, Embodiment())
    grid = world.built.person_grid
    rng, manner = stream(seed, house.id, "walkers"), stream(seed, house.id, "walkers", "manner")

    def draw(number: int, off: Sequence[Point] = ()) -> list[Point]:
        drawn = (grid.sample(rng) for _ in range(MOST_DRAWS if room or off else number))
        there = (p for p in drawn if not room or world.room_at(*p) == room)
        away = (p for p in there if all(math.dist(p, point) >= START_GAP for point in off))
        return [*islice(away, number)]

    people, first = list(house.people), _first_free_number(house)
    for k in range(count):
        places = draw(20, off)
        if not places:
            where = f"in the room {room!r}" if room else f"{START_GAP:g} m from {[*off]}"
            raise InvalidValueError(f"{house.id}: nobody can walk {where}")
        gaps = [min((math.dist(a, p.position[:2]) for p in people), default=0.0) for a in places]
        x, y = places[gaps.index(max(gaps))]
        if people and max(gaps) < 3.0 * REACH:
            raise InvalidValueError(f"{house.id}: no free floor for walker {k + 1} of {count}")
        points: tuple[Point, ...] = ()
        if like.behaviour == "loop":
            near = [p for p in draw(40) if 0.5 < math.dist(p, (x, y)) < 2.5]
            points = ((x, y), *near[: stops - 1])
        body, around = rng.choice(sorted(BODIES)), world.room_at(x, y)
        speed = like.speed if speeds is None else round(manner.uniform(*speeds), 3)
        stance = manner.choice(STANCES) if like.behaviour == "idle" else ""
        walk = replace(like, points=points, speed=speed)
        person = Person(f"walker-{first + k}", body, (x, y, 0.0), 0.0, around, walk=walk)
        people.append(replace(person, stance=stance) if stance else person)
    return replace(house, people=tuple(people))


def _first_free_number(house: House) -> int:
    """The first number from which no walker is called yet."""
    numbers = [p.id.removeprefix("walker-") for p in house.people if p.id.startswith("walker-")]
    return 1 + max((int(number) for number in numbers if number.isdecimal()), default=0)


def clear_of_walkers(house: House, x: float, y: float, gap: float = START_GAP) -> bool:
    """Whether everybody who walks in a home begins at least so many metres from a point."""
    walking = (p for p in house.people if p.walk is not None and p.walk.behaviour != "idle")
    return all(math.dist(p.position[:2], (x, y)) >= gap for p in walking)


def walk_problems(house: House) -> list[str]:
    """Everything that keeps people of a home from doing what they are told, with doors as they are.

    Those who begin within a wall, a thing or each other, and way points or areas that cannot be reached.
    """
    world = World(house, Embodiment())
    fixed, problems = world.person_obstacles, []
    for i, person in enumerate(house.people):
        path, (x, y, _) = f"$.people[{i}]", person.position
        if what := fixed.fixed_overlapped(x, y, PERSON_RADIUS):
            problems.append(f"{path}.position: ({x:g}, {y:g}) is in {what}")
        for other in house.people[:i]:
            if math.dist(other.position, person.position) < 2.0 * REACH:
                problems.append(f"{path}.position: {person.id!r} stands in {other.id!r}")
        problems += [] if what else _problems_of_walk(world, f"{path}.walk", person)
    for i, item in enumerate(house.objects):
        problems += _problems_of_walk(world, f"$.objects[{i}].walk", item)
    return problems


def _problems_of_walk(world: World, path: str, mover: Person | Object) -> list[str]:
    """Way points that a walker cannot reach, or an area without floor."""
    walk, (x, y, _) = mover.walk, mover.position
    if walk is None or walk.behaviour == "idle":
        return []
    if walk.behaviour == "roam":
        grid = world.person_grid
        floor = grid.points_within(walk.area, grid.part_near(x, y))
        told = f"{path}.area: {mover.id!r} can reach no floor in it from ({x:g}, {y:g})"
        return [] if len(floor) else [told]
    problems = []
    stops = [(x, y), *walk.points, walk.points[0]]
    for k, (a, b) in enumerate(itertools.pairwise(stops)):
        if not world.way(a, b) and a != b:
            told = f"no way for a person from ({a[0]:g}, {a[1]:g}) to ({b[0]:g}, {b[1]:g})"
            problems.append(f"{path}.points[{k % len(walk.points)}]: {told}: move it to free floor")
            break  # what follows would be told again and again
    return problems


def with_possible_walks(house: House) -> House:
    """The house itself, or an :class:`InvalidHouseError` with all :func:`walk_problems`."""
    if problems := walk_problems(house):
        raise InvalidHouseError(house.id, problems)
    return house
