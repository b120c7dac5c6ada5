"""Scenes that try the renderer: an awkward building, and cameras that stand inside its rooms."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
import shapely

from meadow.scenes.schema import (
    Doorway,
    Finish,
    House,
    Light,
    Part,
    Person,
    Room,
    Wall,
    Window,
    replace,
)
from meadow.seeding import stream
from meadow.testing.homes import thing

PITCHES = (-math.pi / 6, 0.0, math.pi / 6)
LEAF = Part("leaf", "white", "wood")


@pytest.fixture(scope="session")
def awkward() -> House:
    """An L-shaped room open to a second one, a slanted third, a front door, two wall thicknesses."""
    floor, walls = Finish("planks", "tan"), Finish("wallpaper", "olive")
    rooms = (
        Room("a", "living room", ((0, 0), (6, 0), (6, 3), (3, 3), (3, 5), (0, 5)), floor, walls),
        Room("b", "kitchen", ((3, 3), (6, 3), (6, 5), (3, 5)), Finish("tiles", "grey"), walls),
        Room("c", "office", ((6, 0), (9, 0), (8, 5), (6, 5)), Finish("carpet", "navy"), walls),
    )
    walls_ = (
        Wall("w0", (0, 0), (6, 0), left="a"),
        Wall("w1", (6, 0), (9, 0), left="c", height=3.0),
        Wall("w2", (9, 0), (8, 5), left="c", height=3.0),
        Wall("w3", (8, 5), (6, 5), left="c", height=3.0),
        Wall("w4", (6, 5), (3, 5), left="b"),
        Wall("w5", (3, 5), (0, 5), left="a"),
        Wall("w6", (0, 5), (0, 0), left="a"),
        Wall("w7", (6, 0), (6, 3), left="a", right="c", thickness=0.2),
        Wall("w8", (6, 3), (6, 5), left="b", right="c"),
        Wall("w9", (6, 3), (3, 3), left="a", right="b"),
        Wall("w10", (3, 3), (3, 5), left="a", right="b"),
    )
    doorways = (
        Doorway("front", "w0", 1.0),
        Doorway("office", "w7", 1.0, leaf=LEAF, openness=0.4),
        Doorway("pantry", "w9", 1.2, leaf=LEAF, openness=0.0, hinge_at_start=False),
        Doorway("open plan", "w10", 0.0, width=2.0, height=2.6),
        Doorway("back", "w8", 0.6, leaf=LEAF, openness=1.0, swings_left=False),
    )
    objects = (
        thing("sofa", "sofa", (1.0, 2.5, 0.0), room="a"),
        # Stands in the open-plan hole, in two rooms at once.
        thing("table", "dining table", (3.0, 4.0, 0.0), room="b", yaw=0.3),
        # Pokes through the thick wall from one room into the next.
        thing("shelf", "bookshelf", (6.0, 2.6, 0.0), room="a", yaw=0.4),
        thing("plant", "house plant", (7.4, 1.0, 0.0), room="c"),
    )
    return House(
        "awkward",
        rooms,
        walls_,
        doorways,
        (Window("view", "w2", 1.5, 1.8), Window("hatch", "w9", 2.3, 0.5)),
        objects,
        (Person("someone", "ada", (4.5, 1.5, 0.0), 1.0, "a", gait=0.3),),
        (Light("l", "a", (2.0, 2.0, 2.4)), Light("m", "c", (7.0, 2.0, 2.8), colour=(1, 0.8, 0.6))),
    )


@pytest.fixture(scope="session")
def cameras() -> Callable[[House, int, int], list[tuple[float, ...]]]:
    """Random cameras inside the rooms of a house, at three pitches."""

    def make(house: House, count: int, seed: int = 0) -> list[tuple[float, ...]]:
        draw = stream(seed, "cameras", house.id)
        rooms = [shapely.Polygon(room.polygon).buffer(-0.25) for room in house.rooms]
        out: list[tuple[float, ...]] = []
        while len(out) < count:
            room = draw.choice(rooms)
            x0, y0, x1, y1 = room.bounds
            x, y = draw.uniform(x0, x1), draw.uniform(y0, y1)
            if room.contains(shapely.Point(x, y)):
                yaw, pitch = draw.uniform(-math.pi, math.pi), draw.choice(PITCHES)
                out.append((x, y, 0.87, yaw, pitch))
        return out

    return make


@pytest.fixture(scope="session")
def with_doors() -> Callable[[House, int], House]:
    """The same house with every door shut, ajar or open by chance."""

    def make(house: House, seed: int) -> House:
        draw = stream(seed, "doors")
        moved = tuple(replace(d, openness=draw.choice((0.0, 0.3, 1.0))) for d in house.doorways)
        return replace(house, doorways=moved)

    return make
