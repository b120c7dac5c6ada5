"""A home and what changes in it, as one packet from which a browser draws what the renderer draws.

    8 bytes   b"MEADOWW1"
    4 bytes   length of the header, little endian
    header    JSON: names, lights, and for each block its type, shape and place
    blocks    arrays, each beginning at a multiple of eight bytes

The whole is compressed with gzip. The browser places templates at poses with the same light as the
renderer, so a step of an episode only says which template stands where in which slot.
"""

from __future__ import annotations

import gzip
import math
import struct
from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from meadow.scenes.schema import House
from meadow.sim.render import RenderScene
from meadow.sim.render.arrays import Placement
from meadow.sim.render.lights import AMBIENT
from meadow.sim.render.place import PART
from meadow.sim.render.templates import Template
from meadow.types import SHELL_IDS

MAGIC = b"MEADOWW1"
#: Blocks begin at multiples of this, so that a browser can use them where they lie.
ALIGNMENT = 8
#: Columns of a template and the types in which they are sent: where its faces are, and what they are.
_SHAPE = {"vertices": "f4", "normals": "f4"}
_FACES = {"quads": "u2", "axes": "u1", "part": "u1"}
_WIDTHS = {"vertices": 3, "normals": 3, "quads": 4}


class PacketBlock(msgspec.Struct, frozen=True):
    """Where an array lies in a packet."""

    type: str
    """As NumPy writes it: "f4", "f8", "u1", "u2", "u4" or "i4"."""
    shape: tuple[int, ...]
    start: int
    """Bytes after the header."""


class Slot(msgspec.Struct, frozen=True):
    """Something that is drawn by itself."""

    id: int
    """Its instance id, as in frames."""
    name: str = ""
    """Id of the object or person; empty for the building, and where names are not told."""
    what: str = ""
    """Category or kind in words."""
    room: str = ""
    outside: bool = False
    """A part of the building that only shows from outside."""


class WorldHeader(msgspec.Struct, frozen=True):
    """What a packet says before its arrays."""

    home: str
    steps: int
    """Actions of the episode; 0 for a home alone."""
    ambient: float
    lights: tuple[tuple[tuple[float, float, float, float], ...], ...]
    """Of each light its lamps: x, y, z and strength."""
    slots: tuple[Slot, ...]
    rooms: tuple[tuple[str, tuple[tuple[float, float], ...]], ...]
    """Kind and outline of each room; empty where names are not told."""
    blocks: dict[str, PacketBlock]


