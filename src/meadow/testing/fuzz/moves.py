"""Things are put, held, released, opened and closed at random while people walk, and must stay sound.

Nothing overlaps, nothing floats, nothing is lost, and snapshots restore bit for bit. What happens depends
on the seed alone, so a failure comes again with the same numbers.
"""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import shapely

from meadow.errors import InvalidValueError
from meadow.geometry.polygons import rectangle
from meadow.scenes.catalogue import find_category
from meadow.scenes.generator import generate_house
from meadow.scenes.schema import House, Object
from meadow.seeding import Stream, stream
from meadow.sim.built import PERSON_HEIGHT
from meadow.sim.obstacles import BUILDING, DRIVEN_OVER, PERSON_RADIUS, object_outlines
from meadow.sim.placing import box_row, surfaces_of
from meadow.sim.populate import add_walkers
from meadow.sim.simulator import MeadowSimulator
from meadow.sim.world import HELD, World
from meadow.types import NAVIGATION_AND_LOOK, Camera, Embodiment

#: Steps between two looks at the whole world, and between two snapshots.
LOOK, KEEP = 100, 500
#: People who walk.
WALKERS = 5


def home_of_moves(seed: int, rooms: int = 4) -> House:
    """A generated home with walkers."""
    return add_walkers(generate_house(seed, rooms=rooms), WALKERS, seed=seed)


def run_moves(house: House, steps: int, seed: int) -> Counter[str]:
    """Take that many random steps, look at the world again and again, and count what was done."""
    simulator = MeadowSimulator(Embodiment(camera=Camera(width=16, height=16)))
    start_somewhere(simulator, house, seed)
    rng, done = stream(seed, "moves"), Counter[str]()
    for step in range(steps):
        name = random_move(simulator, rng)
        done[name] += 1
        _check_people(simulator)
        if step % LOOK == LOOK - 1:
            check_world(simulator.world)
        if step % KEEP == KEEP - 1:
            _check_snapshot(simulator, stream(seed, "again", step))
            done["snapshot"] += 1
        if step % (20 * KEEP) == 20 * KEEP - 1:
            start_somewhere(simulator, house, seed + step)
    check_world(simulator.world)
    simulator.close()
    return done


def start_somewhere(simulator: MeadowSimulator, house: House, seed: int) -> None:
    """Begin an episode at a random pose."""
    simulator.place(house, simulator.free_pose(house, seed=seed), seed=seed)


def random_move(simulator: MeadowSimulator, rng: Stream) -> str:
    """One random step; returns what was done."""
    world, pose = simulator.world, simulator.pose
    name = rng.choice(("put", "put", "hold", "release", "open", "close", "drive", "drive"))
    try:
        if name == "drive":
            simulator.advance(rng.choice(NAVIGATION_AND_LOOK[:-1]))
        elif name == "put":
            _put(world, rng)
        elif name == "hold":
            world.hold(rng.choice(_loose(world)).id, pose)
        elif name == "release":
            world.release()
        else:
            openness = 1.0 if name == "open" else 0.0
            item = rng.choice(world.openables())
            if world.swing_blocker(item.id, openness, pose):
                return f"{name} refused"
            world.set_openness(item.id, openness)
    except InvalidValueError:
        return f"{name} refused"
    return name


def _loose(world: World) -> list[Object]:
    return [o for o in world.house.objects if "pickupable" in find_category(o.category).tags]


def _put(world: World, rng: Stream) -> None:
    """Put something on the floor, or on or in another thing."""
    item = rng.choice(_loose(world))
    yaw = rng.uniform(-math.pi, math.pi)
    if rng.chance(0.3):
        x, y = world.navgrid.sample(rng)
        world.put(item.id, (x, y, rng.uniform(0.0, 2.0)), yaw)
        return
    carrier = rng.choice(world.house.objects)
    (dx, dy), reach = (rng.uniform(-0.5, 0.5), rng.uniform(-0.5, 0.5)), carrier.size
    c, s = math.cos(carrier.yaw), math.sin(carrier.yaw)
    u, v = dx * reach[0], dy * reach[1]
    x, y = carrier.position[0] + c * u - s * v, carrier.position[1] + s * u + c * v
    support = carrier.id if rng.chance(0.5) else ""
    world.put(item.id, (x, y, carrier.position[2] + reach[2] + 0.05), yaw, support=support)


def _check_people(simulator: MeadowSimulator) -> None:
    """Nobody is in anybody else."""
    pose = simulator.pose
    at = np.array([p.position[:2] for p in simulator.world.people])
    gaps = np.hypot(at[:, 0] - pose.x, at[:, 1] - pose.y)
    assert gaps.min() > simulator.embodiment.radius + PERSON_RADIUS, "a person is in the robot"
    apart = np.hypot(*(at[:, None] - at[None]).T) + np.eye(len(at)) * 9.0
    assert apart.min() > 2.0 * PERSON_RADIUS, "a person is in another"


