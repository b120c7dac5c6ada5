"""A home for anyone's words: it holds what was asked for, and says so when it cannot."""

from __future__ import annotations

import pytest

from meadow.episodes.requested import requested_home
from meadow.language.facts import matches
from meadow.language.parse import parse
from meadow.scenes.facts import house_things
from meadow.scenes.validate import check_house


@pytest.mark.parametrize(
    "texts",
    [
        ["a small red mug"],
        ["the striped pillow on the bed", "a blue house plant"],
        ["a wooden toy airplane", "green spray bottle"],
    ],
)
def test_the_home_holds_what_was_asked_for(texts: list[str]) -> None:
    goals = [parse(text) for text in texts]
    home = requested_home(goals, 3, rooms=2, draws=6)
    things = house_things(home.house)
    for goal, targets in zip(goals, home.targets, strict=True):
        assert targets
        assert tuple(t.id for t in matches(goal, things)[0]) == targets
    assert check_house(home.house) == []


def test_what_no_home_can_have_is_missing() -> None:
    home = requested_home([parse("a harpsichord"), parse("a bed")], 3, rooms=1, draws=2)
    assert home.targets[0] == ()


def test_equal_wishes_give_equal_homes() -> None:
    first, second = (
        requested_home([parse("a yellow vase")], 5, rooms=1, draws=3) for _ in range(2)
    )
    assert first.house.digest() == second.house.digest()
