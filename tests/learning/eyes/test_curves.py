"""Learning curves: which of a log's figures are drawn, and how long logs are thinned."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from meadow.learning.eyes import curves
from meadow.learning.eyes.exam.scaling import EXAMS, KEPT
from meadow.learning.eyes.status import CONFIG, LOG

pyplot = pytest.importorskip("matplotlib.pyplot")


@pytest.fixture
def axes(monkeypatch: pytest.MonkeyPatch) -> list:
    """The axes of what is drawn next, filled when it is."""
    kept: list = []
    make = pyplot.subplots

    def subplots(*arguments: object, **options: object) -> tuple:
        figure, drawn = make(*arguments, **options)
        kept.extend(np.ravel(drawn))
        return figure, drawn

    monkeypatch.setattr(pyplot, "subplots", subplots)
    return kept


def test_losses_accuracies_and_exams_are_drawn_by_step(tmp_path: Path, axes: list) -> None:
    rows = [
        {"step": 20 * k, "minutes": 0.1 * k, "choice": 9.0 / k, "named": 0.1 * k} for k in (1, 2, 3)
    ]
    (tmp_path / LOG).write_text("".join(json.dumps(row) + "\n" for row in rows))
    figure = next(iter(KEPT))
    exams = [{"step": 2000, "hours": 0.5, figure: 0.25}, {"step": 4000, "hours": 1.0, figure: None}]
    (tmp_path / EXAMS).write_text("".join(json.dumps(row) + "\n" for row in exams))
    assert curves.draw_curves(tmp_path) == tmp_path / "curves.png"
    drawn = [{line.get_label(): line.get_xydata().tolist() for line in axis.lines} for axis in axes]
    assert drawn == [
        {"choice": [[20.0, 9.0], [40.0, 4.5], [60.0, 3.0]]},
        {"named": [[20.0, 0.1], [40.0, 0.2], [60.0, pytest.approx(0.3)]]},
        {figure: [[2000.0, 0.25]]},
    ]


def test_exams_without_a_log_are_drawn(tmp_path: Path, axes: list) -> None:
    (tmp_path / EXAMS).write_text(json.dumps({"step": 2000, "hours": 0.5}) + "\n")
    assert curves.draw_curves(tmp_path).exists()
    assert [len(axis.lines) for axis in axes] == [0]


def test_nothing_is_drawn_before_the_first_row(tmp_path: Path, axes: list) -> None:
    (tmp_path / CONFIG).write_text("{}")
    assert curves.draw_curves(tmp_path) is None
    assert not axes


def test_long_logs_are_averaged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(curves, "POINTS", 2)
    points = [(float(k), 10.0 * k) for k in range(1, 6)]
    assert curves._averaged(points) == [(3.0, 20.0), (5.0, 45.0)]
