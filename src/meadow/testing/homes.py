"""Small hand-made homes for tests: every wall, doorway and object where one can reason about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from meadow.scenes.catalogue import find_category
from meadow.scenes.schema import (
    Doorway,
    Finish,
    House,
    Light,
    Object,
    Part,
    Point3,
    Room,
    Wall,
    Window,
)

PLANKS = Finish("planks", "brown")
TILES = Finish("tiles", "white")
PLASTER = Finish("plaster", "cream")


def thing(
    id: str,
    category: str,
    position: Point3,
    *,
    room: str,
    yaw: float = 0.0,
    colour: str = "",
    **fields: Any,
) -> Object:
    """An object of middling size and its most usual look, for hand-made homes."""
    kind = find_category(category)
    size = tuple(round((low + high) / 2, 3) for low, high in kind.size)
    parts = []
    for name, spec in kind.parts.items():
        usual = kind.parts[spec.like] if spec.like else spec
        parts.append(Part(name, colour or usual.colours[0], usual.materials[0]))
    values: dict[str, Any] = {
        "variant": kind.variants[0],
        "size": size,
        "parts": tuple(parts),
        "mass": round(sum(kind.mass) / 2, 3),
        "counts": {k: max(1, low) for k, (low, _) in kind.counts.items()},
        "states": dict.fromkeys(kind.states, False),
    }
    return Object(
        id=id, category=category, position=position, yaw=yaw, room=room, **{**values, **fields}
    )


def one_room(objects: Sequence[Object] = (), side: float = 4.0) -> House:
    """A square room from (0, 0) to (side, side), without any way out."""
    corners = ((0.0, 0.0), (side, 0.0), (side, side), (0.0, side))
    walls = tuple(
        Wall(f"wall-{i}", corners[i], corners[(i + 1) % 4], left="room-0") for i in range(4)
    )
    room = Room("room-0", "living room", corners, PLANKS, PLASTER)
    light = Light("light-0", "room-0", (side / 2, side / 2, 2.4))
    return House("one-room", (room,), walls, objects=tuple(objects), lights=(light,))


def two_rooms(objects: Sequence[Object] = (), *, closed: bool = False) -> House:
    """A living room (0..4, 0..4) and a kitchen (4..7, 0..4) with a doorway in the wall x = 4.

    The doorway spans y 1.55 to 2.45; ``closed`` puts a shut door into it.
    """
    living = Room(
        "room-0", "living room", ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)), PLANKS, PLASTER
    )
    kitchen = Room(
        "room-1",
        "kitchen",
        ((4.0, 0.0), (7.0, 0.0), (7.0, 4.0), (4.0, 4.0)),
        TILES,
        Finish("plaster", "turquoise"),
    )
    walls = (
        Wall("wall-0", (0.0, 0.0), (4.0, 0.0), left="room-0"),
        Wall("wall-1", (4.0, 0.0), (7.0, 0.0), left="room-1"),
        Wall("wall-2", (7.0, 0.0), (7.0, 4.0), left="room-1"),
        Wall("wall-3", (7.0, 4.0), (4.0, 4.0), left="room-1"),
        Wall("wall-4", (4.0, 4.0), (0.0, 4.0), left="room-0"),
        Wall("wall-5", (0.0, 4.0), (0.0, 0.0), left="room-0"),
        Wall("wall-6", (4.0, 0.0), (4.0, 4.0), left="room-0", right="room-1"),
    )
    leaf = Part("leaf", "brown", "wood") if closed else None
    doorway = Doorway("door-0", "wall-6", 1.55, leaf=leaf, openness=0.0 if closed else 1.0)
    return House(
        "two-rooms",
        (living, kitchen),
        walls,
        doorways=(doorway,),
        windows=(Window("window-0", "wall-2", 1.2, 1.6),),
        objects=tuple(objects),
        lights=(
            Light("light-0", "room-0", (2.0, 2.0, 2.4)),
            Light("light-1", "room-1", (5.5, 2.0, 2.4), colour=(1.0, 0.95, 0.85)),
        ),
    )
