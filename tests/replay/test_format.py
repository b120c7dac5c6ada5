"""Replay files read back exactly and stay small."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.episodes.record import EpisodeRecord
from meadow.episodes.schema import Episode, Goal, HouseRef
from meadow.errors import FileFormatError
from meadow.replay import decode_replay, encode_replay
from meadow.testing.fuzz.mutate import bomb

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


SHORT = EpisodeRecord(
    EPISODE,
    "a",
    ("MoveAhead", "Stop"),
    (True, True),
    ((0, 0, 0, 0),) * 3,
    (1.0, None, 0.0),
    (False,) * 3,
    False,
    True,
    trace={"mode": ("explore", None)},
)


@pytest.mark.parametrize("cut", [0, 4, 10, 40, -10])
def test_damaged_files_are_named(cut: int) -> None:
    with pytest.raises(FileFormatError, match="some-file"):
        decode_replay(encode_replay(SHORT)[:cut], "some-file")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"actions": ("MoveAhead",)}, "column 'moved': 2 values, expected 1 for 1 actions"),
        ({"actions": ("MoveAhead", "Fly")}, "unknown action 'Fly'"),
        ({"distances": (1.0,)}, "column 'distances': 1 values, expected 3"),
        ({"trace": {"mode": ("explore",)}}, "column 'trace/mode': 1 values, expected 2"),
        ({"poses": ((0.0, 0.0, 0.0, None),) * 3}, "column 'pitch': a value is missing"),
    ],
)
def test_columns_that_do_not_fit_are_named(change: dict, message: str) -> None:
    data = encode_replay(msgspec.structs.replace(SHORT, **change))
    with pytest.raises(FileFormatError, match=f"some-file.*{message}"):
        decode_replay(data, "some-file")


def test_a_replay_unpacks_to_no_more_than_it_says() -> None:
    data = encode_replay(SHORT)
    start = 12 + int.from_bytes(data[8:12], "little")
    with pytest.raises(FileFormatError, match="some-file: truncated or damaged"):
        decode_replay(data[:start] + bomb(b"\0"), "some-file")
    claimed = data[12:start].replace(b'"size":1,', b'"size":9999999999,', 1)
    assert claimed != data[12:start]
    huge = data[:8] + len(claimed).to_bytes(4, "little") + claimed + data[start:]
    with pytest.raises(FileFormatError, match="the limit is"):
        decode_replay(huge, "some-file")
