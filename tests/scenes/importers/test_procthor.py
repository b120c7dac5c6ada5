"""ProcTHOR houses: a small hand-made one in detail, and real samples where they are at hand."""

from __future__ import annotations

import contextlib
import functools
import gzip
import itertools
import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from meadow.cli.homes import import_house as command
from meadow.errors import FileFormatError, InvalidHouseError, InvalidValueError
from meadow.geometry.frames import pose_from_thor
from meadow.scenes.catalogue import CATEGORIES
from meadow.scenes.doors import leaf_outline
from meadow.scenes.importers import IMPORTERS, ImportSummary
from meadow.scenes.importers.naming import category_named
from meadow.scenes.importers.procthor import ProcthorFile
from meadow.scenes.importers.procthor_format import Vector
from meadow.scenes.importers.procthor_objects import UNKNOWN, category_of
from meadow.scenes.importers.procthor_types import BUILT_IN, OBJECT_TYPES
from meadow.scenes.importers.synonyms import OTHER_NAMES
from meadow.scenes.importers.thor_frame import levelled
from meadow.scenes.schema import House, Object
from meadow.scenes.validate import check_house, read_valid_house
from meadow.sim.simulator import MeadowSimulator

DATA = Path(__file__).parents[3].parent / "shared" / "data"
HEIGHT = 2.8

#: A kitchen and a living room that run into each other, and a bedroom behind a door.
FLOORS = {
    "2": ("Kitchen", [(0, 0), (0, 3), (4, 3), (4, 0)]),
    "3": ("LivingRoom", [(0, 3), (0, 8), (4, 8), (4, 3)]),
    "4": ("Bedroom", [(4, 0), (4, 3), (7, 3), (7, 0)]),
}

BOXES = {
    "Fridge_1": ("Fridge", (0.9, 1.8, 0.7)),
    "Table_1": ("DiningTable", (1.6, 0.75, 0.9)),
    "Apple_1": ("Apple", (0.08, 0.09, 0.08)),
    "Countertop_L_8x6": ("CounterTop", (2.4, 0.9, 1.8)),
    "Bat_1": ("BaseballBat", (0.07, 0.85, 0.07)),
    "Gizmo_1": ("Gizmo", (0.3, 0.2, 0.1)),
    "Sofa_1": ("Sofa", (2.0, 0.9, 1.0)),
    "TV_1": ("Television", (1.2, 0.7, 0.1)),
    "Lamp_1": ("FloorLamp", (0.4, 1.7, 0.4)),
    "Doorway_1": ("Doorway", (1.0, 2.1, 0.2)),
}


def vector(x: float, y: float, z: float) -> dict[str, float]:
    return {"x": x, "y": y, "z": z}


def thing(asset: str, x: float, y: float, z: float, turn: float = 0.0, **more: Any) -> Any:
    fields = {"id": f"{asset}|{x}|{z}", "assetId": asset, "position": vector(x, y, z)}
    return {**fields, "rotation": vector(0, turn, 0), "kinematic": False, **more}


def walls() -> list[dict[str, Any]]:
    """Both sides of every wall, as ProcTHOR has them; between kitchen and living room they are empty."""
    sides = {}
    for number, (_, points) in FLOORS.items():
        for a, b in zip(points, [*points[1:], points[0]]):
            sides[a, b] = number
    found = []
    for (a, b), number in sides.items():
        plan = [vector(p[0], y, p[1]) for y in (0, HEIGHT) for p in (a, b)]
        name = "|".join(f"{c:.2f}" for p in sorted((a, b)) for c in p)
        side = {"id": f"wall|{number}|{name}", "roomId": f"room|{number}", "polygon": plan}
        found.append({**side, "material": {"name": "RedBricks"}})
        if {number, sides.get((b, a))} == {"2", "3"}:
            found[-1]["empty"] = True
        if (b, a) not in sides:
            found.append({**side, "id": f"wall|exterior|{name}", "polygon": plan[::-1]})
    return found