def check_world(world: World) -> None:
    """Raise unless every thing that was moved stands on something and overlaps nothing."""
    house = world.house
    now = {o.id: o for o in house.objects}
    assert [*now] == [*world.built.objects], "a thing was lost"
    moved = [now[rest.id] for rest in world.changes().rests]
    walls = shapely.union_all(
        [shapely.Polygon(o) for w in house.walls for o in world.obstacles.of(w.id)]
    )
    for item in moved:
        if world.is_held(item.id):
            continue
        _check_support(world, item, now)
        base = shapely.Polygon(rectangle(item.position, item.size, item.yaw))
        assert base.intersection(walls).area < 1e-3, f"{item.id} is in a wall"
        plan = _plan(item, DRIVEN_OVER, PERSON_HEIGHT)  # one walks over a flat book on the floor
        for person in () if plan.is_empty else world.people:
            gap = plan.distance(shapely.Point(person.position[:2]))
            assert gap > PERSON_RADIUS - 1e-3, f"{item.id} is in {person.id}"
        own = {*world.carriers(item), *world.carried(item.id)}
        for other in house.objects:
            if other.id not in own and not world.is_held(other.id):
                check_apart(item, other)


def _check_support(world: World, item: Object, now: dict[str, Object]) -> None:
    """A thing touches what it is said to stand on."""
    x, y, z = item.position
    assert world.room_at(x, y), f"{item.id} is outside the home"
    if item.support in BUILDING:
        assert item.support == "floor", f"{item.id} hangs on the {item.support}"
        assert abs(z) < 1e-9, f"{item.id} floats at {z} m"
        return
    assert item.support != HELD, f"{item.id} is in no hand"
    carrier = now[item.support]
    c, s = math.cos(carrier.yaw), math.sin(carrier.yaw)
    dx, dy = x - carrier.position[0], y - carrier.position[1]
    u, v = c * dx + s * dy, c * dy - s * dx
    for surface in surfaces_of(carrier):
        ox, oy, oz = (value * carrier.openness for value in surface.slides)
        level = abs(carrier.position[2] + surface.z + oz - z) < 2e-3
        if (
            level
            and surface.low[0] <= u - ox <= surface.high[0]
            and surface.low[1] <= v - oy <= surface.high[1]
        ):
            return
    raise AssertionError(f"{item.id} floats over {item.support}")


def check_apart(item: Object, other: Object) -> None:
    """Two things share no space."""
    one, two = box_row(item), box_row(other)  # open things are larger, or lower, than closed ones
    low, high = max(one[6], two[6]), min(one[7], two[7])
    if high - low < DRIVEN_OVER + 0.002:
        return
    if math.dist(one[:2], two[:2]) > math.hypot(*one[4:6]) + math.hypot(*two[4:6]):
        return
    plans = [_plan(thing, low + 0.001, high - 0.001) for thing in (item, other)]
    shared = plans[0].intersection(plans[1]).area
    assert shared < 1e-3, f"{item.id} and {other.id} share {shared:.4f} m2"


def _plan(item: Object, low: float, high: float) -> shapely.Geometry:
    outlines = [o for o in object_outlines(item, low, high) if len(o) > 2]
    return shapely.union_all([shapely.Polygon(outline) for outline in outlines])


def _check_snapshot(simulator: MeadowSimulator, rng: Stream) -> None:
    """What follows a snapshot follows it again, also where the world was not restored before."""
    state = simulator.snapshot()
    seed = rng.integer(0, 1 << 30)
    ends, looks = [], [simulator.observe()]
    for attempt in range(2):
        if attempt:
            looks.append(simulator.restore(state))
            assert simulator.snapshot() == state, "a snapshot is not what was restored from it"
        again = stream(seed, "moves")
        for _ in range(20):
            random_move(simulator, again)
        ends.append((simulator.snapshot(), simulator.observe().rgb.tobytes()))
    assert np.array_equal(looks[0].rgb, looks[1].rgb), "a restored picture differs"
    assert ends[0] == ends[1], "what follows a snapshot differs"


def check_same_in_any_order(houses: list[House], steps: int, seed: int) -> None:
    """Raise unless simulators that share homes end alike, whichever of them acts first."""
    ends = []
    for order in (1, -1):
        keeper = MeadowSimulator(Embodiment(camera=Camera(width=16, height=16)))
        batch = [MeadowSimulator(keeper.embodiment, share=keeper) for _ in houses]
        streams = [stream(seed, "batch", i) for i in range(len(batch))]
        for i, (simulator, house) in enumerate(zip(batch, houses, strict=True)):
            start_somewhere(simulator, house, seed + i)
        for _ in range(steps):
            for simulator, rng in list(zip(batch, streams, strict=True))[::order]:
                random_move(simulator, rng)
        ends.append([(s.snapshot(), s.observe().rgb.tobytes()) for s in batch])
    assert ends[0] == ends[1], "what one robot does depends on when others act"
