"""Rows to means with intervals, overall and by tag."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from meadow.evaluation.store import Row
from meadow.metrics import METRICS
from meadow.metrics.statistics import Estimate, estimate


def metric_names(rows: Iterable[Row]) -> list[str]:
    """Every metric that occurs: those that Meadow knows in its own order, then others."""
    found = dict.fromkeys(name for row in rows for name in row["metrics"])
    return [m for m in METRICS.names() if m in found] + [m for m in found if m not in METRICS]


def values_of(rows: Sequence[Row], metric: str) -> list[float | None]:
    """One metric down the rows."""
    return [row["metrics"].get(metric) for row in rows]


def summarise(rows: Sequence[Row]) -> dict[str, Estimate]:
    """{metric: mean, low, high, n}, with intervals clustered by home."""
    homes = [row["home"] for row in rows]
    return {name: estimate(values_of(rows, name), homes) for name in metric_names(rows)}


def by_tag(rows: Sequence[Row], tag: str) -> dict[str, list[Row]]:
    """Rows grouped by the value of a tag, in order of first sight."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        if tag in row["tags"]:
            groups.setdefault(row["tags"][tag], []).append(row)
    return groups