def sample(*objects: Any, **changes: Any) -> dict[str, Any]:
    """A house of schema 1.0.0; its door leads from the kitchen to the bedroom."""
    door = {
        "id": "door|2|4",
        "room0": "room|2",
        "room1": "room|4",
        "wall0": "wall|2|4.00|0.00|4.00|3.00",
        "wall1": "wall|4|4.00|0.00|4.00|3.00",
        "assetId": "Doorway_1",
        "holePolygon": [vector(0.5, 0, 0), vector(1.4, 2.1, 0)],
        "openable": True,
        "openness": 1,
    }
    window = {
        "id": "window|4|0",
        "wall0": "wall|4|4.00|0.00|7.00|0.00",
        "wall1": "wall|exterior|4.00|0.00|7.00|0.00",
        "assetId": "Window_1",
        "holePolygon": [vector(0.2, 0.9, 0), vector(1.2, 2.0, 0)],
    }
    lights = [
        {"id": "sun", "type": "directional", "position": vector(0, 9, 0), "intensity": 1},
        {"id": "light_3", "type": "point", "position": vector(2, 2.6, 5), "intensity": 0.5},
    ]
    house = {
        "rooms": [
            {
                "id": f"room|{number}",
                "roomType": kind,
                "floorPolygon": [vector(x, 0, z) for x, z in points],
                "floorMaterial": {"name": "DarkWoodPlanks"},
            }
            for number, (kind, points) in FLOORS.items()
        ],
        "walls": walls(),
        "doors": [door],
        "windows": [window],
        "objects": list(objects),
        "proceduralParameters": {"lights": lights, "ceilingMaterial": {"name": "PureWhite"}},
        "metadata": {"schema": "1.0.0"},
    }
    return {**house, **changes}


@pytest.fixture
def assets(tmp_path: Path) -> Path:
    groups: dict[str, list[Any]] = {}
    for asset, (kind, box) in BOXES.items():
        materials = [["Metal", "YellowMetal"]] if kind == "Fridge" else []
        entry = {"assetId": asset, "objectType": kind, "boundingBox": vector(*box)}
        groups.setdefault(kind, []).append({**entry, "materials": materials})
    path = tmp_path / "asset-database.json.gz"
    path.write_bytes(gzip.compress(json.dumps(groups).encode()))
    return path


Importing = Callable[..., tuple[House, ImportSummary]]


@pytest.fixture
def importing(tmp_path: Path, assets: Path) -> Importing:
    def load(*objects: Any, **changes: Any) -> tuple[House, ImportSummary]:
        path = tmp_path / "sample.json"
        path.write_text(json.dumps(sample(*objects, **changes)))
        house, summary = IMPORTERS.get("procthor")(path, assets=assets)[0]
        assert check_house(house) == []
        return house, summary

    return load


def of_asset(house: House, asset: str) -> Object:
    return next(item for item in house.objects if item.id.startswith(asset))


def test_the_plan_is_kept_unmirrored(importing: Importing) -> None:
    house, _ = importing()
    assert [room.type for room in house.rooms] == ["kitchen", "living room", "bedroom"]
    assert set(house.rooms[2].polygon) == {(4, 0), (4, 3), (7, 3), (7, 0)}
    assert house.rooms[0].floor.surface == "planks"
    assert (house.rooms[0].walls.surface, house.rooms[0].walls.colour) == ("brick", "red")
    assert len(house.walls) == 10
    shared = {frozenset((w.left, w.right)) for w in house.walls if w.left and w.right}
    assert shared == {frozenset(("room|2", "room|3")), frozenset(("room|2", "room|4"))}
    assert all(wall.height == HEIGHT for wall in house.walls)


def test_rooms_lie_on_the_stated_sides_of_their_walls(importing: Importing) -> None:
    house, _ = importing()
    for wall in house.walls:
        (ax, ay), (bx, by) = wall.a, wall.b
        length = math.dist(wall.a, wall.b)
        nx, ny = (ay - by) / length, (bx - ax) / length
        for name, side in ((wall.left, 0.1), (wall.right, -0.1)):
            x, y = (ax + bx) / 2 + side * nx, (ay + by) / 2 + side * ny
            inside = [r.id for r in house.rooms if _within(r.polygon, x, y)]
            assert inside == ([name] if name else [])


