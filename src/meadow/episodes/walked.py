"""Generated homes in which people walk about: "walked:seed=7,rooms=4,people=1"."""

from __future__ import annotations

import re

from meadow.episodes.houses import SEED_AND_ROOMS, HouseScheme, revision_of, seed_and_rooms
from meadow.scenes.generator import HouseSpec, generate_house
from meadow.scenes.schema import House
from meadow.sim.walkers import add_walkers


def walked_uri(seed: int, rooms: tuple[int, int], people: int) -> str:
    """The reference of a generated home with people who walk."""
    return f"walked:seed={seed},rooms={rooms[0]}-{rooms[1]},people={people}"


def _make(match: re.Match[str]) -> dict[str, House]:
    seed, rooms = seed_and_rooms(match)
    house = generate_house(seed, spec=HouseSpec(rooms=rooms, revision=revision_of(match)))
    return {match[0]: add_walkers(house, int(match["people"]), seed=seed)}


WALKED = HouseScheme(
    re.compile(rf"walked:{SEED_AND_ROOMS},people=(?P<people>\d)"),
    "walked:seed=N,rooms=N or N-M,people=N",
    _make,
    code=("scenes", "sim"),
)
