"""The numbers of the paper's method are the defaults of the general parts."""

from __future__ import annotations

import pytest

from meadow.benchmarks.robustnav import paper
from meadow.corruptions.kinds import WIDTH
from meadow.envs.navigation import NavigateConfig


def test_rewards_and_frames_are_the_papers() -> None:
    config = NavigateConfig()
    assert {name: getattr(config, name) for name in paper.REWARDS} == paper.REWARDS
    assert WIDTH == paper.FRAME_WIDTH


def test_training_and_adaptation_have_the_papers_hyper_parameters() -> None:
    pytest.importorskip("torch")
    from meadow.learning.policy.pad import BUDGET
    from meadow.learning.policy.ppo import PPO
    from meadow.learning.policy.rollout import GAMMA

    assert {name: getattr(PPO(), name) for name in paper.PPO} == paper.PPO
    assert GAMMA == paper.GAMMA
    assert BUDGET == paper.ADAPTATION_STEPS