def _within(polygon: Any, x: float, y: float) -> bool:
    xs, ys = zip(*polygon)
    return min(xs) < x < max(xs) and min(ys) < y < max(ys)


def test_open_plan_rooms_are_joined_by_a_full_opening(importing: Importing) -> None:
    house, _ = importing()
    (opening,) = [d for d in house.doorways if d.id.startswith("opening")]
    wall = next(w for w in house.walls if w.id == opening.wall)
    assert {wall.left, wall.right} == {"room|2", "room|3"}
    assert (opening.offset, opening.width, opening.height) == (0.0, 4.0, HEIGHT)
    assert opening.leaf is None


def test_doors_keep_their_place_and_open_away_from_their_first_room(importing: Importing) -> None:
    house, _ = importing()
    (door,) = [d for d in house.doorways if d.id == "door|2|4"]
    wall = next(w for w in house.walls if w.id == door.wall)
    # The hole starts 0.5 m from (4, 3), where THOR's kitchen wall starts.
    start = np.array(wall.a) + door.offset * (np.array(wall.b) - wall.a) / 3.0
    end = np.array(wall.a) + (door.offset + door.width) * (np.array(wall.b) - wall.a) / 3.0
    assert sorted((start[1], end[1])) == pytest.approx([1.6, 2.5])
    assert door.openness == 1.0
    assert door.leaf is not None
    leaf = leaf_outline(wall, door)
    assert leaf[:, 0].min() > 3.9
    assert leaf[:, 0].max() > 4.8  # in the bedroom
    assert abs(leaf[:, 1] - 2.5).max() < 0.1  # hinged at the wall's start


def test_double_doors_become_two_leaves_that_meet(importing: Importing) -> None:
    door = sample()["doors"][0] | {"assetId": "Doorway_Double_1", "openness": 0}
    house, _ = importing(doors=[door])
    first, second = (d for d in house.doorways if d.leaf)
    assert first.offset + first.width == pytest.approx(second.offset)
    assert first.hinge_at_start
    assert not second.hinge_at_start
    assert first.width + second.width == pytest.approx(0.9)


def test_frames_have_no_leaf(importing: Importing) -> None:
    house, _ = importing(doors=[sample()["doors"][0] | {"assetId": "Doorframe_3"}])
    assert all(door.leaf is None for door in house.doorways)


def test_windows_and_lights(importing: Importing) -> None:
    house, _ = importing()
    (window,) = house.windows
    assert (window.sill, window.width, window.height) == (0.9, 1.0, 1.1)
    (light,) = house.lights
    assert (light.room, light.position, light.intensity) == ("room|3", (2, 5, 2.6), 0.5)


def test_objects_fill_their_boxes_and_face_as_they_did(importing: Importing) -> None:
    house, summary = importing(thing("Sofa_1", 2.0, 0.45, 6.0, turn=90.0))
    sofa = of_asset(house, "Sofa_1")
    assert sofa.category == "sofa"
    assert sofa.position == (2.0, 6.0, 0.0)
    assert sofa.size == (1.0, 2.0, 0.9)
    assert sofa.yaw == pytest.approx(0.0)  # THOR's 90 degrees look along +x
    assert (sofa.room, sofa.support) == ("room|3", "floor")
    assert summary.shapes == {"Sofa -> sofa": 1}


def test_things_stand_on_and_in_their_parents(importing: Importing) -> None:
    apples = [thing("Apple_1", 2.1, 0.8, 6.0)]
    inside = thing("Apple_1", 1.0, 1.0, 1.0)
    house, _ = importing(
        thing("Table_1", 2.0, 0.375, 6.0, children=apples),
        thing("Fridge_1", 1.0, 0.9, 1.0, children=[inside], openness=0.4),
    )
    table, apple, fridge, cold = house.objects
    assert (apple.support, apple.container) == (table.id, "")
    assert apple.position[2] == pytest.approx(table.size[2], abs=0.03)
    assert (cold.support, cold.container) == (fridge.id, fridge.id)
    assert fridge.openness == 0.4
    assert fridge.parts[0].colour == "yellow"


