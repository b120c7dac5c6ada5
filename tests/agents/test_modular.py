"""The modular agent explores, approaches and stops."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from meadow import serialize
from meadow.agents.frontier_oracle import FrontierOracle
from meadow.agents.modular import ModularAgent
from meadow.episodes.schema import Episode, Goal, HouseRef
from meadow.evaluation.run.rollout import run_episode
from meadow.grounding.localizer import Blind
from meadow.sim.simulator import MeadowSimulator
from meadow.tasks.objectnav import ObjectNav
from meadow.testing.furnished import furnished
from meadow.testing.homes import one_room, thing
from meadow.types import Action, Camera, Embodiment, Noise

BODY = Embodiment(camera=Camera(width=112, height=112))


def search(agent, house, goal, start, *, privileged=True, max_steps=200, task=None, body=BODY):
    """The record of a search for an object."""
    episode = Episode(
        id=f"search-{goal}",
        task="objectnav",
        house=HouseRef("file:none"),
        start=start,
        goals=(Goal(goal, objects=(goal,)),),
        max_steps=max_steps,
        embodiment=body,
    )
    simulator = MeadowSimulator(body)
    return run_episode(simulator, task or ObjectNav(), agent, episode, house, privileged=privileged)


@pytest.mark.parametrize("goal", ["fridge-0", "apple-0", "sofa-0"])
@pytest.mark.parametrize("start", [(3.2, 2.0, 2.6), (5.5, 3.0, 0.0)])
def test_with_a_perfect_detector_it_finds_things(goal, start):
    record = search(FrontierOracle(), furnished(), goal, start)
    assert record.success
    assert set(record.trace["mode"]) <= {"spin", "explore", "approach", "stop"}
    assert record.trace["mode"][-1] == "stop"
    assert serialize.encode(record)  # what an agent says of itself can be kept


def test_things_on_the_floor_are_looked_down_at():
    house = one_room([thing("ball-0", "basketball", (2.0, 3.2, 0.0), room="room-0")])
    record = search(FrontierOracle(), house, "ball-0", (2.0, 1.0, 0.0))
    assert record.success


def test_a_perfect_detector_believes_a_few_pixels():
    """An apple 6 m away used to be overlooked."""
    house = one_room([thing("apple-0", "apple", (7.0, 4.0, 0.0), room="room-0")], side=8.0)
    body = Embodiment(camera=Camera(width=400, height=400))
    record = search(FrontierOracle(), house, "apple-0", (1.0, 4.0, 0.0), body=body)
    assert record.success
    assert record.trace["mode"][0] == "approach"


def test_where_no_view_is_asked_for_it_stops_as_soon_as_a_part_is_near():
    """It used to go on to where it could face the middle, and lost searches on the way."""
    house = one_room([thing("sofa-0", "sofa", (2.0, 3.0, 0.0), room="room-0")])
    agent = FrontierOracle(confirm_share=None, stop_distance=0.97)
    record = search(agent, house, "sofa-0", (2.6, 1.75, 0.9))
    assert record.actions[-1] == "Stop"
    assert len(record.actions) <= 2
    assert search(FrontierOracle(), house, "sofa-0", (2.6, 1.75, 0.9)).success


def test_without_a_detection_it_sees_the_whole_home_and_never_stops():
    agent = ModularAgent(Blind())
    record = search(
        agent, furnished(), "fridge-0", (1.9, 2.2, 0.0), privileged=False, max_steps=250
    )
    assert Action.STOP not in record.actions
    assert {pose[0] > 4.2 for pose in record.poses} == {True, False}
    assert record.moved.count(False) < 10


def test_a_detector_that_cries_wolf_makes_it_stop_early():
    class Wolf(Blind):
        def locate(self, observation):
            return (observation.depth < 0.9).astype(np.float32)

    record = search(
        ModularAgent(Wolf()), furnished(), "fridge-0", (1.9, 2.2, 0.0), privileged=False
    )
    assert record.stopped
    assert not record.success


#: Four actions and no GPS, as CoWs have it.
PLAIN = ObjectNav(name="lzson", gps=False, look=False, categories=())


def cow_oracle(house, goal, start, **options):
    """A search by dead reckoning, without a bump sensor, with perfect detections."""
    agent = FrontierOracle(bump_sensor=False)
    return search(agent, house, goal, start, task=PLAIN, **options)


def test_a_goal_in_view_at_the_start_is_driven_to_at_once():
    house = one_room([thing("sofa-0", "sofa", (3.4, 2.0, 0.0), room="room-0")])
    record = cow_oracle(house, "sofa-0", (0.7, 2.0, 0.0))
    assert record.success
    assert "spin" not in record.trace["mode"]
    assert all(record.before_actions("in_view"))


def test_of_a_goal_behind_a_closed_door_it_gives_up():
    record = cow_oracle(furnished(closed=True), "fridge-0", (1.9, 2.2, 0.0), max_steps=1000)
    assert record.trace["mode"][-1] == "give up"
    assert not record.success
    assert not any(record.before_actions("in_view"))


def test_a_robot_that_is_boxed_in_gives_up():
    sides = [(1.25, 2.0), (2.75, 2.0), (2.0, 1.25), (2.0, 2.75)]
    boxes = [
        thing(f"box-{k}", "box", (x, y, 0.0), room="room-0", size=(0.8, 0.8, 0.7))
        for k, (x, y) in enumerate(sides)
    ]
    goal = thing("ball-0", "basketball", (0.4, 0.4, 0.0), room="room-0")
    record = cow_oracle(one_room([*boxes, goal]), "ball-0", (2.0, 2.0, 0.0), max_steps=400)
    assert not record.success
    assert record.trace["mode"][-1] == "give up"
    assert record.steps < 200


def test_noise_five_times_as_strong_is_survived():
    noise = Noise(move=0.025, turn=5 * BODY.noise.turn)
    body = Embodiment(camera=BODY.camera, noise=noise)
    record = cow_oracle(furnished(), "sofa-0", (5.5, 3.0, 0.0), body=body, max_steps=250)
    assert record.success


class Crowd:
    """A tracker that takes somebody to be near wherever the robot is, and sees nobody."""

    people = ()

    def reset(self):
        pass

    def wanted(self):
        return {}

    def update(self, looks, depth, camera, pose):
        return depth

    def near(self, x, y):
        return True


def test_people_are_blamed_for_a_refused_step_only_once():
    """The robot used to try the same step for ever while somebody stood a metre away."""
    agent = ModularAgent(Blind(), people=Crowd())
    record = search(
        agent, furnished(), "fridge-0", (1.9, 2.2, 0.0), privileged=False, max_steps=250
    )
    refused = Counter(
        tuple(round(v, 1) for v in pose[:3])
        for pose, moved in zip(record.poses[1:], record.moved)
        if not moved
    )
    assert 0 < max(refused.values()) <= 2


def test_refused_steps_are_told_by_depth_alone():
    record = search(
        ModularAgent(Blind(), bump_sensor=False),
        furnished(),
        "fridge-0",
        (1.9, 2.2, 0.0),
        privileged=False,
        task=PLAIN,
        max_steps=150,
    )
    assert {pose[0] > 4.2 for pose in record.poses} == {True, False}


def test_the_nearest_confident_place_of_the_map_is_gone_to_and_believed():
    class Glimpse(Blind):
        """Sees the fridge only in the first frames."""

        def locate(self, observation):
            near = (observation.depth < 3.0) & (observation.depth > 1.0)
            sure = np.zeros(observation.rgb.shape[:2], np.float32)
            if observation.step < 2:
                sure[40:70, 40:70] = near[40:70, 40:70]
            return sure

    record = search(
        ModularAgent(Glimpse(), bump_sensor=False), furnished(), "fridge-0", (1.9, 2.2, 0.0),
        privileged=False, task=PLAIN,
    )  # fmt: skip
    assert record.stopped
    assert record.steps < 40
