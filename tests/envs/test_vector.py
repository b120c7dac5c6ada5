"""Batched environments: what happens when an episode ends, in each of Gymnasium's autoreset modes."""

from __future__ import annotations

import gymnasium as gym
import numpy as np
import pytest

from meadow.envs.explore import ExploreVectorEnv
from meadow.envs.navigate import ObjectNavVectorEnv, PointNavVectorEnv
from meadow.errors import InvalidValueError
from meadow.types import NAVIGATION, Action, Camera, Embodiment

SMALL = Embodiment(camera=Camera(width=32, height=24))
AHEAD, STOP = NAVIGATION.index(Action.MOVE_AHEAD), NAVIGATION.index(Action.STOP)
ONE_STOPS = np.array([STOP, AHEAD])


def begun(mode: str, **options: int) -> PointNavVectorEnv:
    homes = {"houses": (0, 1), "rooms": (1, 2), "embodiment": SMALL}
    env = PointNavVectorEnv(2, autoreset_mode=mode, **homes, **options)
    env.reset(seed=4)
    return env


def test_same_step_shows_the_next_episode_and_keeps_the_last_observation() -> None:
    env, plain = begun("SameStep"), begun("Disabled")
    observations, rewards, terminated, _, infos = env.step(ONE_STOPS)
    last, plain_rewards, *_ = plain.step(ONE_STOPS)
    assert terminated.tolist() == [True, False]
    assert np.array_equal(rewards, plain_rewards)
    assert infos["_final_obs"].tolist() == [True, False]
    assert infos["final_obs"][1] is None
    for name, array in last.items():
        assert np.array_equal(infos["final_obs"][0][name], array[0]), name
        assert np.array_equal(observations[name][1], array[1]), name
    assert not np.array_equal(observations["rgb"][0], last["rgb"][0])
    assert env.step(np.array([AHEAD, AHEAD]))[1].all()


def test_next_step_uses_the_following_step_for_the_reset() -> None:
    env, same = begun("NextStep"), begun("SameStep")
    first = same.step(ONE_STOPS)[0]
    _, _, terminated, _, infos = env.step(ONE_STOPS)
    assert terminated.tolist() == [True, False]
    assert "final_obs" not in infos
    observations, rewards, terminated, truncated, _ = env.step(np.array([STOP, AHEAD]))
    assert (rewards[0], terminated[0], truncated[0]) == (0.0, False, False)
    assert np.array_equal(observations["rgb"][0], first["rgb"][0])


def test_without_autoreset_an_ended_environment_waits_for_its_reset() -> None:
    env = begun("Disabled")
    before = env.step(ONE_STOPS)[0]["rgb"][1].copy()
    with pytest.raises(InvalidValueError, match=r"environments \[0\] have ended.*reset_mask"):
        env.step(ONE_STOPS)
    observations, _ = env.reset(options={"reset_mask": np.array([True, False])})
    assert np.array_equal(observations["rgb"][1], before)
    assert not env.step(np.array([AHEAD, AHEAD]))[2].any()


def test_a_masked_reset_leaves_the_others_as_they_are() -> None:
    options = {"houses": (0, 1), "rooms": (2, 3), "embodiment": SMALL, "teach": True}
    env = ObjectNavVectorEnv(2, autoreset_mode="Disabled", **options)
    _, infos = env.reset(seed=3)
    turned = False
    for _ in range(12):
        actions = np.array([AHEAD, infos["teacher"][1]])
        seen, *_, infos = env.step(actions)
        kept = {name: array[1].copy() for name, array in seen.items()}
        seen["depth"][:] = 0.0  # what was returned belongs to the caller
        before, taught = env.state()[1], infos["teacher"][1]
        fresh, infos = env.reset(options={"reset_mask": np.array([True, False])})
        assert all(np.array_equal(fresh[name][1], array) for name, array in kept.items())
        assert (env.state()[1], infos["teacher"][1]) == (before, taught)
        turned |= before["world"]["teacher"]["turning"][0] != 0
    assert turned


def test_a_mask_that_chooses_nobody_is_refused() -> None:
    with pytest.raises(InvalidValueError, match="reset_mask chooses no environment"):
        begun("Disabled").reset(options={"reset_mask": np.zeros(2, bool)})


@pytest.mark.parametrize(
    ("option", "says"),
    [
        ({"autoreset_mode": "Same"}, "'NextStep'"),
        ({"render_mode": "human"}, "rgb_array"),
        ({"max_episode_steps": -5}, "max_episode_steps -5"),
        ({"houses": 5}, "range"),
    ],
)
def test_options_that_no_batch_has_are_explained(option, says) -> None:
    with pytest.raises(InvalidValueError, match=says):
        PointNavVectorEnv(1, **{"houses": (0,), "rooms": (1, 1), **option})


def test_squares_of_an_explorer_have_a_side() -> None:
    with pytest.raises(InvalidValueError, match="cell 0"):
        ExploreVectorEnv(1, cell=0.0)


def test_an_episode_that_runs_out_of_steps_is_truncated() -> None:
    env = begun("SameStep", max_episode_steps=2)
    walk = np.array([AHEAD, AHEAD])
    assert not env.step(walk)[3].any()
    _, _, terminated, truncated, _ = env.step(walk)
    assert truncated.all()
    assert not terminated.any()
    assert not env.step(walk)[3].any()


def test_steps_before_the_first_reset_are_refused() -> None:
    env = PointNavVectorEnv(2, houses=(0,), rooms=(1, 1), embodiment=SMALL)
    with pytest.raises(gym.error.ResetNeeded, match=r"\[0, 1\]"):
        env.step(np.array([AHEAD, AHEAD]))
    with pytest.raises(InvalidValueError, match="expected 2 values"):
        env.reset(seed=[1, 2, 3])
