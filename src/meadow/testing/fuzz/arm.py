"""A robot with an arm acts at random: nothing that is drawn may be within its arm or within what it holds.

Looks at the faces that the renderer draws, all of them, rather than at what the simulator takes for near.
What happens depends on the seed alone, so a failure comes again with the same numbers.
"""

from __future__ import annotations

import dataclasses
import math
from collections import Counter

import numpy as np
from numba import njit
from numpy.typing import NDArray

from meadow.scenes.generator import HouseSpec, generate_house
from meadow.scenes.randomise import randomised
from meadow.scenes.schema import House
from meadow.seeding import Stream, stream
from meadow.sim.contact import PERSON_TOP, segment_triangle
from meadow.sim.obstacles import PERSON_RADIUS
from meadow.sim.placing import box_row
from meadow.sim.populate import add_walkers
from meadow.sim.reach import find_grip, find_pull
from meadow.sim.simulator import MeadowSimulator
from meadow.testing.fuzz.moves import check_apart, check_world
from meadow.testing.fuzz.people import WALKS
from meadow.types import ARM_BODY, ARM_MOVES, HAND, ROBOT_ID, Action, Arm, Camera

F64 = NDArray[np.float64]

#: The arm's body with a tiny picture.
BODY = dataclasses.replace(ARM_BODY, camera=Camera(width=16, height=16, elevation=1.45))
#: Steps between two looks at everything, two snapshots, and two visits to something to grip or pull.
LOOK, KEEP, VISIT = 25, 500, 40
#: How deep something may be in the arm before it is told, metres.
DEEP = 1e-3
_DRIVES = (Action.MOVE_AHEAD, Action.MOVE_BACK, Action.ROTATE_LEFT, Action.ROTATE_RIGHT)


def home_of_arms(seed: int, rooms: int = 4, people: int = 0) -> House:
    """A generated home with weights and sizes drawn anew, and with people who walk about."""
    house = generate_house(seed, spec=HouseSpec(rooms=(rooms, rooms), revision=2))
    house = randomised(house, seed)
    for k in range(people):
        house = add_walkers(house, 1, seed=seed + k, like=WALKS[k % len(WALKS)])
    return house


def run_arm(house: House, steps: int, seed: int) -> Counter[str]:
    """Take that many random steps, look at everything again and again, and count what was done."""
    simulator = MeadowSimulator(BODY, arm=Arm())
    simulator.place(house, simulator.free_pose(house, seed=seed), seed=seed)
    rng, done = stream(seed, "arm"), Counter[str]()
    held = _HeldThing(simulator)
    for step in range(steps):
        if step % VISIT == 0:
            done[_visit(simulator, rng)] += 1
        action = random_action(rng)
        simulator.advance(action)
        done[action if simulator.last_result().moved else "refused"] += 1
        held.note()
        if step % LOOK == LOOK - 1:
            check_arm(simulator)
            held.check()
        check_people(simulator)
        if step % KEEP == KEEP - 1:
            check_world(simulator.world)
            _check_snapshot(simulator, seed + step)
    check_world(simulator.world)
    simulator.close()
    return done


def random_action(rng: Stream) -> Action:
    """Drives, moves of the arm and deeds of the hand, about as often."""
    return rng.choice((rng.choice(_DRIVES), rng.choice(ARM_MOVES), rng.choice(HAND)))


def _visit(simulator: MeadowSimulator, rng: Stream) -> str:
    """Come in where something can be gripped or pulled, and do that."""
    world, arm = simulator.world, Arm()
    if rng.chance(0.3):
        simulator.enter(simulator.free_pose(world.original, seed=rng.integer(0, 1 << 30)))
        return "entered"
    if rng.chance(0.5):
        item = rng.choice(world.openables())
        openness = 1.0 - item.openness
        found = find_pull(world, arm, item.id, openness, simulator.pose)
        action = Action.OPEN if openness else Action.CLOSE
    else:
        loose = [o.id for o in world.house.objects if world.pickupable(o.id)]
        found = find_grip(world, arm, rng.choice(loose), simulator.pose)
        action = Action.GRASP
    if found is None or world.held is not None:
        return "nothing to visit"
    simulator.enter(found.base)
    if simulator.pose.distance(found.base.x, found.base.y) > 1e-6:
        return "nothing to visit"
    assert simulator._robot_arm is not None
    simulator._robot_arm.bring(found.lift, found.joints)
    for _ in range(10):
        simulator.advance(Action.FORCE_UP_COARSE)
    simulator.advance(action)
    return f"visited: {action}" if simulator.last_result().moved else f"visited: {action} refused"


