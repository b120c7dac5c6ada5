"""Rooms, things and handles from points that were seen."""

from __future__ import annotations

import math

import numpy as np
import pytest

from meadow.language.questions.graph import Thresholds
from meadow.mapping.handles import grip_point, grips_of
from meadow.mapping.inventory import DIRECTIONS, FIXED, Inventory, Named, Remembered, adjusted
from meadow.mapping.occupancy import project_mask
from meadow.mapping.rooms import RoomMap, room_type
from meadow.types import Brief, Camera, Observation, Pose


def box(yaw: float, sides: tuple[float, float, float], category: str = "mug") -> Remembered:
    """A thing around (2, 1) of which every corner was seen."""
    depth, width, height = sides
    corners = np.array([(u * depth / 2, v * width / 2) for u in (-1, 1) for v in (-1, 1)])
    turn = np.array([[math.cos(yaw), -math.sin(yaw)], [math.sin(yaw), math.cos(yaw)]])
    spots = corners @ turn.T + (2.0, 1.0)
    angles = np.arange(DIRECTIONS) * math.pi / DIRECTIONS
    along = spots @ np.stack([np.cos(angles), np.sin(angles)])
    low, high = np.r_[along.min(axis=0), 0.0], np.r_[along.max(axis=0), height]
    return Remembered(1, Named(category, ("red",), ("metal",)), low, high, 0)


@pytest.mark.parametrize("yaw", [0.0, math.radians(30.0), math.radians(75.0)])
def test_things_that_stand_askew_are_not_taken_for_larger(yaw: float) -> None:
    thing = box(yaw, (0.4, 0.2, 0.3))
    assert sorted(thing.sides[:2]) == pytest.approx([0.2, 0.4], abs=1e-6)
    assert thing.liftable


def test_what_is_large_is_taken_for_fixed() -> None:
    assert not box(0.0, (0.9, 0.5, 0.8), "dresser").liftable
    assert FIXED > 100.0


def test_walls_above_doors_part_rooms() -> None:
    rooms = RoomMap()
    floor = [(x / 20, y / 20, 0.0) for x in range(-60, 60) for y in range(-20, 20)]
    # A wall at x = 0 with a doorway, which ends below the height at which rooms are told apart.
    wall = [(0.0, y / 20, 2.3) for y in range(-25, 25)]
    rooms.add(np.array(floor))
    assert rooms.room_of(-2.0, 0.0) == rooms.room_of(2.0, 0.0) > 0
    rooms.add(np.array(wall))
    assert rooms.room_of(-2.0, 0.0) != rooms.room_of(2.0, 0.0)


def test_things_tell_what_a_room_is() -> None:
    assert room_type(["bed", "wardrobe", "night stand"]) == "bedroom"
    assert room_type(["fridge", "oven", "sink"]) == "kitchen"
    assert room_type(["flurble"]) == ""


def floor_and_walls(rooms: RoomMap, yaw: float) -> np.ndarray:
    """A home of 6 by 4 metres that a wall with an opening as high as itself parts at x = 0; its turn."""
    c, s = math.cos(yaw), math.sin(yaw)
    turn = np.array([[c, s], [-s, c]])
    x, y = np.meshgrid(np.arange(-3.0, 3.0, 0.04), np.arange(-2.0, 2.0, 0.04))
    floor = np.column_stack([x.ravel(), y.ravel()]) @ turn
    along = np.arange(-3.0, 3.01, 0.02)
    across = np.arange(-2.0, 2.01, 0.02)
    inner = across[np.abs(across) > 1.2]  # 2.4 m are open
    lines = [(along, np.full(len(along), side)) for side in (-2.0, 2.0)]
    lines += [(np.full(len(across), side), across) for side in (-3.0, 3.0)]
    lines += [(np.full(len(inner), face), inner) for face in (-0.06, 0.06)]
    walls = np.vstack([np.column_stack(line) for line in lines]) @ turn
    lamp = np.array([(1.5 + 0.02 * k, 0.02 * j) for k in range(15) for j in range(15)]) @ turn
    rooms.add(np.column_stack([floor, np.zeros(len(floor))]))
    rooms.add(np.column_stack([walls, np.full(len(walls), 2.3)]))
    rooms.add(np.column_stack([lamp, np.full(len(lamp), 2.3)]))
    return turn


@pytest.mark.parametrize("degrees", [0, 15, 45, 75])
def test_open_rooms_are_parted_where_a_wall_ends_freely_and_lamps_part_nothing(
    degrees: int,
) -> None:
    rooms = RoomMap()
    turn = floor_and_walls(rooms, math.radians(degrees))
    spots = np.array([(-1.5, 0.0), (1.0, 1.0), (2.5, -1.5), (2.95, 1.95)]) @ turn
    left, *right = (rooms.room_of(x, y) for x, y in spots)
    assert left > 0
    assert left not in right
    assert len(set(right)) == 1
    assert rooms.heading == degrees // 15


def remembered(inventory: Inventory, id: int, category: str, low: tuple, high: tuple) -> Remembered:
    """A thing with a box, added to a memory."""
    thing = box(0.0, (1.0, 1.0, 1.0), category)
    thing.id = id
    corners = np.array([(x, y) for x in (low[0], high[0]) for y in (low[1], high[1])])
    angles = np.arange(DIRECTIONS) * math.pi / DIRECTIONS
    along = corners @ np.stack([np.cos(angles), np.sin(angles)])
    thing.low = np.r_[along.min(axis=0), low[2]]
    thing.high = np.r_[along.max(axis=0), high[2]]
    inventory.things[id] = thing
    return thing


