"""Metrics on hand-made records."""

from __future__ import annotations

import math

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.episodes.record import EpisodeRecord, LegRecord
from meadow.episodes.schema import Episode, Goal, HouseRef
from meadow.metrics import METRICS, row_metrics
from meadow.metrics import navigation as nav


def record(
    xs: list[float],
    *,
    stopped: bool = True,
    reached: list[bool] | None = None,
    geodesic: float | None = 1.0,
    distances: list[float | None] | None = None,
    moved: list[bool] | None = None,
) -> EpisodeRecord:
    """A drive along X through ``xs``, one action per leg, then perhaps Stop."""
    actions = ["MoveAhead"] * (len(xs) - 1) + ["Stop"] * stopped
    xs = xs + [xs[-1]] * stopped
    reached = reached or [False] * (len(xs) - 1) + [stopped]
    return EpisodeRecord(
        episode=Episode("e", "pointnav", HouseRef("h"), (0, 0, 0), (Goal("x"),), geodesic=geodesic),
        agent="a",
        actions=tuple(actions),
        moved=tuple(moved or [True] * len(actions)),
        poses=tuple((x, 0.0, 0.0, 0.0) for x in xs),
        distances=tuple(distances or [abs(1.0 - x) for x in xs]),
        reached=tuple(reached),
        success=stopped and reached[-1],
        stopped=stopped,
    )


def test_spl_compares_with_the_shortest_path() -> None:
    assert nav.spl(record([0.0, 1.0])) == 1.0
    assert nav.spl(record([0.0, 2.0, 1.0])) == pytest.approx(1 / 3)
    assert nav.spl(record([0.0, 0.5], reached=[False, False, False])) == 0.0


def test_spl_edge_cases() -> None:
    assert nav.spl(record([0.0], geodesic=0.0)) == 1.0
    assert nav.spl(record([0.0, 0.25], geodesic=0.0)) == 0.0
    unknown = record([0.0, 1.0], geodesic=None, distances=[None, None, None])
    assert nav.spl(unknown) is None
    assert nav.soft_spl(unknown) is None


def test_driving_less_than_the_shortest_path_cannot_beat_one() -> None:
    assert nav.spl(record([0.0, 0.9])) == 1.0


def test_soft_spl_gives_credit_for_the_way() -> None:
    half = record([0.0, 0.5], stopped=False)
    assert nav.soft_spl(half) == pytest.approx(0.5)
    away = record([0.0, -1.0], stopped=False)
    assert nav.soft_spl(away) == 0.0


def test_stop_failures_follow_robustnav() -> None:
    too_early = record([0.0, 0.5], reached=[False, False, False])
    assert nav.stop_fail_pos(too_early) == 1.0
    assert nav.stop_fail_neg(too_early) is None
    never_stopped = record([0.0, 1.0, 2.0], stopped=False, reached=[False, True, True])
    assert nav.stop_fail_pos(never_stopped) is None
    # The pose after the last action offers no further choice.
    assert nav.stop_fail_neg(never_stopped) == 1.0
    late = record([0.0, 1.0, 1.1], reached=[False, True, True, True])
    assert nav.stop_fail_neg(late) == 0.5
    assert nav.oracle_success(never_stopped) == 1.0


def test_failed_actions_ignore_stop() -> None:
    assert nav.failed_actions(record([0.0, 0.0, 1.0], moved=[False, True, True])) == 0.5
    assert nav.failed_actions(record([0.0])) is None


def test_distances() -> None:
    r = record([0.0, 0.9, 0.4], stopped=False)
    assert nav.distance_to_goal(r) == pytest.approx(0.6)
    assert nav.min_distance_to_goal(r) == pytest.approx(0.1)
    assert nav.path_length(r) == pytest.approx(1.4)


def test_timings_are_left_out_unless_asked_for() -> None:
    r = record([0.0, 1.0])
    assert "seconds_per_step" not in row_metrics(r)
    assert "seconds_per_step" in row_metrics(r, timings=True)


@given(
    st.lists(st.floats(-50, 50), min_size=1, max_size=20),
    st.booleans(),
    st.floats(0, 100),
    st.data(),
)
def test_metrics_are_finite_and_rates_stay_in_range(
    xs: list[float], stopped: bool, geodesic: float, data: st.DataObject
) -> None:
    n = len(xs) + stopped
    reached = data.draw(st.lists(st.booleans(), min_size=n, max_size=n))
    values = row_metrics(record(xs, stopped=stopped, reached=reached, geodesic=geodesic))
    for name, value in values.items():
        if value is None:
            continue
        assert math.isfinite(value), name
        if name in ("spl", "soft_spl") or "rate" in METRICS.entry(name).tags:
            assert 0.0 <= value <= 1.0, name


def test_success_at_a_hidden_thing_is_stricter_than_at_what_conceals_it() -> None:
    base = record([0.0, 1.0])
    assert "success_at_hidden" not in row_metrics(base)
    goal = Goal("mug in the dresser", objects=("dresser-1",), hidden="mug-1")
    hidden = msgspec.structs.replace(
        base, episode=msgspec.structs.replace(base.episode, goals=(goal,)), success=True
    )
    for there, value in ((True, 1.0), (False, 0.0)):
        seen = msgspec.structs.replace(hidden, parts={"reached": True, "at_hidden": there})
        assert row_metrics(seen)["success_at_hidden"] == value


def test_collisions_are_counted_for_each_step_and_can_leave_out_standing_pairs() -> None:
    # The robot drives up to somebody, stands before them, somebody comes closer, and goes away.
    done = msgspec.structs.replace(
        record([0.0, 0.25, 0.25, 0.25, 0.25], stopped=False),
        probes={"person_gap": (0.4, 0.15, 0.15, 0.1, 0.2)},
    )
    assert nav.collisions(done) == [0, 1, 2]
    assert nav.collisions(done, moving=True) == [0, 2]
    assert nav.collision_rate(done) == 0.75
    assert nav.collision_rate_moving(done) == 2 / 3
    assert nav.collision_rate(record([0.0, 0.25])) is None


def test_where_a_robot_comes_in_again_it_did_not_drive_to() -> None:
    explored = LegRecord(kind="free", first=0, outcome="out of steps", success=True)
    again = LegRecord(
        kind="free", first=2, outcome="stopped", success=True, entered=(0.0, 0.0, 0.0, 0.0)
    )
    one_way = record([0.0, 1.0, 2.0, 0.5, 1.0], stopped=False)
    both = msgspec.structs.replace(one_way, legs=(explored, again), reached=(False,) * 6)
    assert nav.episode_path_length(both) == 3.0
    assert nav.driven(both.leg(0)) + nav.driven(both.leg(1)) == 3.0
