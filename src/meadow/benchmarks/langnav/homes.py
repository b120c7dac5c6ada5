"""The homes: generated ones that have some of the things that are to be described.

A home is named "langnav:seed=N,rooms=4-6,revision=2,goals=described-test". The generator is asked for a few
categories of the named list, so that rare ones (a radio, a teapot) occur as often as usual ones.
"""

from __future__ import annotations

import re

from meadow.episodes.houses import (
    SEED_AND_ROOMS,
    HouseScheme,
    revision_of,
    seed_and_rooms,
    seeded,
)
from meadow.errors import UnknownIdError
from meadow.language.held_out import GOALS
from meadow.scenes.generator import HouseSpec, generate_house
from meadow.scenes.schema import House
from meadow.seeding import stream

#: Categories of a list that each home is asked for, besides those that it has anyway.
ASKED = 5


def langnav_uri(seed: int, rooms: tuple[int, int], goals: str, revision: int = 2) -> str:
    """The reference of a home with things of a list of ``language.held_out``."""
    return f"langnav:{seeded(seed, rooms, revision)},goals={goals}"


def asked_for(seed: int, goals: str) -> tuple[str, ...]:
    """The categories that the home of a seed is asked for."""
    return tuple(stream(seed, "langnav", "asked").shuffled(GOALS[goals])[:ASKED])


def _make(match: re.Match[str]) -> dict[str, House]:
    (seed, rooms), goals = seed_and_rooms(match), match["goals"]
    if goals not in GOALS:
        raise UnknownIdError("list of goals", goals, GOALS)
    spec = HouseSpec(rooms=rooms, revision=revision_of(match), include=asked_for(seed, goals))
    return {match[0]: generate_house(seed, spec=spec)}


SCHEME = HouseScheme(
    re.compile(rf"langnav:{SEED_AND_ROOMS},goals=(?P<goals>[a-z-]+)"),
    "langnav:seed=N,rooms=N-M,revision=2,goals=LIST, a list of language.held_out",
    _make,
    code=("scenes", "language/held_out.py", "benchmarks/langnav/homes.py"),
)