def check_arm(simulator: MeadowSimulator) -> None:
    """Raise if a drawn face is within the arm; things in its hand are left out, small ones for fingers."""
    assert simulator._robot_arm is not None
    world = simulator.world
    rods = simulator._robot_arm.capsules(simulator.pose)
    quads, ids = simulator.scene.quads()
    names = [o.id for o in world.original.objects]
    own = set() if world.held is None else set(world.carried(world.held.id))
    small = np.array([0 < i <= len(names) and world.pickupable(names[i - 1]) for i in ids.tolist()])
    skipped = np.array([0 < i <= len(names) and names[i - 1] in own for i in ids.tolist()])
    keep = (ids != ROBOT_ID) & (ids <= len(names)) & ~skipped
    corners = quads.astype(np.float64)
    for k, (ends, radius) in enumerate(zip(rods.ends, rods.radii)):
        fingers = k == len(rods.radii) - 1
        chosen = np.flatnonzero(keep & ~small if fingers else keep)
        gap = _least(ends, corners, chosen)
        which = "fingers" if fingers else f"link {k}"
        assert gap >= radius - DEEP, f"{which} is {radius - gap:.4f} m within something"
    low = min(o.position[2] for o in world.house.objects)
    assert low > -0.005, f"something is {-low:.3f} m below the floor"


def check_people(simulator: MeadowSimulator) -> None:
    """Raise if somebody is in the arm, or in what it holds."""
    assert simulator._robot_arm is not None
    world = simulator.world
    held = () if world.held is None else world.carried(world.held.id)
    rods = simulator._robot_arm.capsules(simulator.pose)
    along = np.linspace(0.0, 1.0, 40)[:, None]
    for person in world.people:
        x, y, z = person.position
        for ends, radius in zip(rods.ends, rods.radii):
            points = ends[:3] + along * (ends[3:] - ends[:3])
            low, high = z + PERSON_RADIUS, z + PERSON_TOP - PERSON_RADIUS
            axis = np.array([x, y, 0.0]) + np.clip(points[:, 2:], low, high) * [0.0, 0.0, 1.0]
            gap = np.linalg.norm(points - axis, axis=1).min() - PERSON_RADIUS
            assert gap >= radius - DEEP, f"{person.id} is {radius - gap:.4f} m within the arm"
        for id in held:
            u, v, c, s, depth, width, *_ = box_row(world.object(id))
            ahead, left = c * (x - u) + s * (y - v), c * (y - v) - s * (x - u)
            gap = math.hypot(max(0.0, abs(ahead) - depth), max(0.0, abs(left) - width))
            assert gap >= PERSON_RADIUS - DEEP, f"{person.id} is within {id}, which is held"


@njit(cache=True, nogil=True)
def _least(ends, corners, chosen):  # type: ignore[no-untyped-def]
    """The least distance from an axis to some faces."""
    best = np.inf
    t = np.empty(9)
    for n in range(len(chosen)):
        quad = corners[chosen[n]]
        for half in range(2):
            for k in range(3):
                t[k], t[3 + k], t[6 + k] = quad[0, k], quad[1 + half, k], quad[2 + half, k]
            d = segment_triangle(ends[0], ends[1], ends[2], ends[3], ends[4], ends[5], t)
            best = min(best, d)
    return math.sqrt(best)


class _HeldThing:
    """What is in the hand, and what it shared space with when it was taken: a plate in its rack."""

    def __init__(self, simulator: MeadowSimulator) -> None:
        self._simulator = simulator
        self._id, self._before = "", set[str]()

    def note(self) -> None:
        """Look whether something else is held now."""
        world = self._simulator.world
        id = "" if world.held is None else world.held.id
        if id != self._id:
            self._id = id
            self._before = {*self._shared()} if id else set()

    def check(self) -> None:
        """Raise if it shares space with something that it did not share it with at first."""
        found = [other for other in self._shared() if other not in self._before]
        assert not found, f"{self._id} in the hand is within {found[0]}"

    def _shared(self) -> list[str]:
        world = self._simulator.world
        if not self._id:
            return []
        item, group = world.object(self._id), world.carried(self._id)
        found = []
        for other in world.house.objects:
            if other.id in group or world.shut_in(other.id):
                continue
            try:
                check_apart(item, other)
            except AssertionError:
                found.append(other.id)
        return found


def _check_snapshot(simulator: MeadowSimulator, seed: int) -> None:
    """What follows a snapshot follows it again."""
    state, ends = simulator.snapshot(), []
    for _ in range(2):
        simulator.restore(state)
        assert simulator.snapshot() == state, "a snapshot is not what was restored from it"
        again = stream(seed, "again")
        for _ in range(20):
            simulator.advance(random_action(again))
        ends.append((simulator.snapshot(), simulator.observe().rgb.tobytes()))
    assert ends[0] == ends[1], "what follows a snapshot differs"


def same_arms_in_any_order(houses: list[House], steps: int, seed: int) -> None:
    """Raise unless simulators that share homes end alike, whichever of them acts first."""
    ends = []
    for order in (1, -1):
        keeper = MeadowSimulator(BODY, arm=Arm())
        batch = [MeadowSimulator(BODY, arm=Arm(), share=keeper) for _ in houses]
        streams = [stream(seed, "batch", i) for i in range(len(batch))]
        for i, (simulator, house) in enumerate(zip(batch, houses, strict=True)):
            simulator.place(house, simulator.free_pose(house, seed=seed + i), seed=seed)
            simulator.advance(Action.LOOK_DOWN)
        for _ in range(steps):
            for simulator, rng in list(zip(batch, streams, strict=True))[::order]:
                simulator.advance(random_action(rng))
        ends.append([(s.snapshot(), s.observe().rgb.tobytes()) for s in batch])
    assert ends[0] == ends[1], "what one robot does depends on when others act"
