"""Where a search went wrong: every record falls into exactly one class, by the first rule that applies.

    could not be run to its end ........................... error
    solved ................................................ success
    said Stop, with another thing of its kind in range .... stopped at a distractor
    said Stop, otherwise .................................. stopped elsewhere
    out of steps (or given up), goal never in view ........ never seen
    ..., in view, but the agent never took it for the goal  seen, never fired
    ..., and taken for the goal at some moment ............ fired, not reached

*In view* is at least 0.1 % of the frame at any distance (the probe "in_view"). The agent
*fired* while its trace "fired" is above 0 with the goal in view; one that keeps no such trace fired when it
approached. A *distractor* is a thing of the goal's category, or of the category of what hides it, that is
no goal.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from meadow.episodes.record import EpisodeRecord


class Finding(StrEnum):
    """How far a search came, best first."""

    SUCCESS = "success"
    NOT_REACHED = "fired, not reached"
    NEVER_FIRED = "seen, never fired"
    NEVER_SEEN = "never seen"
    AT_DISTRACTOR = "stopped at a distractor"
    ELSEWHERE = "stopped elsewhere"
    ERROR = "error"


#: What a class says in one sentence.
FINDINGS: dict[Finding, str] = {
    Finding.SUCCESS: "The task was solved.",
    Finding.NOT_REACHED: "The goal was in view and taken for it, but the steps ended before the Stop.",
    Finding.NEVER_FIRED: "The goal was in view at some moment, but never taken for it.",
    Finding.NEVER_SEEN: "The steps ended without the goal ever in view.",
    Finding.AT_DISTRACTOR: "Said Stop at another thing of the same kind.",
    Finding.ELSEWHERE: "Said Stop where nothing of the kind is in range.",
    Finding.ERROR: "The episode could not be run to its end.",
}


def find(record: EpisodeRecord) -> Finding:
    """The class of a record."""
    if record.error:
        return Finding.ERROR
    if record.success:
        return Finding.SUCCESS
    modes = record.trace.get("mode", ())
    if record.stopped and modes[-1:] != ("give up",):
        return Finding.AT_DISTRACTOR if record.last("beside") else Finding.ELSEWHERE
    seen = record.before_actions("in_view", old="seen") or record.reached[: record.steps]
    if not any(seen):
        return Finding.NEVER_SEEN
    fired = record.trace.get("fired") or tuple(float(m == "approach") for m in modes)
    both = any(s and f for s, f in zip(seen, fired))
    return Finding.NOT_REACHED if both else Finding.NEVER_FIRED


def count(findings: Iterable[Finding]) -> dict[Finding, int]:
    """How often each class occurs, zeros included, in the order of :class:`Finding`."""
    counts = dict.fromkeys(Finding, 0)
    for finding in findings:
        counts[finding] += 1
    return counts
