"""The ReLU6 of the tower computes what the library's does, and its gradient too."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")

from meadow.learning.eyes.network.relu6 import relu6  # noqa: E402


def test_result_and_gradients_are_the_librarys() -> None:
    torch.manual_seed(0)
    before, after = torch.nn.Conv2d(3, 8, 3), torch.nn.Conv2d(8, 4, 1)
    x = 20.0 * torch.randn(2, 3, 9, 9)
    found = []
    for clamp in (torch.nn.functional.relu6, relu6):
        before.zero_grad()
        given = x.clone().requires_grad_()
        out = after(clamp(before(given)))
        out.square().sum().backward()
        found.append([out, given.grad, before.weight.grad.clone()])
    for plain, quick in zip(*found):
        assert torch.equal(quick, plain)


def test_what_is_not_trained_is_clamped_all_the_same() -> None:
    x = torch.tensor([-1.0, 3.0, 9.0])
    assert relu6(x).tolist() == [0.0, 3.0, 6.0]
    assert x.tolist() == [0.0, 3.0, 6.0]  # in place
