"""Figures 5 and 6 of the paper with ours beside its own, and what the suite's words are like."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np

from meadow.benchmarks.pasture.endings import CowFailure, shares
from meadow.benchmarks.pasture.paper import SETTINGS, TABLE_1
from meadow.benchmarks.pasture.study import EYES, PAPERS, AgentRows, Results, rate
from meadow.episodes.houses import home_of
from meadow.episodes.schema import Episode
from meadow.episodes.statistics import geodesics
from meadow.evaluation.report.tables import Table
from meadow.evaluation.study.page import new_figure, save_figure
from meadow.evaluation.study.statistics import PaperFigure, count_table, paper_table
from meadow.language.goals import Description
from meadow.language.parse import parse
from meadow.scenes.modelling.finish import COLOURS

Point = tuple[float, float]

_PANELS = (
    ("(a) descriptions", ("appearance", "spatial")),
    ("(b) with distractors", ("appearance-distract", "spatial-distract")),
    ("(c) hidden", ("hidden",)),
    ("(d) hidden, with distractors", ("hidden-distract",)),
)
_COLOURS = {"appearance": "#2f6f9f", "spatial": "#c8662b", "hidden": "#5b7f3a"}
_BLAMED = {
    CowFailure.EXPLORATION: "#7a9bb5",
    CowFailure.LOCALISATION: "#d98e5f",
    CowFailure.PLANNING: "#9aa86b",
}

BLUE = "#5b8db8"
#: What objects stand on, at most so many bars.
MOST = 14


def draw_figure_5(results: Results, path: Path) -> None:
    """Success with descriptions over success by name alone: one point for each agent, four panels."""
    figure = new_figure(13, 4.4)
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
    save_figure(figure, path)


def _limit(entries: Sequence[AgentRows]) -> float:
    """A round number above every point."""
    drawn = [setting for _, settings in _PANELS for setting in settings]
    points = [p for s in drawn for p in our_points(entries, s)] + [(30.0, 35.0)]
    return float(min(100.0, 10.0 * np.ceil((max(max(p) for p in points) + 2.0) / 10.0)))


def paper_points(setting: str) -> list[Point]:
    """RoboTHOR and setting, for every CoW of the paper's Table 1."""
    place = SETTINGS.index(setting)
    return [(p.robothor[1], p.success[place]) for p in TABLE_1.values() if p.success]


def our_points(entries: Sequence[AgentRows], setting: str) -> list[Point]:
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
    figure = new_figure(max(6.0, 4.2 * len(shown)), 4.0)
    if not shown:
        axes = figure.subplots()
        axes.text(0.5, 0.5, "no rows yet", ha="center", va="center")
        axes.set_axis_off()
        save_figure(figure, path)
        return
    panels = np.atleast_1d(figure.subplots(1, len(shown), sharey=True))
    for axes, entry in zip(panels, shown):
        _blame_bars(axes, entry)
    panels[0].set_ylabel("share of the failures (%)")
    handles, labels = panels[0].get_legend_handles_labels()
    figure.legend(handles, labels, ncols=3, fontsize=8, frameon=False, loc="outside lower center")
    save_figure(figure, path)


def _blame_bars(axes: Any, entry: AgentRows) -> None:
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


@dataclass(frozen=True)
class PastureStatistics:
    """Counts over a suite; every description counts once, not once for each start."""

    figures: tuple[PaperFigure, ...]
    settings: Mapping[str, int]
    """Episodes in each setting."""
    colours: Mapping[str, int]
    materials: Mapping[str, int]
    near: Mapping[int, int]
    """Number of things that an object is near to -> objects."""
    anchors: Mapping[str, int]
    """What objects stand on or are hidden in or under."""


