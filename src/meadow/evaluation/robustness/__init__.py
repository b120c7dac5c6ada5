"""RobustNav: its conditions, what became of agents in them, and what that says of its findings."""

from __future__ import annotations

from meadow.evaluation.robustness.conditions import (
    BEHAVIOUR,
    BY_DIFFICULTY,
    CLEAN,
    chosen,
    conditions,
    kind,
    title,
)
from meadow.evaluation.robustness.tables import (
    Summary,
    Table,
    behaviour,
    by_difficulty,
    degradation_tables,
    rank_correlation,
    static_against_embodied,
    summary_of,
)

__all__ = [
    "BEHAVIOUR",
    "BY_DIFFICULTY",
    "CLEAN",
    "Summary",
    "Table",
    "behaviour",
    "by_difficulty",
    "chosen",
    "conditions",
    "degradation_tables",
    "kind",
    "rank_correlation",
    "static_against_embodied",
    "summary_of",
    "title",
]
