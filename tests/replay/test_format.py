"""Replay files read back exactly and stay small."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.episodes.record import EpisodeRecord
from meadow.episodes.schema import Episode, Goal, HouseRef
from meadow.errors import FileFormatError
from meadow.replay import decode_replay, encode_replay

EPISODE = Episode("e", "objectnav", HouseRef("h", "abc"), (0.0, 0.0, 0.0), (Goal("mug"),))

coordinates = st.floats(-1000, 1000).map(lambda v: round(v, 6) + 0.0)
poses = st.tuples(coordinates, coordinates, coordinates, coordinates)
distances = st.none() | st.floats(0, 1e5).map(lambda v: round(v, 4))


@st.composite
def records(draw: st.DrawFn) -> EpisodeRecord:
    steps = draw(st.integers(0, 20))

    def many(strategy: st.SearchStrategy, count: int) -> tuple:
        return tuple(draw(st.lists(strategy, min_size=count, max_size=count)))

    return EpisodeRecord(
        episode=EPISODE,
        agent="someone",
        actions=many(st.sampled_from(["MoveAhead", "RotateLeft", "Stop"]), steps),
        moved=many(st.booleans(), steps),
        poses=many(poses, steps + 1),
        distances=many(distances, steps + 1),
        reached=many(st.booleans(), steps + 1),
        success=draw(st.booleans()),
        stopped=draw(st.booleans()),
        parts={"reached": True, "euclidean": 1.5},
        trace={"mode": many(st.none() | st.sampled_from(["explore", "approach"]), steps)},
        seconds=1.25,
    )


@given(records())
def test_replays_read_back_exactly(record: EpisodeRecord) -> None:
    assert decode_replay(encode_replay(record)) == record


def test_a_long_episode_is_a_few_kilobytes() -> None:
    steps = 500
    record = EpisodeRecord(
        episode=EPISODE,
        agent="someone",
        actions=("MoveAhead",) * steps,
        moved=(True,) * steps,
        poses=tuple((round(i * 0.2503, 6), 1.0, 0.5, 0.0) for i in range(steps + 1)),
        distances=tuple(round(125 - i * 0.25, 4) for i in range(steps + 1)),
        reached=(False,) * (steps + 1),
        success=False,
        stopped=False,
    )
    assert len(encode_replay(record)) < 8000


@pytest.mark.parametrize("cut", [0, 4, 10, 40, -10])
def test_damaged_files_are_named(cut: int) -> None:
    data = encode_replay(
        EpisodeRecord(EPISODE, "a", (), (), ((0, 0, 0, 0),), (None,), (False,), False, False)
    )
    with pytest.raises(FileFormatError, match="some-file"):
        decode_replay(data[:cut], "some-file")
