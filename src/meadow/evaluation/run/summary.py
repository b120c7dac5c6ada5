"""Rows to means with intervals, overall and by tag."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from meadow.evaluation.failures.beliefs import tally
from meadow.evaluation.run import BREAKDOWNS
from meadow.evaluation.run.store import Row, is_finished
from meadow.metrics import METRICS
from meadow.metrics.statistics import Estimate, estimate


@dataclass(frozen=True, slots=True)
class Breakdown:
    """A part of a summary: results of goals grouped by a tag."""

    name: str
    """Its key in ``summary.json``."""
    tag: str
    values: tuple[str, ...]
    """In order; those that no goal has are there with n = 0."""


#: Metrics of a breakdown.
HEADLINES = ("success", "success_viewpoint", "spl", "spl_chained")
#: What stands between several values of a tag.
SEVERAL = ", "


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


def run_summary(rows: Sequence[Row], planned: int, task: str = "") -> dict[str, Any]:
    """What ``summary.json`` holds: :func:`summarise`, and how many of the planned episodes are missing.

    For a ``task`` that has breakdowns, also the results by what they name, and what failures are blamed on.
    """
    count = len(finished(rows))
    episodes = {"planned": planned, "finished": count, "missing": planned - count}
    return {**summarise(rows), **breakdowns(rows, task), "episodes": episodes}


def breakdowns(rows: Sequence[Row], task: str) -> dict[str, dict[str, Any]]:
    """Name of a breakdown -> value -> metric -> estimate, and ``failures``; empty for most tasks."""
    if task not in BREAKDOWNS:
        return {}
    goals = finished(goal_rows(rows))
    found: dict[str, dict[str, Any]] = {}
    for part in BREAKDOWNS.get(task):
        groups = by_tag(goals, part.tag)
        found[part.name] = {v: headlines(groups.get(v, [])) for v in part.values}
    counts = tally(row.get("blame", "") for row in goals)
    failed = sum(counts.values())
    found["failures"] = {
        name: {"count": n, "share": n / failed if failed else None} for name, n in counts.items()
    }
    return found


def headlines(goals: Sequence[Row]) -> dict[str, Estimate]:
    """The metrics of one search that papers print."""
    homes = [row["home"] for row in goals]
    return {name: estimate(values_of(goals, name), homes) for name in HEADLINES}


def summarise(rows: Sequence[Row]) -> dict[str, Estimate]:
    """{metric: mean, low, high, n} over the goals of finished rows, with intervals clustered by home."""
    rows = finished(goal_rows(rows))
    homes = [row["home"] for row in rows]
    return {name: estimate(values_of(rows, name), homes) for name in metric_names(rows)}


def by_tag(rows: Sequence[Row], tag: str) -> dict[str, list[Row]]:
    """Goals' rows grouped by the value of a tag, in order of first sight.

    A goal whose tag has several values ("color, support") is in the group of each.
    """
    groups: dict[str, list[Row]] = {}
    for row in goal_rows(rows):
        for value in tag_values(row["tags"], tag):
            groups.setdefault(value, []).append(row)
    return groups


def value_order(value: str) -> tuple[int, str]:
    """Sorts the values of a tag: numbers by what they count, words by the alphabet."""
    return (int(value), "") if value.isdecimal() else (-1, value)


def tag_values(tags: Mapping[str, str], tag: str) -> list[str]:
    """The values that a tag has: none, one, or several with commas between them."""
    return tags[tag].split(SEVERAL) if tag in tags else []
