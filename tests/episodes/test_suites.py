"""Suites by name and by file."""

from __future__ import annotations

import pytest

from meadow.episodes import suites
from meadow.episodes.schema import write_episodes
from meadow.episodes.suites import SUITES, load_suite
from meadow.errors import FileFormatError, InvalidEpisodeError, UnknownIdError


def test_a_shipped_suite_is_generated_once_and_cached(monkeypatch, cache):
    first = load_suite("pointnav-mini")
    assert len(first) == 24
    monkeypatch.setattr(suites, "generate_episodes", None)  # calling it again would fail
    assert load_suite("pointnav-mini") == first


def test_a_damaged_cache_is_made_anew(cache):
    first = load_suite("pointnav-mini")
    (file,) = (cache / "suites").rglob("pointnav-mini-*.jsonl.gz")
    file.write_bytes(b"not gzip")
    assert load_suite("pointnav-mini") == first


def test_unknown_suites_offer_the_nearest():
    with pytest.raises(UnknownIdError, match="'objectnav'"):
        load_suite("objectnv")


def test_missing_and_empty_files(tmp_path):
    with pytest.raises(FileFormatError, match="no such episode file"):
        load_suite(str(tmp_path / "none.jsonl"))
    (tmp_path / "empty.jsonl").write_bytes(b"\n")
    with pytest.raises(InvalidEpisodeError, match="holds no episodes"):
        load_suite(str(tmp_path / "empty.jsonl"))


def test_files_of_other_simulators_are_sent_to_conversion(tmp_path):
    (tmp_path / "FloorPlan_Val1_1.json").write_bytes(b"[]")
    for path in (tmp_path, tmp_path / "FloorPlan_Val1_1.json"):
        with pytest.raises(FileFormatError, match="meadow convert-episodes"):
            load_suite(str(path))


def test_bad_lines_can_be_skipped(tmp_path, points):
    write_episodes(tmp_path / "e.jsonl", points)
    with open(tmp_path / "e.jsonl", "ab") as file:
        file.write(b'{"id": "torn')
    with pytest.raises(FileFormatError, match=f"line {len(points) + 1}"):
        load_suite(str(tmp_path / "e.jsonl"))
    assert load_suite(str(tmp_path / "e.jsonl"), skip_bad=True) == points


def test_shipped_suites_are_recipes_of_seeds():
    assert {"objectnav", "pointnav"} <= set(SUITES.names())
    assert all(not SUITES.get(name).house_files for name in SUITES.names())


@pytest.mark.parametrize("name", ["x" * 5000 + ".jsonl", "a\0b.jsonl"])
def test_names_that_no_file_can_have_are_no_episode_files(name):
    with pytest.raises(FileFormatError, match="no such episode file"):
        load_suite(name)
