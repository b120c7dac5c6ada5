"""What enters a network is what its agent will see."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from meadow.errors import InvalidValueError  # noqa: E402
from meadow.learning.policy.network import NetworkConfig, Policy, blank  # noqa: E402
from meadow.learning.policy.senses import sensed  # noqa: E402
from meadow.policies.goal_map import COLUMNS, ROWS, policy_eyes  # noqa: E402
from meadow.seeding import stream  # noqa: E402

NETWORK = NetworkConfig(senses=("rgb", "depth", "goal_map"), goal="category", actions=6, hidden=8)


def observations(height: int, width: int) -> dict[str, np.ndarray]:
    rng = stream(1, "pictures")
    rgb = (rng.array(2 * height * width * 3) * 255).astype(np.uint8)
    depth = rng.array(2 * height * width).astype(np.float32)
    return {
        "rgb": rgb.reshape(2, height, width, 3),
        "depth": depth.reshape(2, height, width),
        "goal": np.array([[8], [10]]),
    }


def test_large_pictures_are_looked_at_and_made_small() -> None:
    large = observations(224, 224)
    found = sensed(NETWORK, large)
    assert {name: array.shape for name, array in found.items()} == {
        "rgb": (2, 48, 64, 3),
        "depth": (2, 48, 64),
        "goal_map": (2, ROWS, COLUMNS),
    }
    window = (0.0, 28.0, 224.0, 196.0)
    expected = policy_eyes().goal_maps(large["rgb"], ["mug", "television"], window)
    assert np.array_equal(found["goal_map"], expected)


def test_an_environment_that_tells_where_the_goal_shows_is_believed() -> None:
    told = observations(48, 64) | {"goal_map": np.full((2, ROWS, COLUMNS), 0.3, np.float32)}
    found = sensed(NETWORK, told)
    assert all(found[name] is told[name] for name in ("rgb", "depth", "goal_map"))


def test_a_goal_s_map_reaches_the_actions() -> None:
    torch.manual_seed(0)
    policy = Policy(NETWORK)
    policy.actor.weight.data.normal_()
    inputs = {name: value[None] for name, value in blank(NETWORK).items()}
    inputs |= {
        "goal": torch.zeros(1, 1, 1, dtype=torch.int64),
        "last_action": torch.zeros(1, 1).long(),
    }
    before, _, _ = policy(inputs, torch.zeros(1, 1), torch.zeros(1, 8))
    inputs["goal_map"] = inputs["goal_map"].clone()
    inputs["goal_map"][..., 5, 3] = 0.9
    after, _, _ = policy(inputs, torch.zeros(1, 1), torch.zeros(1, 8))
    assert not torch.allclose(before, after)


def test_a_map_without_a_named_goal_is_refused() -> None:
    with pytest.raises(InvalidValueError, match="category"):
        NetworkConfig(senses=("rgb", "goal_map"), goal="polar")
    with pytest.raises(InvalidValueError, match="expected one of"):
        NetworkConfig(senses=("depth", "goal_map"), goal="category")
