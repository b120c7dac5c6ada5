"""What is true of a home that questions are asked about, and the questions that it is asked.

A weight is what a hand feels: what is fixed, or heavier than MOST_LIFTED, is heavier than all that can be
lifted, and of two such things nobody can say which is the heavier.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from meadow.benchmarks.excalibur.table import table
from meadow.language.questions.balance import AskedQuestion
from meadow.language.questions.execute import KnownThings
from meadow.language.questions.families import Scene, can_be_named
from meadow.language.things import Thing
from meadow.scenes.catalogue import find_category
from meadow.scenes.facts import house_things
from meadow.scenes.schema import House
from meadow.seeding import Stream

#: Kilograms that can be picked up.
MOST_LIFTED = 5.0
#: Kilograms that stand for what cannot be lifted.
FIXED = 1000.0


def asked_things(house: House) -> tuple[Thing, ...]:
    """What is true of each thing of a home, with weights as a hand feels them."""
    return tuple(as_felt(thing) for thing in house_things(house, revision=2))


def as_felt(thing: Thing) -> Thing:
    """A thing with a weight that can be felt, or FIXED."""
    return thing if can_be_lifted(thing) else replace(thing, mass=FIXED)


def can_be_lifted(thing: Thing) -> bool:
    """Whether a hand can pick it up."""
    return (
        "pickupable" in find_category(thing.category).tags
        and thing.mass is not None
        and thing.mass <= MOST_LIFTED
    )


def scene_of(house: House, prominence: Mapping[str, float] | None = None) -> Scene:
    """A home that questions are made for; ``prominence`` says how often categories are spoken of."""
    things = asked_things(house)
    named = [thing for thing in things if can_be_named(thing)]
    return Scene(KnownThings(things), named, prominence)


def questions_of(house: House, rng: Stream, count: int) -> list[AskedQuestion]:
    """So many questions about a home."""
    return table().draw(KnownThings(asked_things(house)), rng, count)
