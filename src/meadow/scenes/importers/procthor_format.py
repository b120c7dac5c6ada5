"""ProcTHOR's files as they are: houses of schema 1.0.0 and the asset database.

Fields that Meadow does not use are skipped. Lengths are metres and angles degrees in Unity's frame:
left-handed, Y up, rotations clockwise seen from above. An object's position is the centre of its box.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec

from meadow import serialize
from meadow.errors import FileFormatError
from meadow.scenes.validate import LIMITS, OWN_LIMITS, REACH

SCHEMA = "1.0.0"
#: Things that are on or in each other, at most; those of ProcTHOR go two deep.
DEEPEST = 20

#: Metres, degrees or shares of one: numbers beyond are mistakes.
Number = Annotated[float, msgspec.Meta(ge=-REACH, le=REACH)]
_Polygon = msgspec.Meta(max_length=OWN_LIMITS["polygon"])
#: THOR keeps both sides of a wall.
_Sides = msgspec.Meta(max_length=2 * LIMITS["walls"])


class Vector(msgspec.Struct, frozen=True):
    """A point, a box or Euler angles."""

    x: Number = 0.0
    y: Number = 0.0
    z: Number = 0.0


class Colour(msgspec.Struct, frozen=True):
    """Red, green and blue in [0, 1]."""

    r: Number
    g: Number
    b: Number


class Material(msgspec.Struct, frozen=True):
    """A material of Unity by name, perhaps tinted."""

    name: str = ""
    color: Colour | None = None


class ThorRoom(msgspec.Struct, frozen=True):
    """A floor polygon, clockwise seen from above."""

    id: str
    roomType: str
    floorPolygon: Annotated[tuple[Vector, ...], _Polygon]
    floorMaterial: Material = Material()


class ThorWall(msgspec.Struct, frozen=True):
    """One side of a wall: the first two points of its polygon span it from end to end."""

    id: str
    roomId: str
    polygon: Annotated[tuple[Vector, ...], _Polygon]
    material: Material = Material()
    empty: bool = False


class Hole(msgspec.Struct, frozen=True):
    """A door or window; ``holePolygon`` is measured from the first point of ``wall0``."""

    id: str
    wall0: str
    wall1: str
    holePolygon: tuple[Vector, Vector]
    assetId: str = ""
    openness: Number = 0.0


class ThorThing(msgspec.Struct, frozen=True):
    """An object; ``children`` are on or in it."""

    id: str
    assetId: str
    position: Vector
    rotation: Vector = Vector()
    objectType: str = ""
    children: tuple[ThorThing, ...] = ()
    openness: Number = 0.0
    isOn: bool = False
    isDirty: bool = False


class ThorLight(msgspec.Struct, frozen=True):
    """A lamp of the scene; only point lights belong to rooms."""

    id: str
    type: str
    position: Vector
    intensity: Number = 1.0
    rgb: Colour = Colour(1.0, 1.0, 1.0)


class Parameters(msgspec.Struct, frozen=True):
    """What concerns the whole house."""

    lights: Annotated[tuple[ThorLight, ...], msgspec.Meta(max_length=LIMITS["lights"])] = ()
    ceilingMaterial: Material = Material()


class ThorHouse(msgspec.Struct, frozen=True):
    """One house of a ProcTHOR file: rooms, walls, objects, doors and windows."""

    rooms: Annotated[tuple[ThorRoom, ...], msgspec.Meta(max_length=LIMITS["rooms"])]
    walls: Annotated[tuple[ThorWall, ...], _Sides]
    objects: tuple[ThorThing, ...]
    doors: Annotated[tuple[Hole, ...], msgspec.Meta(max_length=LIMITS["doorways"])] = ()
    windows: Annotated[tuple[Hole, ...], msgspec.Meta(max_length=LIMITS["windows"])] = ()
    proceduralParameters: Parameters = Parameters()


class Asset(msgspec.Struct, frozen=True):
    """What the database knows about a model; ``boundingBox`` is its size before rotation."""

    assetId: str
    objectType: str
    boundingBox: Vector
    materials: tuple[tuple[str, str], ...] = ()


class _Metadata(msgspec.Struct):
    schema: str = ""


class _Header(msgspec.Struct):
    metadata: _Metadata


def decode_house(data: bytes, source: str) -> ThorHouse:
    """Parse one house of schema 1.0.0."""
    try:
        found = serialize.decode(data, _Header, source).metadata.schema
    except FileFormatError as error:
        raise FileFormatError(f"{source}: not a ProcTHOR house ({error})") from error
    if found != SCHEMA:
        raise FileFormatError(
            f"{source}: $.metadata.schema is {found!r}, expected {SCHEMA!r}. Convert the house with "
            "the ai2thor version that made it"
        )
    house = serialize.decode(data, ThorHouse, source)
    _check_things(house, source)
    return house


def _check_things(house: ThorHouse, source: str) -> None:
    """Neither too many things nor too many on or in each other."""
    count, level = 0, house.objects
    for _ in range(DEEPEST):
        count += len(level)
        if count > LIMITS["objects"]:
            raise FileFormatError(
                f"{source}: $.objects holds more than {LIMITS['objects']} things with their children"
            )
        level = tuple(child for thing in level for child in thing.children)
    if level:
        raise FileFormatError(f"{source}: $.objects has children more than {DEEPEST} deep")


def read_assets(path: str | Path | None) -> dict[str, Asset]:
    """The asset database by asset id."""
    if path is None or not Path(path).exists():
        problem = "ProcTHOR houses need" if path is None else f"{path}: no such file;"
        raise FileFormatError(
            f"{problem} the asset database with the size of every model. Get "
            "databases/asset-database.json from the repository allenai/procthor on GitHub "
            "and name it with --assets"
        )
    groups = serialize.decode(
        _read(Path(path)), dict[str, tuple[Asset, ...]], f"{path} (as asset database)"
    )
    return {asset.assetId: asset for group in groups.values() for asset in group}


def read_records(path: str | Path) -> list[bytes]:
    """The JSON text of every house in a file: one house, a list of them, or one a line."""
    path = Path(path)
    if path.name.removesuffix(".gz").endswith(".jsonl"):
        records = [line for _, line in serialize.read_lines(path)]
        _check_pointer(records[0] if records else b"", path)
    elif (data := _read(path).strip()).startswith(b"["):
        records = [bytes(raw) for raw in serialize.decode(data, list[msgspec.Raw], str(path))]
    else:
        records = [data] if data else []
    if not records:
        raise FileFormatError(f"{path}: holds no house")
    return records


def _read(path: Path) -> bytes:
    data = serialize.read_bytes(path)
    _check_pointer(data, path)
    return data


def _check_pointer(data: bytes, path: Path) -> None:
    if data.startswith(b"version https://git-lfs"):  # read_bytes looks into .gz only
        raise FileFormatError(
            f"{path}: a Git LFS pointer, not the data. Fetch it with: git lfs pull"
        )
