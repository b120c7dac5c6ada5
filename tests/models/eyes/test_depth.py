"""Depth that is told from one picture."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from meadow.agents.monocular import MonocularSenses
from meadow.episodes.seeds import ENCODER_EXAM
from meadow.errors import InvalidValueError
from meadow.models.eyes.depth import FARTHEST, NEAREST, shipped_depth
from meadow.scenes.generator import HouseSpec, generate_house
from meadow.sim.simulator import MeadowSimulator
from meadow.types import ARM_BODY, Action, Arm, Brief

BODY = replace(ARM_BODY, camera=replace(ARM_BODY.camera, width=320, height=240))


def test_depth_in_an_unseen_home_is_mostly_about_right_and_steps_are_counted() -> None:
    house = generate_house(ENCODER_EXAM[50], spec=HouseSpec(rooms=4, revision=2))
    simulator = MeadowSimulator(BODY, arm=Arm())
    senses = MonocularSenses()
    start = simulator.free_pose(house, seed=1)
    observation = simulator.reset(house, start)
    senses.reset(Brief(task="", goal="", embodiment=BODY))
    last, off, same = None, [], []
    for action in (Action.LOOK_DOWN, *(Action.ROTATE_LEFT,) * 6, Action.MOVE_AHEAD):
        told = senses.completed(replace(observation, depth=None, pose=None), last)
        assert told.depth is not None
        assert observation.depth is not None
        assert told.depth.shape == observation.depth.shape
        truth = np.clip(observation.depth, NEAREST, FARTHEST)
        off.append(np.abs(np.log(told.depth / truth)))
        same.append(np.abs(np.log(truth / np.median(truth))))
        observation, last = simulator.step(action), action
    assert np.median(off) < 0.2
    assert np.mean(off) < 0.6 * np.mean(same)
    told = senses.completed(observation, last)
    assert told.pose is not None
    assert observation.pose is not None
    assert told.pose.distance(observation.pose.x, observation.pose.y) < 1e-6
    senses.enter()
    entered = senses.completed(observation, None).pose
    assert entered is not None
    assert entered.distance(0.0, 0.0) == 0.0


def test_other_eyes_are_refused_and_other_cameras_warned_of(
    caplog: pytest.LogCaptureFixture,
) -> None:
    depth = shipped_depth()
    with pytest.raises(InvalidValueError, match="meadow train depth"):
        depth.check("0" * 64, BODY.camera)
    depth.check(depth.eyes, BODY.camera)
    assert not caplog.records
    depth.check(depth.eyes, replace(BODY.camera, elevation=0.87))
    assert "taught with 90 degrees at 1.45 m" in caplog.text