def test_raised_things_without_a_parent_hang_on_the_wall(importing: Importing) -> None:
    house, _ = importing(thing("TV_1", 0.05, 1.5, 6.0, turn=90.0))
    screen = of_asset(house, "TV_1")
    assert screen.support == "wall"
    assert screen.position[0] == pytest.approx(0.06)  # flush with the wall's face


def test_states_are_kept_and_the_others_are_off(importing: Importing) -> None:
    lit, dark = (
        thing("Lamp_1", x, 0.85, 6.0, **more) for x, more in ((1, {"isOn": True}), (3, {}))
    )
    house, _ = importing(lit, dark)
    on, off = house.objects
    assert on.states["on"]
    assert not any(off.states.values())
    assert on.parts == off.parts  # the same asset looks the same


def test_corner_counters_are_built_of_straight_runs(importing: Importing) -> None:
    house, _ = importing(thing("Countertop_L_8x6", 2.0, 0.45, 1.5))
    back, leg = house.objects
    # Seen from above with x right and z up: a run along the low side, a leg up its right end.
    assert back.position == pytest.approx((2.0, 0.905, 0.0))
    assert leg.position == pytest.approx((2.895, 1.805, 0.0))
    assert back.size == pytest.approx((0.61, 2.4, 0.9))
    assert leg.size == pytest.approx((0.61, 1.19, 0.9))
    assert math.cos(leg.yaw) == pytest.approx(-1.0)  # its front looks into the corner


def test_tilted_things_lie_level(importing: Importing) -> None:
    bat = thing("Bat_1", 2.0, 0.035, 6.0) | {"rotation": vector(90, 30, 0)}
    house, summary = importing(bat)
    item = of_asset(house, "Bat_1")
    assert sorted(item.size) == pytest.approx([0.07, 0.07, 0.85])
    assert item.size[2] == pytest.approx(0.07)
    assert summary.levelled == {"BaseballBat": 1}


def test_levelling_turns_along_the_longest_side() -> None:
    size, yaw = levelled(Vector(0.1, 2.0, 0.1), Vector(90.0, 0.0, 0.0))
    assert size == pytest.approx((2.0, 0.1, 0.1))
    assert abs(math.sin(yaw)) == pytest.approx(1.0)  # along THOR's z
    size, yaw = levelled(Vector(0.1, 0.2, 2.0), Vector(0.0, 30.0, 90.0))
    assert size == pytest.approx((2.0, 0.2, 0.1))
    assert math.tan(yaw) == pytest.approx(math.tan(math.radians(60)))


def test_unknown_types_become_boxes_of_their_size(importing: Importing) -> None:
    house, summary = importing(thing("Gizmo_1", 2.0, 0.1, 6.0))
    item = of_asset(house, "Gizmo_1")
    assert (item.category, item.size) == (UNKNOWN, (0.1, 0.3, 0.2))
    assert summary.boxes == {"Gizmo": 1}


def test_unknown_assets_are_named_and_sized_by_what_they_stand_on(importing: Importing) -> None:
    apple = thing("0123abcd", 2.0, 0.80, 6.0, objectType="ObjaApples")
    house, summary = importing(thing("Table_1", 2.0, 0.375, 6.0, children=[apple]))
    item = of_asset(house, "0123abcd")
    assert item.category == "apple"
    assert item.size[2] == pytest.approx(0.1)
    assert summary.guessed_sizes == {"ObjaApples": 1}


def test_guessed_sizes_end_at_the_walls(importing: Importing) -> None:
    house, _ = importing(thing("0123abcd", 0.3, 0.4, 6.0, turn=90.0, objectType="ObjaSofa"))
    sofa = of_asset(house, "0123abcd")
    assert sofa.size[0] == pytest.approx(0.6)
    assert sofa.size[1] > 1.0


