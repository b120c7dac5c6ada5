"""A home survives JSON and files exactly."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from meadow import serialize
from meadow.scenes.schema import (
    Doorway,
    Finish,
    House,
    Light,
    Object,
    Part,
    Person,
    Room,
    Wall,
    Window,
    decode_house,
    mm,
    read_house,
    write_house,
)

names = st.text(min_size=1, max_size=12)
lengths = st.floats(-1000, 1000).map(mm)
angles = st.floats(-3.2, 3.2).map(lambda a: round(a, 6))
points = st.tuples(lengths, lengths)
points3 = st.tuples(lengths, lengths, lengths)
finishes = st.builds(Finish, surface=names, colour=names)
parts = st.builds(Part, *[names] * 4, colour2=names, text=st.text(max_size=30), image=names)


def some(items: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(items, max_size=3).map(tuple)


houses = st.builds(
    House,
    id=names,
    rooms=some(
        st.builds(
            Room,
            id=names,
            type=names,
            polygon=some(points),
            floor=finishes,
            walls=finishes,
            ceiling=finishes,
        )
    ),
    walls=some(st.builds(Wall, id=names, a=points, b=points, height=lengths)),
    doorways=some(
        st.builds(
            Doorway,
            id=names,
            wall=names,
            offset=lengths,
            leaf=st.none() | parts,
            openness=st.floats(0, 1),
        )
    ),
    windows=some(st.builds(Window, id=names, wall=names, offset=lengths, width=lengths)),
    objects=some(
        st.builds(
            Object,
            id=names,
            category=names,
            variant=names,
            position=points3,
            yaw=angles,
            size=points3,
            parts=some(parts),
            room=names,
            counts=st.dictionaries(names, st.integers(0, 9), max_size=3),
            states=st.dictionaries(names, st.booleans(), max_size=3),
            mass=st.floats(0, 1e5),
        )
    ),
    people=some(st.builds(Person, id=names, body=names, position=points3, yaw=angles, room=names)),
    lights=some(st.builds(Light, id=names, room=names, position=points3)),
    source=st.text(max_size=20),
)


@given(houses)
@settings(max_examples=150, deadline=None)
def test_json_gives_back_the_same_house_and_the_same_bytes(house: House) -> None:
    data = serialize.encode(house)
    again = decode_house(data, "memory")
    assert again == house
    assert serialize.encode(again) == data


@given(house=houses, packed=st.booleans())
@settings(
    max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_files_give_back_the_same_house(house: House, packed: bool, tmp_path: Path) -> None:
    path = tmp_path / ("home.json.gz" if packed else "home.json")
    write_house(house, path)
    first = path.read_bytes()
    again = read_house(path)
    assert again == house
    assert again.digest() == house.digest()
    write_house(again, path)
    assert path.read_bytes() == first
