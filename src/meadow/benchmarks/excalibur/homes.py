"""What is true of a home that questions are asked about, the questions, and homes drawn by hand.

A weight is what a hand feels: what is fixed, or heavier than MOST_LIFTED, is heavier than all that can be
lifted, and of two such things nobody can say which is the heavier.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from meadow.benchmarks.excalibur.table import table
from meadow.episodes.houses import HouseScheme
from meadow.errors import UnknownIdError
from meadow.language.questions.balance import AskedQuestion
from meadow.language.questions.execute import KnownThings
from meadow.language.questions.families import Scene, can_be_named
from meadow.language.things import Thing
from meadow.scenes.catalogue import find_category
from meadow.scenes.drawn.build import build_house
from meadow.scenes.drawn.drawing import read_drawing
from meadow.scenes.facts import house_things
from meadow.scenes.randomise import randomised
from meadow.scenes.schema import House
from meadow.seeding import Stream, derived_seed

#: Kilograms that can be picked up.
MOST_LIFTED = 5.0
#: Kilograms that stand for what cannot be lifted.
FIXED = 1000.0
#: Share of a home's things that must have been seen to say what it does not have.
NEARLY_ALL = 0.9
#: The homes drawn by hand, by the number of their rooms; the last is for people to practise in.
DRAWN = (
    *("studio", "canal-flat", "cottage", "terrace", "courtyard"),
    *("bungalow", "loft", "townhouse", "villa", "practice"),
)
PLANS = Path(__file__).parent / "plans"


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


class SeenThings:
    """What follows from having seen some things of a home and lifted some of them."""

    def __init__(self, house: House) -> None:
        self._things = asked_things(house)
        self._liftable = {thing.id for thing in self._things if can_be_lifted(thing)}

    def known(self, seen: set[str], lifted: set[str]) -> KnownThings:
        """What is known; what is not there, only to who has seen nearly everything."""
        unfelt = self._liftable - lifted
        found = [thing for thing in self._things if thing.id in seen]
        things = [replace(thing, mass=None) if thing.id in unfelt else thing for thing in found]
        complete = len(things) >= NEARLY_ALL * max(len(self._things), 1)
        return KnownThings(things, complete=complete)


def scene_of(house: House, prominence: Mapping[str, float] | None = None) -> Scene:
    """A home that questions are made for; ``prominence`` says how often categories are spoken of."""
    things = asked_things(house)
    named = [thing for thing in things if can_be_named(thing)]
    return Scene(KnownThings(things), named, prominence)


def questions_of(
    house: House, rng: Stream, count: int, known: KnownThings | None = None
) -> list[AskedQuestion]:
    """So many questions about a home; ``known`` is all that is true of it, where that was found before."""
    return table().draw(known or KnownThings(asked_things(house)), rng, count)


def drawn_uri(name: str) -> str:
    """The reference of a home drawn by hand."""
    return f"architect:{name}"


def _make(match: re.Match[str]) -> dict[str, House]:
    """A drawn home, with weights and sizes of its small things drawn anew as in all other homes."""
    name = match["name"]
    if name not in DRAWN:
        raise UnknownIdError("home drawn by hand", name, DRAWN)
    house = build_house(read_drawing(PLANS / f"{name}.txt"), name)
    return {match[0]: randomised(house, derived_seed(0, "architect", name))}


#: What decides what a home is asked.
CODE = (
    *("benchmarks/excalibur/homes.py", "benchmarks/excalibur/table.py"),
    *(f"benchmarks/excalibur/plans/{name}.txt" for name in DRAWN),
    "benchmarks/excalibur/questions.json.gz",
)
SCHEME = HouseScheme(
    re.compile(r"architect:(?P<name>[a-z-]{1,40})"),
    f"architect:NAME, one of {', '.join(DRAWN)}",
    _make,
    code=("scenes", *CODE),
)
