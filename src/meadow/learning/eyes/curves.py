"""Learning curves from a training's log."""

from __future__ import annotations

import json
from pathlib import Path

from meadow.errors import RunError
from meadow.learning.eyes.train import LOG
from meadow.optional import require

LOSSES = ("choice", "phrase", "present", "room", "box", "mask")
SHARES = ("named", "coloured", "material", "pattern")


def read_log(directory: Path) -> list[dict[str, float]]:
    """The rows of a log; a row that was cut off by a crash is left out."""
    path = directory / LOG
    if not path.exists():
        raise RunError(f"{path} does not exist: it is written by meadow train eyes")
    rows = []
    for line in path.read_text().splitlines():
        try:
            rows.append(json.loads(line))
        except json.JSONDecodeError:
            continue
    return rows


def draw_curves(directory: Path) -> Path:
    """Losses and accuracies by step as ``curves.png`` next to the log."""
    require("matplotlib").use("Agg")
    from matplotlib import pyplot

    rows = read_log(directory)
    figure, axes = pyplot.subplots(1, 2, figsize=(11, 4))
    for axis, names, label in ((axes[0], LOSSES, "loss"), (axes[1], SHARES, "share right")):
        for name in names:
            points = [(row["step"], row[name]) for row in rows if name in row]
            axis.plot(*zip(*points), label=name)
        axis.set(xlabel="step", ylabel=label)
        axis.legend(fontsize=8)
    axes[0].set_yscale("log")
    figure.tight_layout()
    path = directory / "curves.png"
    figure.savefig(path, dpi=110)
    pyplot.close(figure)
    return path
