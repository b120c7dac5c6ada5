"""What a home is: plain, immutable, versioned data that round-trips through JSON exactly.

Lengths are metres rounded to 1 mm, angles radians rounded to 1e-6. An object's own frame has its
origin at the centre of its base, X to its front, Y to its left, Z up; ``size`` is its box in that
frame when closed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from meadow import serialize
from meadow.errors import FileFormatError

S = TypeVar("S", bound=msgspec.Struct)

SCHEMA = "meadow/house/1"
#: Larger files are refused before they are decoded; the largest homes known have about 1 MB.
MAX_BYTES = 1 << 26

ROOM_TYPES = (
    "kitchen",
    "living room",
    "bedroom",
    "bathroom",
    "dining room",
    "office",
    "hallway",
)

Point = tuple[float, float]
Point3 = tuple[float, float, float]


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Base of all schema classes: immutable, strict about unknown fields, compact on disk."""


class Finish(_Data, frozen=True):
    """How a floor, wall or ceiling looks."""

    surface: str
    """One of ``finish.SURFACES``."""
    colour: str
    """One of ``finish.COLOURS``."""


class Part(_Data, frozen=True):
    """How one part of an object looks. Names of parts come from the catalogue."""

    name: str
    colour: str
    material: str
    pattern: str = "plain"
    colour2: str = ""
    """Second colour of a pattern."""
    text: str = ""
    """Printed text; needs pattern "printed"."""
    image: str = ""
    """Printed picture, one of ``finish.IMAGES``; needs pattern "printed"."""


class Room(_Data, frozen=True):
    """A room; its polygon runs along the centre lines of its walls."""

    id: str
    type: str
    polygon: tuple[Point, ...]
    """Counter-clockwise, simple."""
    floor: Finish
    walls: Finish
    ceiling: Finish = Finish("plaster", "white")


class Wall(_Data, frozen=True):
    """A straight wall along the segment ``a``-``b``; shared by the rooms on both sides."""

    id: str
    a: Point
    b: Point
    left: str = ""
    """Room on the left of a -> b; empty for the outside."""
    right: str = ""
    """Room on the right of a -> b; empty for the outside."""
    height: float = 2.6
    thickness: float = 0.1


class Doorway(_Data, frozen=True):
    """A hole in a wall that starts at the floor; with a leaf it is a door."""

    id: str
    wall: str
    offset: float
    """Metres from the wall's ``a`` to the hole."""
    width: float = 0.9
    height: float = 2.05
    """As high as the wall for open-plan rooms."""
    leaf: Part | None = None
    openness: float = 1.0
    """0 closed to 1 open by 90 degrees; without a leaf it is always open."""
    hinge_at_start: bool = True
    swings_left: bool = True
    """Into the room on the wall's left."""


class Window(_Data, frozen=True):
    """A pane in a wall."""

    id: str
    wall: str
    offset: float
    width: float
    sill: float = 0.9
    height: float = 1.2


class Light(_Data, frozen=True):
    """A lamp without a body; lamps that are objects shine by their state "on"."""

    id: str
    room: str
    position: Point3
    intensity: float = 1.0
    colour: tuple[float, float, float] = (1.0, 1.0, 1.0)


class Walk(_Data, frozen=True):
    """How a person moves about while the robot acts, or how a ball rolls about.

    Each behaviour reads some of it: "loop" goes from way point to way point, "roam" to random points of
    an area, "idle" stays and changes its stance now and then.
    """

    points: tuple[Point, ...] = ()
    """Way points of a loop on the floor, visited in turn and then from the first again."""
    behaviour: str = "loop"
    """One of ``people.BEHAVIOURS``."""
    speed: float = 1.0
    """Metres a second."""
    pause: tuple[float, float] = (0.0, 0.0)
    """Fewest and most seconds of standing at each point, and in each stance of one who idles."""
    seconds: float = 0.5
    """Time that passes with each action of the robot."""
    area: tuple[Point, ...] = ()
    """Corners of the area in which one roams; empty for all floor that one can reach."""
    patience: float | None = None
    """Seconds after which one who waits turns elsewhere; None waits for good."""
    courtesy: float = 0.0
    """Metres ahead at which one begins to walk around whoever is in the way; 0 only waits."""
    gap: float = 0.0
    """Metres of floor that one who walks leaves to others; 0 stops where bodies touch."""


