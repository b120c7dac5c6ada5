"""Fuzzing of questions: a little of what ``make fuzz`` does at length."""

from __future__ import annotations

import pytest

from meadow.errors import MeadowError
from meadow.language.questions.execute import KnownThings
from meadow.testing.fuzz import questions


def test_questions_are_read_back_and_answered_alike() -> None:
    assert questions.run_parser(150, 500) >= 150
    done = questions.run_programs(2, 500)
    assert done.total() > 40


def test_a_wrong_answer_is_noticed(monkeypatch) -> None:
    monkeypatch.setattr(KnownThings, "run", lambda self, program: "perhaps")
    with pytest.raises(MeadowError, match="by brute force"):
        questions.run_programs(1, 500)


def test_a_misread_question_is_noticed(monkeypatch) -> None:
    monkeypatch.setattr(questions, "parse_question", lambda text: None)
    with pytest.raises(MeadowError, match="is read as None"):
        questions.run_parser(1, 500)
