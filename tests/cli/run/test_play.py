"""Where people practise for a suite."""

from __future__ import annotations

from pathlib import Path

import pytest

from meadow.cli.main import run as meadow
from meadow.cli.run import play
from meadow.cli.run.play import practice_suite
from meadow.episodes import SUITES
from meadow.errors import InvalidValueError
from meadow.testing.runs import drive_record, hand_spec, write_run


def test_a_suite_with_a_practice_split_is_practised_there() -> None:
    assert practice_suite("excalibur") == "excalibur-practice"


def test_others_have_a_small_suite_of_their_task() -> None:
    assert practice_suite("langnav-test") == "langnav-mini"
    assert practice_suite("pasture") == "pasture-mini"
    assert practice_suite("pointnav") == "pointnav-mini"


@pytest.mark.parametrize("suite", SUITES.names())
def test_every_suite_can_be_practised_for(suite: str) -> None:
    assert practice_suite(suite) in SUITES


def test_a_file_has_no_practice(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(InvalidValueError, match="is no suite by name"):
        practice_suite("mine.jsonl")
    assert meadow(["play", "mine.jsonl", "--practice", "--no-browser"]) != 0
    assert "mine.jsonl" in capsys.readouterr().err


def test_a_suite_of_fewer_episodes_than_asked_for_can_be_played_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def played(config, asked, out) -> None:
        write_run(out, hand_spec("person", 2), records)

    monkeypatch.setattr(play, "_play_in_terminal", played)
    words = ["play", "objectnav-mini", "--terminal", "--episodes", "5", "-o"]
    records = [drive_record("a-0", "a", [0.0, 1.0])]
    assert meadow([*words, str(tmp_path / "half")]) == 0
    assert "1 of 2 episodes are played" in capsys.readouterr().out
    records.append(drive_record("a-1", "a", [0.0, 1.0]))
    assert meadow([*words, str(tmp_path / "all")]) == 0
    assert "are played" not in capsys.readouterr().out
