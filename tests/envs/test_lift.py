"""Lifting as an environment: its reward leads the hand to the thing; batches are what single ones are."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from meadow.envs.lift import LiftEnv, LiftVectorEnv
from meadow.types import ARM_MOVES, MANIPULATION, Action

HOMES = {"houses": (1, 2)}


@pytest.fixture(scope="module")
def env():
    return LiftEnv(**HOMES)


def test_it_keeps_gymnasiums_promises(env):
    check_env(env, skip_render_check=True)
    assert "meadow/Lift-v0" in gymnasium.registry


def test_the_reward_leads_the_hand_to_the_thing(env):
    """Going where the next reward is highest brings the hand nearer."""
    _, info = env.reset(seed=4)
    first, total = info["left"], 0.0
    for _ in range(25):
        state, best = env._world.state(), (-np.inf, 0)
        for number, action in enumerate(MANIPULATION):
            if action in (Action.MOVE_AHEAD, *ARM_MOVES[2:8], *ARM_MOVES[:2]):
                reward, _ = env._world.act(action)
                best = max(best, (reward, number))
                env._world.simulator.restore(state["snapshot"].encode())
                env._world._potential = env._world._worth()
        _, reward, _, _, info = env.step(np.int64(best[1]))
        total += reward
    assert info["left"] < first - 0.2
    assert total == pytest.approx(first - info["left"] - 0.25, abs=1e-6)


def test_batches_are_what_single_environments_are(env):
    batch = LiftVectorEnv(2, **HOMES)
    seen, _ = batch.reset(seed=7)
    first, _ = env.reset(seed=7)
    rng = np.random.default_rng(0)
    for _ in range(12):
        for name, value in first.items():
            assert np.array_equal(seen[name][0], value), name
        actions = rng.integers(0, len(MANIPULATION) - 1, 2)
        seen, rewards, *_ = batch.step(actions)
        first, reward, *_ = env.step(np.int64(actions[0]))
        assert rewards[0] == reward
    batch.close()


def test_worlds_are_not_shared(env):
    batch = LiftVectorEnv(2, houses=(1,))
    batch.reset(seed=[3, 3])
    one, two = (world.simulator for world in batch._worlds)
    one.world.set_openness(one.world.openables()[0].id, 1.0)
    assert one.world.changes() != two.world.changes()
    batch.close()