class Object(_Data, frozen=True):
    """A thing in a home."""

    id: str
    category: str
    variant: str
    """Shape variant of the category."""
    position: Point3
    """Centre of its base."""
    yaw: float
    size: Point3
    """Box along its own X (depth), Y (width), Z (height), when closed."""
    parts: tuple[Part, ...]
    room: str
    support: str = "floor"
    """"floor", "wall", "ceiling" or the id of the object that carries it."""
    container: str = ""
    """Id of the object that it is inside of; empty when in the open."""
    mass: float = 1.0
    counts: Mapping[str, int] = {}
    """How many of each repeated part, e.g. {"drawer": 3}."""
    states: Mapping[str, bool] = {}
    """E.g. {"on": true}; the names come from the catalogue."""
    openness: float = 0.0
    """0 closed to 1 open."""
    walk: Walk | None = None
    """How a ball rolls about on the floor; None for things that stay."""


class Person(_Data, frozen=True):
    """A human; bodies are described in ``scenes.people``."""

    id: str
    body: str
    position: Point3
    yaw: float
    room: str
    gait: float = -1.0
    """Phase of the walking cycle in [0, 1), or -1 for standing."""
    clothes: tuple[Part, ...] = ()
    """Overrides of the body's own parts."""
    walk: Walk | None = None
    """What they do while the robot acts; None for people who stand."""
    stance: str = ""
    """How they stand, one of ``people.STANCES``; empty for arms at the sides."""


class House(_Data, frozen=True, omit_defaults=False):
    """A whole home: its rooms, walls, openings, objects, people and lights."""

    id: str
    rooms: tuple[Room, ...]
    walls: tuple[Wall, ...]
    doorways: tuple[Doorway, ...] = ()
    windows: tuple[Window, ...] = ()
    objects: tuple[Object, ...] = ()
    people: tuple[Person, ...] = ()
    lights: tuple[Light, ...] = ()
    source: str = ""
    """Where it comes from, e.g. "generator/1 seed=7 rooms=6"."""
    schema: str = SCHEMA

    def object(self, id: str) -> Object:
        """The object of that id."""
        for item in self.objects:
            if item.id == id:
                return item
        raise KeyError(id)

    def digest(self) -> str:
        """Content hash: equal houses have equal digests on every machine."""
        return serialize.digest(serialize.encode(self))


class _Header(msgspec.Struct):
    schema: str = ""


def decode_house(data: bytes, source: str) -> House:
    """Parse a house; see ``scenes.validate`` for the rules beyond its shape."""
    header = serialize.decode(data, _Header, source)
    if header.schema != SCHEMA:
        raise FileFormatError(
            f"{source}: $.schema is {header.schema!r}, expected {SCHEMA!r}. "
            "Houses of other formats go through: meadow import"
        )
    return serialize.decode(data, House, source)


def read_house(path: str | Path) -> House:
    """Read a ``.json`` or ``.json.gz`` house."""
    return decode_house(serialize.read_bytes(path, MAX_BYTES), str(path))


def write_house(house: House, path: str | Path) -> None:
    """Write a house as ``.json`` or ``.json.gz``; equal houses give equal bytes."""
    serialize.write_bytes(path, serialize.encode(house) + b"\n")


def mm(value: float) -> float:
    """Round a length to 1 mm (and drop negative zero)."""
    return round(value, 3) + 0.0


def mrad(value: float) -> float:
    """Wrap an angle to [-pi, pi) and round it to 1e-6."""
    return round((value + math.pi) % (2.0 * math.pi) - math.pi, 6) + 0.0


def replace(value: S, **changes: Any) -> S:
    """A copy with some fields changed."""
    return msgspec.structs.replace(value, **changes)
