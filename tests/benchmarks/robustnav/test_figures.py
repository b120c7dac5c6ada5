"""The figures of a sweep: every bar beside the name of its condition."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from meadow.benchmarks.robustnav import figures
from meadow.metrics.statistics import Estimate

pytest.importorskip("matplotlib")

HALF = {"success": Estimate(0.5, 0.4, 0.6, 20)}
FULL = {"clean": HALF, "spatter@5": HALF, "motor_failure": HALF}


@pytest.fixture
def axes(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Those of the figures that are saved."""
    drawn: list[Any] = []
    save = figures.save_figure

    def watch(figure: Any, path: Path, dpi: int) -> None:
        drawn.extend(figure.axes)
        save(figure, path, dpi)

    monkeypatch.setattr(figures, "save_figure", watch)
    return drawn


def test_bars_lie_beside_their_names_in_columns_that_lack_conditions(
    tmp_path: Path, axes: list[Any]
) -> None:
    agents = {"whole": FULL, "part": {"clean": HALF}}
    figures.degradation_figure(agents, tmp_path / "figure.png")
    whole, part = axes
    assert whole.get_ylim() == part.get_ylim()
    low, high = sorted(whole.get_ylim())
    assert low < 0
    assert high > len(FULL) - 1
    assert (tmp_path / "figure.png").stat().st_size > 1000


def test_low_success_is_drawn_large_and_in_one_scale(tmp_path: Path, axes: list[Any]) -> None:
    low = {"clean": {"success": Estimate(0.1, 0.05, 0.2, 20)}}
    lower = {"clean": {"success": Estimate(0.02, None, None, 1)}}
    figures.degradation_figure({"low": low, "lower": lower}, tmp_path / "low.png")
    figures.degradation_figure({"low": low, "half": FULL}, tmp_path / "both.png")
    assert [round(axis.get_xlim()[1]) for axis in axes] == [22, 22, 102, 102]


def test_behaviour_is_drawn_for_agents_with_some_metrics_only(tmp_path: Path) -> None:
    summary = {"clean": HALF | {"failed_actions": Estimate(0.1, 0.0, 0.2, 20)}, "spatter@5": HALF}
    figures.behaviour_figure({"agent": summary}, tmp_path / "figure.png", reach=0.2)
    assert (tmp_path / "figure.png").stat().st_size > 1000
