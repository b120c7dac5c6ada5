"""ProcTHOR's files as they are: houses of schema 1.0.0 and the asset database.

Fields that Meadow does not use are skipped. Lengths are metres and angles degrees in Unity's frame:
left-handed, Y up, rotations clockwise seen from above. An object's position is the centre of its box.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from meadow import serialize
from meadow.errors import FileFormatError

SCHEMA = "1.0.0"


class Vector(msgspec.Struct, frozen=True):
    """A point, a box or Euler angles."""

    x: float = 0.0
    y: float = 0.0
    z: float = 0.0


class Colour(msgspec.Struct, frozen=True):
    """Red, green and blue in [0, 1]."""

    r: float
    g: float
    b: float


class Material(msgspec.Struct, frozen=True):
    """A material of Unity by name, perhaps tinted."""

    name: str = ""
    color: Colour | None = None


class Room(msgspec.Struct, frozen=True):
    """A floor polygon, clockwise seen from above."""

    id: str
    roomType: str
    floorPolygon: tuple[Vector, ...]
    floorMaterial: Material = Material()


class Wall(msgspec.Struct, frozen=True):
    """One side of a wall: the first two points of its polygon span it from end to end."""

    id: str
    roomId: str
    polygon: tuple[Vector, ...]
    material: Material = Material()
    empty: bool = False


class Hole(msgspec.Struct, frozen=True):
    """A door or window; ``holePolygon`` is measured from the first point of ``wall0``."""

    id: str
    wall0: str
    wall1: str
    holePolygon: tuple[Vector, Vector]
    assetId: str = ""
    openness: float = 0.0


class Thing(msgspec.Struct, frozen=True):
    """An object; ``children`` are on or in it."""

    id: str
    assetId: str
    position: Vector
    rotation: Vector = Vector()
    objectType: str = ""
    children: tuple[Thing, ...] = ()
    openness: float = 0.0
    isOn: bool = False
    isDirty: bool = False


class Light(msgspec.Struct, frozen=True):
    """A lamp of the scene; only point lights belong to rooms."""

    id: str
    type: str
    position: Vector
    intensity: float = 1.0
    rgb: Colour = Colour(1.0, 1.0, 1.0)


class Parameters(msgspec.Struct, frozen=True):
    """What concerns the whole house."""

    lights: tuple[Light, ...] = ()
    ceilingMaterial: Material = Material()


class ThorHouse(msgspec.Struct, frozen=True):
    """A whole house."""

    rooms: tuple[Room, ...]
    walls: tuple[Wall, ...]
    objects: tuple[Thing, ...]
    doors: tuple[Hole, ...] = ()
    windows: tuple[Hole, ...] = ()
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
    return serialize.decode(data, ThorHouse, source)


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
    data = _read(path).strip()
    if path.name.removesuffix(".gz").endswith(".jsonl"):
        records = [line for line in data.splitlines() if line.strip()]
    elif data.startswith(b"["):
        records = [bytes(raw) for raw in serialize.decode(data, list[msgspec.Raw], str(path))]
    else:
        records = [data]
    if not data or not records:
        raise FileFormatError(f"{path}: holds no house")
    return records


def _read(path: Path) -> bytes:
    data = serialize.read_bytes(path)
    if data.startswith(b"version https://git-lfs"):  # read_bytes looks into .gz only
        raise FileFormatError(
            f"{path}: a Git LFS pointer, not the data. Fetch it with: git lfs pull"
        )
    return data
