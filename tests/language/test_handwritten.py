"""Texts as people would write them, with what they mean, made before anything that reads them.

- ``free_language.json``: goals; ``before`` holds the goals that came first, ``rank`` which of several
  things is meant: {"by": "larger", "place": 1, "of": 2}.
- ``hints.json``: writing on boards, with what each says of where things are.
- ``questions.json``: questions about a home, with the program whose result is the answer.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from meadow.language import Description, parse
from meadow.language.scoring import check

DATA = Path(__file__).parent / "data"
#: File -> number of texts, and the digest of the file as it was first committed: neither the texts nor
#: what they mean are changed afterwards.
FIRST = {
    "free_language.json": (150, "058fd4c234d345bc4b9dfb51206bc599bdf1ee34b78f0364f842af61f767ffd3"),
    "hints.json": (100, "d0c220a4befd2be9e8bb64864b849cad6196838b6f31198325095dfd6deaf9aa"),
    "questions.json": (200, "5a6bb132d75c83132da2cbe9a759d1e1ef97cbd5b3f57650d435c12b4660df73"),
}


@pytest.mark.parametrize("name", FIRST)
def test_texts_are_those_that_were_written_first(name: str) -> None:
    count, digest = FIRST[name]
    content = (DATA / name).read_bytes()
    assert hashlib.sha256(content).hexdigest() == digest
    texts = [entry["text"].lower() for entry in json.loads(content)]
    assert len(texts) == len(set(texts)) == count


def test_most_goals_are_read_as_they_are_meant() -> None:
    """The figures are in results/language; 128 were fully right before any failure had been seen."""
    goals = json.loads((DATA / "free_language.json").read_text(encoding="utf-8"))
    earlier = {goal["text"]: _in_turn(goal.get("before", [])) for goal in goals}
    score = check(goals, lambda text: parse(text, before=earlier[text]))
    assert score.right >= 146, [failure.text for failure in score.failures]


def _in_turn(texts: list[str]) -> list[Description]:
    read: list[Description] = []
    for text in texts:
        read.append(parse(text, before=read))
    return read
