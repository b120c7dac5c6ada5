"""The tables of a report, as plain cells that every format sets in its own way."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass

from meadow.evaluation.failures.endings import MEANING, Ending
from meadow.evaluation.failures.trials import LoadedRun
from meadow.evaluation.report.content import Report
from meadow.evaluation.run.seen import familiar, trained_under
from meadow.evaluation.run.spec import RunSpec
from meadow.metrics import METRICS
from meadow.metrics.statistics import Difference, Estimate

#: Up to here a sign-flip test cannot reach p < 0.05.
FEW_HOMES = 5
_UNITS = {"distance_to_goal": "m", "min_distance_to_goal": "m", "path_length": "m"}


@dataclass(frozen=True, slots=True)
class Cell:
    """A text, and what stands beside it in small print."""

    text: str
    aside: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A titled grid; the first column holds names, the others figures."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""

    def is_figures(self, column: int) -> bool:
        """Whether a column holds figures, which stand to the right, or words."""
        return all(re.match(r"[-+–]?\d[\d.]*(?!\w)|–", row[column].text) for row in self.rows)


def is_percentage(metric: str) -> bool:
    """Whether a metric lies in [0, 1] and is shown in per cent."""
    return "spl" in metric.split("_") or (
        metric in METRICS and "rate" in METRICS.entry(metric).tags
    )


def metric_title(metric: str) -> str:
    """``distance to goal (m)``, ``SPL (%)``."""
    unit = "%" if is_percentage(metric) else _UNITS.get(metric, "")
    words = metric.replace("_", " ").replace("spl", "SPL")
    return f"{words} ({unit})" if unit else words


def figure(metric: str, value: float | None, *, sign: bool = False) -> str:
    """A value of a metric in its unit, or a dash."""
    if value is None:
        return "–"
    digits = 1 if is_percentage(metric) else 2
    value = 100.0 * value if is_percentage(metric) else value
    value = round(value, digits) + 0.0  # no "-0.0"
    return f"{value:{'+' if sign else ''}.{digits}f}"


def interval(metric: str, value: Estimate | Difference, *, sign: bool = False) -> str:
    """``81.2 [50.0, 100.0]``; the mean alone where one home gives no interval."""
    text = figure(metric, value.mean, sign=sign)
    if value.low is None or value.high is None:
        return text
    low, high = (figure(metric, v, sign=sign) for v in (value.low, value.high))
    return f"{text} [{low}, {high}]"


def margin(metric: str, value: Estimate) -> str:
    """``60.0 ± 3.1``: the mean and half of its interval, where cells are narrow."""
    text = figure(metric, value.mean)
    if value.low is None or value.high is None:
        return text
    return f"{text} ± {figure(metric, 0.5 * (value.high - value.low))}"


def p_value(value: float | None) -> str:
    """Three decimals, or a bound."""
    if value is None:
        return "–"
    return "< 0.001" if value < 0.001 else f"{value:.3f}"


def all_tables(report: Report) -> list[Table]:
    """Every table, in the order of reading."""
    tables = [run_table(report), metric_table(report)]
    if len(report.runs) > 1:
        tables.append(difference_table(report))
    return [*tables, ending_table(report), *breakdown_tables(report)]


def run_table(report: Report) -> Table:
    """What was run: for each run its agent, suite, episodes, homes and corruptions."""
    rows = []
    for run in report.runs:
        spec = run.spec
        homes = len({row["home"] for row in run.rows})
        options = ", ".join(f"{k}={v}" for k, v in sorted(spec.agent_options.items()))
        cells = (
            run.label,
            f"{spec.agent} ({options})" if options else spec.agent,
            spec.suite,
            _counted(run),
            str(homes),
            _corruptions(spec),
            spec.meadow,
            spec.digest(),
        )
        rows.append(tuple(Cell(c) for c in cells))
    header = ("run", "agent", "suite", "episodes", "homes", "corruptions", "Meadow", "spec")
    starred = any("*" in row[5].text for row in rows)
    return Table("Runs", header, tuple(rows), "* seen in training." if starred else "")


def _counted(run: LoadedRun) -> str:
    """Episodes, and goals where they are not one for each."""
    goals, episodes = len(run.trials), run.episodes
    return str(episodes) if goals == episodes else f"{episodes} ({goals} goals)"


def _corruptions(spec: RunSpec) -> str:
    """What broke the robot, with a star for what its agent knows from training."""
    seen = familiar(spec.corruptions, trained_under(spec))
    return ", ".join(f"{name}*" if name in seen else name for name in spec.corruptions) or "none"


def metric_table(report: Report) -> Table:
    """The mean of every metric in every run, with its 95 % interval."""
    rows = []
    for line in report.metrics:
        cells = [Cell(metric_title(line.name))]
        for run, value, rate in zip(report.runs, line.estimates, line.wilson):
            bounds = [figure(line.name, v) for v in rate or ()]
            beside = [f"Wilson [{', '.join(bounds)}]"] if bounds else []
            beside += [f"n = {value.n}"] if value.n != len(run.trials) else []
            cells.append(Cell(interval(line.name, value), "; ".join(beside)))
        rows.append(tuple(cells))
    note = (
        "Mean with 95 % interval by bootstrap over homes (episodes in one home are not independent). "
        "Wilson's interval, which ignores that, stands beside rates for comparison with papers. n is "
        "given where a metric is not defined in every episode."
    )
    return Table("Results", ("metric", *_labels(report)), tuple(rows), note)


def metric_meaning(metric: str) -> str:
    """What a metric is, in the words of its definition; empty for one that is not registered here."""
    if metric not in METRICS:
        return ""
    return " ".join((inspect.getdoc(METRICS.get(metric)) or "").split())


def meaning_table(report: Report) -> Table:
    """What every metric of the report means."""
    rows = [
        (Cell(metric_title(line.name)), Cell(metric_meaning(line.name) or "–"))
        for line in report.metrics
    ]
    note = "A mean leaves out episodes in which the metric is None; n counts the others."
    return Table("What the metrics mean", ("metric", "meaning"), tuple(rows), note)


def difference_table(report: Report) -> Table:
    """Paired differences from the first run."""
    rows = []
    for line in report.metrics:
        cells = [Cell(metric_title(line.name))]
        for value, corrected in zip(line.differences[1:], line.corrected[1:]):
            if value is None or value.mean is None:
                cells.append(Cell("–"))
                continue
            aside = f"p = {p_value(corrected)}".replace("= <", "<")
            cells.append(Cell(interval(line.name, value, sign=True), f"{aside}; n = {value.n}"))
        rows.append(tuple(cells))
    note = (
        "Paired over the episodes that both runs finished; 95 % interval by bootstrap over homes; p by "
        "a sign-flip test over homes, two-sided, Holm-corrected over the runs compared."
    )
    homes = len({row["home"] for row in report.runs[0].rows})
    if homes <= FEW_HOMES:
        note += f" With {homes} homes no p can be below {2.0 ** (1 - homes):.2g}: run more homes."
    first, *others = _labels(report)
    return Table(f"Difference from {first}", ("metric", *others), tuple(rows), note)


def ending_table(report: Report) -> Table:
    """How the episodes of each run ended: share and number of every ending, and its blame."""
    rows = []
    for ending, (sentence, blamed) in MEANING.items():
        if ending is Ending.NOT_SOLVED and not any(counts[ending] for counts in report.endings):
            continue  # only of tasks without a search
        cells = [Cell(str(ending), blamed)]
        for run, counts in zip(report.runs, report.endings):
            share = 100.0 * counts[ending] / len(run.trials)
            cells.append(Cell(f"{share:.1f} %", str(counts[ending])))
        rows.append((*cells, Cell(sentence)))
    note = "Every episode is counted once, by the first rule that applies."
    return Table("How episodes ended", ("ending", *_labels(report), "meaning"), tuple(rows), note)


def breakdown_tables(report: Report) -> list[Table]:
    """Success and SPL by every tag."""
    header = []
    for label in _labels(report):
        header += [f"{label}: success (%)", f"{label}: SPL (%)"]
    tables = []
    for tag, groups in report.breakdowns.items():
        rows = []
        for group in groups:
            cells = [Cell(group.value)]
            for success, spl in zip(group.success, group.spl):
                cells.append(Cell(interval("success", success), f"n = {success.n}"))
                cells.append(Cell(interval("spl", spl)))
            rows.append(tuple(cells))
        tables.append(Table(f"By {tag}", (tag, *header), tuple(rows)))
    return tables


def _labels(report: Report) -> list[str]:
    return [run.label for run in report.runs]
