"""What blocks the robot, and what it drives over or under."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely

from meadow.geometry.polygons import area
from meadow.scenes.catalogue import CATEGORIES
from meadow.scenes.doors import leaf_outline
from meadow.scenes.schema import Person, replace
from meadow.sim.obstacles import Obstacles, object_outlines
from meadow.testing.furnished import furnished, generated, union
from meadow.testing.homes import one_room, thing, two_rooms

HEIGHT = 0.9


def test_walls_have_thickness_and_doorways_are_open():
    obstacles = Obstacles(two_rooms(), HEIGHT)
    assert obstacles.overlapped(2.0, 0.2, 0.18) == "wall-0"
    assert obstacles.overlapped(2.0, 0.24, 0.18) == ""
    assert obstacles.blocker(3.0, 2.0, 5.0, 2.0, 0.18) == ""
    assert obstacles.blocker(3.0, 1.0, 5.0, 1.0, 0.18) == "wall-6"


def test_corners_of_a_room_are_closed():
    obstacles = Obstacles(one_room(), HEIGHT)
    for angle in np.linspace(0, 2 * math.pi, 97):
        far = (2.0 + 9 * math.cos(angle), 2.0 + 9 * math.sin(angle))
        assert obstacles.blocker(2.0, 2.0, *far, 0.01).startswith("wall-")


@pytest.mark.parametrize("openness", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("at_start", [True, False])
@pytest.mark.parametrize("left", [True, False])
def test_leaves_turn_about_their_hinge(openness, at_start, left):
    house = two_rooms(closed=True)
    door = replace(house.doorways[0], openness=openness, hinge_at_start=at_start, swings_left=left)
    outline = leaf_outline(house.walls[6], door)
    assert area(outline) == pytest.approx(0.9 * 0.04)
    middle = outline.mean(axis=0)
    if openness == 0.0:
        assert middle == pytest.approx((3.97 if left else 4.03, 2.0))
    else:
        # Left of the wall that runs along +Y is -X, the living room.
        assert (middle[0] < 3.97) == left
        assert (middle[1] < 2.0) == at_start
    assert outline[:, 1].min() > 1.55 - 0.01
    assert outline[:, 1].max() < 2.45 + 0.01


def test_a_closed_door_blocks_and_an_open_one_does_not():
    house = two_rooms(closed=True)
    obstacles = Obstacles(house, HEIGHT)
    assert obstacles.blocker(3.0, 2.0, 5.0, 2.0, 0.18) == "door-0"
    version = obstacles.version
    obstacles.set_doorway(replace(house.doorways[0], openness=1.0))
    assert obstacles.version > version
    assert obstacles.blocker(3.0, 2.0, 5.0, 2.0, 0.18) == ""
    # The open leaf stands in the living room at the doorway's start.
    assert obstacles.blocker(3.0, 1.57, 3.9, 1.57, 0.05) == "door-0"


def test_front_doors_do_not_lead_out_of_the_world():
    house = two_rooms()
    front = replace(house.doorways[0], id="door-1", wall="wall-5", offset=1.0)
    obstacles = Obstacles(replace(house, doorways=(*house.doorways, front)), HEIGHT)
    assert obstacles.blocker(1.0, 2.5, -1.0, 2.5, 0.18) == "door-1"


def test_tables_block_by_their_top_or_by_their_legs():
    table = thing("table-0", "dining table", (2.0, 2.0, 0.0), room="room-0")
    low = Obstacles(one_room([table]), HEIGHT)
    assert low.overlapped(2.0, 2.0, 0.1) == "table-0"
    under = Obstacles(one_room([table]), 0.3)
    assert len(under.of("table-0")) == 4, "one outline for each leg"
    assert under.overlapped(2.0, 2.0, 0.1) == ""
    assert union(under).area < union(low).area


def test_flat_things_are_driven_over_and_high_ones_under():
    rug = thing("rug-0", "rug", (2.0, 2.0, 0.0), room="room-0")
    assert Obstacles(one_room([rug]), HEIGHT).overlapped(2.0, 2.0, 0.18) == ""
    shelf = thing("shelf-0", "shelf", (2.0, 2.0, 1.2), room="room-0", support="wall")
    assert Obstacles(one_room([shelf]), HEIGHT).overlapped(2.0, 2.0, 0.18) == ""


def test_flat_things_that_stand_open_are_not_driven_over():
    laptop = thing("laptop-0", "laptop", (2.0, 2.0, 0.0), room="room-0", size=(0.26, 0.37, 0.028))
    obstacles = Obstacles(one_room([laptop]), 0.9)
    assert not obstacles.overlapped(2.0, 2.0, 0.18)
    obstacles.set_object(replace(laptop, openness=1.0))  # the lid stands up
    assert obstacles.overlapped(2.0, 2.0, 0.18) == "laptop-0"


def test_a_part_that_opens_over_the_edge_of_its_carrier_blocks():
    table = thing("table-0", "dining table", (2.0, 2.0, 0.0), room="room-0", size=(0.6, 0.6, 0.7))
    oven = thing(
        "oven-0",
        "microwave",
        (2.0, 2.0, 0.7),
        room="room-0",
        size=(0.4, 0.5, 0.3),
        support="table-0",
    )
    obstacles = Obstacles(one_room([table, oven]), 1.9)
    assert not obstacles.of("oven-0")
    obstacles.set_object(replace(oven, openness=1.0))
    assert obstacles.of("oven-0")


def test_outlines_stay_within_the_box_of_closed_things():
    for house in (furnished(), generated(1)):
        for item in house.objects:
            if item.openness:
                continue
            c, s = math.cos(item.yaw), math.sin(item.yaw)
            for outline in object_outlines(item):
                away = outline - item.position[:2]
                local = np.stack([away @ (c, s), away @ (-s, c)], axis=1)
                assert (np.abs(local) <= np.array(item.size[:2]) / 2 + 0.011).all(), item.id


def test_outlines_are_convex_and_contain_the_solid_corners():
    from meadow.scenes.meshes import object_mesh

    for category in list(CATEGORIES)[::9]:
        item = thing("x", category, (0.0, 0.0, 0.0), room="room-0", yaw=0.7)
        outlines = object_outlines(item, 0.03, HEIGHT)
        for outline in outlines:
            assert len(outline) == 2 or area(outline) > 0.0
        mesh = object_mesh(item)
        used = mesh.vertices[np.unique(mesh.quads[mesh.solid])] if mesh.solid.any() else ()
        c, s = math.cos(0.7), math.sin(0.7)
        band = [v for v in used if 0.03 < v[2] <= HEIGHT]
        if not band:
            continue
        shape = shapely.union_all(
            [shapely.MultiPoint(o).convex_hull.buffer(1e-5) for o in outlines]
        )
        corners = [(c * v[0] - s * v[1], s * v[0] + c * v[1]) for v in band]
        assert shapely.covers(shape, shapely.MultiPoint(corners)), category


def test_things_on_tables_add_nothing():
    obstacles = Obstacles(furnished(), HEIGHT)
    assert obstacles.of("apple-0") == []
    assert obstacles.of("table-0")


def test_people_block_where_they_are_now():
    house = one_room()
    person = Person("person-0", "any", (2.0, 2.0, 0.0), 0.0, "room-0")
    obstacles = Obstacles(house, HEIGHT)
    version = obstacles.version
    obstacles.set_people([person])
    assert obstacles.blocker(1.0, 2.0, 3.0, 2.0, 0.18) == "person-0"
    obstacles.set_people([replace(person, position=(2.0, 3.0, 0.0))])
    assert obstacles.blocker(1.0, 2.0, 3.0, 2.0, 0.18) == ""
    assert obstacles.version == version


def test_what_stood_within_its_carrier_blocks_once_that_is_elsewhere():
    table = thing("table", "dining table", (2.0, 2.0, 0.0), room="room-0")
    mug = thing("mug", "mug", (2.0, 2.0, table.size[2]), room="room-0", support="table")
    obstacles = Obstacles(one_room([table, mug]), HEIGHT)
    assert not obstacles.of("mug")
    twin = obstacles.copy()
    twin.set_object(replace(table, position=(0.8, 0.8, 0.0)))
    assert twin.of("mug")
    assert not obstacles.of("mug")
    twin.set_object(table)
    assert not twin.of("mug")
