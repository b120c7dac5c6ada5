"""``meadow parse``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from meadow.cli.main import run


def test_it_shows_how_a_goal_is_understood(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["parse", "a small red mug on the desk, not the one in the kitchen"]) == 0
    out = capsys.readouterr().out
    assert "mug (category: mug)  size: small  colours: red" in out
    assert "on         desk" in out
    assert "not room   kitchen" in out


def test_without_a_goal_it_says_what_to_type(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["parse"]) == 2
    assert "meadow parse" in capsys.readouterr().err


def test_it_measures_a_file_of_goals(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    goals = [
        {"text": "the tv", "head": "tv", "category": "television"},
        {"text": "a blue mug", "head": "mug", "category": "mug"},
    ]
    path = tmp_path / "goals.json"
    path.write_text(json.dumps(goals))
    assert run(["parse", "--goals", str(path), "--failures"]) == 0
    out = capsys.readouterr().out
    assert "a blue mug  (attributes)" in out
    assert "all         50.0 %" in out


def test_a_damaged_file_of_goals_is_a_clear_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "goals.json"
    path.write_text('[{"text": "a mug"}]')
    assert run(["parse", "--goals", str(path)]) == 2
    assert "goals.json" in capsys.readouterr().err
