"""People of all behaviours live in a home while a robot drives about at random, and must stay sound.

Nobody is ever in a wall, in furniture, in anybody else or in the robot, nobody who has patience stands for
good, and snapshots restore bit for bit. What happens depends on the seed alone.
"""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import shapely

from meadow.scenes.generator import generate_house
from meadow.scenes.schema import House, Object, Person, Walk, replace
from meadow.seeding import Stream, stream
from meadow.sim.built import PERSON_HEIGHT
from meadow.sim.obstacles import PERSON_RADIUS, Obstacles
from meadow.sim.populate import add_walkers
from meadow.sim.simulator import MeadowSimulator
from meadow.sim.world import World
from meadow.testing.homes import thing
from meadow.types import NAVIGATION_AND_LOOK, Camera, Embodiment

#: What people do here: every behaviour, with and without courtesy, pauses and a gap.
WALKS = (
    Walk(pause=(0.0, 3.0), patience=2.0),
    Walk(patience=1.0, courtesy=1.0, speed=0.7),
    Walk(behaviour="roam", pause=(0.0, 1.0), patience=2.0, speed=1.2),
    Walk(behaviour="roam", patience=1.5, courtesy=0.8),
    Walk(behaviour="roam", pause=(0.0, 1.0), patience=4.0, gap=0.45),
    Walk(behaviour="idle", pause=(1.0, 4.0)),
)
#: How the ball rolls.
ROLLING = Walk(behaviour="roam", speed=0.8, patience=1.0)
#: Steps between two snapshots, and between two looks at how far everybody came.
KEEP, FAR = 500, 5000
#: Metres that everybody who walks has come by then.
LEAST = 5.0


def home_of_people(seed: int, rooms: int = 3) -> House:
    """A generated home with people of all behaviours, and a ball that rolls."""
    house = generate_house(seed, rooms=rooms)
    for k, walk in enumerate(WALKS):
        house = add_walkers(house, 1, seed=seed + k, like=walk)
    return with_ball(house, ROLLING, seed)


def with_ball(house: House, walk: Walk, seed: int) -> House:
    """The home with a basketball that rolls about, which begins where nobody stands."""
    world, rng = World(house, Embodiment()), stream(seed, "ball")
    while True:
        x, y = world.person_grid.sample(rng)
        if all(math.dist((x, y), person.position[:2]) > 0.6 for person in house.people):
            ball = thing("ball", "basketball", (x, y, 0.0), room=world.room_at(x, y), walk=walk)
            return replace(house, objects=(*house.objects, ball))


def run_people(house: House, steps: int, seed: int) -> Counter[str]:
    """Take that many random steps, look at everybody after each, and count what was done."""
    simulator = MeadowSimulator(Embodiment(camera=Camera(width=16, height=16)))
    simulator.place(house, simulator.free_pose(house, seed=seed), seed=seed)
    solid = solid_plan(house)
    rng, done = stream(seed, "people"), Counter[str]()
    walked = _walked(simulator)
    for step in range(steps):
        _act(simulator, rng, done)
        check_people(simulator, solid)
        if step % KEEP == KEEP - 1:
            _check_snapshot(simulator, stream(seed, "again", step))
            done["snapshot"] += 1
        if step % FAR == FAR - 1:
            now = _walked(simulator)
            for id, metres in now.items():
                assert metres > walked[id] + LEAST, f"{id} stands for good"
            walked = now
    simulator.close()
    return done


def _act(simulator: MeadowSimulator, rng: Stream, done: Counter[str]) -> None:
    """One random step, or a time in which the robot waits."""
    if rng.chance(0.05):
        simulator.wait(rng.uniform(0.0, 2.0))
        done["wait"] += 1
        return
    action = rng.choice(NAVIGATION_AND_LOOK[:-1])
    simulator.advance(action)
    done[action.value] += 1


def solid_plan(house: House) -> shapely.Geometry:
    """All that nobody walks through, as one prepared shape; balls that roll are no part of it."""
    outlines = Obstacles(replace(house, people=()), PERSON_HEIGHT).fixed
    shapes = [shapely.Polygon(outlines[i]) for i in range(len(outlines)) if len(outlines[i]) > 2]
    plan = shapely.union_all(shapes)
    shapely.prepare(plan)
    return plan


def check_people(simulator: MeadowSimulator, solid: shapely.Geometry) -> None:
    """Raise unless everybody is on free floor and apart from all others."""
    world, pose = simulator.world, simulator.pose
    balls = [world.object(id) for id in world.built.rolling]
    movers: list[Person | Object] = [*world.people, *balls]
    places = np.array([mover.position[:2] for mover in movers])
    radii = np.array([PERSON_RADIUS] * len(world.people) + [max(b.size[:2]) / 2 for b in balls])
    gaps = np.hypot(places[:, 0] - pose.x, places[:, 1] - pose.y) - radii
    assert gaps.min() > simulator.embodiment.radius, "somebody is in the robot"
    apart = np.hypot(*(places[:, None] - places[None]).T) - radii[:, None] - radii[None]
    np.fill_diagonal(apart, 9.0)
    assert apart.min() > 0.0, "somebody is in somebody else"
    near = shapely.dwithin(solid, shapely.points(places), PERSON_RADIUS - 1e-5)
    assert not near.any(), f"{_names(simulator)[int(near.argmax())]} is in a wall or a thing"


def _names(simulator: MeadowSimulator) -> list[str]:
    return [*(p.id for p in simulator.world.people), *simulator.world.built.rolling]


def _walked(simulator: MeadowSimulator) -> dict[str, float]:
    """How far everybody has come who does not idle."""
    house = simulator.world.original
    idle = {p.id for p in house.people if p.walk is not None and p.walk.behaviour == "idle"}
    assert simulator._walkers is not None
    progress = simulator._walkers.progress
    return {walker.id: walker.walked for walker in progress if walker.id not in idle}


def _check_snapshot(simulator: MeadowSimulator, rng: Stream) -> None:
    """What follows a snapshot follows it again."""
    state, seed = simulator.snapshot(), rng.integer(0, 1 << 30)
    ends = []
    for attempt in range(2):
        if attempt:
            simulator.restore(state)
            assert simulator.snapshot() == state, "a snapshot is not what was restored from it"
        again, count = stream(seed, "people"), Counter[str]()
        for _ in range(20):
            _act(simulator, again, count)
        ends.append((simulator.snapshot(), simulator.observe().rgb.tobytes()))
    assert ends[0] == ends[1], "what follows a snapshot differs"
