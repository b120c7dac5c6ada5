"""What a failed search is to be blamed on, by what the agent believed: a detection, its map, or time.

    could not be run to its end ................................. error
    solved ...................................................... success
    the place that it drove to was at the goal .................. not reached
    said Stop, in the phase "exploit" of its trace .............. wrong goal on map
    said Stop, otherwise ........................................ wrong detection
    out of steps (or given up), hardly moved in the end ......... stuck
    out of steps (or given up), otherwise ....................... out of time

The first rule that applies decides. The place that an agent drives to is its trace "goal_x" and "goal_y",
in the frame of the start; an agent that keeps no such trace is never blamed for not having reached it.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from enum import StrEnum

from meadow.episodes.record import EpisodeRecord
from meadow.types import Pose

#: The believed place is at the goal when it is within this distance of a viewpoint, metres.
AT_GOAL = 1.5
#: Stuck: less way than this in so many last steps, metres.
STUCK_WAY, STUCK_STEPS = 0.05, 10


class Blame(StrEnum):
    """What a search came to grief over, best first."""

    SUCCESS = "success"
    NOT_REACHED = "not reached"
    WRONG_DETECTION = "wrong detection"
    WRONG_ON_MAP = "wrong goal on map"
    OUT_OF_TIME = "out of time"
    STUCK = "stuck"
    ERROR = "error"


#: The classes of searches that were run to their end and failed.
FAILURES = tuple(b for b in Blame if b not in (Blame.SUCCESS, Blame.ERROR))


def blame(record: EpisodeRecord, start: Pose | None = None) -> Blame:
    """The class of a record of one search.

    ``start`` is where its episode began; by default where the search did.
    """
    if record.error:
        return Blame.ERROR
    if record.success:
        return Blame.SUCCESS
    if _believed_at_goal(record, start or record.episode.pose()):
        return Blame.NOT_REACHED
    if record.stopped and record.trace.get("mode", ())[-1:] != ("give up",):
        phase = record.trace.get("phase", ())[-1:]
        return Blame.WRONG_ON_MAP if phase == ("exploit",) else Blame.WRONG_DETECTION
    last = record.poses[-STUCK_STEPS:]
    way = math.fsum(math.dist(a[:2], b[:2]) for a, b in itertools.pairwise(last))
    stuck = len(last) == STUCK_STEPS and way < STUCK_WAY
    return Blame.STUCK if stuck else Blame.OUT_OF_TIME


def _believed_at_goal(record: EpisodeRecord, start: Pose) -> bool:
    """Whether the place that the agent last drove to was at the goal."""
    x, y = (_last(record, name) for name in ("goal_x", "goal_y"))
    if x is None or y is None:
        return False
    place = start.after(Pose(x, y))
    views = record.episode.goal.viewpoints
    return any(math.dist((place.x, place.y), view[:2]) <= AT_GOAL for view in views)


def _last(record: EpisodeRecord, name: str) -> float | None:
    """The last value of a trace, where it is a number."""
    value = (record.trace.get(name) or (None,))[-1]
    return float(value) if isinstance(value, float | int) else None


def tally(blames: Iterable[Blame | str]) -> dict[str, int]:
    """How often each failure occurs, zeros included, in the order of FAILURES."""
    counts = {str(b): 0 for b in FAILURES}
    for found in blames:
        if str(found) in counts:
            counts[str(found)] += 1
    return counts
