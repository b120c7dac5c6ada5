"""Every rule of a valid home, each broken once."""

from __future__ import annotations

import gzip
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from meadow import serialize
from meadow.cli.homes import validate as command
from meadow.errors import FileFormatError, InvalidHouseError
from meadow.scenes.people import BODIES
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
    read_house,
    replace,
    write_house,
)
from meadow.scenes.validate import LIMITS, check_house, read_valid_house, validated
from meadow.testing.homes import PLANKS, PLASTER, one_room, thing, two_rooms

BODY = next(iter(BODIES))
GARMENT = BODIES[BODY].parts[0].name


def home() -> House:
    """Two rooms with a fridge, a thing on it, a thing inside it, and a person."""
    house = two_rooms(
        [
            thing("fridge-0", "fridge", (5.0, 3.0, 0.0), room="room-1"),
            thing("box-0", "unknown thing", (5.0, 3.0, 1.7), room="room-1", support="fridge-0"),
            thing(
                "box-1",
                "unknown thing",
                (5.0, 3.0, 0.5),
                room="room-1",
                support="fridge-0",
                container="fridge-0",
            ),
        ]
    )
    person = Person("person-0", BODY, (1.0, 1.0, 0.0), 0.0, "room-0")
    return replace(house, people=(person,))


def edit(field: str, index: int, **changes: Any) -> Callable[[House], House]:
    """Change one item of a home's list."""

    def apply(house: House) -> House:
        items = list(getattr(house, field))
        items[index] = replace(items[index], **changes)
        return replace(house, **{field: tuple(items)})

    return apply


def add(field: str, *items: Any) -> Callable[[House], House]:
    return lambda house: replace(house, **{field: (*getattr(house, field), *items)})


def look(**changes: Any) -> Callable[[House], House]:
    """Change the only part of the object on the fridge."""
    return edit("objects", 1, parts=(replace(Part("body", "red", "plastic"), **changes),))


SQUARE = ((20.0, 0.0), (24.0, 0.0), (24.0, 4.0), (20.0, 4.0))
BOW_TIE = ((0.0, 0.0), (4.0, 4.0), (4.0, 0.0), (0.0, 4.0))


def room(polygon: Any, id: str = "room-9", type: str = "office") -> Room:
    return Room(id, type, polygon, PLANKS, PLASTER)


