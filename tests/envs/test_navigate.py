"""PointNav and ObjectNav environments: the contract, the reward, the teacher, and exact resumption."""

from __future__ import annotations

import json
import warnings

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence

import meadow  # noqa: F401 (registers the environments)
from meadow.envs.navigate import ObjectNavVectorEnv, PointNavVectorEnv
from meadow.errors import GenerationError, InvalidValueError
from meadow.sim.simulator import MeadowSimulator
from meadow.types import NAVIGATION, Action, Camera, Embodiment

SMALL = Embodiment(camera=Camera(width=32, height=24))
OPTIONS = {"houses": (0, 1), "rooms": (1, 2), "embodiment": SMALL}
STOP = NAVIGATION.index(Action.STOP)


@pytest.fixture(scope="module")
def batch() -> PointNavVectorEnv:
    return PointNavVectorEnv(4, autoreset_mode="SameStep", teach=True, **OPTIONS)


@pytest.mark.parametrize("name", ["meadow/PointNav-v0", "meadow/ObjectNav-v0"])
def test_gymnasium_checks_pass(name: str) -> None:
    env = gym.make(name, render_mode="rgb_array", **OPTIONS).unwrapped
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env)


def test_the_batch_equals_single_environments(batch: PointNavVectorEnv) -> None:
    singles = [gym.make("meadow/PointNav-v0", teach=True, **OPTIONS) for _ in range(4)]
    seen, _ = batch.reset(seed=5)
    for i, env in enumerate(singles):
        own, _ = env.reset(seed=5 + i)
        assert data_equivalence({k: v[i] for k, v in seen.items()}, own, exact=True)
    for actions in ([0, 1, 2, 0], [1, 0, 0, 2], [0, 0, 1, 0]):
        seen, rewards, *_ = batch.step(np.array(actions))
        for i, env in enumerate(singles):
            own, reward, *_ = env.step(np.int64(actions[i]))
            assert reward == rewards[i]
            assert data_equivalence({k: v[i] for k, v in seen.items()}, own, exact=True)


def test_the_teacher_arrives_and_rewards_add_up(batch: PointNavVectorEnv) -> None:
    _, infos = batch.reset(seed=0)
    far = infos["left"].copy()
    sums, counts, wins = np.zeros(4), np.zeros(4), []
    for _ in range(150):
        _, rewards, ended, cut, infos = batch.step(infos["teacher"])
        sums += rewards
        counts += 1
        for i in np.flatnonzero(ended | cut):
            final = infos["final_info"]
            won = bool(final["success"][i])
            wins.append(won)
            expected = 10.0 * won + far[i] - final["left"][i] - 0.01 * counts[i]
            assert sums[i] == pytest.approx(expected)
            if won:
                assert final["left"][i] <= 0.2 * 1.05
        sums[ended | cut], counts[ended | cut] = 0.0, 0.0
        far = np.where(ended | cut, infos["left"], far)
    assert len(wins) >= 12
    assert np.mean(wins) > 0.9


def test_stop_elsewhere_earns_nothing(batch: PointNavVectorEnv) -> None:
    batch.reset(seed=1)
    _, rewards, ended, _, infos = batch.step(np.full(4, STOP))
    assert ended.all()
    assert rewards == pytest.approx(np.full(4, -0.01))
    assert not infos["final_info"]["success"].any()


def test_a_saved_batch_goes_on_exactly(batch: PointNavVectorEnv) -> None:
    walk = np.array([[0, 1, 0, 2], [0, 0, 0, 1], [2, 0, 3, 0], [0, 0, 1, 0]])
    batch.reset(seed=9)
    batch.step(walk[0])
    kept = json.loads(json.dumps(batch.state()))
    first = [batch.step(row)[:4] for row in walk[1:]]
    other = PointNavVectorEnv(4, autoreset_mode="SameStep", teach=True, **OPTIONS)
    other.reset(seed=123)
    other.restore(kept)
    for row, before in zip(walk[1:], first):
        for a, b in zip(other.step(row)[:4], before):
            assert data_equivalence(a, b, exact=True) or np.array_equal(a, b)
    with pytest.raises(InvalidValueError, match="does not fit"):
        other.restore(kept[:2])


def test_objects_are_asked_for_by_number_and_without_gps() -> None:
    env = ObjectNavVectorEnv(2, autoreset_mode="SameStep", **OPTIONS)
    seen, infos = env.reset(seed=0)
    from meadow.episodes.categories import ROBOTHOR

    assert [ROBOTHOR[n] for n in seen["goal"][:, 0]] == list(env.instructions)
    seen, *_ = env.step(np.array([1, 1]))
    assert not seen["pose"].any()
    assert "teacher" not in infos


def test_where_the_goal_shows_is_told_when_asked_for() -> None:
    env = ObjectNavVectorEnv(
        2, autoreset_mode="SameStep", teach=True, privileged_goal_map=True, **OPTIONS
    )
    seen, infos = env.reset(seed=0)
    assert seen["goal_map"].shape == env.observation_space["goal_map"].shape
    large, absent = [], []
    for _ in range(60):
        for told, world in zip(seen["goal_map"], env._worlds):
            oracle = world.simulator.oracle
            share = max(oracle.share(id) for id in world.target.goal.objects)
            large += [told.max()] if share > 0.004 else []
            absent += [told.max()] if share == 0.0 else []
        seen, _, _, _, infos = env.step(infos["teacher"])
    assert np.median(large) > 10 * np.median(absent)
    assert np.median(absent) < 0.01
    with pytest.raises(InvalidValueError, match="ObjectNav"):
        PointNavVectorEnv(1, privileged_goal_map=True, **OPTIONS)


def test_impossible_wishes_are_explained() -> None:
    env = PointNavVectorEnv(1, min_geodesic=500.0, max_geodesic=600.0, **OPTIONS)
    with pytest.raises(GenerationError, match="500 to 600 m"):
        env.reset(seed=0)


def test_shared_homes_need_one_body() -> None:
    with pytest.raises(InvalidValueError, match="same body"):
        MeadowSimulator(Embodiment(), share=MeadowSimulator(SMALL))
