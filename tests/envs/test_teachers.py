"""The teacher of ObjectNav: it roams, it finds, and it never knows more than it has seen."""

from __future__ import annotations

import json

import numpy as np
import pytest

from meadow.envs.navigate import ObjectNavVectorEnv
from meadow.envs.teachers import FOUND_FRACTION, ObjectTeacher, Roaming
from meadow.episodes.houses import generator_uri, load_house
from meadow.episodes.schema import HouseRef
from meadow.scenes.schema import House, replace
from meadow.sim.simulator import MeadowSimulator
from meadow.types import NO_NOISE, Action, Camera, Embodiment, Pose

BODY = Embodiment(camera=Camera(width=64, height=48))
EXACT = Embodiment(camera=BODY.camera, noise=NO_NOISE)


@pytest.fixture(scope="module")
def house() -> House:
    return load_house(HouseRef(generator_uri(5, (3, 3))))


@pytest.fixture
def simulator(house: House) -> MeadowSimulator:
    simulator = MeadowSimulator(EXACT)
    simulator.reset(house, simulator.free_pose(house, seed=3))
    return simulator


def test_it_finds_most_things_by_roaming() -> None:
    options = {"houses": range(4), "rooms": (1, 4), "embodiment": BODY, "max_episode_steps": 200}
    env = ObjectNavVectorEnv(8, autoreset_mode="SameStep", teach=True, **options)
    _, infos = env.reset(seed=0)
    wins: list[bool] = []
    while len(wins) < 40:
        _, _, ended, cut, infos = env.step(infos["teacher"])
        wins += [bool(infos["final_info"]["success"][i]) for i in np.flatnonzero(ended | cut)]
    assert np.mean(wins) >= 0.6


def _follow(house: House, pose: Pose, id: str, steps: int) -> tuple[list[Action], int]:
    """What the teacher does in a home, and after how many steps it has seen the object."""
    simulator = MeadowSimulator(EXACT)
    simulator.reset(house, pose)
    x, y, _ = simulator.world.object(id).position
    teacher = ObjectTeacher(simulator, {id: np.array([[x, y, 0.0, x, y]])}, lambda: False)
    actions: list[Action] = []
    for step in range(steps):
        teacher.look()
        if simulator.oracle.share(id) >= FOUND_FRACTION:
            return actions, step
        actions.append(teacher.action())
        simulator.step(actions[-1])
    return actions, steps


def test_an_unseen_object_may_be_anywhere(house: House, simulator: MeadowSimulator) -> None:
    grid = simulator.world.navgrid
    # Things that lie on others: to move them does not change where the robot can drive.
    small = [o for o in house.objects if o.support != "floor" and o.mass < 2.0][:3]
    assert small
    compared = 0
    for number, thing in enumerate(small):
        pose = simulator.free_pose(house, seed=number)
        far = max(grid.points(), key=lambda p: pose.distance(*p))
        moved = replace(thing, position=(float(far[0]), float(far[1]), thing.position[2]))
        objects = tuple(moved if o.id == thing.id else o for o in house.objects)
        here, first = _follow(house, pose, thing.id, 40)
        there, second = _follow(replace(house, objects=objects), pose, thing.id, 40)
        unseen = min(first, second)
        assert here[:unseen] == there[:unseen]
        compared += unseen
    assert compared >= 20


def test_roaming_turns_one_way_until_the_way_is_clear(simulator: MeadowSimulator) -> None:
    roaming, bumps, sides = Roaming(simulator), 0, set()
    before = None
    for _ in range(150):
        action = roaming.at(simulator.pose)
        if before is not None and Action.MOVE_AHEAD not in (before, action):
            assert action == before
        sides.add(action)
        bumps += not simulator.step(action).moved
        before = action
    assert len(sides) == 3
    assert bumps == 0


def test_a_saved_teacher_goes_on_as_before() -> None:
    options = {"houses": (0, 1), "rooms": (2, 3), "embodiment": BODY, "teach": True}
    env = ObjectNavVectorEnv(3, autoreset_mode="SameStep", **options)
    _, infos = env.reset(seed=4)
    for _ in range(6):
        *_, infos = env.step(infos["teacher"])
    kept = json.loads(json.dumps(env.state()))
    rows = [infos["teacher"]]
    for _ in range(12):
        rows.append(env.step(rows[-1])[-1]["teacher"])
    other = ObjectNavVectorEnv(3, autoreset_mode="SameStep", **options)
    _, infos = other.restore(kept)
    for row in rows:
        assert np.array_equal(infos["teacher"], row)
        *_, infos = other.step(row)


def test_a_restored_teacher_remembers_what_it_saw_for_as_long(
    house: House, simulator: MeadowSimulator
) -> None:
    away, id = simulator.pose, house.objects[0].id
    views = {id: np.array([[away.x, away.y, 0.0, away.x, away.y]])}
    teachers = [ObjectTeacher(simulator, views, lambda: False) for _ in range(2)]
    for teacher in teachers:
        teacher.restore({"turning": [0, 0], "found": {id: 3}})
        teacher.look()
    assert simulator.oracle.share(id) < FOUND_FRACTION
    kept = json.loads(json.dumps(teachers[0].state()))
    teachers[1].restore(kept)
    teachers[1].look()  # whoever restores looks at the last picture again
    assert teachers[1].state() == teachers[0].state()
    assert teachers[0]._found == teachers[1]._found == {id: 4}
