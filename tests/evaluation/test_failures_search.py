"""Every search has one reason for how it ended."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.episodes.record import EpisodeRecord
from meadow.episodes.schema import Episode, Goal, HouseRef
from meadow.evaluation.failures.search import FINDINGS, Finding, count, find


def record(steps=2, *, stopped=False, success=False, error="", reached=None, **trace):
    return EpisodeRecord(
        episode=Episode("e", "lzson", HouseRef("h"), (0, 0, 0), (Goal("mug"),)),
        agent="a",
        actions=("MoveAhead",) * (steps - stopped) + ("Stop",) * stopped,
        moved=(True,) * steps,
        poses=((0.0, 0.0, 0.0, 0.0),) * (steps + 1),
        distances=(1.0,) * (steps + 1),
        reached=tuple(reached or [False] * (steps + 1)),
        success=success,
        stopped=stopped,
        trace={name: tuple(column) for name, column in trace.items()},
        error=error,
    )


CASES = [
    (record(error="KeyError: 'x'"), Finding.ERROR),
    (record(stopped=True, success=True), Finding.SUCCESS),
    (record(stopped=True, beside=[None, "mug-2"], seen=[0.0, 0.0]), Finding.AT_DISTRACTOR),
    (record(stopped=True, beside=[None, None], seen=[1.0, 1.0]), Finding.ELSEWHERE),
    (record(stopped=True), Finding.ELSEWHERE),
    (record(seen=[0.0, 0.0], fired=[0.2, 0.1]), Finding.NEVER_SEEN),
    (record(seen=[1.0, 0.0], fired=[0.0, 0.1]), Finding.NEVER_FIRED),
    (record(seen=[1.0, 0.0], fired=[0.1, 0.0]), Finding.NOT_REACHED),
    (record(seen=[1.0, 1.0], mode=["explore", "approach"]), Finding.NOT_REACHED),
    (record(seen=[1.0, 1.0], mode=["explore", "explore"]), Finding.NEVER_FIRED),
    (record(reached=[False, True, False]), Finding.NEVER_FIRED),
    (record(stopped=True, mode=["explore", "give up"], seen=[0.0, 0.0]), Finding.NEVER_SEEN),
]


@pytest.mark.parametrize(("record", "finding"), CASES)
def test_the_decision_tree(record, finding):
    assert find(record) is finding


def test_every_class_is_explained_and_reached_by_a_case():
    assert set(FINDINGS) == set(Finding) == {finding for _, finding in CASES}


column = st.lists(st.sampled_from([0.0, 0.3, None]), min_size=2, max_size=2)


@given(st.booleans(), st.booleans(), st.none() | column, st.none() | column)
def test_any_record_has_exactly_one_class(stopped, success, seen, fired):
    trace = {k: v for k, v in (("seen", seen), ("fired", fired)) if v is not None}
    found = find(record(stopped=stopped, success=success, **trace))
    assert sum(count([found]).values()) == 1
    assert (found is Finding.SUCCESS) == success
    if not success:
        assert (found in (Finding.AT_DISTRACTOR, Finding.ELSEWHERE)) == stopped
