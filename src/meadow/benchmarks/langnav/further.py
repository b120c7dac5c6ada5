"""Words beyond the paper's: negation, anchors, sides, comparisons, and words for earlier goals.

Each function gives noun phrases that may be said of a thing. The parser reads them, and brute force over
the home says what they mean. Those that are arguable, or mean something else, are not used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from meadow.benchmarks.langnav.descriptions import MATERIALS, PATTERNS, STATES, support_of
from meadow.benchmarks.langnav.phrasing import several
from meadow.language.relations import gap, related
from meadow.language.things import Thing

#: An anchor is no farther than this from what it is to help to find, metres.
CLOSE = 1.0
#: Something is between two things that are at least so large, metres.
LARGE = 0.4
#: How to say a relation to an anchor; the first four need one that has a front of its own.
SIDES = {
    "left of": "to the left of",
    "right of": "to the right of",
    "behind": "behind",
    "in front of": "in front of",
    "under": "under",
}
#: Comparatives that can be seen, with their superlatives.
COMPARED = {"larger": "largest", "smaller": "smallest"}
#: Things that one says something else lies on, for "it".
_LIE = ("blanket", "handbag", "laptop", "notebook", "phone", "pillow", "towel")

Phrases = Callable[[Thing, Sequence[Thing]], Iterator[str]]


def alike(thing: Thing, things: Sequence[Thing]) -> list[Thing]:
    """Others of its category in the open."""
    return [
        other
        for other in things
        if other.category == thing.category and other.id != thing.id and not other.container
    ]


def negations(thing: Thing, things: Sequence[Thing]) -> Iterator[str]:
    """What others of its kind are and it is not: "pillow that is not red"."""
    name, true = thing.category, thing.attributes
    for other in alike(thing, things):
        for colour in other.attributes.colours[:1]:
            if colour not in true.colours:
                yield f"{name} that is not {colour}"
                yield f"{name}, but not the {colour} one"
        for pattern in other.attributes.patterns:
            if pattern in PATTERNS and pattern not in true.patterns:
                yield f"{name} that is not {pattern}"
        for material in other.attributes.materials:
            if material in MATERIALS and material not in true.materials:
                yield f"{name} that is not made of {material}"
        for state in other.attributes.states:
            if state in STATES and state not in true.states:
                yield f"{name} that is not {_said_state(state)}"
        carrier = support_of(other, things)
        if carrier is not None and carrier.kind == "on":
            yield f"{name} that is not on the {carrier.anchors[0].head}"


def _said_state(state: str) -> str:
    return f"switched {state}" if state in ("on", "off") else state


def anchored(thing: Thing, things: Sequence[Thing]) -> Iterator[str]:
    """What it is next to or near: "candle next to the teacup"."""
    for other in _anchors(thing, things):
        yield f"{thing.category} next to the {other.category}"
        yield f"{thing.category} near the {other.category}"


def sided(thing: Thing, things: Sequence[Thing]) -> Iterator[str]:
    """On which side of what it is, under what or between which two: "lamp to the left of the sofa"."""
    near = _anchors(thing, things)
    for other in near:
        for kind, words in SIDES.items():
            if (other.sided or kind == "under") and related(kind, thing, [other]):
                yield f"{thing.category} {words} the {other.category}"
    large = [other for other in near if max(other.extents) >= LARGE]
    for first in large:
        for second in large:
            apart = first.category < second.category
            if apart and related("between", thing, [first, second]):
                yield f"{thing.category} between the {first.category} and the {second.category}"


def compared(thing: Thing, things: Sequence[Thing]) -> Iterator[str]:
    """Which of several it is: "larger of the two vases", "second largest pillow"."""
    count = 1 + len(alike(thing, things))
    for comparative, superlative in COMPARED.items():
        if count == 2:
            yield f"{comparative} of the two {several(thing.category)}"
        if count > 1:
            yield f"{superlative} {thing.category}"
        if count > 2:
            yield f"second {superlative} {thing.category}"


def _anchors(thing: Thing, things: Sequence[Thing]) -> list[Thing]:
    """Things of other kinds nearby, which do not carry it and are not carried by it."""
    return [
        other
        for other in things
        if other.category != thing.category
        and not other.container
        and other.room_id == thing.room_id
        and other.id not in (thing.support, thing.container)
        and other.support != thing.id
        and gap(thing, other) <= CLOSE
    ]


def carriers(thing: Thing, things: Sequence[Thing]) -> Iterator[tuple[Thing, str]]:
    """What an earlier goal is on, as a phrase about "it": "night stand that it stands on"."""
    for other in things:
        if other.id == thing.support and thing.place == "top":
            verb = "lies" if thing.category in _LIE else "stands"
            yield other, f"{other.category} that it {verb} on"


def companions(first: Thing, last: Thing, things: Sequence[Thing]) -> Iterator[tuple[Thing, str]]:
    """One more of the kind of the first goal, or what is next to the last: "other lamp", "bed near it"."""
    others = alike(first, things)
    for other in others:
        yield other, f"other {first.category}"
    for other in _anchors(last, things):
        if other.category != first.category:
            yield other, f"{other.category} next to it"


#: Split -> how its words are made.
PHRASES: dict[str, Phrases] = {
    "negation": negations,
    "anchors": anchored,
    "sides": sided,
    "comparison": compared,
}
#: Split -> the tag that its goals must have.
TAGGED = {
    "negation": "negation",
    "anchors": "relation",
    "sides": "relation",
    "comparison": "rank",
}
