"""``meadow/Excalibur-v0``: phases, answers and rewards."""

from __future__ import annotations

import gymnasium as gym
import numpy as np
import pytest

import meadow  # noqa: F401 (registers the environments)
from meadow.benchmarks.excalibur.envs import ExcaliburEnv, ExcaliburVectorEnv, small_camera
from meadow.envs.spaces import decode_text
from meadow.errors import InvalidValueError
from meadow.types import MANIPULATION, Action

SMALL = {
    "homes": 2,
    "questions": 6,
    "explore_steps": 5,
    "reenter_steps": 4,
    "embodiment": small_camera(64, 48),
}
STOP = MANIPULATION.index(Action.STOP)


def test_the_environment_is_registered_and_has_two_phases() -> None:
    env = gym.make("meadow/Excalibur-v0", **SMALL)
    observation, info = env.reset(seed=1)
    assert env.observation_space.contains(observation)
    assert info["phase"] == 1
    assert not observation["questions"].any()  # nothing of them is known in phase I
    assert not observation["goal"].any()
    assert np.flatnonzero(observation["action_mask"] == 0).tolist() == [STOP]
    for step in range(5):
        observation, _, over, _, info = env.step(STOP if step == 0 else 1)
        assert not over  # there is no Stop in phase I
    assert info["phase"] == 3
    assert observation["action_mask"].all()
    told = [decode_text(text) for text in observation["questions"]]
    assert tuple(told) == env.unwrapped.questions
    assert observation["goal"].any()
    assert env.step(STOP)[2]
    env.close()


def test_phase_three_begins_where_phase_one_began() -> None:
    env = ExcaliburEnv(**SMALL)
    env.reset(seed=3)
    start = env.world.simulator.pose
    for _ in range(5):
        env.step(1)
    assert env.world.simulator.pose == start
    for step in range(4):
        assert env.step(1)[2] == (step == 3)


def test_answers_are_rewarded_by_what_they_gain() -> None:
    env = ExcaliburEnv(**{**SMALL, "novelty": 0.0})
    env.reset(seed=2)
    truth = env.world.truth
    wrong = ["?" for _ in truth]
    assert env.answer(wrong) == 0.0
    assert env.step(1)[1] == 0.0
    assert env.answer(truth) == 1.0
    assert env.step(1)[1] == pytest.approx(1.0)
    assert env.step(1)[1] == 0.0
    env.answer(wrong)
    assert env.step(1)[1] == pytest.approx(-1.0)
    with pytest.raises(InvalidValueError, match="1 answers: expected 6"):
        env.answer(["yes"])


def test_exqa_counts_the_steps_of_phase_three() -> None:
    env = ExcaliburEnv(**SMALL)
    env.reset(seed=2)
    env.answer(["?"] * 6)
    for _ in range(5):
        env.step(1)
    env.answer(env.world.truth)
    info = env.step(1)[4]
    assert info["acc_exp"] == 0.0
    assert info["acc_ref"] == 1.0
    assert info["exqa"] == pytest.approx(np.exp(-5e-4))


def test_novelty_is_rewarded_once() -> None:
    env = ExcaliburEnv(**{**SMALL, "explore_steps": 50})
    env.reset(seed=4)
    rewards = [env.step(1)[1] for _ in range(48)]
    assert sum(rewards[:24]) > 0.0  # things come into view
    assert sum(rewards[25:]) == 0.0  # one turn later everything was seen


def test_a_batch_equals_single_robots_and_continues_exactly() -> None:
    single, batch = ExcaliburEnv(**SMALL), ExcaliburVectorEnv(2, **SMALL)
    alone, _ = single.reset(seed=5)
    together, _ = batch.reset(seed=[5, 6])
    actions = np.random.default_rng(1).integers(0, STOP, 8)
    for action in actions:
        for name, value in alone.items():
            assert np.array_equal(value, together[name][0]), name
        alone, reward, *_ = single.step(int(action))
        together, rewards, *_ = batch.step(np.array([action, 1]))
        assert reward == rewards[0]
    state = batch.state()
    onward = [batch.step(np.array([2, 2])) for _ in range(3)]
    batch.restore(state)
    for before in onward:
        after = batch.step(np.array([2, 2]))
        assert np.array_equal(before[0]["rgb"], after[0]["rgb"])
        assert np.array_equal(before[1], after[1])


@pytest.mark.parametrize("options", [{"split": "test"}, {"homes": 0}, {"homes": 20_000}])
def test_bad_options_are_told_of(options) -> None:
    with pytest.raises(InvalidValueError, match=next(iter(options))):
        ExcaliburEnv(**options)
