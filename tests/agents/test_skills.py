"""Skills of the hand, in homes, from depth and touch."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from meadow.agents import skills
from meadow.errors import MeadowError
from meadow.testing.fuzz.arm import home_of_arms
from meadow.testing.skill_trials import BODY, trials
from meadow.types import MANIPULATION, Arm, ArmSense, Brief, Observation, Pose

BRIEF = Brief(task="skill", goal="", actions=MANIPULATION, embodiment=BODY, arm=Arm())
BLANK = Observation(
    rgb=np.zeros((240, 320, 3), np.uint8),
    depth=np.ones((240, 320), np.float32),
    pose=Pose(0.0, 0.0),
    moved=True,
    step=0,
    arm=ArmSense("nothing", 0.0, (0.15, 0.0, 0.8), (0.0, 0.0, -1.0), 0.9, Arm().rest),
)


def test_things_are_weighed_and_opened():
    house = home_of_arms(4, rooms=2)
    lifted = [t for t in trials(house, "lift", 3, 0) if t.reachable]
    opened = [t for t in trials(house, "open", 2, 0) if t.reachable]
    assert sum(t.done for t in lifted) >= 0.5 * len(lifted) > 0
    assert sum(t.done for t in opened) >= 0.5 * len(opened) > 0
    for trial in lifted:
        if trial.done:
            assert trial.off == 0.0, "the felt bounds hold the true weight"
            assert trial.hand_steps < 60
    assert all(t.why for t in (*lifted, *opened) if not t.done)


def test_what_a_skill_needs_is_told():
    bare = dataclasses.replace(BRIEF, arm=None)
    with pytest.raises(MeadowError, match="with an arm"):
        skills.lift(bare, (1.0, 0.0, 0.5)).begin(BLANK)
    blind = dataclasses.replace(BLANK, depth=None)
    with pytest.raises(MeadowError, match="depth,pose"):
        skills.weigh(BRIEF, (1.0, 0.0, 0.5)).begin(blind)


def test_a_point_that_no_hand_reaches_ends_the_skill():
    skill = skills.pull(BRIEF, (0.6, 0.0, 3.0))
    action, seen = skill.begin(BLANK), 0
    while action is not None and seen < 50:
        seen += 1
        action = skill.act(dataclasses.replace(BLANK, moved=False, step=seen))
    assert skill.outcome is not None
    assert not skill.outcome.done
    assert "no base" in skill.outcome.why
