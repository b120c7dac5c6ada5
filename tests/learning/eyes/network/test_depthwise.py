"""The quick gradients of depthwise convolutions are the library's."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")

from meadow.learning.eyes.network.depthwise import filter_channels  # noqa: E402


@pytest.mark.parametrize(("stride", "size"), [(1, 8), (2, 8), (1, 3), (2, 7)])
def test_gradients_are_those_of_the_plain_layer(stride: int, size: int) -> None:
    torch.manual_seed(stride)
    conv = torch.nn.Conv2d(12, 12, 5, stride, padding=2, groups=12)
    x = torch.randn(3, 12, size, size).to(memory_format=torch.channels_last)
    found = []
    for run in (conv, lambda given: filter_channels(conv, given)):
        conv.zero_grad()
        given = x.clone().requires_grad_()
        out = run(given)
        out.square().sum().backward()
        found.append([out, given.grad, conv.weight.grad.clone(), conv.bias.grad.clone()])
    for plain, quick in zip(*found):
        torch.testing.assert_close(quick, plain, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize(("kernel", "stride", "size"), [(5, 1, 8), (5, 2, 8), (3, 2, 8), (3, 2, 7)])
def test_gradients_in_16_bits_are_near_those_in_32(kernel: int, stride: int, size: int) -> None:
    torch.manual_seed(stride)
    conv = torch.nn.Conv2d(12, 12, kernel, stride, padding=kernel // 2, groups=12)
    x = torch.randn(3, 12, size, size).bfloat16().to(memory_format=torch.channels_last)
    found = []
    for precise in (True, False):
        conv.zero_grad()
        given = (x.float() if precise else x.clone()).requires_grad_()
        out = conv(given) if precise else filter_channels(conv, given)
        out.float().square().sum().backward()
        found.append([out, given.grad, conv.weight.grad.clone(), conv.bias.grad.clone()])
    assert found[1][1].dtype == torch.bfloat16
    assert found[1][2].dtype == torch.float32
    for plain, quick in zip(*found):
        size_of_all = float(plain.detach().abs().max())
        torch.testing.assert_close(quick.float(), plain, rtol=0.0, atol=0.02 * size_of_all)


def test_what_is_not_trained_goes_the_plain_way() -> None:
    conv = torch.nn.Conv2d(4, 4, 5, padding=2, groups=4).eval()
    out = filter_channels(conv, torch.randn(1, 4, 6, 6))
    assert "Depthwise" not in type(out.grad_fn).__name__
