"""Dead channels are counted, in whatever block they are."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")

from meadow.learning.eyes.network.alive import channels_alive  # noqa: E402
from meadow.learning.eyes.network.model import SHAPES, EyesNetwork  # noqa: E402


def test_channels_that_are_clamped_everywhere_are_found() -> None:
    torch.manual_seed(0)
    network = EyesNetwork(SHAPES["eyes-s"]).image.eval()
    images = 255.0 * torch.rand(2, 3, 64, 64)
    before = channels_alive(network, images)
    assert len(before) == len(network.tower.stages)
    block = network.tower.stages[3][1]
    channels = block.filter.conv.out_channels
    with torch.no_grad():
        block.filter.conv.weight[: channels // 2] = 0.0
        block.filter.conv.bias[: channels // 2] = -1.0
    after = channels_alive(network, images)
    assert after[3] <= 0.5
    assert after[:3] == before[:3]


def test_nothing_is_left_in_the_network() -> None:
    network = EyesNetwork(SHAPES["eyes-s"]).image.eval()
    channels_alive(network, torch.zeros(1, 3, 32, 32))
    assert all(not module._forward_pre_hooks for module in network.modules())