def test_what_carries_a_thing_is_not_beside_it() -> None:
    inventory = Inventory(Camera())
    remembered(inventory, 1, "desk", (0.0, 0.0, 0.0), (1.2, 0.6, 0.75))
    remembered(inventory, 2, "mug", (0.3, 0.2, 0.75), (0.4, 0.3, 0.85))
    remembered(inventory, 3, "chair", (0.3, 0.7, 0.0), (0.8, 1.2, 0.9))
    facts = {thing.category: thing for thing in inventory.facts()}
    assert (facts["mug"].support, facts["mug"].place) == ("1", "top")
    assert facts["chair"].support == "floor"
    stands = Thresholds().stands
    assert stands("next to", facts["mug"], facts["desk"]) is False
    assert stands("next to", facts["chair"], facts["desk"]) is True
    assert stands("on", facts["mug"], facts["desk"]) is True


def test_a_drawers_contents_show_before_it_and_are_in_it() -> None:
    inventory = Inventory(Camera())
    stand = remembered(inventory, 1, "night stand", (0.0, 0.0, 0.0), (0.4, 0.4, 0.5))
    remembered(inventory, 2, "watch", (0.5, 0.15, 0.25), (0.56, 0.2, 0.3))
    remembered(inventory, 3, "book", (0.1, 0.1, 0.5), (0.3, 0.3, 0.54))
    inventory._contain([2, 3])
    assert inventory.things[2].container == 0
    stand.opened = True
    inventory._contain([2, 3])
    assert (inventory.things[2].container, inventory.things[3].container) == (1, 0)


def test_a_handle_is_what_stands_out_of_the_front() -> None:
    thing = box(0.0, (0.6, 0.6, 0.9), "dishwasher")
    y, z = np.meshgrid(np.linspace(0.7, 1.3, 60), np.linspace(0.0, 0.88, 60))
    face = np.column_stack([np.full(y.size, 1.72), y.ravel(), z.ravel()])
    side = np.column_stack([np.linspace(1.72, 2.3, 60), np.full(60, 0.7), np.full(60, 0.5)])
    edge = np.array([(1.7, 0.7, 0.01 * k) for k in range(88)])
    bar = np.array([(1.69, 0.8 + 0.01 * k, 0.69 + 0.01 * j) for k in range(40) for j in range(3)])
    thing.views[0, 0] = np.vstack([face, side, edge, bar])
    grips = grips_of(thing)
    assert grips[0].point == pytest.approx((1.69, 0.995, 0.7), abs=0.02)
    assert grips[0].normal == pytest.approx((-1.0, 0.0), abs=1e-6)
    assert len(grips) == 1


def test_a_thing_is_gripped_near_its_top() -> None:
    points = np.array([(2.0, 1.0 + 0.01 * k, 0.8 + 0.01 * j) for k in range(5) for j in range(11)])
    x, y, z = grip_point(points, Pose(1.0, 1.0))
    assert (x, y) == pytest.approx((2.0, 1.0), abs=0.03)
    assert 0.84 <= z <= 0.9


def test_a_thing_measures_what_its_pixels_show() -> None:
    camera = Camera(width=60, height=45)
    inventory = Inventory(camera)
    depth, ids = np.full((45, 60), 3.0, np.float32), np.zeros((45, 60), np.int32)
    depth[12:33, 18:42], ids[12:33, 18:42] = 2.0, 7
    pose = Pose(1.0, -0.5, math.radians(40.0), math.radians(-10.0))

    class Eyes:
        every = 1
        misses = False

        def reset(self, brief: Brief) -> None: ...

        def see(self, observation: Observation) -> tuple[np.ndarray, dict[int, Named]]:
            return ids, {7: Named("mug")}

    rgb = np.zeros((45, 60, 3), np.uint8)
    seen = Observation(rgb=rgb, depth=depth, pose=pose, moved=True, step=0)
    assert inventory.look(Eyes(), seen, 0) == [7]
    pixels = np.zeros((45, 60), bool)
    pixels[12:33:3, 18:42:3] = True
    points, _, _ = project_mask(pixels, depth, camera, pose)
    thing = inventory.things[7]
    angles = np.arange(DIRECTIONS) * math.pi / DIRECTIONS
    along = np.column_stack([points[:, :2] @ [np.cos(angles), np.sin(angles)], points[:, 2]])
    assert thing.low == pytest.approx(along.min(axis=0))
    assert thing.high == pytest.approx(along.max(axis=0))


def test_one_mask_that_spills_over_does_not_make_a_thing_large() -> None:
    box = np.array([0.0]), np.array([0.4])
    for view in [(0.0, 0.4), (-3.0, 3.0), *[(0.0, 0.4)] * 10]:
        box = adjusted(box, (np.array([view[0]]), np.array([view[1]])))
    assert float(box[1][0] - box[0][0]) == pytest.approx(0.4, abs=0.1)
    for _ in range(20):  # what most views show is believed
        box = adjusted(box, (np.array([-0.5]), np.array([0.5])))
    assert float(box[1][0] - box[0][0]) == pytest.approx(1.0, abs=0.02)
