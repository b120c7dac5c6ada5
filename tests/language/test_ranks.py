"""Superlatives, comparatives and places in a row, read, written and checked against facts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from meadow.language import Description, Noun, Thing, describe, holds, matches, parse
from meadow.language.compare import COMPARATIVES
from meadow.language.goals import Rank
from meadow.language.tags import tags
from meadow.language.words import SUPERLATIVES

MUG = Noun(head="mug", category="mug")


@pytest.mark.parametrize(
    ("text", "rank"),
    [
        ("the largest mug", Rank("larger")),
        ("find me the biggest red mug on the desk", Rank("larger")),
        ("the second-largest mug", Rank("larger", 2)),
        ("the third heaviest mug of all", Rank("heavier", 3)),
        ("the lighter of the two mugs", Rank("lighter", of=2)),
        ("the smaller one of the three mugs", Rank("smaller", of=3)),
        ("the biggest of the mugs", Rank("larger")),
        ("my longer mug", Rank("longer")),
        ("the first mug from the right", Rank("right", 1)),
        ("the fourth mug on the desk from the left", Rank("left", 4)),
    ],
)
def test_ranks_are_read(text: str, rank: Rank) -> None:
    goal = parse(text)
    assert goal.rank == rank
    assert (goal.target.head, goal.category) == ("mug", "mug")
    assert goal.target.attributes.others == ()
    assert tags(goal)["rank"] == 1


@pytest.mark.parametrize(
    "text",
    [
        "a lighter",
        "a larger mug",
        "the mug on the largest table",
        "a mug, not the biggest one",
        "the second mug",
        "the mug from the left",
        "the biggest",
        "a mug larger than the bowl",
    ],
)
def test_what_says_no_rank_of_the_target_has_none(text: str) -> None:
    assert parse(text).rank is None


@pytest.mark.parametrize("by", [*COMPARATIVES, "left", "right"])
@pytest.mark.parametrize("place", [1, 2, 10])
@pytest.mark.parametrize("of", [0, 2, 3])
def test_ranks_are_read_back(by: str, place: int, of: int) -> None:
    of = of if by in COMPARATIVES else 0
    plain = parse("small, red mug on top of a desk in the kitchen")
    for goal in (Description(target=MUG), plain):
        goal = replace(goal, rank=Rank(by, place, of))
        assert parse(f"the {describe(goal)}") == goal, describe(goal)


def test_every_comparative_has_a_superlative() -> None:
    assert SUPERLATIVES.keys() == COMPARATIVES.keys()


def _mug(name: str, side: float, *, colour: str = "") -> Thing:
    plain = parse(f"{colour} mug").target.attributes
    extents = (side, side, side)
    return Thing(id=name, category="mug", names=("mug",), extents=extents, attributes=plain)


SMALL, MIDDLE, BIG = _mug("small", 0.1), _mug("middle", 0.2), _mug("big", 0.3)
BOWL = Thing(id="bowl", category="bowl", names=("bowl",), extents=(0.9, 0.9, 0.9))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("the largest mug", "big"),
        ("the second largest mug", "middle"),
        ("the third largest mug", "small"),
        ("the smallest mug", "small"),
        ("the largest of the three mugs", "big"),
    ],
)
def test_the_thing_of_a_rank_is_found_among_those_of_its_kind(text: str, found: str) -> None:
    things = [SMALL, MIDDLE, BIG, BOWL]
    goal = parse(text)
    sure, arguable = matches(goal, things)
    assert [t.id for t in sure] == [found]
    assert not arguable
    assert [t.id for t in things if holds(goal, t, things)] == [found]


def test_what_cannot_be_told_is_arguable() -> None:
    twins = [_mug("one", 0.3), _mug("other", 0.3), SMALL]
    assert [holds(parse("the largest mug"), t, twins) for t in twins] == [None, None, False]
    assert holds(parse("the smallest mug"), SMALL, twins) is True
    assert holds(parse("the larger of the two mugs"), BIG, [SMALL, MIDDLE, BIG]) is None
    assert holds(parse("the second mug from the left"), BIG, [SMALL, BIG]) is None
    assert holds(parse("the second mug from the left"), BOWL, [SMALL, BIG, BOWL]) is False


def test_a_thing_that_perhaps_fits_may_be_the_largest() -> None:
    things = [
        _mug("red", 0.1, colour="red"),
        _mug("unknown", 0.3),
        _mug("blue", 0.9, colour="blue"),
    ]
    assert [holds(parse("the largest red mug"), t, things) for t in things] == [None, None, False]