class WorldLog:
    """Collects the states of a scene, step by step; what did not change costs nothing."""

    def __init__(self, house: House, *, names: bool = True) -> None:
        """``names`` off tells shapes and looks alone, for those who must not know the truth."""
        self._house, self._names = house, names
        self._shown: list[Placement | None] = []
        self._forms: dict[int, int] = {}
        self._forms_by_shape: dict[bytes, int] = {}
        self._templates: list[Template] = []
        self._alive: list[Template] = []
        self._looks: dict[bytes, int] = {}
        self._lights: dict[Any, int] = {}
        self._placed: dict[tuple[float, ...], int] = {}
        self._first: list[int] = []
        self._changes: list[tuple[int, int, int]] = []
        self._scene: RenderScene | None = None
        self.steps = 0

    def see(self, scene: RenderScene, known: Sequence[Placement | None] = ()) -> None:
        """Take in the scene as it is now: first the beginning, then after each action.

        What is ``known`` of the beginning is not said again.
        """
        placements = scene.placements
        if not self._first:
            self._first = [
                -2 if slot < len(known) and placement is known[slot] else self._number(placement)
                for slot, placement in enumerate(placements)
            ]
        else:
            self.steps += 1
            for slot, placement in enumerate(placements):
                if slot >= len(self._shown):
                    self._first.append(-1)
                    self._shown.append(None)
                if placement is not self._shown[slot]:
                    self._changes.append((self.steps, slot, self._number(placement)))
        self._shown = list(placements)
        self._scene = scene

    def since(self, step: int) -> list[tuple[int, int, int]]:
        """Changes after a step: when, in which slot, and which placement (-1 for none)."""
        return [change for change in self._changes if change[0] > step]

    def packet(self, compression: int = 6) -> bytes:
        """The packet of all that was seen."""
        assert self._scene is not None, "nothing was seen"
        arrays, forms = self._geometry()
        looks = [np.frombuffer(rows, np.float64).reshape(-1, PART) for rows in self._looks]
        ends = np.cumsum([0, *map(len, looks)])
        arrays |= {
            "forms": np.array(forms, np.uint32).reshape(-1, 5),
            "looks": np.concatenate(looks) if looks else np.zeros((0, PART)),
            "look_first": ends.astype(np.uint32),
            "placements": np.array(list(self._placed), np.float64).reshape(-1, 8),
            "first": np.array(self._first, np.int32),
            "changes": np.array(self._changes, np.int32).reshape(-1, 3),
            "texels": self._scene.texels,
            "palettes": self._scene.palettes,
        }
        blocks, body = _laid_out(arrays)
        header = WorldHeader(
            home=self._house.id if self._names else "",
            steps=self.steps,
            ambient=AMBIENT,
            lights=tuple(light.lamps for light in self._lights),
            slots=tuple(self._slots()),
            rooms=tuple((r.type, r.polygon) for r in self._house.rooms) if self._names else (),
            blocks=blocks,
        )
        text = msgspec.json.encode(header)
        text += b" " * (-(len(MAGIC) + 4 + len(text)) % ALIGNMENT)
        data = MAGIC + struct.pack("<I", len(text)) + text + body
        return gzip.compress(data, compression, mtime=0)

    def _number(self, placement: Placement | None) -> int:
        """The number of a placement, which is remembered when it is new."""
        if placement is None:
            return -1
        template = placement.template
        form = self._forms.get(id(template), -1)
        if form < 0:
            form = self._forms[id(template)] = self._form(template)
        look = self._looks.setdefault(placement.parts.tobytes(), len(self._looks))
        light = self._lights.setdefault(placement.light, len(self._lights))
        place = (*placement.position, placement.yaw)
        row = (form, look, light, float(placement.smooth), *place)
        return self._placed.setdefault(row, len(self._placed))

    def _form(self, template: Template) -> int:
        """The number of a shape; a robot's body is a new template whenever it moves, often of the same."""
        self._alive.append(template)  # so that nobody else gets its id
        key = b"".join(getattr(template, name).tobytes() for name in (*_SHAPE, *_FACES))
        form = self._forms_by_shape.setdefault(key, len(self._templates))
        if form == len(self._templates):
            self._templates.append(template)
        return form

    def _geometry(self) -> tuple[dict[str, NDArray[Any]], list[tuple[int, ...]]]:
        """The arrays of all shapes; and for each first vertex, vertices, first normal, first face, faces.

        Shapes that differ in their vertices and normals alone share their faces.
        """
        forms: list[tuple[int, ...]] = []
        shared: dict[bytes, int] = {}
        kept: list[Template] = []
        vertex = normal = face = 0
        for template in self._templates:
            vertices, faces = len(template.vertices), len(template.quads)
            key = b"".join(getattr(template, name).tobytes() for name in _FACES)
            if key not in shared:
                shared[key] = face
                kept.append(template)
                face += faces
            forms.append((vertex, vertices, normal, shared[key], faces))
            vertex, normal = vertex + vertices, normal + faces
        arrays = {
            name: np.concatenate([getattr(t, name) for t in templates]).astype(kind)
            if templates
            else np.zeros((0, _WIDTHS.get(name, 1)), kind)
            for columns, templates in ((_SHAPE, self._templates), (_FACES, kept))
            for name, kind in columns.items()
        }
        return arrays, forms

    def _slots(self) -> list[Slot]:
        """What each slot is."""
        assert self._scene is not None
        kinds = {number: kind for kind, number in SHELL_IDS.items()}
        things = [*self._house.objects, *self._house.people]
        slots = []
        for slot, number in enumerate(self._scene.slot_ids.tolist()):
            outside = self._scene.is_outside(slot)
            if not self._names:
                slots.append(Slot(0, outside=outside))
            elif 1 <= number <= len(things):
                thing = things[number - 1]
                what = getattr(thing, "category", "") or f"person ({getattr(thing, 'body', '')})"
                slots.append(Slot(number, thing.id, what, thing.room))
            else:
                slots.append(Slot(number, "", kinds.get(number, "robot"), outside=outside))
        return slots


def pack_changes(house: House, scene: RenderScene, shown: Sequence[Placement | None]) -> bytes:
    """What changed in a scene since its placements were ``shown``; slots that did not are -2 in ``first``.

    Names are left out, for those who must not know the truth.
    """
    log = WorldLog(house, names=False)
    log.see(scene, shown)
    return log.packet(1)


def pack_home(house: House) -> bytes:
    """The packet of a home as it was built."""
    log = WorldLog(house)
    log.see(RenderScene(house))
    return log.packet()


def unpack(data: bytes) -> tuple[WorldHeader, dict[str, NDArray[Any]]]:
    """The header and arrays of a packet, for checks and for other programs."""
    plain = gzip.decompress(data)
    assert plain[: len(MAGIC)] == MAGIC, "not a packet of a world"
    (length,) = struct.unpack_from("<I", plain, len(MAGIC))
    begin = len(MAGIC) + 4 + length
    header = msgspec.json.decode(plain[len(MAGIC) + 4 : begin], type=WorldHeader)
    arrays = {
        name: np.frombuffer(
            plain, f"<{block.type}", math.prod(block.shape), begin + block.start
        ).reshape(block.shape)
        for name, block in header.blocks.items()
    }
    return header, arrays


def _laid_out(arrays: dict[str, NDArray[Any]]) -> tuple[dict[str, PacketBlock], bytes]:
    """Arrays one after another, and where each lies."""
    blocks, parts, start = {}, [], 0
    for name, array in arrays.items():
        kind = f"{array.dtype.kind}{array.dtype.itemsize}"
        data = np.ascontiguousarray(array, f"<{kind}").tobytes()
        blocks[name] = PacketBlock(kind, tuple(array.shape), start)
        data += bytes(-len(data) % ALIGNMENT)
        parts.append(data)
        start += len(data)
    return blocks, b"".join(parts)
