"""The metrics of navigation papers, with every edge case decided.

SPL (Anderson et al. 2018) is success * l / max(p, l), with l the geodesic distance from the start to the
nearest success position and p the length truly driven; turning costs nothing. Decided here:

- starting at a success position (l = 0): 1 for stopping without driving, 0 for any detour;
- an episode whose l is unknown or infinite has no SPL (None), whatever the agent did;
- a failed episode has SPL 0.
"""

from __future__ import annotations

import itertools
import math

from meadow.episodes.record import EpisodeRecord
from meadow.protocols import Metric
from meadow.registry import Registry

#: Tags: "rate" lies in [0, 1], "binary" is 0 or 1 in every episode, "timing" differs between repetitions,
#: "special" is left out where it is not defined: it belongs to few tasks. "episode" is about an episode of
#: several legs as a whole; the others are about one search.
METRICS: Registry[Metric] = Registry("metric")
#: Metres of floor between the robot and a person below which the two collide.
COLLISION = 0.2


@METRICS.register("success", tags=("rate", "binary", "headline"))
def success(record: EpisodeRecord) -> float | None:
    """1 when the task was solved, else 0."""
    return float(record.success)


def driven(record: EpisodeRecord) -> float:
    """Length of the driven path, metres; a robot that comes in again elsewhere did not drive there."""
    entered = {leg.first: leg.entered for leg in record.legs if leg.entered is not None}
    moves = enumerate(itertools.pairwise(record.poses))
    return math.fsum(math.dist(entered.get(n, a)[:2], b[:2]) for n, (a, b) in moves)


def _start_distance(record: EpisodeRecord) -> float | None:
    stated = record.episode.geodesic
    return stated if stated is not None else record.distances[0]


@METRICS.register("spl", tags=("headline",))
def spl(record: EpisodeRecord) -> float | None:
    """Success weighted by (shortest / driven) path length."""
    shortest = _start_distance(record)
    if shortest is None:
        return None
    if not record.success:
        return 0.0
    longest = max(driven(record), shortest)
    return 1.0 if longest == 0.0 else shortest / longest


@METRICS.register("success_viewpoint", tags=("rate", "binary", "special"))
def success_viewpoint(record: EpisodeRecord) -> float | None:
    """1 when Stop was said near a viewpoint of the goal; None in tasks that do not ask for it."""
    if "at_viewpoint" not in record.parts:
        return None
    return float(record.stopped and bool(record.parts["at_viewpoint"]))


@METRICS.register("spl_chained", tags=("special",))
def spl_chained(record: EpisodeRecord) -> float | None:
    """SPL whose shortest path begins where that to the goal before ended, not where the robot is.

    None where the episode does not say how long that path is.
    """
    shortest = record.episode.goal.geodesic
    if shortest is None:
        return None
    longest = max(driven(record), shortest)
    return 0.0 if not record.success else 1.0 if longest == 0.0 else shortest / longest


@METRICS.register("soft_spl")
def soft_spl(record: EpisodeRecord) -> float | None:
    """SPL with success replaced by the share of the distance that was covered, in [0, 1]."""
    shortest, end = _start_distance(record), record.distances[-1]
    if shortest is None or end is None:
        return None
    covered = 1.0 if shortest == 0.0 else max(0.0, 1.0 - end / shortest)
    longest = max(driven(record), shortest)
    return covered if longest == 0.0 else covered * shortest / longest


@METRICS.register("distance_to_goal")
def distance_to_goal(record: EpisodeRecord) -> float | None:
    """Geodesic distance to the nearest success position at the end, metres."""
    return record.distances[-1]


@METRICS.register("min_distance_to_goal")
def min_distance_to_goal(record: EpisodeRecord) -> float | None:
    """The smallest geodesic distance to a success position on the way, metres."""
    known = [d for d in record.distances if d is not None]
    return min(known) if known else None


@METRICS.register("path_length")
def path_length(record: EpisodeRecord) -> float | None:
    """Metres that the robot drove; turning on the spot adds none."""
    return driven(record)


@METRICS.register("steps")
def steps(record: EpisodeRecord) -> float | None:
    """Actions taken, Stop included."""
    return float(record.steps)


@METRICS.register("glances_per_step", tags=("special",))
def glances_per_step(record: EpisodeRecord) -> float | None:
    """Closer looks at parts of frames, a step; None for agents that take none."""
    counted = [float(g) for g in record.trace.get("glances", ()) if g is not None]
    return sum(counted) / record.steps if counted else None


@METRICS.register("failed_actions", tags=("rate",))
def failed_actions(record: EpisodeRecord) -> float | None:
    """Share of the actions, Stop excluded, that the world refused."""
    moves = [ok for a, ok in zip(record.actions, record.moved) if a != "Stop"]
    return moves.count(False) / len(moves) if moves else None


def collisions(record: EpisodeRecord, *, moving: bool = False) -> list[int]:
    """Numbers of the actions, from 0, after which somebody was closer to the robot than ``COLLISION``.

    With ``moving`` those are left out in which neither the robot nor the person moved.
    """
    gaps = record.probes.get("person_gap", ())
    numbers = _moving(record) if moving else range(len(gaps) - 1)
    return [n for n in numbers if isinstance(gap := gaps[n + 1], float) and gap < COLLISION]


