"""Plans from above."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import numpy as np
import pytest
import shapely

from meadow.scenes.schema import House, replace
from meadow.testing.furnished import furnished, generated
from meadow.testing.homes import one_room, thing, two_rooms
from meadow.viewer.plan import object_rings, path_data, plan_bounds, plan_shapes, plan_svg

SVG = "{http://www.w3.org/2000/svg}"


def kinds(house: House) -> list[str]:
    return [shape.kind for shape in plan_shapes(house)]


def test_everything_that_stands_is_drawn_from_the_floor_up() -> None:
    found = kinds(furnished())
    assert found.count("floor") == 2
    assert found.count("furniture") == 5
    assert "thing" not in found, "an apple is too small to see"
    assert found.index("furniture") < found.index("wall") < found.index("label")
    assert found.count("window") == 1


def test_walls_leave_doorways_open() -> None:
    wall = next(s for s in plan_shapes(two_rooms()) if s.kind == "wall")
    outside, *rooms = sorted((shapely.Polygon(r) for r in wall.rings), key=lambda p: -p.area)
    solid = outside.difference(shapely.union_all(rooms))
    assert not solid.contains(shapely.Point(4.0, 2.0)), "the doorway"
    assert solid.contains(shapely.Point(4.0, 0.5)), "beside it"
    assert solid.contains(shapely.Point(0.0, 0.0)), "the corner is closed"


def test_a_door_has_a_leaf_and_a_swing() -> None:
    found = kinds(furnished(closed=True))
    assert (found.count("leaf"), found.count("swing")) == (1, 1)
    assert "leaf" not in kinds(furnished())


def test_outlines_lie_where_objects_stand() -> None:
    item = thing("table", "dining table", (2.0, 1.0, 0.0), room="room-0", yaw=0.3)
    shape = shapely.union_all([shapely.Polygon(ring) for ring in object_rings(item)])
    assert shape.contains(shapely.Point(2.0, 1.0))
    assert shape.area == pytest.approx(item.size[0] * item.size[1], rel=0.25)


def test_the_frame_holds_the_home() -> None:
    assert plan_bounds(one_room(side=4.0), margin=0.5) == (-0.5, -0.5, 4.5, 4.5)


def test_paths_are_centimetres_with_y_down() -> None:
    assert path_data([np.array([[0.0, 1.0], [2.5, -1.0]])]) == "M0 -100L250 100Z"
    assert path_data([[(0.004, 0.006)]], closed=False) == "M0 -1"
    assert path_data([np.zeros((0, 2))]) == ""


@pytest.mark.parametrize("seed", [0, 1])
def test_a_generated_home_is_valid_svg_of_modest_size(seed: int) -> None:
    house = generated(seed)
    text = plan_svg(house)
    root = ET.fromstring(text)
    assert root.tag == f"{SVG}svg"
    x, y, width, height = map(int, root.attrib["viewBox"].split())
    x0, y0, x1, y1 = plan_bounds(house)
    assert (x, y) == (round(100 * x0), round(-100 * y1))
    assert (width, height) == (round(100 * (x1 - x0)), round(100 * (y1 - y0)))
    labels = [node.text for node in root.iter(f"{SVG}text")]
    assert labels == [room.type for room in house.rooms]
    assert len(text) < 60_000
    assert plan_svg(house) == text


def test_texts_are_escaped_and_overlays_drawn_last() -> None:
    house = one_room()
    odd = replace(house, rooms=(replace(house.rooms[0], type="<b>&"),))
    root = ET.fromstring(plan_svg(odd, overlay='<circle r="5"/>'))
    assert [node.text for node in root.iter(f"{SVG}text")] == ["<b>&"]
    assert root[-1].tag == f"{SVG}circle"
    assert not list(ET.fromstring(plan_svg(house, labels=False)).iter(f"{SVG}text"))
