"""Every record has one reason."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.episodes.record import EpisodeRecord, LegRecord
from meadow.episodes.schema import Episode, Goal, HouseRef
from meadow.evaluation.failures.endings import MEANING, NEAR, Ending, classify, classify_row, tally
from meadow.metrics import row_metrics


def record(
    distances: list[float | None],
    reached: list[bool] | None = None,
    *,
    stopped: bool = False,
    success: bool = False,
    modes: list[str] | None = None,
    error: str = "",
) -> EpisodeRecord:
    steps = len(distances) - 1
    return EpisodeRecord(
        episode=Episode("e", "objectnav", HouseRef("h"), (0, 0, 0), (Goal("mug"),)),
        agent="a",
        actions=("MoveAhead",) * (steps - stopped) + ("Stop",) * stopped,
        moved=(True,) * steps,
        poses=((0.0, 0.0, 0.0, 0.0),) * (steps + 1),
        distances=tuple(distances),
        reached=tuple(reached or [False] * (steps + 1)),
        success=success,
        stopped=stopped,
        trace={"mode": tuple(modes)} if modes is not None else {},
        error=error,
    )


def unsearched() -> EpisodeRecord:
    exam = LegRecord(kind="exam", first=0, outcome="answered", success=False)
    return msgspec.structs.replace(record([None, None]), legs=(exam,))


CASES = [
    (record([3.0, 0.0], [False, True], stopped=True, success=True), Ending.SUCCESS),
    (record([3.0, 2.0], error="KeyError: 'x'"), Ending.ERROR),
    (record([1.0, 0.0, 1.0], [False, True, False]), Ending.PASSED_BY),
    (record([1.0, 0.0, 5.0], [False, True, False], stopped=True), Ending.PASSED_BY),
    (record([3.0, NEAR], stopped=True), Ending.STOPPED_SHORT),
    (record([3.0, NEAR + 0.01], stopped=True), Ending.STOPPED_ELSEWHERE),
    (record([0.5, None], stopped=True), Ending.STOPPED_ELSEWHERE),
    (record([3.0, 2.0], modes=["approach"]), Ending.RAN_OUT),
    (record([3.0, NEAR]), Ending.RAN_OUT),
    (record([3.0, 2.0, 2.0], modes=["approach", "explore"]), Ending.NOT_FOUND),
    (record([3.0, 2.0]), Ending.NOT_FOUND),
    (record([None, None]), Ending.NOT_FOUND),
    (unsearched(), Ending.NOT_SOLVED),
]


@pytest.mark.parametrize(("record", "ending"), CASES)
def test_the_decision_tree(record: EpisodeRecord, ending: Ending) -> None:
    assert classify(record) is ending


@pytest.mark.parametrize(("record", "ending"), CASES[:-1])
def test_a_row_alone_says_the_same_but_for_the_mode(record: EpisodeRecord, ending: Ending) -> None:
    status = "error" if record.error else "ok"
    found = classify_row({"status": status, "metrics": row_metrics(record)})
    by_mode = ending is Ending.RAN_OUT and record.trace
    assert found is (Ending.NOT_FOUND if by_mode else ending)


def test_a_row_of_an_episode_that_could_not_be_run_is_an_error() -> None:
    assert classify_row({"status": "timeout", "metrics": {"success": 0.0}}) is Ending.ERROR


def test_who_had_nothing_to_search_for_did_not_fail_to_find_it() -> None:
    assert classify(unsearched()) is Ending.NOT_SOLVED
    row = {"status": "ok", "goals": [], "metrics": {"success": 0.0}}
    assert classify_row(row) is Ending.NOT_SOLVED
    assert classify_row(row | {"metrics": {"success": 1.0}}) is Ending.SUCCESS


@given(st.data())
def test_any_record_has_exactly_one_class(data: st.DataObject) -> None:
    steps = data.draw(st.integers(0, 6))
    column = st.lists(st.none() | st.floats(0, 50), min_size=steps + 1, max_size=steps + 1)
    flags = st.lists(st.booleans(), min_size=steps + 1, max_size=steps + 1)
    modes = st.lists(st.sampled_from(["spin", "approach"]), min_size=steps, max_size=steps)
    made = record(
        data.draw(column),
        data.draw(flags),
        modes=data.draw(st.none() | modes),
        error=data.draw(st.sampled_from(["", "fault"])),
    )
    made = msgspec.structs.replace(
        made, stopped=data.draw(st.booleans()), success=data.draw(st.booleans())
    )
    ending = classify(made)
    assert sum(tally([ending]).values()) == 1
    assert (ending is Ending.ERROR) == bool(made.error)
    assert (ending is Ending.SUCCESS) == (made.success and not made.error)
    if ending in (Ending.STOPPED_SHORT, Ending.STOPPED_ELSEWHERE):
        assert made.stopped
    if ending in (Ending.RAN_OUT, Ending.NOT_FOUND):
        assert not made.stopped
    if ending not in (Ending.ERROR, Ending.SUCCESS, Ending.PASSED_BY):
        assert not any(made.reached)


def test_every_class_is_explained_and_reached_by_a_case() -> None:
    assert set(MEANING) == set(Ending) == {ending for _, ending in CASES}
    assert all(sentence.endswith(".") for sentence, _ in MEANING.values())