BROKEN: dict[str, tuple[Callable[[House], House], str, str]] = {
    "other schema": (lambda h: replace(h, schema="meadow/house/0"), "$.schema", "expected"),
    "no id": (lambda h: replace(h, id=""), "$.id", "empty"),
    "no rooms": (lambda h: House("none", (), ()), "$.rooms", "at least one"),
    "two points": (add("rooms", room(SQUARE[:2])), "$.rooms[2].polygon", "at least 3"),
    "repeated point": (
        add("rooms", room((*SQUARE, SQUARE[3]))),
        "$.rooms[2].polygon[4]",
        "repeats",
    ),
    "self-crossing": (add("rooms", room(BOW_TIE)), "$.rooms[2].polygon", "crosses"),
    "clockwise": (add("rooms", room(SQUARE[::-1])), "$.rooms[2].polygon", "clockwise"),
    "no area": (add("rooms", room(((9, 9), (9.01, 9), (9, 9.01)))), "$.rooms[2].polygon", "area"),
    "overlapping rooms": (
        add("rooms", room(((3, 1), (4, 1), (4, 2), (3, 2)))),
        "$.rooms[2].polygon",
        "overlaps $.rooms[0]",
    ),
    "NaN corner": (
        add("rooms", room((*SQUARE[:3], (math.nan, 4.0)))),
        "$.rooms[2].polygon[3][0]",
        "nan",
    ),
    "room type": (edit("rooms", 0, type="kitchn"), "$.rooms[0].type", "'kitchen'"),
    "floor surface": (
        edit("rooms", 0, floor=Finish("plank", "red")),
        "$.rooms[0].floor.surface",
        "planks",
    ),
    "wall colour": (
        edit("rooms", 0, walls=Finish("plaster", "rde")),
        "$.rooms[0].walls.colour",
        "red",
    ),
    "same room id": (add("rooms", room(SQUARE, "room-1")), "$.rooms[2].id", "$.rooms[1]"),
    "wall's room": (edit("walls", 2, left="room-8"), "$.walls[2].left", "room-8"),
    "infinite wall": (edit("walls", 0, b=(math.inf, 0.0)), "$.walls[0].b[0]", "inf"),
    "wall of no length": (edit("walls", 0, b=(0.0, 0.0)), "$.walls[0]", "two different points"),
    "flat wall": (edit("walls", 0, height=0.0), "$.walls[0].height", "(0, 100]"),
    "thin wall": (edit("walls", 0, thickness=-0.1), "$.walls[0].thickness", "-0.1"),
    "same wall id": (edit("walls", 1, id="wall-0"), "$.walls[1].id", "$.walls[0]"),
    "doorway's wall": (edit("doorways", 0, wall="wall-60"), "$.doorways[0].wall", "'wall-6'"),
    "doorway before its wall": (edit("doorways", 0, offset=-0.1), "$.doorways[0].offset", "-0.1"),
    "doorway beyond its wall": (edit("doorways", 0, offset=3.5), "$.doorways[0].width", "4.4"),
    "doorway above its wall": (edit("doorways", 0, height=2.7), "$.doorways[0].height", "2.6"),
    "doorway's openness": (edit("doorways", 0, openness=1.5), "$.doorways[0].openness", "[0, 1]"),
    "doorway's leaf": (
        edit("doorways", 0, leaf=Part("leaf", "brown", "wodo")),
        "$.doorways[0].leaf.material",
        "'wood'",
    ),
    "doorways that overlap": (
        add("doorways", Doorway("door-1", "wall-6", 2.0)),
        "$.doorways[1]",
        "overlaps $.doorways[0]",
    ),
    "window above its wall": (edit("windows", 0, sill=2.0), "$.windows[0].height", "3.2"),
    "window's sill": (edit("windows", 0, sill=-0.5), "$.windows[0].sill", "-0.5"),
    "window's width": (edit("windows", 0, width=0.0), "$.windows[0].width", "(0, 1000]"),
    "window in a door": (
        add("windows", Window("window-1", "wall-6", 2.0, 0.3)),
        "$.windows[1]",
        "overlaps $.doorways[0]",
    ),
    "light's room": (edit("lights", 0, room="attic"), "$.lights[0].room", "attic"),
    "light's colour": (edit("lights", 0, colour=(1.0, 2.0, 0.0)), "$.lights[0].colour[1]", "2.0"),
    "light's intensity": (edit("lights", 0, intensity=-1.0), "$.lights[0].intensity", "-1"),
    "same light id": (
        add("lights", Light("light-0", "room-0", (1, 1, 2))),
        "$.lights[2].id",
        "light-0",
    ),
    "category": (edit("objects", 0, category="frige"), "$.objects[0].category", "'fridge'"),
    "variant": (edit("objects", 1, variant="bx"), "$.objects[1].variant", "'box'"),
    "undeclared part": (
        edit("objects", 1, parts=(Part("body", "red", "wood"), Part("lid", "red", "wood"))),
        "$.objects[1].parts[1].name",
        "part of 'unknown thing'",
    ),
    "missing part": (edit("objects", 1, parts=()), "$.objects[1].parts", "lacks body"),
    "part listed twice": (
        edit("objects", 1, parts=(Part("body", "red", "wood"),) * 2),
        "$.objects[1].parts[1].name",
        "twice",
    ),
    "colour": (look(colour="blurple"), "$.objects[1].parts[0].colour", "'purple'"),
    "material": (look(material="wod"), "$.objects[1].parts[0].material", "'wood'"),
    "pattern": (look(pattern="spotty"), "$.objects[1].parts[0].pattern", "pattern"),
    "second colour": (look(pattern="striped"), "$.objects[1].parts[0].colour2", "colour"),
    "image": (look(pattern="printed", image="dgo"), "$.objects[1].parts[0].image", "'dog'"),
    "text on plain": (look(text="hi"), "$.objects[1].parts[0].pattern", "'printed'"),
    "nothing printed": (look(pattern="printed"), "$.objects[1].parts[0].text", "empty"),
    "endless text": (look(pattern="printed", text="x" * 999), "$.objects[1].parts[0].text", "999"),
    "negative size": (edit("objects", 1, size=(0.1, -0.2, 0.1)), "$.objects[1].size[1]", "-0.2"),
    "zero size": (edit("objects", 1, size=(0.1, 0.2, 0.0)), "$.objects[1].size[2]", "[0.001, 20]"),
    "huge object": (edit("objects", 1, size=(0.1, 1e18, 0.1)), "$.objects[1].size[1]", "1e+18"),
    "infinite object": (edit("objects", 1, size=(math.inf, 1, 1)), "$.objects[1].size[0]", "inf"),
    "huge room": (
        add("rooms", room(((20, 0), (420, 0), (420, 4), (20, 4)))),
        "$.rooms",
        "420 m along x, expected at most 100",
    ),
    "room far away": (
        add("rooms", room(((900, 0), (904, 0), (904, 4), (900, 4)))),
        "$.rooms",
        "904 m along x",
    ),
    "long wall": (edit("walls", 0, b=(0.0, -200.0)), "$.walls", "204 m along y"),
    "endless outline": (
        add("rooms", room(tuple((20 + i / 1e3, 0.0) for i in range(1_001)))),
        "$.rooms[2].polygon",
        "1001 entries, expected at most 1000",
    ),
    "parts without end": (
        edit("objects", 1, parts=(Part("body", "red", "wood"),) * 101),
        "$.objects[1].parts",
        "101 entries",
    ),
    "counts without end": (
        edit("objects", 1, counts={str(i): i for i in range(101)}),
        "$.objects[1].counts",
        "101 entries",
    ),
    "clothes without end": (
        edit("people", 0, clothes=(Part(GARMENT, "red", "fabric"),) * 101),
        "$.people[0].clothes",
        "101 entries",
    ),
    "endless name": (edit("objects", 2, id="x" * 201), "$.objects[2].id", "201 letters"),
    "endless name of a home": (lambda h: replace(h, id="x" * 201), "$.id", "201 letters"),
    "huge position": (edit("objects", 1, position=(1e9, 0, 0)), "$.objects[1].position[0]", "1000"),
    "NaN yaw": (edit("objects", 1, yaw=math.nan), "$.objects[1].yaw", "nan"),
    "outside every room": (
        edit("objects", 1, position=(50.0, 1.0, 0.0)),
        "$.objects[1].position",
        "outside every room",
    ),
    "in another room": (
        edit("objects", 1, position=(1.0, 1.0, 0.0)),
        "$.objects[1].position",
        "in 'room-0'",
    ),
    "unknown room": (edit("objects", 1, room="room-7"), "$.objects[1].room", "room-7"),
    "unknown support": (edit("objects", 1, support="table-0"), "$.objects[1].support", "table-0"),
    "unknown container": (edit("objects", 2, container="bag"), "$.objects[2].container", "bag"),
    "stands on itself": (edit("objects", 1, support="box-0"), "$.objects[1].support", "itself"),
    "in a circle": (edit("objects", 0, support="box-1"), "$.objects[0].support", "'box-1'"),
    "count out of range": (
        edit("objects", 0, counts={"shelf": 40}),
        "$.objects[0].counts.shelf",
        "40",
    ),
    "unknown count": (
        edit("objects", 0, counts={"wheel": 1}),
        "$.objects[0].counts.wheel",
        "shelf",
    ),
    "unknown state": (
        edit("objects", 0, states={"flying": True}),
        "$.objects[0].states.flying",
        "state",
    ),
    "openness": (edit("objects", 0, openness=1.2), "$.objects[0].openness", "[0, 1]"),
    "opens what cannot": (edit("objects", 1, openness=0.5), "$.objects[1].openness", "cannot open"),
    "mass": (edit("objects", 1, mass=0.0), "$.objects[1].mass", "(0, 100000]"),
    "same object id": (edit("objects", 2, id="box-0"), "$.objects[2].id", "$.objects[1]"),
    "empty object id": (edit("objects", 2, id=""), "$.objects[2].id", "empty"),
    "reserved object id": (edit("objects", 2, id="floor"), "$.objects[2].id", "reserved"),
    "body": (edit("people", 0, body="nobody at all"), "$.people[0].body", "body"),
    "gait": (edit("people", 0, gait=1.0), "$.people[0].gait", "[0, 1)"),
    "person outside": (edit("people", 0, position=(-3.0, 0, 0)), "$.people[0].position", "outside"),
    "person with an object's id": (edit("people", 0, id="box-0"), "$.people[0].id", "object"),
    "clothes": (
        edit("people", 0, clothes=(Part(GARMENT, "rde", "fabric"),)),
        "$.people[0].clothes[0].colour",
        "'red'",
    ),
    "unknown garment": (
        edit("people", 0, clothes=(Part("toga", "red", "fabric"),)),
        "$.people[0].clothes[0].name",
        "toga",
    ),
}


