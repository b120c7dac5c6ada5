"""The report as one HTML page that needs nothing else: no network, no files beside it."""

from __future__ import annotations

import itertools
import math
import statistics
from html import escape
from importlib import resources
from typing import Any

from meadow import serialize
from meadow.evaluation.failures.endings import MEANING, Ending
from meadow.evaluation.report.content import Report
from meadow.evaluation.report.tables import (
    Cell,
    Table,
    breakdown_tables,
    difference_table,
    ending_table,
    figure,
    meaning_table,
    metric_table,
    run_table,
)
from meadow.evaluation.run.summary import values_of
from meadow.metrics import METRICS
from meadow.metrics.statistics import Estimate, estimate
from meadow.protocols import Progress
from meadow.viewer.report import charts
from meadow.viewer.report.pictures import Pictures, add_frames, add_maps, make_pictures

#: How many goals have a card at the top.
EXAMPLES = 6
#: How many of them show what the agent's map knew; agents are driven again for these.
WITH_MAPS = 2


def page(report: Report, progress: Progress | None = None) -> str:
    """The text of the HTML page, which has all its pictures, styles and scripts inside."""
    pictures = make_pictures(report.runs, progress)
    examples = _examples(pictures)
    add_frames(report.runs, pictures, examples)
    add_maps(report.runs, pictures, examples[:WITH_MAPS], progress)
    sections = [
        _header(report),
        _scores(report),
        _endings(report),
        _charts(report),
        _tables(report),
        _episodes(),
    ]
    assets = resources.files("meadow.viewer.report")
    style, script = ((assets / name).read_text() for name in ("page.css", "page.js"))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        # The browser itself enforces that the page fetches nothing.
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n"
        f"<title>{escape(report.title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
        f"{''.join(sections)}{_plans(pictures)}"
        f'<script type="application/json" id="data">{_data(report, pictures, examples)}</script>\n'
        f"<script>\n{script}</script>\n</body>\n</html>\n"
    )


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _header(report: Report) -> str:
    suites = dict.fromkeys(run.spec.suite for run in report.runs)
    definitions = dict.fromkeys(run.spec.definition for run in report.runs)
    episodes = {row["episode"] for run in report.runs for row in run.rows}
    homes = {row["home"] for run in report.runs for row in run.rows}
    facts = [
        _counted(len(episodes), "episode"),
        _counted(len(homes), "home"),
        *dict.fromkeys(f"Meadow {run.spec.meadow}" for run in report.runs),
    ]
    notes = "".join(f'<p class="note">{escape(n)}</p>' for n in report.notes)
    return (
        '<header><button id="theme" title="Light or dark" aria-label="Light or dark">◐</button>'
        f'<p class="over">{" · ".join(map(escape, facts))}</p>'
        f"<h1>{escape(', '.join(suites))}</h1>"
        + "".join(f'<p class="rule"><b>Success</b> {escape(d)}</p>' for d in definitions)
        + f"{notes}</header>\n"
    )


def _scores(report: Report) -> str:
    """One card for each run: one figure large, another below."""
    first, second = _headlines(report)
    large, small = report.line(first), report.line(second)
    cards = []
    for k, run in enumerate(report.runs):
        difference = large.differences[k]
        against = ""
        if difference is not None and difference.mean is not None:
            text = figure(first, difference.mean, sign=True)
            against = f'<span class="against">{text} against {escape(report.runs[0].label)}</span>'
        cards.append(
            f'<div class="card score {charts.run_class(k)}"><h2>{escape(run.label)}</h2>'
            f'<p class="big">{figure(first, large.estimates[k].mean)}<i>%</i></p>'
            f"<p>{_called(first)} {_range(first, large.estimates[k])}{against}</p>"
            f"{charts.interval_bar(large.estimates[k], k)}"
            f'<p class="second"><b>{figure(second, small.estimates[k].mean)} %</b> {_called(second)} '
            f"{_range(second, small.estimates[k])}</p></div>"
        )
    return f'<section class="scores">{"".join(cards)}</section>\n'


