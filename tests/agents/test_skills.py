"""Skills of the hand, in homes, from depth and touch."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from meadow.agents import skills
from meadow.errors import MeadowError
from meadow.planning.arm_way import ArmPlanner
from meadow.seeding import stream
from meadow.sim.simulator import MeadowSimulator
from meadow.testing.fuzz.arm import home_of_arms
from meadow.testing.skill_trials import BODY, trials
from meadow.types import ARM_MOVES, MANIPULATION, Arm, ArmSense, Brief, Observation, Pose

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


def test_a_skill_that_is_over_stays_over():
    skill = skills.pull(BRIEF, (0.6, 0.0, 3.0))
    action, seen = skill.begin(BLANK), 0
    while action is not None:
        seen += 1
        action = skill.act(dataclasses.replace(BLANK, moved=False, step=seen))
    outcome = skill.outcome
    assert outcome is not None
    assert skill.act(BLANK) is None
    assert skill.outcome is outcome


def test_an_arm_is_folded_from_anywhere():
    house = home_of_arms(4, rooms=2)
    simulator = MeadowSimulator(BODY, arm=Arm())
    planner = ArmPlanner(Arm(), BODY.camera.elevation)
    for seed in range(4):
        simulator.reset(house, simulator.free_pose(house, seed=seed))
        rng = stream(seed, "arm anywhere")
        for _ in range(15):
            action = rng.choice(ARM_MOVES)
            for _ in range(4):
                simulator.advance(action)
        skill, seen = skills.fold(BRIEF), simulator.observe()
        assert not planner.folded(seen.arm.lift, seen.arm.joints, BODY.radius)
        action = skill.begin(seen)
        while action is not None:
            seen = simulator.step(action)
            action = skill.act(seen)
        assert skill.outcome is not None
        assert skill.outcome.done, skill.outcome.why
        assert planner.folded(seen.arm.lift, seen.arm.joints, BODY.radius)
        assert skills.fold(BRIEF).begin(seen) is None, "there is nothing to fold"
