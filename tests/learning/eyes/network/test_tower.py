"""The image tower computes what was published, and its last layers stay alive while they learn."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")

from meadow.learning.eyes.network.tower import TAPS, Layer, Tower  # noqa: E402


@pytest.mark.parametrize("norm", [False, True], ids=["folded", "kept"])
def test_a_layer_computes_what_its_published_convolution_and_norm_do(norm: bool) -> None:
    torch.manual_seed(0)
    conv = torch.nn.Conv2d(3, 32, 3, 2, padding=1, bias=False)
    published = torch.nn.BatchNorm2d(32, eps=1e-3).eval()
    published.weight.data.uniform_(0.5, 2.0)
    published.bias.data.normal_()
    published.running_mean.normal_()
    published.running_var.uniform_(0.5, 2.0)
    weights = {"conv.weight": conv.weight.data}
    weights |= {f"norm.{k}": v for k, v in published.state_dict().items()}
    layer = Layer(3, 32, 3, 2, norm=norm).eval()
    layer.load(weights, "conv", "norm")
    x = torch.randn(2, 3, 32, 32)
    assert torch.allclose(layer(x), published(conv(x)), atol=1e-5)


def test_channels_that_sink_below_zero_get_a_gradient_where_norms_are_kept() -> None:
    torch.manual_seed(0)
    x = torch.rand(2, 8, 6, 6)
    for norm in (True, False):
        layer = Layer(8, 16, 1, norm=norm)
        with torch.no_grad():  # as after large steps of an optimiser
            layer.conv.weight.copy_(-layer.conv.weight.abs() - 1.0)
        torch.nn.functional.relu6(layer(x)).square().sum().backward()
        assert bool((layer.conv.weight.grad.flatten(1).abs().amax(1) > 0).all()) == norm


@pytest.mark.parametrize("normalised", [3, 5])
def test_the_last_stages_keep_their_norms(normalised: int) -> None:
    tower = Tower(normalised=normalised)
    for number, stage in enumerate(tower.stages):
        kept = any(isinstance(m, torch.nn.BatchNorm2d) for m in stage.modules())
        assert kept == (number >= normalised)


def test_features_come_at_four_strides_and_the_last_stage_is_not_clamped() -> None:
    torch.manual_seed(0)
    tower = Tower()
    taps = tower(torch.randn(1, 3, 64, 64))
    assert [x.shape[2] for x in taps] == [16, 8, 4, 2]
    assert tuple(x.shape[1] for x in taps) == tower.widths
    assert len(taps) == len(TAPS)
    assert float(taps[-1].detach().min()) < 0.0
