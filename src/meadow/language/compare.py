"""Comparatives: whether one thing is heavier, larger or longer than another.

Every answer is True, False, or None where a measure is unknown or the difference is within the margin,
so that people would have to weigh or measure to tell.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from meadow.errors import UnknownIdError
from meadow.language.things import Thing

#: Comparative -> the measure that it is about, and whether the first thing has more (+1) or less (-1).
COMPARATIVES: dict[str, tuple[str, int]] = {
    "heavier": ("mass", 1),
    "lighter": ("mass", -1),
    "larger": ("volume", 1),
    "smaller": ("volume", -1),
    "longer": ("longest side", 1),
    "shorter": ("longest side", -1),
}

#: Fraction of the greater measure by which two things must differ at least.
MARGIN = 0.1


def compare(word: str, thing: Thing, other: Thing, *, margin: float = MARGIN) -> bool | None:
    """Whether ``thing`` is heavier, lighter, larger, smaller, longer or shorter than ``other``.

    Args:
        word: One of COMPARATIVES.
        thing: What is spoken of.
        other: What it is compared with; a thing is not larger than itself.
        margin: Fraction of the greater measure by which they must differ to be told apart.
    """
    if word not in COMPARATIVES:
        raise UnknownIdError("comparative", word, COMPARATIVES)
    if thing.id == other.id:
        return False
    name, sign = COMPARATIVES[word]
    first, second = _MEASURES[name](thing), _MEASURES[name](other)
    if first is None or second is None:
        return None
    difference = sign * (first - second)
    return None if abs(difference) <= margin * max(first, second) else difference > 0.0


def _volume(thing: Thing) -> float | None:
    """Of its own box, or of the box along the world's axes where that is all that is known."""
    return thing.volume if thing.volume is not None else math.prod(thing.extents) or None


def _longest(thing: Thing) -> float | None:
    return thing.longest_side if thing.longest_side is not None else max(thing.extents) or None


_MEASURES: dict[str, Callable[[Thing], float | None]] = {
    "mass": lambda thing: thing.mass,
    "volume": _volume,
    "longest side": _longest,
}
