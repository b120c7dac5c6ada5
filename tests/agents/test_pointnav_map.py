"""PointNav on a map."""

from __future__ import annotations

import numpy as np
import pytest

from meadow.agents.pointnav_map import REVISION, PointNavMap
from meadow.agents.self_calibrate import SelfCalibrating
from meadow.corruptions import corrupted, parse
from meadow.episodes.houses import HouseCache
from meadow.episodes.schema import Episode, Goal, HouseRef
from meadow.errors import MeadowError
from meadow.evaluation.run.rollout import run_episode
from meadow.provenance import noting
from meadow.tasks.pointnav import PointNav
from meadow.testing.homes import one_room, thing
from meadow.types import Brief, Embodiment, Observation, Pose

BODY = Embodiment()
HOUSE = one_room([thing("sofa", "sofa", (3.0, 2.9, 0.0), room="room-0", yaw=1.6)], side=6.0)


def episode(goal, start=(1.0, 3.0, 0.0)):
    return Episode(
        "e", "pointnav", HouseRef(""), start, (Goal("go", point=goal),), 200, geodesic=4.0
    )


def ran(corrupt="", goal=(5.2, 3.0), agent=None):
    simulator = corrupted(BODY, parse(corrupt))
    agent = agent or PointNavMap()
    record = run_episode(simulator, PointNav(), agent, episode(goal), HOUSE)
    simulator.close()
    return record


def test_it_drives_around_things_and_stops_at_the_point():
    record = ran()
    assert record.success
    assert record.steps < 60


@pytest.mark.parametrize("corrupt", ["motion_drift", "motion_drift_code", "spatter@5,pyrobot_ilqr"])
def test_it_drives_on_with_broken_wheels(corrupt):
    assert ran(corrupt).success


def test_it_makes_the_best_of_a_dead_motor_when_it_watches_itself():
    goal = (1.0, 5.4)  # to its left
    assert not ran("motor_failure_left", goal).success
    record = ran("motor_failure_left", goal, SelfCalibrating(PointNavMap()))
    assert record.success
    assert record.steps < 80


def test_a_goal_behind_it_is_reached():
    assert ran(goal=(0.6, 1.0)).success


def test_a_task_without_a_point_is_refused():
    agent = PointNavMap()
    agent.reset(Brief(task="objectnav", goal="mug", embodiment=BODY))
    blank = Observation(np.zeros((4, 4, 3), np.uint8), np.ones((4, 4)), Pose(0, 0), True, 0)
    with pytest.raises(MeadowError, match="run it on pointnav"):
        agent.act(blank)


@pytest.mark.parametrize(
    ("seed", "start", "goal"),
    [
        (10060006, (1.525, 5.875, 1.570796), (1.025, 7.125)),
        (10060004, (2.125, 6.975, 0.523599), (0.825, 6.025)),
    ],
)
def test_with_exact_motion_it_does_not_turn_left_and_right_for_ever(seed, start, goal):
    uri = f"generator:seed={seed},rooms=4-6,include=robothor"
    house = HouseCache().load(HouseRef(uri))
    trip = Episode("e", "pointnav", HouseRef(uri), start, (Goal("go", point=goal),), 60)
    simulator = corrupted(BODY, parse("no_noise"))
    record = run_episode(simulator, PointNav(), PointNavMap(), trip, house)
    simulator.close()
    assert record.success


def test_the_spec_of_a_run_names_the_revision_of_the_agent():
    with noting() as notes:
        PointNavMap()
    assert notes == {"pointnav-map": f"revision {REVISION}"}
