"""Generated homes keep their promises, over hundreds of seeds."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

import pytest
from shapely import Point, Polygon

from meadow import serialize
from meadow.errors import InvalidValueError
from meadow.scenes.generator import HouseSpec, generate_house, house_statistics
from meadow.scenes.generator.programmes import ESSENTIALS
from meadow.scenes.generator.space import object_box
from meadow.scenes.schema import ROOM_TYPES, House, decode_house
from meadow.scenes.validate import check_house

Rules = Callable[[House], list[str]]

#: Rooms -> how many homes of that size are checked.
SIZES = {1: 60, 2: 50, 3: 40, 4: 30, 5: 20, 6: 20, 7: 10, 8: 8, 9: 6, 10: 6}


@pytest.mark.parametrize("rooms", SIZES)
def test_every_rule_holds_for_every_seed(rooms: int, problems_of: Rules) -> None:
    broken: dict[int, list[str]] = {}
    for seed in range(SIZES[rooms]):
        house = generate_house(seed, rooms=rooms)
        problems = problems_of(house) + check_house(house) + _oddities(house)
        if len(house.rooms) != rooms:
            problems.append(f"{len(house.rooms)} rooms")
        if problems:
            broken[seed] = problems
    assert not broken


def _oddities(house: House) -> list[str]:
    """What a visitor would find strange."""
    problems = []
    if not 60 <= len(house.objects) <= 300:
        problems.append(f"{len(house.objects)} objects")
    for room in house.rooms:
        present = {item.category for item in house.objects if item.room == room.id}
        problems += [
            f"{room.id} without {' or '.join(names)}"
            for names in ESSENTIALS[room.type]
            if present.isdisjoint(names)
        ]
        if not any(light.room == room.id for light in house.lights):
            problems.append(f"{room.id} without a light")
    walls = {wall.id: wall for wall in house.walls}
    ways_out = [d for d in house.doorways if not (walls[d.wall].left and walls[d.wall].right)]
    if len(ways_out) != 1 or ways_out[0].leaf is None or ways_out[0].openness != 0.0:
        problems.append(f"{len(ways_out)} ways out, expected one closed front door")
    if any(d.openness < 1.0 for d in house.doorways if d not in ways_out):
        problems.append("a closed door inside")
    coordinates = [c for item in house.objects for c in (*item.position, *item.size)]
    if any(round(c, 3) != c for c in coordinates):
        problems.append("coordinates finer than 1 mm")
    return problems


def test_same_seed_same_bytes_whatever_the_hash_seed() -> None:
    script = (
        "from meadow.scenes.generator import generate_house\n"
        "print(*(generate_house(s, rooms=r).digest() for s, r in ((0, 1), (1, 3), (2, 6))))"
    )
    outputs = set()
    for hash_seed in ("0", "4242"):
        env = {**os.environ, "PYTHONHASHSEED": hash_seed}
        done = subprocess.run(
            [sys.executable, "-c", script], env=env, capture_output=True, text=True, check=True
        )
        outputs.add(done.stdout.strip())
    here = " ".join(generate_house(s, rooms=r).digest() for s, r in ((0, 1), (1, 3), (2, 6)))
    assert outputs == {here}


def test_different_seeds_give_different_homes() -> None:
    digests = {generate_house(seed, rooms=2, id="home").digest() for seed in range(20)}
    assert len(digests) == 20


def test_a_home_survives_its_file_format() -> None:
    house = generate_house(3, rooms=4)
    assert decode_house(serialize.encode(house), "memory") == house


def test_a_range_of_rooms_reaches_both_ends() -> None:
    counts = {len(generate_house(seed, rooms=(1, 3)).rooms) for seed in range(25)}
    assert counts == {1, 2, 3}


def test_names_and_source() -> None:
    house = generate_house(7, rooms=2)
    assert house.source == "generator/1 seed=7 rooms=2"
    assert house.id == "house-2-7"
    assert generate_house(7, rooms=2, id="mine").id == "mine"
    for category in {item.category for item in house.objects}:
        ids = [item.id for item in house.objects if item.category == category]
        assert ids == [f"{category.replace(' ', '-')}-{k + 1}" for k in range(len(ids))]


def test_wished_room_types_are_kept(problems_of: Rules) -> None:
    types = ("office", "bathroom", "hallway", "bedroom")
    house = generate_house(5, spec=HouseSpec(types=types))
    assert tuple(room.type for room in house.rooms) == types
    assert not problems_of(house)


def test_density_changes_small_things_only() -> None:
    few, many = (
        generate_house(11, spec=HouseSpec(rooms=4, density=density)) for density in (0.3, 1.5)
    )
    assert few.rooms == many.rooms
    assert few.walls == many.walls
    assert len(few.objects) + 40 < len(many.objects)
    standing = [[o for o in h.objects if o.support == "floor"] for h in (few, many)]
    assert standing[0] == standing[1]


def test_people_stand_on_free_floor() -> None:
    alone = generate_house(4, rooms=5)
    house = generate_house(4, spec=HouseSpec(rooms=5, people=4))
    assert alone.people == ()
    assert alone.objects == house.objects
    assert len({person.body for person in house.people}) == 4
    assert check_house(house) == []
    rooms = {room.id: Polygon(room.polygon) for room in house.rooms}
    blockers = [o for o in house.objects if o.position[2] < 0.9 and o.size[2] > 0.03]
    outlines = [Polygon(object_box(item).corners) for item in blockers]
    for person in house.people:
        spot = Point(person.position[:2])
        assert rooms[person.room].covers(spot)
        assert min(spot.distance(outline) for outline in outlines) > 0.45


def test_statistics_count_everything() -> None:
    house = generate_house(2, rooms=3)
    numbers = house_statistics(house)
    assert numbers["rooms"] == 3
    assert numbers["objects"] == len(house.objects)
    assert sum(n for name, n in numbers.items() if name not in ("rooms", "objects")) == len(
        house.objects
    )


@pytest.mark.parametrize("rooms", [0, 11, -1, (0, 3), (5, 4), (3, 11)])
def test_impossible_room_counts_are_refused(rooms: int | tuple[int, int]) -> None:
    with pytest.raises(InvalidValueError, match="rooms"):
        generate_house(0, rooms=rooms)


@pytest.mark.parametrize("seed", [-1, 1.5, "7", True])
def test_impossible_seeds_are_refused(seed: object) -> None:
    with pytest.raises(InvalidValueError, match="seed"):
        generate_house(seed, rooms=1)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("wishes", "message"),
    [
        ({"types": ("garage",)}, "garage"),
        ({"types": ("hallway",)}, "besides the hallway"),
        ({"types": ("hallway", "bedroom", "hallway")}, "at most one hallway"),
        ({"types": ROOM_TYPES[:5] * 3}, "rooms"),
        ({"density": -0.1}, "density"),
        ({"people": 21}, "people"),
        ({"wall_height": 1.0}, "wall_height"),
    ],
)
def test_impossible_wishes_are_refused(wishes: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidValueError, match=message):
        HouseSpec(**wishes)  # type: ignore[arg-type]
