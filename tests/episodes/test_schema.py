"""Episode files: equal bytes for equal episodes, and clear words about bad lines."""

from __future__ import annotations

import json

import msgspec
import pytest

from meadow import serialize
from meadow.episodes.schema import (
    Episode,
    Goal,
    HouseRef,
    check_episode,
    episodes_digest,
    read_episodes,
    write_episodes,
)
from meadow.errors import FileFormatError, InvalidEpisodeError

BASE = Episode(
    id="e0",
    task="pointnav",
    house=HouseRef("generator:seed=1,rooms=2", "0123"),
    start=(1.0, 2.0, 0.5),
    goals=(Goal(text="go", point=(3.0, 4.0), tags={"setting": "far"}),),
    geodesic=3.5,
    path=((1.0, 2.0), (3.0, 4.0)),
)


def changed(**fields) -> Episode:
    return msgspec.structs.replace(BASE, **fields)


@pytest.mark.parametrize("name", ["e.jsonl", "e.jsonl.gz"])
def test_written_episodes_come_back(tmp_path, name):
    episodes = [BASE, changed(id="e1", extras={"robothor": {"id": "x", "list": [1, 2.5, None]}})]
    write_episodes(tmp_path / name, episodes)
    read, problems = read_episodes(tmp_path / name)
    assert read == episodes
    assert problems == []
    assert episodes_digest(read) == episodes_digest(episodes)


def test_equal_episodes_give_equal_bytes(tmp_path):
    for name in ("a.jsonl.gz", "b.jsonl.gz"):
        write_episodes(tmp_path / name, [BASE])
    assert (tmp_path / "a.jsonl.gz").read_bytes() == (tmp_path / "b.jsonl.gz").read_bytes()


def test_the_digest_sees_every_field():
    variants = [BASE, changed(seed=1), changed(max_steps=9), changed(pitch=0.1), changed(id="x")]
    assert len({episodes_digest([e]) for e in variants}) == len(variants)
    assert episodes_digest([BASE, variants[1]]) != episodes_digest([variants[1], BASE])


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"max_steps": 0}, "max_steps is 0"),
        ({"max_steps": -5}, "max_steps is -5"),
        ({"goals": ()}, "goals is empty"),
        ({"id": ""}, "id is empty"),
        ({"start": (float("nan"), 0.0, 0.0)}, "start is"),
        ({"start": (1e9, 0.0, 0.0)}, "start is"),
        ({"geodesic": -1.0}, "geodesic is -1.0"),
        ({"schema": "meadow/episode/99"}, "meadow/episode/99"),
    ],
)
def test_impossible_values_are_named(fields, words):
    with pytest.raises(InvalidEpisodeError, match=words):
        check_episode(changed(**fields))


def damaged(tmp_path, line: bytes):
    file = tmp_path / "e.jsonl"
    good = [serialize.encode(changed(id=f"e{i}")) for i in range(3)]
    file.write_bytes(b"\n".join([good[0], line, *good[1:]]) + b"\n")
    return file


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b'{"id": "e9", "task": "pointnav", "ho', "not valid JSON"),
        (b'{"id": "e9", "task": "pointnav"}', "missing required field"),
        (b'{"id": "e9", "colour": "red"}', "colour|missing"),
        (b"[1, 2]", "Expected `object`"),
        (serialize.encode(changed(id="e9", max_steps=-1)), "max_steps is -1"),
        (serialize.encode(changed(id="e0")), "'e0' was used before"),
        (b"\xff\xfe", "not valid JSON"),
    ],
)
def test_a_bad_line_is_named_and_can_be_skipped(tmp_path, line, words):
    file = damaged(tmp_path, line)
    with pytest.raises((FileFormatError, InvalidEpisodeError), match=words) as error:
        read_episodes(file)
    assert "line 2" in str(error.value)
    assert "--skip-bad" in str(error.value)
    episodes, problems = read_episodes(file, skip_bad=True)
    assert [e.id for e in episodes] == ["e0", "e1", "e2"]
    assert len(problems) == 1
    assert "line 2" in problems[0]


def test_blank_lines_are_fine(tmp_path):
    file = damaged(tmp_path, b"   ")
    assert len(read_episodes(file)[0]) == 3


def test_a_truncated_file_says_so(tmp_path):
    write_episodes(tmp_path / "e.jsonl.gz", [BASE] * 1)
    data = (tmp_path / "e.jsonl.gz").read_bytes()
    (tmp_path / "e.jsonl.gz").write_bytes(data[:-20])
    with pytest.raises(FileFormatError, match="truncated or damaged"):
        read_episodes(tmp_path / "e.jsonl.gz")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"speed": 3}, r"unknown field \$\.embodiment\.speed; known: radius, height"),
        ({"camera": {"zoom": 2}}, r"unknown field \$\.embodiment\.camera\.zoom"),
        ({"noise": {"mvoe": 0.1}}, r"unknown field \$\.embodiment\.noise\.mvoe"),
        ({"turn": 0}, "turn 0 degrees"),
        ({"turn": -1.0}, "turn -57"),
        ({"tilt": 1e308}, "tilt"),
        ({"max_pitch": 9.0}, "max_pitch"),
        ({"noise": {"move": 1e308}}, r"noise move 1e\+308 m: expected 0 to 1"),
        ({"noise": {"turn": 1e308}}, "noise turn"),
        ({"camera": {"pitch": 1e308}}, "camera pitch"),
    ],
)
def test_bodies_that_there_are_not_are_refused(tmp_path, change, words):
    path = tmp_path / "bad.jsonl"
    plain = {"id": "e", "task": "objectnav", "house": {"uri": "generator:seed=1,rooms=1"}}
    more = {"start": [0, 0, 0], "goals": [{"text": "mug"}], "embodiment": change}
    path.write_text(json.dumps({**plain, **more}))
    with pytest.raises(FileFormatError, match=words):
        read_episodes(path)
    path.write_text(json.dumps({**plain, **more, "embodiment": {"turn": 0.2}}))
    assert read_episodes(path)[0][0].embodiment.turn == 0.2
