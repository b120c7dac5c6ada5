"""Success of goals that the eyes were taught, and of those that were held out from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from meadow.evaluation.report.tables import Cell, Table, interval
from meadow.evaluation.run.store import Row
from meadow.evaluation.run.summary import headlines

NOTE = (
    "Success, % [95 % interval]. The eyes were never shown the categories that were held out from them, "
    "nor read their names; only goals of these are zero-shot. Agents whose eyes were taught everything, or "
    "come from elsewhere, are left out."
)


def zero_shot_table(groups: Iterable[tuple[str, Sequence[Row], frozenset[str]]]) -> Table:
    """A line for each agent from whose eyes something was held out.

    Args:
        groups: Name of the agent, a row for each of its goals, and the categories that were held out.
    """
    lines = []
    for name, goals, unseen in groups:
        if not unseen or not goals:
            continue
        cells = [Cell(name)]
        for inside in (False, True):
            own = [row for row in goals if (row["tags"].get("category") in unseen) == inside]
            told = interval("success", headlines(own)["success"]) if own else "–"
            cells += [Cell(told), Cell(str(len(own)))]
        lines.append(tuple(cells))
    head = ("", "taught", "n", "held out, zero-shot", "n")
    return Table("What the eyes were taught, and what was held out", head, tuple(lines), NOTE)
