"""A hundred goals of the kinds that were read wrongly, written before the parser was mended."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from meadow.language import parse
from meadow.language.scoring import check
from meadow.models.text import load_words

PATH = Path(__file__).parent / "data" / "everyday.json"
#: Of the file as it was first committed: the goals and what they mean are not changed afterwards.
DIGEST = "ca3c1932d52767fb16c5304375d7320d9b22ced37b7b35e2e2b4f36e6495f48e"
GOALS = json.loads(PATH.read_text(encoding="utf-8"))


def test_the_goals_are_those_that_were_written_first() -> None:
    assert hashlib.sha256(PATH.read_bytes()).hexdigest() == DIGEST


def test_there_are_a_hundred_and_no_two_are_alike() -> None:
    assert len(GOALS) == 100
    assert len({goal["text"].lower() for goal in GOALS}) == 100
    assert all(goal["kind"] and goal["head"] for goal in GOALS)


@pytest.mark.parametrize("embedding", [True, False])
def test_nearly_all_are_read_as_they_are_meant(embedding: bool) -> None:
    """The figures are in results/language; 25 were fully right before the parser was mended."""
    words = load_words() if embedding else None
    score = check(GOALS, lambda text: parse(text, similar=words))
    assert score.right >= 95, [failure.text for failure in score.failures]
    assert score.noun >= 95
