"""Learning curves from a training's log, and the exams of its doublings."""

from __future__ import annotations

from pathlib import Path

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

    figure, axes = pyplot.subplots(1, 3, figsize=(16, 4))
    for axis, names, label in ((axes[0], LOSSES, "loss"), (axes[1], FRACTIONS, "fraction right")):
        for name in names:
            points = [(row["step"], row[name]) for row in status.rows if name in row]
            if points:
                axis.plot(*zip(*_averaged(points)), label=name)
        axis.set(xlabel="step", ylabel=label)
        if status.rows:
            axis.legend(fontsize=8)
    axes[0].set_yscale("log")
    for name in KEPT:
        points = [(row["step"], row[name]) for row in status.exams if row.get(name) is not None]
        if points:
            axes[2].plot(*zip(*points), marker="o", label=name)
    axes[2].set(xlabel="step", ylabel="exam on validation homes", ylim=(0, 1))
    if axes[2].lines:
        axes[2].set_xscale("log")
        axes[2].legend(fontsize=8)
    figure.tight_layout()
    path = directory / "curves.png"
    figure.savefig(path, dpi=110)
    pyplot.close(figure)
    return path


def _averaged(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Means of neighbouring points, at most ``POINTS`` of them."""
    width = -(-len(points) // POINTS)
    parts = [points[k : k + width] for k in range(0, len(points), width)]
    return [(part[-1][0], sum(value for _, value in part) / len(part)) for part in parts]