def test_strays_are_pulled_in_and_the_lost_left_out(importing: Importing) -> None:
    house, summary = importing(
        thing("Apple_1", 7.2, 0.045, 1.0),
        thing("Table_1", 70.0, 0.375, 1.0, children=[thing("Apple_1", 70.0, 0.8, 1.0)]),
    )
    (apple,) = house.objects
    assert apple.position[:2] == (7.0, 1.0)
    assert summary.dropped.total() == 1


def test_imports_are_reproducible(importing: Importing) -> None:
    objects = [thing("Fridge_1", 1.0, 0.9, 1.0), thing("Gizmo_1", 2.0, 0.1, 6.0)]
    assert importing(*objects)[0].digest() == importing(*objects)[0].digest()


def test_every_name_in_the_tables_is_a_category() -> None:
    assert {*OBJECT_TYPES.values(), *OTHER_NAMES, *BUILT_IN.values()} <= set(CATEGORIES)
    assert not {w for words in OTHER_NAMES.values() for w in words.split(", ")} & set(CATEGORIES)


@pytest.mark.parametrize(
    ("name", "category"),
    [
        ("ObjaRubberDuck", "rubber duck"),
        ("ObjaRouterComputerEquipment", "router"),
        ("ObjaHardbackBook", "book"),
        ("ObjaBananas", "banana"),
        ("coatrack_12", "coat rack"),
        ("TVStand", "tv stand"),
        ("ObjaLicensePlate", ""),
        ("ObjaGrenade", ""),
        ("", ""),
    ],
)
def test_names_of_other_programs_are_understood(name: str, category: str) -> None:
    assert category_named(name) == category