def pasture_statistics(episodes: Sequence[Episode]) -> PastureStatistics:
    """The statistics of the whole suite or of a part with appearance and spatial descriptions."""
    looks = [goal.target.attributes for goal in _goals(episodes, "appearance")]
    places = _goals(episodes, "spatial")
    near = [_count(goal, "near") for goal in places]
    settings = Counter(e.tags["setting"] for e in episodes)
    anchors = Counter(
        anchor.head
        for setting in ("spatial", "hidden")
        for goal in _goals(episodes, setting)
        for relation in goal.relations
        if relation.kind != "near"
        for anchor in relation.anchors
    )
    colours = Counter(c for look in looks for c in look.colours)
    materials = Counter(m for look in looks for m in look.materials)
    figures = (
        PaperFigure("episodes", len(episodes), 2520, 0),
        PaperFigure("homes", len({home_of(e.house) for e in episodes}), 15, 0),
        PaperFigure(
            "called small (%)", 100.0 * _mean(look.size == "small" for look in looks), 47, 0
        ),
        PaperFigure("colours per object", _mean(len(look.colours) for look in looks), 1.2, 1),
        PaperFigure("different colours", len(colours), 22, 0),
        PaperFigure("materials per object", _mean(len(look.materials) for look in looks), 0.6, 1),
        PaperFigure("different materials", len(materials), 5, 0),
        PaperFigure("things it is on", _mean(_count(goal, "on") for goal in places), 1.0, 1),
        PaperFigure("things it is near", _mean(near), 1.9, 1),
    )
    return PastureStatistics(
        figures=figures,
        settings=dict(settings),
        colours=dict(colours.most_common()),
        materials=dict(materials.most_common()),
        near=dict(sorted(Counter(near).items())),
        anchors=dict(anchors.most_common()),
    )


def _goals(episodes: Sequence[Episode], setting: str) -> list[Description]:
    """What each description of a setting means, once for every object of every home."""
    texts = {
        (home_of(e.house), e.goal.category): e.goal.text
        for e in episodes
        if e.tags.get("setting") == setting
    }
    return [parse(text) for text in texts.values()]


def _count(goal: Description, kind: str) -> int:
    return sum(len(r.anchors) for r in goal.relations if r.kind == kind)


def _mean(values: Iterable[float]) -> float:
    """The mean of some numbers, 0 of none."""
    found = list(values)
    return fmean(found) if found else 0.0


def statistics_tables(episodes: Sequence[Episode]) -> list[Table]:
    """What the suite's words are like, beside section 5.2 of the paper."""
    found = pasture_statistics(episodes)
    note = "The authors' files have 3.0 near relations per object, their paper says 1.9."
    counts: dict[str, Mapping[Any, int]] = {
        "settings": found.settings,
        "colours": found.colours,
        "materials": found.materials,
        "near": found.near,
        "on, in or under": found.anchors,
    }
    return [
        paper_table("Words, here and in the paper", found.figures, note),
        count_table("How often they occur", counts),
    ]


def draw_words(episodes: Sequence[Episode], path: Path) -> None:
    """Draw colours, materials, neighbours, carriers and distances."""
    figure = new_figure(13, 8)
    (colours, materials, near), (anchors, distance, lengths) = figure.subplots(2, 3)
    found = pasture_statistics(episodes)
    figure.suptitle(f"PASTURE: {len(episodes)} episodes in {len(found.settings)} settings")

    tints = [[channel / 255 for channel in COLOURS[name]] for name in found.colours]
    colours.barh(*_bars(found.colours), color=tints[::-1], edgecolor="#888888")
    colours.set(title="colours named", xlabel="objects")
    materials.barh(*_bars(found.materials), color=BLUE)
    materials.set(title="materials named", xlabel="objects")
    near.bar([str(n) for n in found.near], list(found.near.values()), color=BLUE)
    near.set(title="things an object is near to", xlabel="number", ylabel="objects")
    most = dict(list(found.anchors.items())[:MOST])
    anchors.barh(*_bars(most), color=BLUE)
    anchors.set(title="on, in or under", xlabel="objects")
    names = [name for name in SETTINGS if name in found.settings]
    by_setting = [geodesics(e for e in episodes if e.tags["setting"] == name) for name in names]
    distance.boxplot(by_setting, orientation="horizontal", showfliers=False)
    distance.set_yticks(range(1, len(names) + 1), names)
    distance.set(title="shortest way to success (m)")
    words = [len(e.goal.text.split()) for e in episodes]
    lengths.hist(words, bins=range(1, max(words) + 2), color=BLUE, align="left")
    lengths.set(title="words of a goal", xlabel="words", ylabel="episodes")
    save_figure(figure, path, 110)


def _bars(counts: Mapping[str, int]) -> tuple[list[str], list[int]]:
    """Names and heights, the largest on top."""
    return list(counts)[::-1], list(counts.values())[::-1]
