"""Comparatives between two things: yes, no, or too close to tell."""

from __future__ import annotations

import pytest

from meadow.errors import UnknownIdError
from meadow.language import Thing
from meadow.language.compare import COMPARATIVES, MARGIN, compare
from meadow.scenes.facts import house_things
from meadow.scenes.generator import generate_house

OPPOSITE = {
    "heavier": "lighter",
    "larger": "smaller",
    "longer": "shorter",
} | {"lighter": "heavier", "smaller": "larger", "shorter": "longer"}


def thing(name: str, *, mass: float | None = None, size: tuple[float, float, float]) -> Thing:
    x, y, z = size
    return Thing(id=name, category=name, mass=mass, volume=x * y * z, longest_side=max(size))


MUG = thing("mug", mass=0.3, size=(0.08, 0.11, 0.1))
BAT = thing("baseball bat", mass=0.9, size=(0.07, 0.8, 0.07))
PILLOW = thing("pillow", mass=0.8, size=(0.4, 0.6, 0.15))


@pytest.mark.parametrize(
    ("word", "first", "second", "answer"),
    [
        ("heavier", BAT, MUG, True),
        ("lighter", BAT, MUG, False),
        ("larger", PILLOW, BAT, True),
        ("smaller", MUG, PILLOW, True),
        ("longer", BAT, PILLOW, True),
        ("shorter", BAT, PILLOW, False),
        ("heavier", MUG, MUG, False),
    ],
)
def test_measures(word: str, first: Thing, second: Thing, answer: bool) -> None:
    assert compare(word, first, second) is answer


def test_within_the_margin_nobody_can_tell() -> None:
    close = thing("close", mass=0.9 * (1 - MARGIN) + 1e-9, size=(1, 1, 1))
    apart = thing("apart", mass=0.9 * (1 - MARGIN) - 1e-3, size=(1, 1, 1))
    assert compare("heavier", BAT, close) is None
    assert compare("heavier", BAT, apart) is True
    assert compare("heavier", BAT, close, margin=0.0) is True


def test_what_is_unknown_cannot_be_compared() -> None:
    strange = Thing(id="strange", category="thing")
    for word in COMPARATIVES:
        assert compare(word, strange, MUG) is None
    seen = Thing(id="seen", category="thing", extents=(1.0, 1.0, 1.0))
    assert compare("larger", seen, MUG) is True, "an agent knows only the box that it saw"


def test_an_unknown_comparative_is_refused() -> None:
    with pytest.raises(UnknownIdError, match="heavyer"):
        compare("heavyer", MUG, BAT)


def test_comparatives_of_a_home_are_consistent() -> None:
    things = house_things(generate_house(3))[:40]
    for word, opposite in OPPOSITE.items():
        for a in things:
            for b in things:
                answer = compare(word, a, b)
                assert answer == compare(opposite, b, a) or a is b
                if answer:
                    assert compare(word, b, a) is False
