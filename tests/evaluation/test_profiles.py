"""Profiles change the robot, its senses and the task, and nothing else of a suite."""

from __future__ import annotations

import numpy as np
import pytest

from meadow.errors import InvalidValueError
from meadow.evaluation.profiles import PROFILES
from meadow.evaluation.spec import make_spec
from meadow.evaluation.worker import make_simulator
from meadow.testing.tiny_suite import tiny_episodes, tiny_homes
from meadow.types import NO_NOISE


def test_habitat_like_has_noisy_depth_and_exact_motion():
    profile = PROFILES.get("habitat-like")
    plain = tiny_episodes(1)
    episodes = profile.apply(plain)
    assert episodes[0].embodiment.noise == NO_NOISE
    assert episodes[0].start == plain[0].start
    spec = make_spec(
        "s", episodes, "random", task_options=profile.task_options, sensors=profile.sensors
    )
    assert "pixels" not in spec.definition
    house = next(iter(tiny_homes().values()))
    simulator = make_simulator(spec, episodes[0].embodiment)

    def depths():
        pose = episodes[0].pose()
        return np.array(
            [simulator.reset(house, pose, seed=n, episode="e").depth for n in range(30)]
        )

    depth = depths()
    true = np.broadcast_to(simulator.oracle.frames().depth, depth.shape)
    holes = (depth == 0.0) & (true > 0.0)
    assert 0.02 < holes.mean() < 0.09
    assert 0.001 < np.median(np.abs(depth - true)[~holes]) < 0.2
    assert np.array_equal(depth, depths())


def test_the_default_profile_changes_nothing():
    episodes = tiny_episodes(2)
    assert PROFILES.get("default").apply(episodes) == episodes


def test_a_profile_for_another_task_is_refused():
    options = PROFILES.get("habitat-like").task_options
    with pytest.raises(InvalidValueError, match="another task"):
        make_spec("s", tiny_episodes(1, "pointnav"), "random", task_options=options)
