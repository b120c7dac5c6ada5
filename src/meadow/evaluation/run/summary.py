"""Rows to means with intervals, overall and by tag."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from meadow.evaluation.run.store import Row, is_finished
from meadow.metrics import METRICS
from meadow.metrics.statistics import Estimate, estimate


def finished(rows: Iterable[Row]) -> list[Row]:
    """The rows that have a result: of episodes that were run to their end."""
    return [row for row in rows if is_finished(row)]


def metric_names(rows: Iterable[Row]) -> list[str]:
    """Every metric that occurs: those that Meadow knows in its own order, then others."""
    found = dict.fromkeys(name for row in finished(rows) for name in row["metrics"])
    return [m for m in METRICS.names() if m in found] + [m for m in found if m not in METRICS]


def values_of(rows: Sequence[Row], metric: str) -> list[float | None]:
    """One metric down the rows; None where an episode was not finished, whatever its row says."""
    return [row["metrics"].get(metric) if is_finished(row) else None for row in rows]


def run_summary(rows: Sequence[Row], planned: int) -> dict[str, Any]:
    """What ``summary.json`` holds: :func:`summarise`, and how many of the planned episodes are missing."""
    count = len(finished(rows))
    episodes = {"planned": planned, "finished": count, "missing": planned - count}
    return {**summarise(rows), "episodes": episodes}


def summarise(rows: Sequence[Row]) -> dict[str, Estimate]:
    """{metric: mean, low, high, n} over the finished rows, with intervals clustered by home."""
    rows = finished(rows)
    homes = [row["home"] for row in rows]
    return {name: estimate(values_of(rows, name), homes) for name in metric_names(rows)}


def by_tag(rows: Sequence[Row], tag: str) -> dict[str, list[Row]]:
    """Rows grouped by the value of a tag, in order of first sight."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        if tag in row["tags"]:
            groups.setdefault(row["tags"][tag], []).append(row)
    return groups
