"""Generated homes in which people walk where everybody passes: "walked:seed=7,rooms=4,people=1"."""

from __future__ import annotations

import re
from collections import Counter

import numpy as np

from meadow.episodes.houses import SEED_AND_ROOMS, HouseScheme, revision_of, seed_and_rooms, seeded
from meadow.geometry.polygons import area
from meadow.scenes.generator import HouseSpec, generate_house
from meadow.scenes.schema import House
from meadow.sim.populate import add_walkers


def walked_uri(seed: int, rooms: tuple[int, int], people: int, revision: int = 1) -> str:
    """The reference of a generated home with people who walk."""
    return f"walked:{seeded(seed, rooms, revision)},people={people}"


def passage(house: House) -> str:
    """The room that one passes through most: that with the most doorways, the largest of several."""
    walls = {wall.id: (wall.left, wall.right) for wall in house.walls}
    doors = Counter(room for doorway in house.doorways for room in walls[doorway.wall])
    areas = {room.id: area(np.array(room.polygon)) for room in house.rooms}
    return max(areas, key=lambda id: (doors[id], areas[id]))


def _make(match: re.Match[str]) -> dict[str, House]:
    seed, rooms = seed_and_rooms(match)
    house = generate_house(seed, spec=HouseSpec(rooms=rooms, revision=revision_of(match)))
    return {match[0]: add_walkers(house, int(match["people"]), seed=seed, room=passage(house))}


WALKED = HouseScheme(
    re.compile(rf"walked:{SEED_AND_ROOMS},people=(?P<people>\d)"),
    "walked:seed=N,rooms=N or N-M,people=N",
    _make,
    code=("scenes", "sim"),
)
