"""A home as glTF 2.0, for Blender, MuJoCo, Isaac and others: shapes, textures, names and ids.

    write_gltf(load_home("seed:7"), "home.glb")

Each thing is a node with its id as name and what is known of it as ``extras``. Textures are those of the
renderer, without its light: whoever opens the file lights it. Lamps are exported as point lights. glTF has
Y up; the root node turns Meadow's Z up to it, so that coordinates below it are Meadow's own.
"""

from __future__ import annotations

import io
import json
import math
import struct
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from meadow import __version__, serialize
from meadow.scenes.schema import House
from meadow.sim.render import RenderScene
from meadow.types import SHELL_IDS

FLOAT, UNSIGNED_INT = 5126, 5125
VERTEX_BUFFER, INDEX_BUFFER = 34962, 34963
NEAREST, REPEAT, LINEAR_MIPMAP = 9728, 10497, 9987
#: Candela of a lamp of strength one, about that of a bright bulb.
CANDELA = 60.0


def write_gltf(house: House, path: str | Path) -> None:
    """Write a home as a binary glTF file (.glb), in one piece."""
    serialize.write_bytes(path, encode_gltf(house))


def encode_gltf(house: House) -> bytes:
    """A home as the bytes of a .glb file."""
    scene, file = RenderScene(house), _File()
    names = _names(house, scene)
    children = []
    for slot, (name, extras) in enumerate(names):
        mesh = file.mesh(scene, slot, name)
        if mesh is not None:
            children.append(file.add("nodes", {"name": name, "mesh": mesh, "extras": extras}))
    children += [_lamp(file, light) for light in house.lights]
    # A quarter turn about X: Meadow's Z becomes glTF's Y.
    turn = [-math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5)]
    about = {"home": house.id, "source": house.source, "frame": "Z up, metres, below this node"}
    root = {"name": house.id, "rotation": turn, "children": children, "extras": about}
    return file.encode(file.add("nodes", root))


def _names(house: House, scene: RenderScene) -> list[tuple[str, dict[str, Any]]]:
    """Name and extras of each slot."""
    kinds = {number: kind for kind, number in SHELL_IDS.items()}
    things = [*house.objects, *house.people]
    named: list[tuple[str, dict[str, Any]]] = []
    for slot, number in enumerate(scene.slot_ids.tolist()):
        if 1 <= number <= len(things):
            thing = things[number - 1]
            extras = {"id": thing.id, "instance": number, "room": thing.room}
            for field in ("category", "variant", "support", "container", "mass", "body"):
                if value := getattr(thing, field, None):
                    extras[field] = value
            named.append((thing.id, extras))
        else:
            kind = kinds.get(number, "robot")
            named.append((f"{kind}-{slot}", {"kind": kind, "instance": number}))
    return named


def _lamp(file: _File, light: Any) -> int:
    """A node with a point light."""
    lamp = {
        "type": "point",
        "name": light.id,
        "color": [float(c) for c in light.colour],
        "intensity": CANDELA * light.intensity,
    }
    number = len(file.lights)
    file.lights.append(lamp)
    used = {"KHR_lights_punctual": {"light": number}}
    node = {"name": light.id, "translation": list(map(float, light.position)), "extensions": used}
    return file.add("nodes", node)


