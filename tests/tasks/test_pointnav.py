"""PointNav: what the agent is told and where Stop counts."""

from __future__ import annotations

import math

import msgspec
import pytest

from meadow.episodes.schema import Episode, Goal, HouseRef
from meadow.sim.simulator import MeadowSimulator
from meadow.tasks import TASKS
from meadow.testing.homes import one_room
from meadow.types import NAVIGATION, Action, Pose

EPISODE = Episode(
    id="p",
    task="pointnav",
    house=HouseRef("file:one-room.json"),
    start=(1.0, 1.0, 0.0),
    goals=(Goal(text="go to the given point", point=(3.0, 2.0)),),
    max_steps=50,
)


@pytest.fixture(scope="module")
def simulator():
    return MeadowSimulator()


def judged(simulator, pose, action=Action.STOP, step=1, **options):
    simulator.reset(one_room(), pose)
    return TASKS.make("pointnav", **options).judge(EPISODE, action, step, simulator.oracle)


@pytest.mark.parametrize(
    ("x", "y", "success"),
    [(3.0, 2.0, True), (3.0, 1.801, True), (3.0, 1.799, False), (2.8, 1.9, False)],
)
def test_stop_counts_within_its_radius(simulator, x, y, success):
    verdict = judged(simulator, Pose(x, y))
    assert verdict.done
    assert verdict.success is success
    assert verdict.parts["reached"] is success
    assert verdict.parts["euclidean"] == pytest.approx(math.hypot(x - 3.0, y - 2.0))


def test_the_radius_is_an_option(simulator):
    assert judged(simulator, Pose(2.5, 2.0), radius=0.6).success
    assert "0.6 m" in TASKS.make("pointnav", radius=0.6).definition()
    assert "0.2 m" in TASKS.make("pointnav").definition()


def test_being_there_is_not_enough(simulator):
    verdict = judged(simulator, Pose(3.0, 2.0), Action.MOVE_AHEAD)
    assert verdict.parts["reached"]
    assert not verdict.success
    assert not verdict.done


def test_the_budget_ends_it(simulator):
    assert not judged(simulator, Pose(3.0, 2.0), Action.ROTATE_LEFT, 49).done
    late = judged(simulator, Pose(3.0, 2.0), Action.ROTATE_LEFT, 50)
    assert late.done
    assert not late.success
    assert judged(simulator, Pose(3.0, 2.0), Action.STOP, 50).success


@pytest.mark.parametrize(
    ("yaw", "bearing"), [(0.0, 45.0), (90.0, -45.0), (45.0, 0.0), (-135.0, 180.0)]
)
def test_the_goal_is_told_in_polar_coordinates(simulator, yaw, bearing):
    pose = Pose(2.0, 1.0, math.radians(yaw))
    observation = simulator.reset(one_room(), pose)
    episode = msgspec.structs.replace(EPISODE, start=(pose.x, pose.y, pose.yaw))
    seen = TASKS.make("pointnav").observe(observation, episode, simulator.oracle)
    distance, angle = seen.goal
    assert distance == pytest.approx(math.sqrt(2.0))
    assert abs(math.remainder(angle - math.radians(bearing), 2 * math.pi)) < 1e-9


def test_the_brief(simulator):
    simulator.reset(one_room(), EPISODE.pose())
    brief = TASKS.make("pointnav").begin(EPISODE, simulator.oracle)
    assert brief.actions == NAVIGATION
    assert brief.max_steps == 50
    assert brief.categories == ()
