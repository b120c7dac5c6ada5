"""Fuzzing of questions: a little of what ``make fuzz`` does at length."""

from __future__ import annotations

import pytest

from meadow.errors import MeadowError
from meadow.language.goals import Attributes, Noun
from meadow.language.questions.execute import KnownThings
from meadow.language.questions.families import is_misleading
from meadow.language.questions.parse import parse_question
from meadow.language.questions.program import Exist, Selection
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


def test_nothing_is_asked_that_reads_as_something_else() -> None:
    """A towel of paper was asked for, and read as a paper towel."""
    towel = Noun(head="towel", category="towel", attributes=Attributes(materials=("paper",)))
    assert is_misleading(Exist(Selection(noun=towel)))
    assert not is_misleading(parse_question("Is there a red towel?"))