def _headlines(report: Report) -> tuple[str, str]:
    """Success and SPL; where there is no way to be short, the task's own headline figures."""
    present = {line.name for line in report.metrics}
    if {"success", "spl"} <= present:
        return "success", "spl"
    own = [name for name in METRICS.names("headline") if name in present - {"success", "spl"}]
    return (own[-1], own[0]) if own else ("success", "success")


def _called(metric: str) -> str:
    """A metric's name as the page says it."""
    return "SPL" if metric == "spl" else escape(metric.replace("_", " "))


def _range(metric: str, value: Estimate) -> str:
    if value.low is None or value.high is None:
        return ""
    return f"<small>{figure(metric, value.low)} to {figure(metric, value.high)}</small>"


def _endings(report: Report) -> str:
    """The taxonomy as bars, its legend, and room for an example of each class."""
    bars = "".join(
        f'<div class="ending"><span>{escape(run.label)}</span>{charts.ending_bar(counts)}</div>'
        for run, counts in zip(report.runs, report.endings)
    )
    present = {e for counts in report.endings for e, n in counts.items() if n}
    legend = "".join(
        f'<li title="{escape(MEANING[e][0])}"><i class="e{k}"></i>{e}'
        + (f" <small>{MEANING[e][1]}</small>" if MEANING[e][1] else "")
        + "</li>"
        for k, e in enumerate(Ending)
        if e in present
    )
    return (
        f'<section class="card"><h2>How episodes ended</h2>{bars}<ul class="legend">{legend}</ul>'
        '<div id="examples"></div>'
        '<p class="fine">One card for each goal, all runs side by side: the way from above, and what the '
        "robot saw at its end. Where the agent has a map, the first cards show what it knew of the goal at "
        "the end, layer by layer: bright places fit the words, the cross is the place it took for the goal."
        "</p>"
        '<p class="key"><i class="ramp"></i> driven path, early to late <i class="dash"></i> shortest '
        'path <i class="goal"></i> goal <i class="from"></i> start</p></section>\n'
    )


def _charts(report: Report) -> str:
    edges, bins = _bins(report)
    ends = [values_of(run.rows, "distance_to_goal") for run in report.runs]
    limit = charts.nice_limit([v for column in ends for v in column if v is not None])
    spl = [values_of(run.rows, "spl") for run in report.runs]
    figures = [("Success by distance", charts.success_by_distance(edges, bins) if bins else "")]
    if any(v is not None for column in spl for v in column):
        drawn = charts.curves(spl, "SPL", at_least=True, limit=1.0)
        figures.append(("Episodes with at least this SPL", drawn))
    if any(v is not None for column in ends for v in column):
        title = "distance to goal at the end (m)"
        drawn = charts.curves(ends, title, at_least=False, limit=limit)
        figures.append(("Episodes that ended this near", drawn))
    legend = "".join(
        f'<li><i class="{charts.run_class(k)}"></i>{escape(run.label)}</li>'
        for k, run in enumerate(report.runs)
    )
    cards = "".join(f'<div class="card"><h2>{t}</h2>{svg}</div>' for t, svg in figures if svg)
    return f'<section class="charts">{cards}</section><ul class="legend runs">{legend}</ul>\n'


def _bins(report: Report) -> tuple[list[float], list[list[Estimate]]]:
    """Ranges of distances, and for each range the success of every run."""
    runs = [
        [(t.geodesic, t.row) for t in run.trials if t.geodesic is not None] for run in report.runs
    ]
    edges = charts.distance_edges([d for run in runs for d, _ in run])
    bins = []
    for low, high in itertools.pairwise(edges):
        # The last range holds its upper edge too.
        top = math.inf if high == edges[-1] else high
        bins.append([_success([row for d, row in run if low <= d < top]) for run in runs])
    return edges, bins


