"""Learning curves from a training's log, and the exams of its doublings."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from meadow.learning.eyes.exam.scaling import KEPT
from meadow.learning.eyes.status import read_status
from meadow.optional import require

LOSSES = ("choice", "phrase", "contrast", "present", "room", "box", "mask")
FRACTIONS = ("named", "coloured", "material", "pattern")
POINTS = 400
"""Points of a curve: neighbouring rows of a long log are averaged."""


def draw_curves(directory: Path) -> Path | None:
    """Draw losses, accuracies and exams by step into ``curves.png``; None when there are none yet."""
    status = read_status(directory)
    if not status.rows and not status.exams:
        return None
    require("matplotlib").use("Agg")
    from matplotlib import pyplot

    panels = 3 if status.rows else 1
    figure, axes = pyplot.subplots(1, panels, figsize=(6 * panels + 2, 4), squeeze=False)
    if status.rows:
        _draw_log(axes[0], status.rows)
    _draw_exams(axes[0, -1], status.exams, pyplot.get_cmap("tab20").colors)
    figure.tight_layout()
    path = directory / "curves.png"
    figure.savefig(path, dpi=110)
    pyplot.close(figure)
    return path


def _draw_log(axes: Any, rows: list[dict[str, float]]) -> None:
    """Losses on the first axes, accuracies on the second."""
    for axis, names, label in ((axes[0], LOSSES, "loss"), (axes[1], FRACTIONS, "fraction right")):
        for name in names:
            points = [(row["step"], row[name]) for row in rows if name in row]
            if points:
                axis.plot(*zip(*_averaged(points)), label=name)
        axis.set(xlabel="step", ylabel=label)
        axis.legend(fontsize=8)
    axes[0].set_yscale("log")


def _draw_exams(axis: Any, exams: list[dict[str, Any]], colours: Sequence[Any]) -> None:
    """Figures of the exams by step."""
    for name, colour in zip(KEPT, colours):
        points = [(row["step"], row[name]) for row in exams if row.get(name) is not None]
        if points:
            axis.plot(*zip(*points), marker="o", color=colour, label=name)
    axis.set(xlabel="step", ylabel="exam on validation homes", ylim=(0, 1))
    if axis.lines:
        axis.set_xscale("log")
        steps = [row["step"] for row in exams]
        axis.set_xticks(steps, [f"{step:,}" for step in steps], fontsize=8)
        axis.set_xticks([], minor=True)
        axis.legend(fontsize=8, loc="center left", bbox_to_anchor=(1.0, 0.5))


def _averaged(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Means of neighbouring points, at most ``POINTS`` of them."""
    width = -(-len(points) // POINTS)
    parts = [points[k : k + width] for k in range(0, len(points), width)]
    return [(part[-1][0], sum(value for _, value in part) / len(part)) for part in parts]
