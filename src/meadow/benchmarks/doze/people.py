"""Who is in a home at each level, and what they do."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import closing

import numpy as np
from scipy import ndimage

from meadow.benchmarks.doze.task import BODY, LEVELS
from meadow.errors import GenerationError
from meadow.geometry.polygons import pack
from meadow.scenes.people import BODIES, STANCES
from meadow.scenes.schema import House, Object, Person, Point, Walk, mm, mrad
from meadow.seeding import Stream, stream
from meadow.sim.obstacles import PERSON_RADIUS, object_outlines
from meadow.sim.simulator import MeadowSimulator
from meadow.sim.visibility import SHARE, within
from meadow.sim.world import World
from meadow.types import Array

#: Metres a second, slowest and fastest.
SPEEDS = (0.5, 1.2)
#: Level -> seconds that somebody stands at each point, or in each stance, fewest and most.
PAUSES = {1: (4.0, 12.0), 2: (0.0, 4.0), 3: (0.0, 1.0)}
#: Seconds that walkers wait for whoever is in their way before they turn elsewhere.
PATIENCE = 4.0
#: Metres of floor that people leave to each other and to the robot: Hall's intimate distance, into which
#: only those who are close are let.
GAP = 0.45
#: Side of the square around its start in which one who roams walks, metres.
AREA = 7.0
#: Way points of a fixed way.
STOPS = (3, 5)
#: Metres between two way points of a fixed way, least and most.
LEGS = (1.5, 6.0)
#: Metres from a thing's outline to the middle of somebody who stands beside it.
BESIDE = (0.3, 0.8)
#: Metres between two people when an episode begins.
APART = 1.5
#: Share of the floor that must stay in one piece around people who stand.
OPEN_SHARE = 0.97
#: Room beyond both bodies that the robot is given to pass somebody who stands, metres.
PASSING = 0.05
#: Poses from which a thing is looked at, metres from it, and the share of them from which somebody must
#: stand before it: fewest and most.
LOOKS, FAR, HIDDEN = 60, (0.8, 3.0), (0.15, 0.8)
#: Somebody is before a thing when the line of sight passes so near to their middle, metres.
BEFORE = 0.2
TRIES = 400


def people_of(house: House, level: int, seed: int, wanted: Sequence[str]) -> tuple[Person, ...]:
    """The people of a level; ``wanted`` are ids of things that somebody may stand before at level 1."""
    world = World(house, BODY)
    count = head_count(world, level, seed)
    if level == 1:
        return _standing(world, count, seed, wanted)
    return _walking(world, count, level, seed)


def head_count(world: World, level: int, seed: int) -> int:
    """How many people the density of a level gives; chance rounds up or down, so that means are right."""
    exact = LEVELS[level].density * floor_area(world) / 100.0
    rest = exact - math.floor(exact)
    # One draw for all levels: level 3 never has more people than level 2.
    return math.floor(exact) + (stream(seed, "doze", "people").random() < rest)


def floor_area(world: World) -> float:
    """Square metres on which the robot can be."""
    return float(len(world.navgrid.points())) * world.navgrid.cell**2


def _standing(world: World, count: int, seed: int, wanted: Sequence[str]) -> tuple[Person, ...]:
    """People who stand before things, so that these are hidden in part, and leave the ways open."""
    rng = stream(seed, "doze", "level", 1)
    names = rng.shuffled(sorted(BODIES))
    points = world.built.person_grid.points()
    things = rng.shuffled(wanted)
    people: list[Person] = []
    with closing(MeadowSimulator(BODY, houses=1)) as simulator:
        simulator.reset(world.house, simulator.free_pose(world.house))
        views = {id: _views(simulator, world.house.object(id)) for id in wanted}
    for _ in range(TRIES):
        if len(people) == count:
            return tuple(people)
        item = world.house.object(things[0])
        things = [*things[1:], things[0]]
        outline = pack([(0, object_outlines(item))]).packed
        near = points[within(*outline, points, BESIDE[1]) & ~within(*outline, points, BESIDE[0])]
        if not len(near):
            continue
        x, y = (mm(float(v)) for v in near[rng.integer(0, len(near) - 1)])
        if _too_close((x, y), people) or not _hides((x, y), item, views[item.id]):
            continue
        if not ways_open(world, [(x, y), *(p.position[:2] for p in people)]):
            continue
        person = Person(
            id=f"person-{len(people) + 1}",
            body=names[len(people) % len(names)],
            position=(x, y, 0.0),
            yaw=mrad(math.atan2(item.position[1] - y, item.position[0] - x)),
            room=world.room_at(x, y),
            walk=Walk(behaviour="idle", pause=PAUSES[1]),
            stance=rng.choice(STANCES),
        )
        people.append(person)
    raise GenerationError(f"{world.house.id}: no place for {count} people who stand before things")


def _views(simulator: MeadowSimulator, item: Object) -> Array:
    """(N, 2) places from which a thing is seen in the home without people."""
    x, y, _ = item.position
    points = simulator.world.navgrid.points()
    away = np.hypot(points[:, 0] - x, points[:, 1] - y)
    near = points[(FAR[0] <= away) & (away <= FAR[1])]
    near = near[:: max(1, len(near) // LOOKS)]
    yaw = np.arctan2(y - near[:, 1], x - near[:, 0])
    poses = np.column_stack([near, yaw, np.zeros(len(near))])
    return near[simulator.shares(item.id, poses) >= SHARE] if len(near) else near


def _hides(place: Point, item: Object, views: Array) -> bool:
    """Whether somebody there is before a thing from some of its views, but not from most."""
    if not len(views):
        return False
    end = np.array(item.position[:2])
    along = end - views
    length = np.maximum(np.hypot(along[:, 0], along[:, 1]), 1e-9)
    unit = along / length[:, None]
    offset = np.array(place) - views
    forward = np.clip((offset * unit).sum(axis=1), 0.0, length)
    aside = np.hypot(*(offset - forward[:, None] * unit).T)
    return bool(HIDDEN[0] <= (aside < BEFORE).mean() <= HIDDEN[1])


def _walking(world: World, count: int, level: int, seed: int) -> tuple[Person, ...]:
    """People who walk. Those of levels 2 and 3 begin at the same places."""
    rng = stream(seed, "doze", "walkers")
    names = rng.shuffled(sorted(BODIES))
    grid = world.built.person_grid
    people: list[Person] = []
    for _ in range(TRIES):
        if len(people) == count:
            return tuple(people)
        x, y = (mm(v) for v in grid.sample(rng))
        if _too_close((x, y), people):
            continue
        number = len(people) + 1
        own = stream(seed, "doze", "level", level, number)
        walk = Walk(
            points=_loop(world, own, (x, y)) if level == 2 else (),
            behaviour=LEVELS[level].behaviour,
            speed=round(own.uniform(*SPEEDS), 2),
            pause=PAUSES[level],
            area=_square((x, y)) if level == 3 else (),
            patience=PATIENCE,
            gap=GAP,
        )
        body = names[len(people) % len(names)]
        room = world.room_at(x, y)
        people.append(Person(f"person-{number}", body, (x, y, 0.0), 0.0, room, walk=walk))
    raise GenerationError(f"{world.house.id}: no free floor for {count} people who walk")


def _loop(world: World, rng: Stream, start: Point) -> tuple[Point, ...]:
    """Way points of a fixed way, each some metres from the last."""
    grid, points = world.built.person_grid, [start]
    wanted = rng.integer(*STOPS)
    for _ in range(TRIES):
        if len(points) == wanted:
            break
        x, y = (mm(v) for v in grid.sample(rng))
        if LEGS[0] <= math.dist((x, y), points[-1]) <= LEGS[1]:
            points.append((x, y))
    return tuple(points)


def _square(middle: Point) -> tuple[Point, ...]:
    """The corners of the area in which somebody roams."""
    x, y, half = *middle, 0.5 * AREA
    return tuple(
        (mm(x + a * half), mm(y + b * half)) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    )


def _too_close(place: Point, people: Sequence[Person]) -> bool:
    return any(math.dist(place, person.position[:2]) < APART for person in people)


def ways_open(world: World, places: Sequence[tuple[float, ...]]) -> bool:
    """Whether the robot still gets everywhere when people stand at some places."""
    grid = world.navgrid
    free = grid.parts == 1
    rows, columns = np.nonzero(free)
    centres = grid.centres(np.column_stack([rows, columns]))
    reach = BODY.radius + PERSON_RADIUS + PASSING
    for x, y in places:
        near = np.hypot(centres[:, 0] - x, centres[:, 1] - y) < reach
        free[rows[near], columns[near]] = False
    labels, _ = ndimage.label(free)
    sizes = np.bincount(labels.ravel())[1:]
    return bool(len(sizes)) and bool(sizes.max() >= OPEN_SHARE * sizes.sum())
