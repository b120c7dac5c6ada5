"""Failures by the rule of the paper's authors, from rows alone.

    said Stop in the wrong place .................. localisation
    out of steps, target in range at some moment .. planning
    out of steps, target never in range ........... exploration

Their "seen" is THOR's visible, which with its distance of 1.0 m is our *in range*.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum

from meadow.evaluation.run.store import Row


class CowFailure(StrEnum):
    """What a failure is put down to."""

    NONE = "success"
    LOCALISATION = "localisation"
    EXPLORATION = "exploration"
    PLANNING = "planning"
    ERROR = "error"


def blame(row: Row) -> CowFailure:
    """The class of a row."""
    metrics = row["metrics"]
    if row["status"] != "ok":
        return CowFailure.ERROR
    if metrics["success"] == 1.0:
        return CowFailure.NONE
    if metrics.get("stop_fail_pos") is not None:
        return CowFailure.LOCALISATION
    return CowFailure.PLANNING if metrics.get("oracle_success") == 1.0 else CowFailure.EXPLORATION


def shares(rows: Iterable[Row]) -> dict[CowFailure, float]:
    """Share of each class among the failures; empty when there are none."""
    counts = Counter(blame(row) for row in rows)
    kinds = (CowFailure.EXPLORATION, CowFailure.LOCALISATION, CowFailure.PLANNING)
    total = sum(counts[kind] for kind in kinds)
    return {kind: counts[kind] / total for kind in kinds} if total else {}