def _success(rows: list[dict[str, Any]]) -> Estimate:
    return estimate(values_of(rows, "success"), [row["home"] for row in rows])


def _tables(report: Report) -> str:
    tables = [metric_table(report)]
    if len(report.runs) > 1:
        tables.append(difference_table(report))
    opened = "".join(f'<section class="card">{_table(t, "h2")}</section>' for t in tables)
    closed = [meaning_table(report), *breakdown_tables(report)]
    closed += [ending_table(report), run_table(report)]
    folds = "".join(
        f"<details><summary>{escape(t.title)}</summary>{_table(t)}</details>" for t in closed
    )
    return (
        f'{opened}<section class="card folds"><h2>Meanings and breakdowns</h2>{folds}</section>\n'
    )


def _table(table: Table, title: str = "") -> str:
    figures = [table.is_figures(i) for i in range(len(table.header))]
    head = "".join(_cell("th", Cell(h), f) for h, f in zip(table.header, figures))
    rows = "".join(
        f"<tr>{''.join(_cell('td', c, f) for c, f in zip(row, figures))}</tr>" for row in table.rows
    )
    caption = f"<{title}>{escape(table.title)}</{title}>" if title else ""
    note = f'<p class="fine">{escape(table.note)}</p>' if table.note else ""
    grid = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    return f'{caption}<div class="wide">{grid}</div>{note}'


def _cell(tag: str, cell: Cell, right: bool) -> str:
    style = ' class="n"' if right else ""
    aside = f"<small>{escape(cell.aside)}</small>" if cell.aside else ""
    return f"<{tag}{style}>{escape(cell.text)}{aside}</{tag}>"


def _episodes() -> str:
    """The frame of the table that the page's script fills."""
    return (
        '<section class="card" id="episodes"><h2>Episodes <span id="count"></span></h2>'
        '<div class="filters"><input id="find" type="search" placeholder="goal, home, tag or id">'
        '<select id="ending"><option value="">any ending</option></select>'
        '<label id="flips" hidden><input type="checkbox" id="flipped"> runs disagree</label></div>'
        '<div class="wide"><table id="rows"><thead><tr></tr></thead><tbody></tbody></table></div>'
        "<noscript><p>The list of episodes and their pictures need JavaScript.</p></noscript>"
        "</section>\n"
    )


def _plans(pictures: Pictures) -> str:
    plans = "".join(f'<g id="plan-{k}">{body}</g>' for k, body in enumerate(pictures.plans))
    return f'<svg width="0" height="0" class="store"><defs>{plans}</defs></svg>\n'


def _data(report: Report, pictures: Pictures, examples: list[int]) -> str:
    """JSON that cannot end its script element, whatever texts it holds."""
    value = {
        "runs": [run.label for run in report.runs],
        "endings": [str(e) for e in Ending],
        "homes": pictures.homes,
        "episodes": pictures.episodes,
        "examples": examples,
    }
    text = serialize.encode(value).decode()
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _examples(pictures: Pictures) -> list[int]:
    """Episodes with a typical trial of each class: of middle distance among its like."""
    order = list(Ending)
    found: dict[int, list[tuple[float, int, int]]] = {}
    for i, episode in enumerate(pictures.episodes):
        for k, trial in enumerate(episode["trials"]):
            drawn = pictures.homes[episode["home"]]["box"]
            if trial is not None and "path" in trial and drawn:
                found.setdefault(trial["ending"], []).append((episode["distance"] or 0.0, i, k))
    groups = [sorted(found[e]) for e in range(len(order)) if e in found]
    picked: dict[int, None] = {}
    while any(groups) and len(picked) < EXAMPLES:
        for group in groups:
            if group and len(picked) < EXAMPLES:
                _, i, _ = group.pop(group.index(statistics.median_low(group)))
                picked[i] = None
    return list(picked)
