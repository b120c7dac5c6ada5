"""Broken robots in Gymnasium environments."""

from __future__ import annotations

import gymnasium as gym
import numpy as np
import pytest

import meadow  # noqa: F401 (registers the environments)
from meadow.errors import InvalidValueError, MeadowError, UnknownIdError
from meadow.testing.homes import one_room
from meadow.types import Camera, Embodiment

BODY = Embodiment(camera=Camera(width=48, height=48))
OPTIONS = {"houses": [one_room()], "embodiment": BODY}
ACTIONS = (0, 1, 1, 0, 2, 0)


def single(id, **options):
    env = gym.make(id, **OPTIONS, **options)
    seen = [env.reset(seed=3)[0]]
    seen += [env.step(a)[0] for a in ACTIONS]
    env.close()
    return seen


@pytest.mark.parametrize("id", ["meadow/Explore-v0", "meadow/PointNav-v0"])
@pytest.mark.parametrize("corrupt", ["spatter@5,motion_drift", "lower_fov,depth_noise@2"])
def test_the_batch_is_equal_to_the_single_one(id, corrupt):
    envs = gym.make_vec(
        id, num_envs=2, vectorization_mode="vector_entry_point", corrupt=corrupt, **OPTIONS
    )
    batch = [envs.reset(seed=[3, 4])[0]]
    batch += [envs.step(np.array([a, a]))[0] for a in ACTIONS]
    envs.close()
    for one, many in zip(single(id, corrupt=corrupt), batch):
        for name in one:
            assert np.array_equal(one[name], many[name][0]), name


def test_corruptions_change_what_they_should_and_nothing_else():
    clean = single("meadow/PointNav-v0")
    dark = single("meadow/PointNav-v0", corrupt="low_lighting@5")
    dead = single("meadow/PointNav-v0", corrupt="motor_failure_left")
    assert not np.array_equal(clean[0]["rgb"], dark[0]["rgb"])
    assert np.array_equal(clean[-1]["depth"], dark[-1]["depth"])
    assert np.array_equal(clean[-1]["pose"], dark[-1]["pose"])
    assert np.array_equal(dead[1]["rgb"], dead[2]["rgb"])
    assert not np.array_equal(clean[1]["rgb"], clean[2]["rgb"])


def test_a_saved_batch_goes_on_alike():
    def make():
        return gym.make_vec(
            "meadow/PointNav-v0",
            num_envs=1,
            vectorization_mode="vector_entry_point",
            corrupt="speckle_noise@3,motion_bias_constant",
            **OPTIONS,
        )

    first, second = make(), make()
    first.reset(seed=5)
    first.step(np.array([1]))
    state = first.state()
    seen, _ = second.restore(state)
    a, b = first.step(np.array([0]))[0], second.step(np.array([0]))[0]
    assert all(np.array_equal(a[name], b[name]) for name in a)
    assert seen["rgb"].shape == (1, 48, 48, 3)


def test_bad_input_is_explained():
    with pytest.raises(UnknownIdError, match="Did you mean 'spatter'"):
        gym.make("meadow/PointNav-v0", corrupt="splatter@5", **OPTIONS)
    with pytest.raises(InvalidValueError, match="frame or episode"):
        gym.make("meadow/PointNav-v0", corrupt="spatter", redraw="never", **OPTIONS)
    envs = gym.make_vec(
        "meadow/PointNav-v0",
        num_envs=1,
        vectorization_mode="vector_entry_point",
        corrupt="pose_drift",
        **OPTIONS,
    )
    envs.reset(seed=0)
    with pytest.raises(MeadowError, match="cannot be saved"):
        envs.state()
