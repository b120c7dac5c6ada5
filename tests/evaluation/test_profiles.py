"""Profiles change the robot, its senses and the task, and nothing else of a suite."""

from __future__ import annotations

import math

import numpy as np
import pytest

from meadow.errors import InvalidValueError
from meadow.evaluation.run.profiles import PROFILES
from meadow.evaluation.run.spec import make_spec
from meadow.evaluation.run.worker import make_simulator
from meadow.mapping.occupancy import OCCUPIED, OccupancyConfig, OccupancyMap
from meadow.seeding import stream
from meadow.testing.tiny_suite import tiny_episodes, tiny_homes
from meadow.types import NO_NOISE, Camera, Pose


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
    simulator = make_simulator(spec, episodes[0])

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


def test_agents_that_map_are_told_how_rough_the_floor_is():
    profile = PROFILES.get("habitat-like")
    assert profile.agent_options("cow-oracle") == {"map": {"floor_tolerance": 0.15}}
    assert profile.agent_options("cow-owl-s") == {"map": {"floor_tolerance": 0.15}}
    assert profile.agent_options("random") == {}
    assert PROFILES.get("default").agent_options("cow-oracle") == {}


def test_noise_on_the_floor_is_no_obstacle():
    """With the tolerance for exact depth the robot is walled in where it stands."""
    profile = PROFILES.get("habitat-like")
    camera = Camera(width=224, height=224, hfov=math.radians(90.0))
    below = np.maximum(np.arange(224) + 0.5 - 112, 0.1)[:, None] + np.zeros(224)
    floor = camera.elevation * camera.focal / below
    grain = stream(0, "floor").normals(floor.size).reshape(floor.shape)
    depth = np.where(floor < 5.0, floor + profile.sensors["depth"] * floor**2 * grain, 0.0)

    def obstacles(tolerance: float) -> int:
        map = OccupancyMap(OccupancyConfig(floor_tolerance=tolerance))
        map.update(depth.astype(np.float32), camera, Pose(0.0, 0.0, 0.0))
        return int((map.grid == OCCUPIED).sum())

    assert obstacles(profile.mapping["floor_tolerance"]) < 0.1 * obstacles(0.05)