def test_sound_homes_have_no_problems() -> None:
    assert check_house(home()) == []
    assert check_house(one_room()) == []
    assert check_house(two_rooms(closed=True)) == []


@pytest.mark.parametrize("rule", BROKEN)
def test_a_broken_rule_is_the_only_problem(rule: str) -> None:
    break_it, path, words = BROKEN[rule]
    problems = check_house(break_it(home()))
    assert len(problems) == 1, problems
    assert problems[0].startswith(f"{path}: ")
    assert words in problems[0]


def test_all_problems_are_told_at_once() -> None:
    house = home()
    for rule in ("room type", "doorway's openness", "negative size", "gait"):
        house = BROKEN[rule][0](house)
    with pytest.raises(InvalidHouseError) as caught:
        validated(house, "home.json")
    assert len(caught.value.problems) == 4
    assert str(caught.value).startswith("home.json: 4 problems")


def test_every_circle_of_supports_is_told_once() -> None:
    boxes = [
        thing(f"b{i}", "unknown thing", (1, 1, 0), room="room-0", support=f"b{i ^ 1}")
        for i in range(6)
    ]
    problems = check_house(one_room(boxes))
    assert [p.split(":")[0] for p in problems] == [f"$.objects[{i}].support" for i in (0, 2, 4)]


