"""Who has been around a home guesses by homes about as large."""

from __future__ import annotations

import pytest

from meadow.benchmarks.excalibur import sizes
from meadow.benchmarks.excalibur.balance import train_home
from meadow.benchmarks.excalibur.guessers import most_frequent
from meadow.benchmarks.excalibur.table import table
from meadow.errors import InvalidValueError
from meadow.language.questions.parse import program_of
from meadow.language.questions.program import Exist


def test_the_kept_counts_are_those_of_the_homes() -> None:
    counted = sizes.count(train_home(index) for index in range(3))
    assert len(counted) == len(table().entries)
    for entry, small_to_large, kept in zip(
        table().entries, counted, (sizes._counted()[e.program] for e in table().entries)
    ):
        assert sum(sum(c.values()) for c in kept) == entry.homes
        for few, all_ in zip(small_to_large, kept, strict=True):
            assert all(all_.get(answer, 0) >= count for answer, count in few.items())


@pytest.mark.parametrize(("floor", "size"), [(0.0, 0), (52.4, 0), (52.5, 1), (99.9, 1), (500.0, 2)])
def test_sizes_of_homes(floor: float, size: int) -> None:
    assert sizes.size_of(floor) == size


def test_answers_of_all_sizes_together_are_the_usual_ones() -> None:
    entry = max(table().entries, key=lambda entry: entry.homes)
    shares = [sizes.likely_answers(entry.program, floor) for floor in (20.0, 45.0, 90.0)]
    for answer, count in entry.answers.items():
        shrunk = 3 * sizes.SHRINKAGE * count / entry.homes
        expected = (count + shrunk) * entry.kept(answer)
        assert sum(share[answer] for share in shares) == pytest.approx(expected)


def test_what_exists_depends_on_how_large_a_home_is() -> None:
    exist = [entry.program for entry in table().entries if isinstance(entry.program, Exist)]
    small, large = (
        [sizes.likely_answers(program, floor) for program in exist] for floor in (15.0, 85.0)
    )
    more = [b["yes"] / sum(b.values()) - a["yes"] / sum(a.values()) for a, b in zip(small, large)]
    assert len(more) > 100
    assert sum(map(abs, more)) / len(more) > 0.1


def test_other_questions_are_answered_as_without_a_size() -> None:
    question = "how many purple kettles are there?"
    assert program_of(question) is not None
    assert sizes.likely_answer(question, 50.0) == most_frequent(question)
    assert sizes.likely_answer("what is love?", 50.0) == "yes"


def test_homes_must_be_asked() -> None:
    with pytest.raises(InvalidValueError, match="0 homes"):
        sizes.run(sizes.Config(homes=0), None)  # type: ignore[arg-type]
