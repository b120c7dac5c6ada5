"""150 goals as people would type them, of the kinds that sequences of goals ask for.

They were written before any generator or parser was made for them. ``before`` holds the goals that came
first, ``rank`` which of several things is meant: {"by": "larger", "place": 1, "of": 2}.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

PATH = Path(__file__).parent / "data" / "free_language.json"
#: Of the file as it was first committed: the goals and what they mean are not changed afterwards.
DIGEST = "058fd4c234d345bc4b9dfb51206bc599bdf1ee34b78f0364f842af61f767ffd3"
GOALS = json.loads(PATH.read_text(encoding="utf-8"))


def test_the_goals_are_those_that_were_written_first() -> None:
    assert hashlib.sha256(PATH.read_bytes()).hexdigest() == DIGEST


def test_no_two_of_the_goals_are_alike() -> None:
    assert len(GOALS) == 150
    assert len({goal["text"].lower() for goal in GOALS}) == 150
    assert all(goal["kind"] and goal["head"] for goal in GOALS)
