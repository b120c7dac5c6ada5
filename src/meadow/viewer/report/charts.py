"""Small charts as SVG text; colours come from the page's style sheet, ``--r0`` for the first run."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np

from meadow.evaluation.failures.endings import MEANING, Ending
from meadow.metrics.statistics import Estimate

WIDTH, HEIGHT = 380, 240
LEFT, RIGHT, TOP, BOTTOM = 40, 10, 10, 42
#: Runs that have a colour of their own; further ones begin anew.
COLOURS = 8


@dataclass(frozen=True, slots=True)
class Scale:
    """From values to pixels along one axis."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return round(self.start + share * (self.end - self.start), 1)


SHARES = Scale(0.0, 1.0, HEIGHT - BOTTOM, TOP)
"""The vertical axis of all charts: a share of episodes."""


def run_class(index: int) -> str:
    """The style class of a run."""
    return f"r{index % COLOURS}"


def success_by_distance(edges: Sequence[float], bins: Sequence[Sequence[Estimate]]) -> str:
    """Success with intervals for each range of distances (outer) and each run (inner)."""
    x = Scale(0.0, len(bins), LEFT, WIDTH - RIGHT)
    parts = [_grid()]
    for i, estimates in enumerate(bins):
        words = f"{edges[i]:g}–{edges[i + 1]:g}"
        parts.append(_text(x(i + 0.5), HEIGHT - BOTTOM + 16, words))
        for k, value in enumerate(estimates):
            if value.mean is None:
                continue
            at = x(i + 0.5 + (k - (len(estimates) - 1) / 2) * min(0.18, 0.7 / len(estimates)))
            tip = f"{words} m: {100 * value.mean:.0f} % of {value.n} episodes"
            parts.append(_dot(at, value, run_class(k), tip))
    parts.append(_axis_title("shortest path to the goal (m)"))
    return _chart("".join(parts), "Success by distance to the goal")


def curves(
    columns: Sequence[Sequence[float | None]], x_title: str, *, at_least: bool, limit: float
) -> str:
    """For each run the share of its episodes with at least (or most) a value, from 0 to ``limit``."""
    x = Scale(0.0, limit, LEFT, WIDTH - RIGHT)
    parts = [_grid()]
    for tick in _ticks(limit):
        parts.append(_text(x(tick), HEIGHT - BOTTOM + 16, f"{tick:g}"))
    for k, column in enumerate(columns):
        known = np.sort([v for v in column if v is not None])
        if not len(known):
            continue
        at = np.linspace(0.0, limit, 121)
        if at_least:
            share = 1.0 - np.searchsorted(known, np.maximum(at, 1e-9)) / len(column)
            share -= (len(column) - len(known)) / len(column)
        else:
            share = np.searchsorted(known, at, side="right") / len(column)
        points = " ".join(f"{x(a)},{SHARES(s)}" for a, s in zip(at, share))
        parts.append(f'<polyline class="curve {run_class(k)}" points="{points}"/>')
    parts.append(_axis_title(x_title))
    return _chart("".join(parts), x_title)


def ending_bar(counts: dict[Ending, int]) -> str:
    """One run's episodes as a bar of classes; plain boxes, so that texts keep their shape."""
    total = sum(counts.values())
    parts = []
    for index, (ending, count) in enumerate(counts.items()):
        if count:
            tip = f"{ending}: {count} of {total}. {MEANING[ending][0]}"
            label = f"{100 * count / total:.0f} %" if count > 0.06 * total else ""
            box = f'class="e{index}" style="flex-grow:{count}" title="{escape(tip)}"'
            parts.append(f"<span {box}>{label}</span>")
    return f'<div class="bar">{"".join(parts)}</div>'


def interval_bar(value: Estimate, index: int) -> str:
    """A mean on a line from 0 to 100 % with its interval."""
    mean = value.mean or 0.0
    low, high = (mean if v is None else v for v in (value.low, value.high))
    return (
        '<svg class="gauge" viewBox="0 0 200 14" preserveAspectRatio="none" aria-hidden="true">'
        '<rect class="track" x="0" y="5" width="200" height="4" rx="2"/>'
        f'<rect class="span {run_class(index)}" x="{200 * low:.1f}" y="3" '
        f'width="{max(200 * (high - low), 1.5):.1f}" height="8" rx="3"/>'
        f'<rect class="mark {run_class(index)}" x="{200 * mean - 1.5:.1f}" y="0" width="3" '
        'height="14" rx="1.5"/></svg>'
    )


def distance_edges(distances: Sequence[float], most: int = 5) -> list[float]:
    """Edges of ranges with about equally many distances each, on half metres."""
    if not distances:
        return []
    marks = np.quantile(distances, np.linspace(0.0, 1.0, most + 1))
    inner = {round(2 * m) / 2 for m in marks[1:-1]}
    low, high = math.floor(2 * marks[0]) / 2, math.ceil(2 * marks[-1]) / 2
    return sorted({low, max(high, low + 0.5)} | {m for m in inner if low < m < high})


def nice_limit(values: Sequence[float]) -> float:
    """A round number that holds nearly all values."""
    if not len(values):
        return 1.0
    reach = max(float(np.quantile(values, 0.98)), 0.5)
    unit = 10.0 ** math.floor(math.log10(reach))
    return next(m * unit for m in (1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0) if m * unit >= reach)


def _ticks(limit: float) -> list[float]:
    return [round(limit * k / 4, 6) for k in range(5)]


def _grid() -> str:
    parts = []
    for k in range(5):
        y = SHARES(k / 4)
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}"/>')
        parts.append(_text(LEFT - 6, y + 4, f"{25 * k} %", "end"))
    return "".join(parts)


def _dot(x: float, value: Estimate, style: str, tip: str) -> str:
    assert value.mean is not None
    low, high = (value.mean if v is None else v for v in (value.low, value.high))
    return (
        f'<g class="dot {style}">{_tip(tip)}'
        f'<line x1="{x}" x2="{x}" y1="{SHARES(low)}" y2="{SHARES(high)}"/>'
        f'<circle cx="{x}" cy="{SHARES(value.mean)}" r="5"/></g>'
    )


def _tip(text: str) -> str:
    return f"<title>{escape(text)}</title>"


def _text(x: float, y: float, text: str, anchor: str = "middle") -> str:
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}">{escape(text)}</text>'


def _axis_title(text: str) -> str:
    return _text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6, text)


def _chart(body: str, name: str) -> str:
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{escape(name)}">{body}</svg>'
    )