BAD = {
    "version": (sample(metadata={"schema": "0.0.1"}), r"'0\.0\.1', expected '1\.0\.0'"),
    "no metadata": ({"rooms": []}, "not a ProcTHOR house"),
    "no walls": ({"metadata": {"schema": "1.0.0"}, "rooms": [], "objects": []}, "walls"),
    "no rooms": (sample(rooms=[]), r"\$\.rooms is empty"),
    "flat room": (
        sample(rooms=[sample()["rooms"][0] | {"floorPolygon": [vector(0, 0, 0)]}]),
        r"\$\.rooms\[0\]\.floorPolygon has 1 points",
    ),
    "room type": (
        sample(rooms=[sample()["rooms"][0] | {"roomType": "Dungeon"}]),
        r"\$\.rooms\[0\]\.roomType is 'Dungeon'",
    ),
    "stray wall": (sample(rooms=sample()["rooms"][:2]), r"\$\.walls\[\d+\].*no edge of the floor"),
    "door's wall": (
        sample(doors=[sample()["doors"][0] | {"wall0": "wall|9"}]),
        r"\$\.doors\[0\]\.wall0 is 'wall\|9'",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_houses_say_what_is_wrong(name: str, tmp_path: Path, assets: Path) -> None:
    house, words = BAD[name]
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(house))
    with pytest.raises(FileFormatError, match=words) as caught:
        ProcthorFile(path, assets=assets)[0]
    assert str(path) in str(caught.value)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path of everything inside a JSON value."""
    items = value.items() if isinstance(value, dict) else ()
    items = enumerate(value) if isinstance(value, list) else items
    return [p for key, item in items for p in ((*path, key), *places(item, (*path, key)))]


MUTANT = sample(
    thing("Table_1", 2.0, 0.375, 6.0, children=[thing("Apple_1", 2.1, 0.8, 6.0)]),
    thing("Countertop_L_8x6", 2.0, 0.45, 1.5),
)
VALUES = [None, True, -1, 0, 7.5, 1e300, "", "room|2", "?", [], {}]


@given(path=st.sampled_from(places(MUTANT)), value=st.sampled_from(VALUES))
@settings(
    max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_no_single_mistake_escapes(path: Any, value: Any, tmp_path: Path, assets: Path) -> None:
    house = json.loads(json.dumps(MUTANT))
    owner = functools.reduce(lambda item, key: item[key], path[:-1], house)
    owner[path[-1]] = value
    file = tmp_path / "mutant.json"
    file.write_text(json.dumps(house))
    with contextlib.suppress(FileFormatError, InvalidHouseError):
        home, _ = ProcthorFile(file, assets=assets)[0]
        assert not check_house(home)


def nested(depth: int) -> Any:
    """Things on things."""
    return thing("Table_1", 2.0, 0.4, 6.0, children=[nested(depth - 1)] if depth else [])


HOSTILE = {
    "a thing beyond the stars": (sample(thing("Apple_1", 1e18, 0.1, 6.0)), r"<= 1000.0.*objects"),
    "a room as large as a town": (
        sample(
            rooms=[{**sample()["rooms"][0], "floorPolygon": [vector(v, 0, 0) for v in (0, 5e8)]}]
        ),
        r"<= 1000.0.*floorPolygon",
    ),
    "an outline without end": (
        sample(rooms=[{**sample()["rooms"][0], "floorPolygon": [vector(1, 0, 0)] * 1_001}]),
        r"length <= 1000.*floorPolygon",
    ),
    "too many things": (sample(*[thing("Apple_1", 2, 0, 6)] * 2_001), "more than 2000 things"),
    "too many children": (
        sample(thing("Table_1", 2, 0, 6, children=[thing("Apple_1", 2, 1, 6)] * 2_001)),
        "more than 2000 things",
    ),
    "things on things on things": (sample(nested(50)), "more than 20 deep"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_no_home_holds_is_refused_before_it_is_built(
    name: str, tmp_path: Path, assets: Path
) -> None:
    house, words = HOSTILE[name]
    path = tmp_path / "hostile.json"
    path.write_text(json.dumps(house))
    with pytest.raises(FileFormatError, match=words) as caught:
        ProcthorFile(path, assets=assets)[0]
    assert str(path) in str(caught.value)


def test_imported_homes_are_validated(tmp_path: Path, assets: Path) -> None:
    path = tmp_path / "twins.json"
    path.write_text(
        json.dumps(sample(thing("Gizmo_1", 1, 0.1, 6.0), thing("Gizmo_1", 1, 0.1, 6.0)))
    )
    with pytest.raises(InvalidHouseError, match=r"twins\.json: 1 problem"):
        ProcthorFile(path, assets=assets)[0]


def test_sizes_of_assets_are_bounded(tmp_path: Path) -> None:
    entry = {"assetId": "A", "objectType": "Apple", "boundingBox": vector(1e18, 1, 1)}
    path = tmp_path / "assets.json"
    path.write_text(json.dumps({"Apple": [entry]}))
    with pytest.raises(FileFormatError, match=r"as asset database.*<= 1000.0"):
        ProcthorFile(path, assets=path)


def test_missing_asset_databases_say_where_to_get_them(tmp_path: Path) -> None:
    path = tmp_path / "sample.json"
    path.write_text(json.dumps(sample()))
    for assets in (None, tmp_path / "nothing.json"):
        with pytest.raises(FileFormatError, match=r"allenai/procthor.*--assets"):
            ProcthorFile(path, assets=assets)


@pytest.mark.parametrize("name", ["val.jsonl", "val.jsonl.gz", "assets.json"])
def test_lfs_pointers_are_recognised(name: str, tmp_path: Path, assets: Path) -> None:
    path = tmp_path / name
    path.write_bytes(b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n")
    with pytest.raises(FileFormatError, match="git lfs pull"):
        ProcthorFile(path, assets=path if name == "assets.json" else assets)


@pytest.mark.parametrize("name", ["many.jsonl", "many.jsonl.gz", "many.json"])
def test_files_of_many_houses(name: str, tmp_path: Path, assets: Path) -> None:
    texts = [json.dumps(sample(thing("Gizmo_1", x, 0.1, 6.0))) for x in (1, 2, 3)]
    text = "[" + ",".join(texts) + "]" if name == "many.json" else "\n".join(texts) + "\n"
    data = text.encode()
    path = tmp_path / name
    path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    homes = ProcthorFile(path, assets=assets)
    assert len(homes) == 3
    assert [house.id for house, _ in homes[:]] == [f"many-0000{i}" for i in range(3)]
    assert homes[1][0].objects[0].position[0] == 2.0
    with pytest.raises(InvalidValueError, match="index 3, expected 0 to 2"):
        homes[3]


def config(tmp_path: Path, assets: Path, **options: Any) -> command.Config:
    houses = [sample(thing("Gizmo_1", 1, 0.1, 6.0)), sample(metadata={"schema": "2"}), sample()]
    path = tmp_path / "houses.jsonl"
    path.write_text("\n".join(map(json.dumps, houses)))
    fields = {"format": "procthor", "file": path, "out": tmp_path / "homes", "assets": assets}
    return command.Config(**{**fields, **options})


def test_the_command_writes_all_it_can(
    tmp_path: Path, assets: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.run(config(tmp_path, assets, all=True)) == 1
    written = sorted(path.name for path in (tmp_path / "homes").iterdir())
    assert written == ["houses-00000.json.gz", "houses-00002.json.gz"]
    assert read_valid_house(tmp_path / "homes" / written[0]).objects
    out, err = capsys.readouterr()
    assert "Gizmo 1" in out
    assert "houses.jsonl[1]: $.metadata.schema is '2'" in err


def test_the_command_leaves_nothing_behind_on_errors(tmp_path: Path, assets: Path) -> None:
    for options in ({"index": 1}, {"index": 9}, {}, {"index": 0, "all": True}):
        with pytest.raises((FileFormatError, InvalidValueError)):
            command.run(config(tmp_path, assets, **options))
    assert not (tmp_path / "homes").exists()


def test_the_command_takes_one_or_a_few(tmp_path: Path, assets: Path) -> None:
    assert command.run(config(tmp_path, assets, index=2)) == 0
    assert command.run(config(tmp_path, assets, all=True, limit=1)) == 0
    names = sorted(path.name for path in (tmp_path / "homes").iterdir())
    assert names == ["houses-00000.json.gz", "houses-00002.json.gz"]


@pytest.mark.skipif(not DATA.exists(), reason="needs ProcTHOR's asset database")
def test_nearly_every_type_of_the_database_has_a_shape() -> None:
    data = json.loads(gzip.decompress((DATA / "procthor/asset-database.json.gz").read_bytes()))
    boxes = {kind for kind in data if category_of(kind) == UNKNOWN}
    assert len(data) == 109
    assert len(boxes) <= 10, sorted(boxes)


@pytest.mark.skipif(not DATA.exists(), reason="needs ProcTHOR's samples")
@pytest.mark.parametrize("name", ["procthor_multiroom", "procthor_single_rooms"])
def test_real_houses_are_valid_homes(name: str) -> None:
    homes = ProcthorFile(
        DATA / f"houses/{name}.jsonl.gz", assets=DATA / "procthor/asset-database.json.gz"
    )
    for index in range(0, len(homes), len(homes) // 20):
        house, summary = homes[index]
        assert check_house(house) == []
        assert summary.objects == len(house.objects)
        assert set(summary.dropped) <= {"Faucet that the sink has already"}


@pytest.mark.skipif(not DATA.exists(), reason="needs ProcTHOR's samples")
def test_real_houses_can_be_walked_in() -> None:
    path = DATA / "houses/procthor_multiroom.jsonl.gz"
    homes = ProcthorFile(path, assets=DATA / "procthor/asset-database.json.gz")
    simulator = MeadowSimulator()
    with gzip.open(path) as file:
        for index, line in enumerate(itertools.islice(file, 4)):
            agent = json.loads(line)["metadata"]["agent"]
            position = [agent["position"][axis] for axis in "xyz"]
            pose = pose_from_thor(position, agent["rotation"]["y"])
            simulator.reset(homes[index][0], pose)  # where THOR's agent starts, ours can stand
            assert (simulator.frames.ids != 0).mean() > 0.99
