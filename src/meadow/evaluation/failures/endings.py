"""Why an episode failed: every record falls into exactly one class, by the first rule that applies.

    could not be run to its end ........................................ error
    solved ............................................................. success
    nothing to search for .............................................. not solved
    in range at some moment, Stop not said there ....................... passed by          stopping
    never in range, Stop said
        within NEAR of a success position .............................. stopped short      localisation
        farther away ................................................... stopped elsewhere  localisation
    never in range, out of steps
        on its way to what it took for the goal, or ended within NEAR .. ran out of steps   planning
        otherwise ...................................................... not found          exploration

*In range* is ``record.reached``: Stop would have succeeded there. Distances are geodesic, to the nearest
success position. On its way is an agent whose last traced mode is "approach"; one that traces no mode
can only show it by where it ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any

from meadow.episodes.record import EpisodeRecord

#: So near to a success position counts as having found the goal, metres.
NEAR = 1.0


class Ending(StrEnum):
    """How an episode ended, best first."""

    SUCCESS = "success"
    PASSED_BY = "passed by"
    STOPPED_SHORT = "stopped short"
    RAN_OUT = "ran out of steps"
    STOPPED_ELSEWHERE = "stopped elsewhere"
    NOT_FOUND = "not found"
    NOT_SOLVED = "not solved"
    ERROR = "error"


#: What an ending says in one sentence, and which skill it blames.
MEANING: dict[Ending, tuple[str, str]] = {
    Ending.SUCCESS: ("The task was solved.", ""),
    Ending.PASSED_BY: (
        "The goal was in range at some moment, but the agent did not say Stop there.",
        "stopping",
    ),
    Ending.STOPPED_SHORT: (
        f"Said Stop within {NEAR:g} m of a success position, but never was in range.",
        "localisation",
    ),
    Ending.RAN_OUT: (
        f"The budget ended on the way to the goal or within {NEAR:g} m of it, never in range.",
        "planning",
    ),
    Ending.STOPPED_ELSEWHERE: (
        f"Said Stop more than {NEAR:g} m from any success position, and never was in range.",
        "localisation",
    ),
    Ending.NOT_FOUND: (
        "The budget ended without the goal ever in range or approached.",
        "exploration",
    ),
    Ending.NOT_SOLVED: (
        "There was nothing to search for, and the task was not solved.",
        "",
    ),
    Ending.ERROR: (
        "The episode could not be run to its end (fault, lost worker, time limit).",
        "",
    ),
}


def classify(record: EpisodeRecord) -> Ending:
    """The class of a record."""
    modes = record.trace.get("mode", ())
    return _decide(
        error=bool(record.error),
        success=record.success,
        searched=not record.legs or any(leg.goal is not None for leg in record.legs),
        was_in_range=any(record.reached),
        stopped=record.stopped,
        end=record.distances[-1],
        approaching=bool(modes) and modes[-1] == "approach",
    )


def classify_row(row: Mapping[str, Any]) -> Ending:
    """The class of a row whose replay is not there: the same tree, without the agent's own mode."""
    if row["status"] == "ok" and row.get("ending") in set(Ending):
        return Ending(row["ending"])
    metrics = row["metrics"]
    return _decide(
        error=row["status"] != "ok",
        success=metrics.get("success") == 1.0,
        searched=row.get("goals") != [],
        was_in_range=metrics.get("oracle_success") == 1.0,
        stopped=metrics.get("stop_fail_pos") is not None,
        end=metrics.get("distance_to_goal"),
        approaching=False,
    )


def _decide(
    *,
    error: bool,
    success: bool,
    searched: bool,
    was_in_range: bool,
    stopped: bool,
    end: float | None,
    approaching: bool,
) -> Ending:
    if error:
        return Ending.ERROR
    if success:
        return Ending.SUCCESS
    if not searched:
        return Ending.NOT_SOLVED
    if was_in_range:
        return Ending.PASSED_BY
    near = end is not None and end <= NEAR
    if stopped:
        return Ending.STOPPED_SHORT if near else Ending.STOPPED_ELSEWHERE
    return Ending.RAN_OUT if near or approaching else Ending.NOT_FOUND


def tally(endings: Iterable[Ending]) -> dict[Ending, int]:
    """How often each class occurs, zeros included, in the order of :class:`Ending`."""
    counts = dict.fromkeys(Ending, 0)
    for ending in endings:
        counts[ending] += 1
    return counts
