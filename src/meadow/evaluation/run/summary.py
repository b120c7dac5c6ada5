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


def goal_rows(rows: Iterable[Row]) -> list[Row]:
    """One row for each goal: what tables count. Rows of one goal are as they are.

    The metrics of an episode as a whole stand in the row of its first goal, so that they are counted once.
    """
    flat: list[Row] = []
    for row in rows:
        goals = row.get("goals", ())
        if not goals:
            flat.append(row)
            continue
        shared = {k: v for k, v in row.items() if k not in ("goals", "answers")}
        for number, goal in enumerate(goals, start=1):
            tags = {**row["tags"], **goal["tags"], "leg": str(number)}
            metrics = {**goal["metrics"], **(row["metrics"] if number == 1 else {})}
            flat.append({**shared, **goal, "tags": tags, "metrics": metrics, "leg": number})
    return flat


def trial_name(row: Row) -> str:
    """The episode, and for one of several goals its number: equal for what runs can be compared on."""
    return f"{row['episode']} goal {row['leg']}" if "leg" in row else str(row["episode"])


def counted(rows: Iterable[Row]) -> str:
    """What tables count: "goal" where an episode has several, else "episode"."""
    return "goal" if any("leg" in row for row in rows) else "episode"


def values_of(rows: Sequence[Row], metric: str) -> list[float | None]:
    """One metric down the rows; None where an episode was not finished, whatever its row says."""
    return [row["metrics"].get(metric) if is_finished(row) else None for row in rows]


def run_summary(rows: Sequence[Row], planned: int) -> dict[str, Any]:
    """What ``summary.json`` holds: :func:`summarise`, and how many of the planned episodes are missing."""
    count = len(finished(rows))
    episodes = {"planned": planned, "finished": count, "missing": planned - count}
    return {**summarise(rows), "episodes": episodes}


def summarise(rows: Sequence[Row]) -> dict[str, Estimate]:
    """{metric: mean, low, high, n} over the goals of finished rows, with intervals clustered by home."""
    rows = finished(goal_rows(rows))
    homes = [row["home"] for row in rows]
    return {name: estimate(values_of(rows, name), homes) for name in metric_names(rows)}


def by_tag(rows: Sequence[Row], tag: str) -> dict[str, list[Row]]:
    """Goals' rows grouped by the value of a tag, in order of first sight."""
    groups: dict[str, list[Row]] = {}
    for row in goal_rows(rows):
        if tag in row["tags"]:
            groups.setdefault(row["tags"][tag], []).append(row)
    return groups
