"""Corruptions of the dynamics do what the paper says, in numbers."""

from __future__ import annotations

import math

import numpy as np
import pytest

from meadow.corruptions import CorruptionOptions, EpisodeCorruptions, corrupted, parse
from meadow.seeding import stream
from meadow.sim.motion import Motion
from meadow.testing.homes import one_room
from meadow.types import Action, Embodiment, Pose

BODY = Embodiment()
AHEAD, LEFT, RIGHT = Action.MOVE_AHEAD, Action.ROTATE_LEFT, Action.ROTATE_RIGHT


def motions(name, action, *, episodes=40, steps=1, scene="home"):
    """(episodes, steps) motions of one action."""
    chosen, options, out = parse(name), CorruptionOptions(), []
    for episode in range(episodes):
        names = {"seed": episode, "episode": f"e{episode}", "scene": scene}
        robot = EpisodeCorruptions(chosen, options, BODY, **names)
        noise = stream(episode, "actuation")
        out.append([robot.drive(action, BODY, noise) for _ in range(steps)])
    return out


def column(found, field):
    return np.array([[getattr(m, field) for m in row] for row in found])


def test_constant_bias_is_one_of_six_and_lasts_for_the_episode():
    steps = column(motions("motion_bias_constant", AHEAD, steps=30), "ahead")
    offsets = np.round((steps.mean(axis=1) - BODY.step) / 0.05) * 0.05
    assert set(np.round(offsets, 2)) <= {-0.15, -0.1, -0.05, 0.05, 0.1, 0.15}
    assert len(set(np.round(offsets, 2))) >= 5
    assert steps.std(axis=1).max() < 0.01  # only the usual noise within an episode
    turns = np.degrees(column(motions("motion_bias_constant", LEFT, steps=30), "turn"))
    offsets = np.round((turns.mean(axis=1) - 30.0) / 5.0) * 5.0
    assert set(offsets) <= {-15.0, -10.0, -5.0, 5.0, 10.0, 15.0}


def test_bias_means_the_same_for_both_rotations():
    lefts = column(motions("motion_bias_constant", LEFT), "turn")
    rights = column(motions("motion_bias_constant", RIGHT), "turn")
    assert np.abs(lefts + rights).max() < math.radians(5.0)


def test_constant_bias_of_the_code_is_one_for_the_whole_run():
    steps = column(motions("motion_bias_constant_code", AHEAD), "ahead")
    turns = column(motions("motion_bias_constant_code", LEFT), "turn")
    assert steps.std() < 0.01
    assert (steps.mean() > BODY.step) == (turns.mean() > BODY.turn)


def test_stochastic_bias_is_gaussian():
    steps = column(motions("motion_bias_stochastic", AHEAD, steps=100), "ahead")
    turns = np.degrees(column(motions("motion_bias_stochastic", RIGHT, steps=100), "turn"))
    assert steps.mean() == pytest.approx(0.25, abs=0.01)
    assert steps.std() == pytest.approx(0.1, abs=0.01)
    assert turns.mean() == pytest.approx(-30.0, abs=1.0)
    assert turns.std() == pytest.approx(10.0, abs=1.0)


def test_drift_keeps_the_heading_and_leaves_by_ten_degrees():
    found = motions("motion_drift", AHEAD)
    angles = np.degrees(np.arctan2(column(found, "left"), column(found, "ahead")))
    assert np.allclose(np.abs(angles), 10.0)
    assert 5 < (angles > 0).sum() < 35
    assert not column(found, "turn").any()
    assert not column(found, "twist").any()
    aside = np.abs(column(found, "left")).mean()
    assert aside == pytest.approx(0.043, abs=0.002)  # the paper's figure


def test_drift_of_the_code_turns_for_good_to_one_side_in_a_home():
    sides = [column(motions("motion_drift_code", AHEAD, scene=f"s{k}"), "turn") for k in range(40)]
    assert all(np.allclose(np.abs(s), math.radians(10.0)) for s in sides)
    assert all(len(np.unique(s)) == 1 for s in sides)
    assert 5 < sum(s[0, 0] > 0 for s in sides) < 35
    assert not column(motions("motion_drift_code", AHEAD), "left").any()


def test_motor_failure_kills_one_rotation():
    lefts = column(motions("motor_failure", LEFT), "turn")[:, 0]
    rights = column(motions("motor_failure", RIGHT), "turn")[:, 0]
    assert ((lefts == 0.0) != (rights == 0.0)).all()
    assert 5 < (lefts == 0.0).sum() < 35
    assert (column(motions("motor_failure", AHEAD), "ahead") > 0.2).all()


def test_pyrobot_has_the_published_means_and_variances():
    found = motions("pyrobot_ilqr", AHEAD, episodes=200, steps=20)
    ahead, left, twist = (column(found, f) for f in ("ahead", "left", "twist"))
    assert left.mean() == pytest.approx(0.009, abs=0.004)
    assert left.std() == pytest.approx(math.sqrt(0.005), rel=0.06)
    assert twist.mean() == pytest.approx(0.008, abs=0.004)
    assert twist.std() == pytest.approx(math.sqrt(0.004), rel=0.06)
    assert ahead.min() >= 0.05 * BODY.step - 1e-9  # at most 95 % of a step is lost
    turns = column(motions("pyrobot_ilqr", RIGHT, episodes=200, steps=20), "twist")
    assert -turns.mean() == pytest.approx(BODY.turn + 0.023, abs=0.006)


def test_radians_taken_for_degrees_hardly_turn():
    turns = column(motions("pyrobot_ilqr_code", LEFT, episodes=60), "twist")
    assert np.degrees(turns).std() < 0.2


def test_corruptions_compose_in_order():
    both = motions("motion_bias_stochastic,motion_drift", AHEAD, episodes=4)
    assert all(abs(math.atan2(m.left, m.ahead)) == pytest.approx(math.radians(10)) for [m] in both)
    dead = motions("motion_bias_constant,motor_failure_left", LEFT, episodes=4)
    assert all(m == Motion() for [m] in dead)


def test_a_dead_motor_is_not_noticed_by_the_bump_sensor():
    simulator = corrupted(BODY, parse("motor_failure_left"))
    simulator.reset(one_room(), Pose(2.0, 2.0), seed=1, episode="e")
    after = simulator.step(LEFT)
    assert after.moved
    assert simulator.pose.yaw == 0.0
    simulator.step(RIGHT)
    assert simulator.pose.yaw == pytest.approx(-BODY.turn, abs=0.05)
    simulator.close()