class _File:
    """Collects the parts of a glTF file."""

    def __init__(self) -> None:
        self._parts: dict[str, list[dict[str, Any]]] = {}
        self._body = bytearray()
        self._materials: dict[tuple[int, int, int], int] = {}
        self.lights: list[dict[str, Any]] = []

    def add(self, kind: str, part: dict[str, Any]) -> int:
        """Add a part of a kind and return its number."""
        parts = self._parts.setdefault(kind, [])
        parts.append(part)
        return len(parts) - 1

    def mesh(self, scene: RenderScene, slot: int, name: str) -> int | None:
        """The mesh of what stands in a slot, a primitive for each look; None for nothing."""
        faces = scene.faces_of(slot)
        if not len(faces.corners):
            return None
        primitives = []
        looks, which = np.unique(faces.looks, axis=0, return_inverse=True)
        for number, look in enumerate(looks):
            chosen = np.flatnonzero(which.reshape(-1) == number)
            primitives.append(self._primitive(scene, faces, chosen, tuple(look.tolist())))
        return self.add("meshes", {"name": name, "primitives": primitives})

    def _primitive(
        self, scene: RenderScene, faces: Any, chosen: NDArray[np.intp], look: tuple[int, int, int]
    ) -> dict[str, Any]:
        corners, normals = faces.corners[chosen], faces.normals[chosen]
        size = float(1 << look[1])
        uv = (faces.texels[chosen] / size).astype(np.float32)
        index = 4 * np.arange(len(chosen))[:, None] + np.array([0, 1, 2, 0, 2, 3])
        halves = index.reshape(-1, 3)
        flat = (faces.triangle[chosen][:, None] & np.array([False, True])).reshape(-1)
        attributes = {
            "POSITION": self._accessor(corners.reshape(-1, 3), "VEC3", bounds=True),
            "NORMAL": self._accessor(np.repeat(normals, 4, axis=0), "VEC3"),
            "TEXCOORD_0": self._accessor(uv.reshape(-1, 2), "VEC2"),
        }
        indices = self._accessor(halves[~flat].reshape(-1).astype(np.uint32), "SCALAR")
        return {
            "attributes": attributes,
            "indices": indices,
            "material": self._material(scene, look, faces.gloss[chosen[0]]),
        }

    def _material(self, scene: RenderScene, look: tuple[int, int, int], gloss: float) -> int:
        """The material of a look: texture, palette, and how much it shines."""
        if look not in self._materials:
            texel, bits, palette = look
            side = 1 << bits
            texels = scene.texels[texel : texel + side * side].reshape(side, side)
            packed = scene.palettes[palette : palette + 256][texels]
            rgb = np.stack([(packed >> shift) & 255 for shift in (0, 8, 16)], axis=-1)
            buffer = io.BytesIO()
            Image.fromarray(rgb.astype(np.uint8)).save(buffer, "png")
            view = self._view(buffer.getvalue())
            image = self.add("images", {"bufferView": view, "mimeType": "image/png"})
            texture = self.add("textures", {"source": image, "sampler": self._sampler()})
            surface = {
                "baseColorTexture": {"index": texture},
                "metallicFactor": 0.0,
                "roughnessFactor": round(max(0.2, 1.0 - float(gloss)), 3),
            }
            part = {"name": f"look-{len(self._materials)}", "pbrMetallicRoughness": surface}
            self._materials[look] = self.add("materials", part)
        return self._materials[look]

    def _sampler(self) -> int:
        """How all textures are read: in tiles, with sharp texels from near by."""
        if "samplers" not in self._parts:
            filters = {"magFilter": NEAREST, "minFilter": LINEAR_MIPMAP}
            self.add("samplers", {**filters, "wrapS": REPEAT, "wrapT": REPEAT})
        return 0

    def _view(self, data: bytes, target: int | None = None) -> int:
        """A stretch of the body."""
        self._body += bytes(-len(self._body) % 4)
        view = {"buffer": 0, "byteOffset": len(self._body), "byteLength": len(data)}
        self._body += data
        return self.add("bufferViews", view if target is None else {**view, "target": target})

    def _accessor(self, array: NDArray[Any], kind: str, *, bounds: bool = False) -> int:
        index = kind == "SCALAR"
        data = np.ascontiguousarray(array, "<u4" if index else "<f4")
        view = self._view(data.tobytes(), INDEX_BUFFER if index else VERTEX_BUFFER)
        part: dict[str, Any] = {
            "bufferView": view,
            "componentType": UNSIGNED_INT if index else FLOAT,
            "count": len(data),
            "type": kind,
        }
        if bounds:
            part |= {"min": data.min(axis=0).tolist(), "max": data.max(axis=0).tolist()}
        return self.add("accessors", part)

    def encode(self, root: int) -> bytes:
        """The whole file, with the root node in its scene."""
        body = bytes(self._body) + bytes(-len(self._body) % 4)
        header: dict[str, Any] = {
            "asset": {"version": "2.0", "generator": f"Meadow {__version__}"},
            "scene": 0,
            "scenes": [{"nodes": [root]}],
            **self._parts,
            "buffers": [{"byteLength": len(body)}],
        }
        if self.lights:
            header["extensionsUsed"] = ["KHR_lights_punctual"]
            header["extensions"] = {"KHR_lights_punctual": {"lights": self.lights}}
        text = json.dumps(header, separators=(",", ":")).encode()
        text += b" " * (-len(text) % 4)
        chunks = _chunk(b"JSON", text) + _chunk(b"BIN\0", body)
        return b"glTF" + struct.pack("<II", 2, 12 + len(chunks)) + chunks


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack("<I", len(data)) + kind + data
