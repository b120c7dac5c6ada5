"""An agent in the wrapper notices what its wheels do."""

from __future__ import annotations

import math

import pytest

from meadow.agents.self_calibrate import SelfCalibrating
from meadow.corruptions import corrupted, parse
from meadow.testing.homes import one_room, thing
from meadow.types import Action, Brief, Embodiment, Pose

BODY = Embodiment()
HOUSE = one_room(
    [
        thing("sofa", "sofa", (4.2, 1.2, 0.0), room="room-0", yaw=1.6),
        thing("table", "dining table", (1.0, 4.6, 0.0), room="room-0"),
        thing("shelf", "bookshelf", (5.5, 5.3, 0.0), room="room-0"),
    ],
    side=6.0,
)
SQUARE = ((Action.MOVE_AHEAD,) * 3 + (Action.ROTATE_LEFT,) * 3) * 4


class Script:
    """Does what it is told and keeps what it is shown."""

    def __init__(self, actions):
        self.actions, self.poses, self.body = actions, [], None

    def reset(self, brief):
        self.poses = []

    def act(self, observation):
        self.poses.append(observation.pose)
        return self.actions[len(self.poses) - 1]

    def recalibrate(self, body):
        self.body = body


def watched(corrupt, actions, *, gps=False):
    """The wrapper, the script and the true poses after a drive."""
    script = Script(actions)
    agent = SelfCalibrating(script)
    agent.reset(Brief(task="test", goal="", embodiment=BODY))
    simulator = corrupted(BODY, parse(corrupt))
    start = Pose(1.7, 2.0)
    seen = simulator.reset(HOUSE, start, seed=3, episode="e")
    done, truth = [], []
    for _ in actions:
        truth.append(simulator.pose.relative_to(start))
        if not gps:
            seen = type(seen)(seen.rgb, seen.depth, None, seen.moved, seen.step)
        done.append(agent.act(seen))
        seen = simulator.step(done[-1])
    simulator.close()
    return agent, script, done, truth


@pytest.mark.parametrize(
    ("corrupt", "dead", "other"),
    [
        ("motor_failure_left", Action.ROTATE_LEFT, Action.ROTATE_RIGHT),
        ("motor_failure_right", Action.ROTATE_RIGHT, Action.ROTATE_LEFT),
    ],
)
def test_a_dead_rotation_is_replaced_by_the_other(corrupt, dead, other):
    agent, _, done, _ = watched(corrupt, (dead,) * 8)
    assert done[:2] == [dead] * 2
    assert done[-5:] == [other] * 5
    assert agent.trace()["dead"] == dead


def test_sound_wheels_are_left_alone():
    agent, script, done, truth = watched("", SQUARE)
    assert done == list(SQUARE)
    assert agent.trace()["dead"] is None
    assert script.body is None
    assert script.poses[-1].distance(truth[-1].x, truth[-1].y) < 0.15


def test_other_steps_and_turns_are_measured_and_told():
    agent, script, _, truth = watched("motion_bias_constant", SQUARE)
    steps = [math.dist(a[:2], b[:2]) for a, b in zip(_xy(truth), _xy(truth)[1:])]
    true_step = max(steps)
    assert abs(true_step - BODY.step) > 0.04
    assert agent.estimate().step == pytest.approx(true_step, abs=0.02)
    assert script.body is not None


def test_without_gps_the_pose_follows_a_drift():
    agent, script, _, truth = watched("motion_drift", SQUARE)
    assert abs(agent.drift()) == pytest.approx(math.radians(10.0), abs=math.radians(5.0))
    assert script.poses[-1].distance(truth[-1].x, truth[-1].y) < 0.25


def test_gps_is_believed():
    _, script, _, truth = watched("motion_drift", SQUARE, gps=True)
    assert script.poses[-1].distance(truth[-1].x, truth[-1].y) < 1e-6


def _xy(poses):
    return [(p.x, p.y) for p in poses]
