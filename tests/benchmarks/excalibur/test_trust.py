"""A memory that misses much is believed as far as it was right."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from meadow.benchmarks.excalibur import trust, trust_counts
from meadow.benchmarks.excalibur.sizes import likely_answers
from meadow.benchmarks.excalibur.surveyors import EYES
from meadow.benchmarks.excalibur.table import table
from meadow.benchmarks.excalibur.trust_counts import counted
from meadow.language.questions.execute import NO, YES
from meadow.language.questions.families import YES_NO, answer_type
from meadow.language.questions.program import Count, Exist
from meadow.models.protocols import Card

#: Of a middling home, m2.
FLOOR = 45.0


def remember(monkeypatch: pytest.MonkeyPatch, said: dict[str, tuple[int, int]]) -> None:
    """Let a memory have said so about things that exist or do not."""
    monkeypatch.setattr(trust, "measured", lambda: trust.Trust("", 1, {"Exist": said}, {}))


def changed() -> dict[str, int]:
    """How many answers to questions of existence a memory changes by saying yes, and by saying no."""
    programs = [entry.program for entry in table().entries if isinstance(entry.program, Exist)]
    found = {YES: 0, NO: 0}
    for program in programs:
        usual = likely_answers(program, FLOOR)
        best = max(sorted(usual), key=lambda answer: usual[answer])
        for said in (YES, NO):
            answer = trust.believed(program, said, FLOOR)
            assert answer in (said, best)
            found[said] += best != said and answer == said
    return found


def test_what_a_memory_says_counts_by_how_often_it_was_right(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    remember(monkeypatch, {YES: (60, 40), NO: (4, 96)})
    sees_half = changed()
    assert sees_half[YES] > sees_half[NO]
    remember(monkeypatch, {YES: (10, 90), NO: (30, 70)})
    assert changed() == {YES: 0, NO: 0}  # it was as often wrong: the usual answers stand


def test_counts_of_such_a_memory_are_not_believed_where_the_usual_one_is_likelier() -> None:
    tried = 0
    for entry in table().entries:
        if not isinstance(entry.program, Count):
            continue
        assert answer_type(entry.program) != YES_NO
        usual = likely_answers(entry.program, FLOOR)
        best = max(sorted(usual), key=lambda answer: usual[answer])
        if usual[best] > 0.3 * sum(usual.values()):
            assert trust.believed(entry.program, "17", FLOOR) == best
            tried += 1
    assert tried


def test_what_was_said_is_counted_by_form_and_by_what_is_asked() -> None:
    said = [
        *[("Exist", YES_NO, YES, YES)] * 3,
        *[("Exist", YES_NO, NO, YES)] * 2,
        ("Both", YES_NO, YES, NO),
        ("Count", "count", "2", "2"),
        ("Count", "count", "3", "2"),
    ]
    trust_ = counted(said, "eyes", 4)
    assert trust_.said == {
        "Both": {YES: (0, 0), NO: (1, 0)},
        "Exist": {YES: (3, 2), NO: (0, 0)},
    }
    assert trust_.right == {"count": (1, 2)}


def test_the_kept_counts_are_of_the_eyes_that_are_used() -> None:
    assert trust.measured().eyes == EYES


def test_what_other_weights_remembered_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """New weights come under the same name."""
    names = []
    for weights in ("old", "new"):
        card = Card("eyes", "detector", sha256=weights)
        model = SimpleNamespace(card=lambda card=card: card)
        monkeypatch.setattr(trust_counts, "load_model", lambda name, model=model: model)
        names.append(trust_counts.work_name("eyes"))
    assert names[0] != names[1]
