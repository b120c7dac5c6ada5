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


def test_it_scores_a_file_of_goals(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    goals = [
        {"text": "the tv", "kind": "short", "head": "tv", "category": "television"},
        {"text": "a blue mug", "kind": "looks", "head": "mug", "category": "mug"},
        {"text": "please", "kind": "looks", "head": "mug"},
    ]
    path, out = tmp_path / "goals.json", tmp_path / "score.json"
    path.write_text(json.dumps(goals))
    assert run(["parse", "--check", str(path), "--json", str(out)]) == 0
    printed = capsys.readouterr().out
    assert "3 goals, 1 fully right, 2 with the right noun" in printed
    assert "a blue mug  (attributes)" in printed
    assert "all         33.3 %" in printed
    assert "looks        0 of 2" in printed
    score = json.loads(out.read_text())
    assert (score["goals"], score["right"], score["noun"]) == (3, 1, 2)
    assert score["kinds"] == {"looks": [0, 2], "short": [1, 1]}
    mug, please = score["failures"]
    assert mug["expected"] == {"head": "mug", "category": "mug"}
    assert mug["got"] == {"head": "mug", "category": "mug", "colours": ["blue"]}
    assert "names nothing" in please["got"]["error"]


@pytest.mark.parametrize("content", ['[{"text": "a mug"}]', "[]", "[[[", "{}"])
def test_a_damaged_file_of_goals_is_a_clear_error(
    content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "goals.json"
    path.write_text(content)
    assert run(["parse", "--check", str(path)]) == 2
    assert "goals" in capsys.readouterr().err


def test_a_score_needs_goals(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["parse", "a mug", "--json", str(tmp_path / "score.json")]) == 2
    assert "--check" in capsys.readouterr().err


def test_a_question_shows_its_program_and_its_answer(capsys) -> None:
    assert run(["parse", "--question", "how many chairs are there?", "--home", "seed:7"]) == 0
    shown = capsys.readouterr().out
    assert '"count":{"category":"chair"' in shown
    assert "answer" in shown


def test_a_question_that_is_not_understood_names_the_word(capsys) -> None:
    assert run(["parse", "--question", "is there a flurble on the desk?"]) == 2
    assert "'flurble', which is not known" in capsys.readouterr().err
    assert run(["parse", "mug", "--home", "seed:7"]) == 2
    assert "--question" in capsys.readouterr().err
