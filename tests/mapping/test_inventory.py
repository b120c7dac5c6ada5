"""Rooms, things and handles from points that were seen."""

from __future__ import annotations

import math

import numpy as np
import pytest

from meadow.mapping.handles import grip_point, handle_point, sides_of
from meadow.mapping.inventory import DIRECTIONS, FIXED, Named, Remembered
from meadow.mapping.rooms import RoomMap, room_type
from meadow.types import Pose


def box(yaw: float, sides: tuple[float, float, float], category: str = "mug") -> Remembered:
    """A thing around (2, 1) of which every corner was seen."""
    depth, width, height = sides
    corners = np.array([(u * depth / 2, v * width / 2) for u in (-1, 1) for v in (-1, 1)])
    turn = np.array([[math.cos(yaw), -math.sin(yaw)], [math.sin(yaw), math.cos(yaw)]])
    spots = corners @ turn.T + (2.0, 1.0)
    angles = np.arange(DIRECTIONS) * math.pi / DIRECTIONS
    along = spots @ np.stack([np.cos(angles), np.sin(angles)])
    low, high = np.r_[along.min(axis=0), 0.0], np.r_[along.max(axis=0), height]
    return Remembered(1, Named(category, ("red",), ("metal",)), low, high, 0, (0.0, 0.0))


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


def test_a_handle_is_what_stands_out_of_the_front() -> None:
    thing = box(0.0, (0.6, 0.6, 0.9), "dishwasher")
    front = max(sides_of(thing), key=lambda side: -side[0][0])  # the side towards the origin
    y, z = np.meshgrid(np.linspace(0.7, 1.3, 40), np.linspace(0.0, 0.88, 40))
    face = np.column_stack([np.full(y.size, 1.7), y.ravel(), z.ravel()])
    bar = np.array([(1.67, 0.8 + 0.02 * k, 0.7) for k in range(20)])
    found = handle_point(np.vstack([face, bar]), thing, front[1], Pose(0.8, 1.0))
    assert found == pytest.approx((1.67, 0.99, 0.7), abs=0.03)


def test_a_thing_is_gripped_near_its_top() -> None:
    points = np.array([(2.0, 1.0 + 0.01 * k, 0.8 + 0.01 * j) for k in range(5) for j in range(11)])
    x, y, z = grip_point(points, Pose(1.0, 1.0))
    assert (x, y) == pytest.approx((2.0, 1.0), abs=0.03)
    assert 0.84 <= z <= 0.9
