"""A memory that misses much is believed as far as it was right."""

from __future__ import annotations

import pytest

from meadow.benchmarks.excalibur import trust
from meadow.benchmarks.excalibur.guessers import usual_answers
from meadow.benchmarks.excalibur.table import table
from meadow.language.questions.execute import NO, YES
from meadow.language.questions.families import YES_NO, answer_type
from meadow.language.questions.program import Count, Exist


def changed() -> dict[str, int]:
    """How many answers to questions of existence a memory changes by saying yes, and by saying no."""
    programs = [entry.program for entry in table().entries if isinstance(entry.program, Exist)]
    found = {YES: 0, NO: 0}
    for program in programs:
        usual = usual_answers(program)
        best = max(sorted(usual), key=lambda answer: usual[answer])
        for said in (YES, NO):
            answer = trust.believed(program, said)
            assert answer in (said, best)
            found[said] += best != said and answer == said
    return found


def test_what_a_memory_says_counts_by_how_often_it_was_right(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(trust, "SAID", {"Exist": {YES: (60, 40), NO: (4, 96)}})
    sees_half = changed()
    assert sees_half[YES] > sees_half[NO]
    monkeypatch.setattr(trust, "SAID", {"Exist": {YES: (10, 90), NO: (30, 70)}})
    assert changed() == {YES: 0, NO: 0}  # it was as often wrong: the usual answers stand


def test_counts_of_such_a_memory_are_not_believed_where_the_usual_one_is_likelier() -> None:
    tried = 0
    for entry in table().entries:
        if not isinstance(entry.program, Count):
            continue
        assert answer_type(entry.program) != YES_NO
        usual = usual_answers(entry.program)
        best = max(sorted(usual), key=lambda answer: usual[answer])
        if usual[best] > 0.3 * sum(usual.values()):
            assert trust.believed(entry.program, "17") == best
            tried += 1
    assert tried
