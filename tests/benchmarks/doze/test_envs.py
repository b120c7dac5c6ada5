"""``meadow/Doze-v0``: a world to learn in, with people who roam."""

from __future__ import annotations

import gymnasium as gym
import numpy as np

import meadow  # noqa: F401 (registers the environments)
from meadow.benchmarks.doze.envs import doze_env, doze_vector_env
from meadow.metrics.navigation import COLLISION
from meadow.scenes.schema import replace

HOMES = {"houses": (0, 1)}


def test_the_environment_is_registered_and_people_roam_away_from_the_start() -> None:
    env = gym.make("meadow/Doze-v0", **HOMES)
    observation, _ = env.reset(seed=3)
    assert observation["rgb"].shape == (120, 160, 3)
    simulator = env.unwrapped._world.simulator
    before = simulator.world.people
    roaming = [person for person in before if person.walk is not None]
    assert len(roaming) == 3
    assert all(simulator.pose.distance(*p.position[:2]) >= 2.0 for p in roaming)
    for _ in range(12):
        env.step(1)
    assert simulator.world.people != before
    env.close()


def test_batched_and_single_robots_meet_the_same_people() -> None:
    single, batch = doze_env(**HOMES), doze_vector_env(2, **HOMES)
    alone, _ = single.reset(seed=5)
    together, _ = batch.reset(seed=[5, 6])
    actions = np.random.default_rng(1).integers(0, 3, 30)
    for action in actions:
        assert np.array_equal(alone["rgb"], together["rgb"][0])
        alone, reward, *_ = single.step(int(action))
        together, rewards, *_ = batch.step(np.array([action, 1]))
        assert reward == rewards[0]


def test_collisions_cost() -> None:
    env = doze_env(**HOMES)
    env.reset(seed=5)
    world, pose = env._world, env._world.simulator.pose
    assert not world._collided()
    person, *others = world.simulator.world.people
    near = (pose.x + 0.18 + 0.25 + 0.5 * COLLISION, pose.y, 0.0)
    world.simulator.world.set_people([replace(person, position=near), *others])
    assert world._collided()