def _moving(record: EpisodeRecord) -> list[int]:
    """Numbers of the actions during which the robot or the nearest person moved."""
    pairs = enumerate(itertools.pairwise(record.probes.get("person_gap", ())))
    poses = record.poses
    return [n for n, (a, b) in pairs if a != b or poses[n][:2] != poses[n + 1][:2]]


def _collision_rate(record: EpisodeRecord, *, moving: bool) -> float | None:
    known = any(gap is not None for gap in record.probes.get("person_gap", ()))
    steps = len(_moving(record)) if moving else record.steps
    return len(collisions(record, moving=moving)) / steps if known and steps else None


@METRICS.register("collision_rate", tags=("rate", "special"))
def collision_rate(record: EpisodeRecord) -> float | None:
    """Share of the steps at which a person was within 0.2 m of the robot; None without people."""
    return _collision_rate(record, moving=False)


@METRICS.register("collision_rate_moving", tags=("rate", "special"))
def collision_rate_moving(record: EpisodeRecord) -> float | None:
    """The same among the steps in which the robot or the nearest person moved."""
    return _collision_rate(record, moving=True)


@METRICS.register("stop_fail_pos", tags=("rate", "binary"))
def stop_fail_pos(record: EpisodeRecord) -> float | None:
    """1 when Stop was said out of range, 0 when it was said in range, None when it was not said.

    Its mean, Stop-Fail (Pos), is the share of the Stops that came too early.
    """
    return float(not record.reached[-1]) if record.stopped else None


@METRICS.register("stop_fail_neg", tags=("rate",))
def stop_fail_neg(record: EpisodeRecord) -> float | None:
    """Of the moments in range, the share at which Stop was not said; None when none came.

    Its mean is Stop-Fail (Neg). A moment is an observation at which the agent had to choose.
    """
    chances = sum(record.reached[: record.steps])
    if not chances:
        return None
    return (chances - (record.stopped and record.reached[-1])) / chances


@METRICS.register("oracle_success", tags=("rate", "binary"))
def oracle_success(record: EpisodeRecord) -> float | None:
    """1 when Stop would have succeeded at any moment: success with an oracle that says Stop."""
    return float(any(record.reached))


@METRICS.register("success_at_hidden", tags=("rate", "binary", "special"))
def success_at_hidden(record: EpisodeRecord) -> float | None:
    """1 for success with the hidden thing itself in range, not only what conceals it.

    None where the goal is in the open.
    """
    if not record.episode.goal.hidden:
        return None
    return float(record.success and bool(record.parts.get("at_hidden", False)))


@METRICS.register("seconds_per_step", tags=("timing",))
def seconds_per_step(record: EpisodeRecord) -> float | None:
    """Wall time per action."""
    return record.seconds / record.steps if record.steps else None


@METRICS.register("goals_found", tags=("rate", "episode", "special"))
def goals_found(record: EpisodeRecord) -> float | None:
    """Share of the searches of an episode that succeeded; None without a search."""
    found = [leg.success for leg in record.searches()]
    return sum(found) / len(found) if found else None


@METRICS.register("answers_correct", tags=("rate", "episode", "special"))
def answers_correct(record: EpisodeRecord) -> float | None:
    """Share of the questions of all exams that were answered correctly; None without an exam."""
    exams = [leg.parts for leg in record.legs if leg.kind == "exam"]
    asked = sum(parts.get("asked", 0.0) for parts in exams)
    return sum(parts.get("correct", 0.0) for parts in exams) / asked if asked else None


@METRICS.register("episode_success", tags=("rate", "binary", "episode"))
def episode_success(record: EpisodeRecord) -> float | None:
    """1 when every search and every exam of an episode was solved, else 0."""
    return float(record.success)


@METRICS.register("episode_steps", tags=("episode",))
def episode_steps(record: EpisodeRecord) -> float | None:
    """Actions taken in all legs of an episode."""
    return float(record.steps)


@METRICS.register("episode_path_length", tags=("episode",))
def episode_path_length(record: EpisodeRecord) -> float | None:
    """Metres driven in all legs of an episode."""
    return driven(record)


def episode_metrics(record: EpisodeRecord) -> dict[str, float | None]:
    """The metrics of an episode of several legs as a whole."""
    return _metrics(record, {"episode"})


def row_metrics(record: EpisodeRecord, *, timings: bool = False) -> dict[str, float | None]:
    """All metrics of one search; those tagged ``timing`` only when asked for."""
    return _metrics(record, {"timing"} if timings else set())


def _metrics(record: EpisodeRecord, wanted: set[str]) -> dict[str, float | None]:
    """Metrics with the wanted ones of the tags "episode" and "timing"."""
    found: dict[str, float | None] = {}
    for entry in METRICS:
        kinds = {"episode", "timing"} & set(entry.tags)
        if kinds <= wanted and ("episode" in kinds) == ("episode" in wanted):
            value = entry.load()(record)
            if value is not None or "special" not in entry.tags:
                found[entry.name] = value
    return found
