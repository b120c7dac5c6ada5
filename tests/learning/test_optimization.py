"""Steps are taken, and never on what is not a number."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")

from meadow.errors import RunError  # noqa: E402
from meadow.learning.optimization import half_precision_is_fast, optimizer_step  # noqa: E402


def parts() -> tuple[torch.nn.Linear, torch.optim.Optimizer]:
    layer = torch.nn.Linear(1, 1, bias=False)
    torch.nn.init.ones_(layer.weight)
    return layer, torch.optim.SGD(layer.parameters(), lr=1.0)


def test_long_gradients_are_shortened() -> None:
    layer, optimizer = parts()
    norm = optimizer_step(8.0 * layer.weight.sum(), layer, optimizer, 0.5, step=1, advice="")
    assert norm == pytest.approx(8.0)
    assert float(layer.weight.detach()) == pytest.approx(0.5)


@pytest.mark.parametrize("lost", [float("nan"), float("inf")])
def test_a_lost_loss_changes_nothing(lost: float) -> None:
    layer, optimizer = parts()
    with pytest.raises(RunError, match=r"at step 7.*saved earlier is good\. Rest"):
        optimizer_step(lost * layer.weight.sum(), layer, optimizer, 1.0, step=7, advice="Rest")
    assert float(layer.weight.detach()) == 1.0


@pytest.mark.parametrize(
    ("capabilities", "fast"),
    [({}, False), ({"avx2": True, "amx_bf16": False}, False), ({"avx512_bf16": True}, True)],
)
def test_half_precision_depends_on_the_processor(
    monkeypatch: pytest.MonkeyPatch, capabilities: dict[str, bool], fast: bool
) -> None:
    monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: capabilities)
    assert half_precision_is_fast() == fast
