"""The figures of a report, worked out once for every format."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from meadow.errors import RunError
from meadow.evaluation.failures.endings import Ending, tally
from meadow.evaluation.failures.trials import LoadedRun
from meadow.evaluation.report.compare import paired_differences, paired_trials, warnings
from meadow.evaluation.run.seen import familiar, trained_under, trained_with
from meadow.evaluation.run.store import Row
from meadow.evaluation.run.summary import metric_names, tag_values, value_order, values_of
from meadow.metrics import METRICS
from meadow.metrics.statistics import Difference, Estimate, estimate, holm, wilson

#: Tags with more values than this say nothing in a table.
MOST_VALUES = 60
#: Values that have an order of their own.
_ORDER = {"easy": 0, "medium": 1, "hard": 2}


@dataclass(frozen=True, slots=True)
class MetricLine:
    """One metric over all runs; everything but the name is a value for each run."""

    name: str
    estimates: tuple[Estimate, ...]
    wilson: tuple[tuple[float, float] | None, ...]
    """For metrics that are 0 or 1 in every episode."""
    differences: tuple[Difference | None, ...]
    """From the first run on common episodes; None for the first itself."""
    corrected: tuple[float | None, ...]
    """p-values after Holm's correction over the runs."""


@dataclass(frozen=True, slots=True)
class Group:
    """The episodes that share a value of a tag."""

    value: str
    success: tuple[Estimate, ...]
    spl: tuple[Estimate, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """All figures of one or more runs, the first of which is the reference."""

    runs: tuple[LoadedRun, ...]
    metrics: tuple[MetricLine, ...]
    endings: tuple[dict[Ending, int], ...]
    """For each run, how often its episodes ended in which way."""
    breakdowns: dict[str, tuple[Group, ...]]
    """Tag -> its groups; "home" is one of them."""
    notes: tuple[str, ...]
    """What a reader must know before comparing."""

    @property
    def title(self) -> str:
        """Suites and runs in one line."""
        suites = dict.fromkeys(run.spec.suite for run in self.runs)
        return f"{', '.join(suites)}: {', '.join(run.label for run in self.runs)}"

    def line(self, metric: str) -> MetricLine:
        """The line of one metric."""
        return next(line for line in self.metrics if line.name == metric)


def make_report(runs: Sequence[LoadedRun]) -> Report:
    """Work out the figures; runs are compared with the first on the episodes they share."""
    if not runs:
        raise RunError("a report needs at least one run directory")
    first = runs[0]
    rows = [row for run in runs for row in run.rows]
    pairs = [paired_trials(first, run) for run in runs[1:]]
    differences = [paired_differences(p) for p in pairs]
    notes = [note for run in runs for note in _run_notes(run)]
    for run, common in zip(runs[1:], pairs):
        notes += warnings(first, run, common)
    return Report(
        tuple(runs),
        tuple(_metric_line(name, runs, differences) for name in metric_names(rows)),
        tuple(tally(t.ending for t in run.trials) for run in runs),
        _breakdowns(runs),
        tuple(notes),
    )


def _metric_line(
    name: str, runs: Sequence[LoadedRun], differences: Sequence[dict[str, Difference]]
) -> MetricLine:
    columns = [run.rows for run in runs]
    values = [[v for v in values_of(rows, name) if v is not None] for rows in columns]
    found = [d.get(name) for d in differences]
    binary = name in METRICS and "binary" in METRICS.entry(name).tags
    return MetricLine(
        name,
        tuple(_estimate(rows, name) for rows in columns),
        tuple(wilson(sum(v), len(v)) if binary else None for v in values),
        (None, *found),
        (None, *holm([d.p if d else None for d in found])),
    )


def _estimate(rows: Sequence[Row], metric: str) -> Estimate:
    return estimate(values_of(rows, metric), [row["home"] for row in rows])


def _run_notes(run: LoadedRun) -> list[str]:
    notes = []
    done, planned = run.episodes, run.spec.episodes
    if done < planned:
        notes.append(f"{run.label} is unfinished: {done} of {planned} episodes.")
    failed = {t.row["episode"]: t.row for t in run.trials if t.ending is Ending.ERROR}
    if failed:
        first = next(iter(failed.values()))
        notes.append(
            f"{run.label}: {len(failed)} of {done} episodes could not be run and have no result; "
            f"the first: {first['episode']}: {first.get('error', '')}"
        )
    notes += _training_notes(run)
    kept = [t for t in run.trials if t.ending is not Ending.ERROR]
    bare = len({t.row["episode"] for t in kept if t.episode is None})
    if bare:
        notes.append(f"{run.label}: {bare} of {done} episodes have no replay, so no picture.")
    return notes


def _training_notes(run: LoadedRun) -> list[str]:
    """What the agent had seen before: the reader must not take it for a zero-shot result."""
    notes = []
    training, changes = trained_under(run.spec), trained_with(run.spec)
    seen = familiar(run.spec.corruptions, training)
    if seen:
        notes.append(
            f"{run.label} was trained or adapted under {', '.join(training)}: its result under "
            f"{', '.join(seen)} is not zero-shot."
        )
    if changes and run.spec.corruptions:
        notes.append(f"{run.label} was trained with pictures changed by {', '.join(changes)}.")
    return notes


def _breakdowns(runs: Sequence[LoadedRun]) -> dict[str, tuple[Group, ...]]:
    """Groups by every tag that tells episodes apart, and by home."""
    tagged = [[(_tags(row), row) for row in run.rows] for run in runs]
    tags = sorted({tag for run in tagged for found, _ in run for tag in found if tag != "home"})
    out = {}
    for tag in [*sorted(tags, key=lambda t: t != "difficulty"), "home"]:
        values = {v for run in tagged for found, _ in run for v in tag_values(found, tag)}
        if not 1 < len(values) <= MOST_VALUES:
            continue
        groups = []
        for value in sorted(values, key=lambda v: (_ORDER.get(v, -1), value_order(v))):
            parts = [
                [row for found, row in run if value in tag_values(found, tag)] for run in tagged
            ]
            groups.append(
                Group(
                    value,
                    tuple(_estimate(rows, "success") for rows in parts),
                    tuple(_estimate(rows, "spl") for rows in parts),
                )
            )
        out[tag] = tuple(groups)
    return out


def _tags(row: Row) -> dict[str, str]:
    return {**{name: str(value) for name, value in row["tags"].items()}, "home": row["home"]}
