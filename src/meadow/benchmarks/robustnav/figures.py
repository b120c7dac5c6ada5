"""The figures of a sweep over corruptions: behaviour (figures 4, 7, 8) and degradation."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from meadow import serialize
from meadow.benchmarks.robustnav.study import BEHAVIOUR, kind, title
from meadow.evaluation.study.page import Picture, new_figure, save_figure
from meadow.evaluation.study.plan import CLEAN
from meadow.metrics.statistics import Estimate

Summary = Mapping[str, Mapping[str, Estimate]]
"""Condition -> metric -> estimate."""
#: Distance within which the goal is in range, metres; a line in the figures.
REACH = {"pointnav": 0.2, "objectnav": 1.0}

COLOURS = {"clean": "#4c9f50", "vis": "#3b75af", "dyn": "#e08a2e", "vis+dyn": "#b5473c"}
#: Metric -> its heading and what its values are multiplied by.
SHOWN = {
    "failed_actions": ("failed actions, %", 100.0),
    "distance_to_goal": ("distance at the end, m", 1.0),
    "min_distance_to_goal": ("least distance, m", 1.0),
    "stop_fail_pos": ("Stop-Fail (Pos), %", 100.0),
    "stop_fail_neg": ("Stop-Fail (Neg), %", 100.0),
}


def draw_figures(summaries: Mapping[str, Summary], task: str, out: Path) -> list[Picture]:
    """Draw behaviour and degradation of the agents in a task into a directory."""
    degradation, behaviour = (
        serialize.output_name(f"{name}-{task}.webp", f"task {task!r}")
        for name in ("degradation", "behaviour")
    )
    degradation_figure(summaries, out / degradation)
    behaviour_figure(summaries, out / behaviour, REACH.get(task))
    return [
        Picture(
            degradation,
            "Success in every condition, with 95 % intervals, over the same episodes; the dashed line is "
            "clean success.",
        ),
        Picture(
            behaviour,
            "Behaviour (the paper's figures 4, 7 and 8): collisions, distances, stopping, and success "
            "beside what an oracle's Stop would make of it (grey).",
        ),
    ]


def behaviour_figure(agents: Mapping[str, Summary], path: Path, reach: float | None = None) -> None:
    """A row for each agent: five behaviours, then success beside success with an oracle's Stop.

    ``reach`` is the distance within which the goal counts as in range; a line marks it.
    """
    width = len(SHOWN) + 1
    figure = new_figure(3.1 * width, 3.0 * len(agents))
    grid = figure.subplots(len(agents), width, squeeze=False)
    for axes, (agent, summary) in zip(grid, agents.items()):
        few = len(summary) <= len(BEHAVIOUR)
        shown = [c for c in summary if c in BEHAVIOUR or few]
        for axis, (metric, (heading, times)) in zip(axes, SHOWN.items()):
            for place, condition in enumerate(shown):
                _bar(axis, place, summary[condition].get(metric), times, COLOURS[kind(condition)])
            axis.set_title(heading, fontsize=9)
            if "distance" in metric and reach is not None:
                axis.axhline(reach, color="#2060c0", linewidth=1.0)
        for place, condition in enumerate(shown):
            colour = COLOURS[kind(condition)]
            _bar(axes[-1], place - 0.2, summary[condition].get("success"), 100.0, colour, 0.38)
            _bar(
                axes[-1], place + 0.2, summary[condition].get("oracle_success"), 100.0, "0.75", 0.38
            )
        axes[-1].set_title("success, and with oracle Stop, %", fontsize=9)
        axes[0].set_ylabel(agent)
        for axis in axes:
            axis.set_xticks(range(len(shown)), [_short(c) for c in shown], rotation=60, fontsize=7)
    save_figure(figure, path, 110)


def degradation_figure(agents: Mapping[str, Summary], path: Path) -> None:
    """Success in every condition, with its interval; a line marks each agent's clean success."""
    shown = list(dict.fromkeys(c for summary in agents.values() for c in summary))
    values = [found.get("success") for summary in agents.values() for found in summary.values()]
    highest = max((value.high or value.mean or 0.0 for value in values if value), default=1.0)
    # All columns have one scale, to 100 % unless nobody comes near it.
    limit = 102.0 if highest > 0.5 else max(5.0, 110.0 * highest)
    # Conditions are named once, at the left.
    figure = new_figure(2.4 + 2.2 * len(agents), 1.1 + 0.21 * len(shown))
    grid = figure.subplots(1, len(agents), squeeze=False)
    for axis, (agent, summary) in zip(grid[0], agents.items()):
        for place, condition in enumerate(shown):
            value = summary.get(condition, {}).get("success")
            if value is None or value.mean is None:
                continue
            axis.barh(
                place,
                100.0 * value.mean,
                xerr=_error(value, 100.0),
                color=COLOURS[kind(condition)],
                error_kw={"lw": 0.8},
            )
        clean = summary.get(CLEAN, {}).get("success")
        if clean is not None and clean.mean is not None:
            axis.axvline(100 * clean.mean, color="0.3", linewidth=0.8, linestyle="--")
        names = [title(c) for c in shown] if axis is grid[0][0] else ["" for _ in shown]
        axis.set_yticks(range(len(shown)), names, fontsize=7)
        # Bars must lie beside their names also in columns that lack conditions.
        axis.set(xlim=(0, limit), ylim=(len(shown) - 0.4, -0.6), xlabel="success, %")
        axis.set_title(agent, fontsize=9)
    save_figure(figure, path, 110)


def _bar(
    axis: Any, place: float, value: Estimate | None, times: float, colour: str, width: float = 0.8
) -> None:
    if value is None or value.mean is None:
        return
    error, look = _error(value, times), {"color": colour, "error_kw": {"lw": 0.8}}
    axis.bar(place, times * value.mean, width, yerr=error, **look)
    if times == 100.0:
        axis.set_ylim(0.0, 105.0)


def _error(value: Estimate, times: float) -> list[list[float]]:
    """The interval as matplotlib wants it; nothing where there is none."""
    assert value.mean is not None
    low = value.mean if value.low is None else value.low
    high = value.mean if value.high is None else value.high
    return [[times * (value.mean - low)], [times * (high - value.mean)]]


def _short(condition: str) -> str:
    """Initials, as in the paper's figures: "D.B. + M.D."."""
    if condition == CLEAN:
        return "clean"
    parts = [part.partition("@")[0].split("_") for part in condition.split(",")]
    return " + ".join("".join(f"{word[0].upper()}." for word in words) for words in parts)