def test_holes_that_touch_are_fine() -> None:
    house = add("doorways", Doorway("door-1", "wall-6", 2.45))(home())
    assert check_house(house) == []


@pytest.mark.parametrize("field", LIMITS)
def test_homes_beyond_the_limits_get_one_clear_problem(field: str) -> None:
    house = home()
    item = (*getattr(house, field), Wall("w", (0, 0), (1, 1)))[0]
    crowd = replace(house, **{field: (item,) * (LIMITS[field] + 1)})
    (problem,) = check_house(crowd)
    assert problem == (f"$.{field}: {LIMITS[field] + 1} {field}, expected at most {LIMITS[field]}")


def test_a_hundred_thousand_objects_are_refused() -> None:
    box = thing("box", "unknown thing", (1.0, 1.0, 0.0), room="room-0")
    with pytest.raises(InvalidHouseError, match="100000 objects, expected at most 2000"):
        validated(one_room([box] * 100_000), "crowd.json")


def test_files_are_read_and_validated(tmp_path: Path) -> None:
    path = tmp_path / "home.json.gz"
    write_house(home(), path)
    assert read_valid_house(path) == home()
    write_house(BROKEN["mass"][0](home()), path)
    with pytest.raises(InvalidHouseError, match=re.escape(f"{path}: 1 problem\n")):
        read_valid_house(path)


def encoded(**changes: Any) -> bytes:
    return serialize.encode(replace(home(), **changes))


DAMAGED = {
    "truncated.json.gz": (gzip.compress(encoded())[:200], "truncated or damaged"),
    "plain.json.gz": (encoded(), "not gzip"),
    "pointer.json.gz": (b"version https://git-lfs.github.com/spec/v1\n", "git lfs pull"),
    "other.json": (encoded(schema="meadow/house/99"), "meadow/house/99.*expected"),
    "nan.json": (encoded().replace(b"2.4]", b"NaN]", 1), "not valid JSON"),
    "huge.json": (encoded().replace(b"2.4]", b"1e999]", 1), "out of range"),
    "field.json": (encoded().replace(b'"mass":', b'"maas":', 1), "maas"),
    "list.json": (b"[]", "Expected `object`"),
    "empty.json": (b"", "not valid JSON"),
    "binary.json": (b"\xff\xfe\x00", "not valid JSON"),
    "cut.json": (encoded()[:-40], "not valid JSON"),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_damaged_files_give_one_clear_error(name: str, tmp_path: Path) -> None:
    data, words = DAMAGED[name]
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(FileFormatError, match=words) as caught:
        read_house(path)
    assert str(caught.value).startswith(f"{path}: ")


def test_missing_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(FileFormatError, match=r"nowhere\.json: no such file"):
        read_house(tmp_path / "nowhere.json")


def test_a_number_where_text_belongs_is_told_by_its_path() -> None:
    data = encoded().replace(b'"id":"fridge-0"', b'"id":7')
    with pytest.raises(FileFormatError, match=r"\$\.objects\[0\]\.id"):
        decode_house(data, "memory")


def test_the_command_tells_every_problem_of_every_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad, broken = (tmp_path / n for n in ("good.json", "bad.json", "broken.json.gz"))
    write_house(home(), good)
    write_house(BROKEN["gait"][0](BROKEN["mass"][0](home())), bad)
    broken.write_bytes(b"no gzip")
    assert command.run(command.Config(houses=(str(good),))) == 0
    capsys.readouterr()
    assert command.run(command.Config(houses=(str(good), str(bad), str(broken)))) == 1
    out = capsys.readouterr().out
    assert f"{good}: valid" in out
    assert f"{bad}: 2 problems" in out
    assert "$.objects[1].mass" in out
    assert "$.people[0].gait" in out
    assert "not gzip data" in out
    assert out.endswith("1 of 3 homes are valid\n")


def test_objects_may_stand_a_little_into_the_wall() -> None:
    near: Object = thing("box", "unknown thing", (0.0, -0.03, 0.0), room="room-0")
    assert check_house(one_room([near])) == []
