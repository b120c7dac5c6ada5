"""Figures 5 and 6 of the paper, redrawn with ours beside its own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from meadow import optional, serialize
from meadow.benchmarks.pasture.endings import Blame, shares
from meadow.benchmarks.pasture.paper import SETTINGS, TABLE_1
from meadow.benchmarks.pasture.results import PAPERS, Entry, Results, rate
from meadow.benchmarks.pasture.study import EYES

Point = tuple[float, float]

_PANELS = (
    ("(a) descriptions", ("appearance", "spatial")),
    ("(b) with distractors", ("appearance-distract", "spatial-distract")),
    ("(c) hidden", ("hidden",)),
    ("(d) hidden, with distractors", ("hidden-distract",)),
)
_COLOURS = {"appearance": "#2f6f9f", "spatial": "#c8662b", "hidden": "#5b7f3a"}
_BLAMED = {
    Blame.EXPLORATION: "#7a9bb5",
    Blame.LOCALISATION: "#d98e5f",
    Blame.PLANNING: "#9aa86b",
}


def _figure(width: float, height: float) -> Any:
    optional.require("matplotlib").use("Agg")
    return optional.require("matplotlib.figure").Figure(
        figsize=(width, height), layout="constrained"
    )


def _save(figure: Any, path: Path) -> None:
    with serialize.atomic(path) as file:
        # Without the version of matplotlib the same rows give the same bytes.
        figure.savefig(file, format="png", dpi=130, metadata={"Software": None})


def draw_figure_5(results: Results, path: Path) -> None:
    """Success with descriptions over success by name alone: one point for each agent, four panels."""
    figure = _figure(13, 4.4)
    ours = [e for e in results.entries if e.eyes in EYES and e.robothor and e.pasture]
    limit = _limit(ours)
    panels = figure.subplots(1, 4, sharex=True, sharey=True)
    for axes, (title, settings) in zip(panels, _PANELS):
        axes.plot([0, limit], [0, limit], color="#bbbbbb", linewidth=0.8, zorder=0)
        for setting in settings:
            colour = _COLOURS[setting.partition("-")[0]]
            label = setting.partition("-")[0]
            _scatter(axes, paper_points(setting), colour, f"{label}, paper", filled=False)
            for sight, marker in zip(dict.fromkeys(e.sight for e in ours), "o^v"):
                points = our_points([e for e in ours if e.sight == sight], setting)
                _scatter(axes, points, colour, f"{label}, {sight}", marker=marker)
        axes.set(title=title, xlabel="RoboTHOR success (%)", xlim=(0, limit), ylim=(0, limit))
        axes.set_aspect("equal")
        axes.spines[["top", "right"]].set_visible(False)
        axes.legend(fontsize=7, frameon=False, loc="upper left")
    panels[0].set_ylabel("success in the setting (%)")
    if not ours:
        figure.suptitle("No agent of ours has rows of both yet: the paper's points alone")
    _save(figure, path)


def _limit(entries: Sequence[Entry]) -> float:
    """A round number above every point."""
    drawn = [setting for _, settings in _PANELS for setting in settings]
    points = [p for s in drawn for p in our_points(entries, s)] + [(30.0, 35.0)]
    return float(min(100.0, 10.0 * np.ceil((max(max(p) for p in points) + 2.0) / 10.0)))


def paper_points(setting: str) -> list[Point]:
    """RoboTHOR and setting, for every CoW of the paper's Table 1."""
    place = SETTINGS.index(setting)
    return [(p.robothor[1], p.success[place]) for p in TABLE_1.values() if p.success]


def our_points(entries: Sequence[Entry], setting: str) -> list[Point]:
    """The same for ours that have rows of both."""
    points = []
    for entry in entries:
        x, y = rate(entry.robothor).mean, rate(entry.setting(setting)).mean
        if x is not None and y is not None:
            points.append((100.0 * x, 100.0 * y))
    return points


def _scatter(
    axes: Any,
    points: Sequence[Point],
    colour: str,
    label: str,
    *,
    filled: bool = True,
    marker: str = "o",
) -> None:
    if not points:
        return
    xs, ys = np.array(points).T
    fill = colour if filled else "none"
    axes.scatter(xs, ys, s=26, marker=marker, facecolors=fill, edgecolors=colour, label=label)
    if len(points) > 2 and np.ptp(xs) > 1.0:
        slope, offset = np.polyfit(xs, ys, 1)
        ends = np.array([xs.min(), xs.max()])
        style = "-" if filled else (0, (4, 3))
        axes.plot(ends, slope * ends + offset, color=colour, linewidth=1.0, linestyle=style)


def draw_figure_6(results: Results, path: Path) -> None:
    """What failures are put down to, setting by setting, for the paper's agent and others beside it."""
    names = ("cow-owl-s", "cow-attributes", "cow-oracle")
    shown = [e for name in names if (e := results.get(name)).pasture]
    shown += [e for e in results.entries if e.pasture and e not in shown][: 3 - len(shown)]
    figure = _figure(max(6.0, 4.2 * len(shown)), 4.0)
    if not shown:
        axes = figure.subplots()
        axes.text(0.5, 0.5, "no rows yet", ha="center", va="center")
        axes.set_axis_off()
        _save(figure, path)
        return
    panels = np.atleast_1d(figure.subplots(1, len(shown), sharey=True))
    for axes, entry in zip(panels, shown):
        _blame_bars(axes, entry)
    panels[0].set_ylabel("share of the failures (%)")
    handles, labels = panels[0].get_legend_handles_labels()
    figure.legend(handles, labels, ncols=3, fontsize=8, frameon=False, loc="outside lower center")
    _save(figure, path)


def _blame_bars(axes: Any, entry: Entry) -> None:
    settings = ("category", *SETTINGS)
    found = [shares(entry.setting(name)) for name in settings]
    base = np.zeros(len(settings))
    for kind, colour in _BLAMED.items():
        heights = np.array([100.0 * s.get(kind, 0.0) for s in found])
        axes.bar(range(len(settings)), heights, bottom=base, color=colour, label=kind, width=0.7)
        base += heights
    for place, (name, share) in enumerate(zip(settings, found)):
        if not share:
            text = "no failure" if entry.setting(name) else "not run"
            axes.text(place, 3, text, rotation=90, ha="center", fontsize=7, color="#666666")
    labels = ["RoboTHOR" if name == "category" else name for name in settings]
    axes.set_xticks(range(len(settings)), labels, rotation=40, ha="right", fontsize=7.5)
    paper = PAPERS.get(entry.agent)
    axes.set_title(f"{entry.title}{f', paper: {paper}' if paper else ''}", fontsize=9)
    axes.set_ylim(0, 100)
    axes.spines[["top", "right"]].set_visible(False)
