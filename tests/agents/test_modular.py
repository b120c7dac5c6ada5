"""The modular agent explores, approaches and stops."""

from __future__ import annotations

import numpy as np
import pytest

from meadow.agents.frontier_oracle import FrontierOracle
from meadow.agents.modular import ModularAgent
from meadow.episodes.schema import Episode, Goal, HouseRef
from meadow.evaluation.rollout import run_episode
from meadow.sim.simulator import MeadowSimulator
from meadow.tasks.objectnav import ObjectNav
from meadow.testing.furnished import furnished
from meadow.testing.homes import one_room, thing
from meadow.types import Action, Camera, Embodiment

BODY = Embodiment(camera=Camera(width=112, height=112))


def search(agent, house, goal, start, *, privileged=True, max_steps=200):
    """The record of a search for an object."""
    episode = Episode(
        id=f"search-{goal}",
        task="objectnav",
        house=HouseRef("file:none"),
        start=start,
        goals=(Goal(goal, objects=(goal,)),),
        max_steps=max_steps,
        embodiment=BODY,
    )
    simulator = MeadowSimulator(BODY)
    return run_episode(simulator, ObjectNav(), agent, episode, house, privileged=privileged)


@pytest.mark.parametrize("goal", ["fridge-0", "apple-0", "sofa-0"])
@pytest.mark.parametrize("start", [(3.2, 2.0, 2.6), (5.5, 3.0, 0.0)])
def test_with_a_perfect_detector_it_finds_things(goal, start):
    record = search(FrontierOracle(), furnished(), goal, start)
    assert record.success
    assert set(record.trace["mode"]) <= {"spin", "explore", "approach", "stop"}
    assert record.trace["mode"][-1] == "stop"


def test_things_on_the_floor_are_looked_down_at():
    house = one_room([thing("ball-0", "basketball", (2.0, 3.2, 0.0), room="room-0")])
    record = search(FrontierOracle(), house, "ball-0", (2.0, 1.0, 0.0))
    assert record.success


class Blind:
    """Never sees the goal."""

    def reset(self, brief):
        pass

    def locate(self, observation):
        return np.zeros(observation.rgb.shape[:2], np.float32)


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
