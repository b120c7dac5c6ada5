"""The figures of a sweep: every bar beside the name of its condition."""

from __future__ import annotations

from pathlib import Path

import pytest

from meadow.metrics.statistics import Estimate
from meadow.viewer import robustness_plots

pytest.importorskip("matplotlib")

HALF = {"success": Estimate(0.5, 0.4, 0.6, 20)}
FULL = {"clean": HALF, "spatter@5": HALF, "motor_failure": HALF}


def test_bars_lie_beside_their_names_in_columns_that_lack_conditions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = []
    save = robustness_plots._save

    def watch(figure, path) -> None:  # type: ignore[no-untyped-def]
        drawn.extend(figure.axes)
        save(figure, path)

    monkeypatch.setattr(robustness_plots, "_save", watch)
    agents = {"whole": FULL, "part": {"clean": HALF}}
    robustness_plots.degradation_figure(agents, tmp_path / "figure.png")
    whole, part = drawn
    assert whole.get_ylim() == part.get_ylim()
    low, high = sorted(whole.get_ylim())
    assert low < 0
    assert high > len(FULL) - 1
    assert (tmp_path / "figure.png").stat().st_size > 1000


def test_behaviour_is_drawn_for_agents_with_some_metrics_only(tmp_path: Path) -> None:
    summary = {"clean": HALF | {"failed_actions": Estimate(0.1, 0.0, 0.2, 20)}, "spatter@5": HALF}
    robustness_plots.behaviour_figure({"agent": summary}, tmp_path / "figure.png", reach=0.2)
    assert (tmp_path / "figure.png").stat().st_size > 1000
