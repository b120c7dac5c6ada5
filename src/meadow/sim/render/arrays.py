"""The flat, growing arrays behind a scene."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from meadow.sim.render import kernels as k
from meadow.sim.render.lights import AMBIENT, RoomLight
from meadow.sim.render.looks import SurfaceLook
from meadow.sim.render.place import GLOSS, MESH, pack_palette, place, place_many, rooms_of_box
from meadow.sim.render.templates import Template
from meadow.sim.render.textures import Texture
from meadow.types import Array

F32 = NDArray[np.float32]
I32 = NDArray[np.int32]
Point3 = tuple[float, float, float]

#: Arrays that grow with vertices, faces and slots: (name, elements for each, type).
_PER_VERTEX = (("vx", 1, np.float32), ("vy", 1, np.float32), ("vz", 1, np.float32))
_PER_FACE = (
    ("corners", 4, np.uint16),
    ("planes", 4, np.float32),
    ("shades", k.UV, np.float32),
    ("looks", k.LOOK, np.int32),
)
_PER_SLOT = (
    ("slot_rows", k.SLOT, np.int32),
    ("boxes", 6, np.float32),
    ("slot_rooms", k.ROOMS, np.int32),
)


class Placement(NamedTuple):
    """What stands in a slot: a template at a pose, with the looks of its parts and its light."""

    template: Template
    position: Point3
    yaw: float
    parts: NDArray[np.float64]
    """(P, ``place.PART``)."""
    light: RoomLight
    smooth: bool


class Faces(NamedTuple):
    """The faces of one slot, for exporters."""

    corners: NDArray[np.float32]
    """(F, 4, 3); a triangle repeats its last."""
    triangle: NDArray[np.bool_]
    """(F,)."""
    normals: NDArray[np.float32]
    """(F, 3)."""
    texels: NDArray[np.float32]
    """(F, 4, 2) texture coordinates of the corners, in texels."""
    looks: NDArray[np.int32]
    """(F, 3) first texel, log2 of the texture's side, first palette entry."""
    gloss: NDArray[np.float64]
    """(F,)."""


class Store:
    """Arrays with spare room at their ends, and the table of their addresses."""

    vx: NDArray[np.float32]
    vy: NDArray[np.float32]
    vz: NDArray[np.float32]
    corners: NDArray[np.uint16]
    planes: NDArray[np.float32]
    shades: NDArray[np.float32]
    looks: NDArray[np.int32]
    slot_rows: NDArray[np.int32]
    boxes: NDArray[np.float32]
    slot_rooms: NDArray[np.int32]
    _table: NDArray[np.int64] | None

    def __init__(self, outlines: Sequence[Sequence[tuple[float, float]]]) -> None:
        self.slots = 0
        self.vertex_end = 0
        self.face_end = 0
        self.largest_mesh = 4
        self._stretches: list[tuple[int, int, int, int]] = []
        self.placements: list[Placement | None] = []
        """By slot; None where nothing is drawn."""
        self._grow(_PER_VERTEX, 16_384)
        self._grow(_PER_FACE, 16_384)
        self._grow(_PER_SLOT, 512)
        points = [p for outline in outlines for p in outline]
        self.outlines = np.array(points, np.float32).reshape(-1)
        ends = np.cumsum([0] + [len(outline) for outline in outlines])
        self.outline_first = ends.astype(np.int32)
        self.rooms = len(outlines)
        self._texels = np.zeros(1 << 18, np.uint8)
        self._texel_end = 0
        self._borrowed = False
        self._textures: dict[Texture, int] = {}
        self._palettes = np.zeros(256 * 256, np.uint32)
        self._palette_end = 0
        self._palette_of: dict[tuple[SurfaceLook, Point3], int] = {}
        self._lamps: dict[RoomLight, NDArray[np.float64]] = {}
        self.set_portals([], self.rooms)

    def copy(self) -> Store:
        """The same scene in arrays of its own; textures and palettes are shared until one is added."""
        twin = object.__new__(Store)
        twin.__dict__.update(self.__dict__)
        for name, _, _ in (*_PER_VERTEX, *_PER_FACE, *_PER_SLOT):
            setattr(twin, name, getattr(self, name).copy())
        twin._stretches = list(self._stretches)
        twin.placements = list(self.placements)
        twin._textures, twin._palette_of = dict(self._textures), dict(self._palette_of)
        twin._lamps = dict(self._lamps)
        twin._borrowed = True
        twin._table = None
        return twin

    def _own(self) -> None:
        """Stop sharing textures and palettes."""
        if self._borrowed:
            self._texels, self._palettes = self._texels.copy(), self._palettes.copy()
            self._borrowed = False
            self._table = None

    def _grow(self, family: Sequence[tuple[str, int, type]], count: int) -> None:
        """Make the arrays of a family hold ``count`` elements, keeping what they have."""
        for name, width, kind in family:
            fresh: Array = np.zeros(count * width, kind)
            old = getattr(self, name, None)
            if old is not None:
                fresh[: len(old)] = old
            setattr(self, name, fresh)
        self._table = None

    # --- slots -----------------------------------------------------------------------------------

    def new_slot(self, ident: int) -> int:
        """An empty slot for an instance id."""
        slot = self.slots
        if (slot + 1) * k.SLOT > len(self.slot_rows):
            self._grow(_PER_SLOT, 2 * (slot + 1))
        self.slots += 1
        self.slot_rows[slot * k.SLOT + 4] = ident
        self._stretches.append((0, 0, 0, 0))
        self.placements.append(None)
        self._table = None
        return slot

    def clear_slot(self, slot: int) -> None:
        """Draw nothing for a slot; its stretch stays reserved."""
        row = slot * k.SLOT
        self.slot_rows[row + 3] = self.slot_rows[row + 2]
        self.placements[slot] = None

    def put_many(
        self,
        moved: Sequence[tuple[int, Template, Point3, float, NDArray[np.float64], RoomLight]],
    ) -> None:
        """Write several meshes at poses into their slots, and tag these, in one compiled call.

        Each is given by slot, template, position, yaw, rows of its parts and light, as for :meth:`put`.
        """
        meshes, poses = np.empty((len(moved), MESH), np.int64), np.empty((len(moved), 5))
        for number, (slot, template, position, yaw, parts, light) in enumerate(moved):
            self.placements[slot] = Placement(template, position, yaw, parts, light, False)
            vertices, faces = len(template.vertices), len(template.quads)
            v0, f0 = self._stretch(slot, vertices, faces)
            lamps = self._lamps.get(light)
            if lamps is None:
                lamps = self._lamps[light] = light.array()
            meshes[number] = (
                *template.addresses, vertices, faces, parts.ctypes.data, len(parts),
                lamps.ctypes.data, len(lamps), slot, v0, f0,
            )  # fmt: skip
            poses[number] = (*position, math.cos(yaw), math.sin(yaw))
            row = slot * k.SLOT
            self.slot_rows[row : row + 4] = (v0, vertices, f0, f0 + faces)
            self.largest_mesh = max(self.largest_mesh, vertices)
        place_many(
            meshes, poses, AMBIENT, self.vx, self.vy, self.vz, self.corners, self.planes,
            self.shades, self.looks, self.boxes, self.outlines, self.outline_first, self.rooms,
            self.slot_rooms,
        )  # fmt: skip

    def put(
        self,
        slot: int,
        template: Template,
        position: Point3,
        yaw: float,
        parts: NDArray[np.float64],
        light: RoomLight,
        *,
        smooth: bool,
    ) -> None:
        """Write a mesh at a pose into a slot."""
        self.placements[slot] = Placement(template, position, yaw, parts, light, smooth)
        vertices, faces = len(template.vertices), len(template.quads)
        v0, f0 = self._stretch(slot, vertices, faces)
        lamps = self._lamps.get(light)
        if lamps is None:
            lamps = self._lamps[light] = light.array()
        place(
            template.vertices, template.quads, template.normals, template.axes, template.part, parts,
            *position, math.cos(yaw), math.sin(yaw), lamps, AMBIENT, smooth,
            slot, v0, f0, self.vx, self.vy, self.vz, self.corners, self.planes, self.shades,
            self.looks, self.boxes,
        )  # fmt: skip
        row = slot * k.SLOT
        self.slot_rows[row : row + 4] = (v0, vertices, f0, f0 + faces)
        self.largest_mesh = max(self.largest_mesh, vertices)

    def _stretch(self, slot: int, vertices: int, faces: int) -> tuple[int, int]:
        """Where a slot's mesh goes: its old place when it fits, else the end."""
        v0, v_room, f0, f_room = self._stretches[slot]
        if vertices <= v_room and faces <= f_room:
            return v0, f0
        v0, f0 = self.vertex_end, self.face_end
        self.vertex_end += vertices
        self.face_end += faces
        if self.vertex_end > len(self.vx):
            self._grow(_PER_VERTEX, 2 * self.vertex_end)
        if self.face_end * 4 > len(self.corners):
            self._grow(_PER_FACE, 2 * self.face_end)
        self._stretches[slot] = (v0, vertices, f0, faces)
        return v0, f0

    def tag(self, slot: int, rooms: Sequence[int]) -> None:
        """Say from which rooms a slot can be seen; none means only from outside the home."""
        row = self.slot_rooms[slot * k.ROOMS : (slot + 1) * k.ROOMS]
        row[:] = -1
        row[: len(rooms)] = rooms

    def tag_by_box(self, slot: int) -> None:
        """Tag a slot with all rooms that its box touches."""
        rooms_of_box(
            slot, self.boxes, self.outlines, self.outline_first, self.rooms, self.slot_rooms
        )

    # --- looks -----------------------------------------------------------------------------------

    def texture(self, texture: Texture) -> int:
        """First texel of a texture, added when new."""
        if texture not in self._textures:
            self._own()
            start, self._texel_end = self._texel_end, self._texel_end + len(texture.texels)
            if self._texel_end > len(self._texels):
                self._texels = np.concatenate([self._texels, np.zeros(self._texel_end, np.uint8)])
                self._table = None
            self._texels[start : self._texel_end] = texture.texels
            self._textures[texture] = start
        return self._textures[texture]

    def palette(self, look: SurfaceLook, light: RoomLight) -> int:
        """First entry of a look's palette under a room's tint, added when new."""
        key = (look, light.tint)
        if key not in self._palette_of:
            self._own()
            start, self._palette_end = self._palette_end, self._palette_end + 256
            if self._palette_end > len(self._palettes):
                self._palettes = np.concatenate([self._palettes, np.zeros_like(self._palettes)])
                self._table = None
            pack_palette(look.colours, *light.tint, self._palettes, start)
            self._palette_of[key] = start
        return self._palette_of[key]

    # --- portals ---------------------------------------------------------------------------------

    def set_portals(self, rows: Sequence[tuple[float, ...]], rooms: int) -> None:
        """Rows as in ``kernels.PORTAL``."""
        self.portals = np.array(rows, np.float32).reshape(-1)
        links: list[list[int]] = [[] for _ in range(rooms)]
        for i, row in enumerate(rows):
            for room in {int(row[0]), int(row[1])}:
                links[room].append(i)
        self.portal_links = np.array([i for link in links for i in link], np.int32)
        self.portal_first = np.cumsum([0] + [len(link) for link in links]).astype(np.int32)
        self._table = None

    # --- reading ---------------------------------------------------------------------------------

    @property
    def slot_ids(self) -> NDArray[np.int32]:
        """(S,) instance id of each slot."""
        return self.slot_rows.reshape(-1, k.SLOT)[: self.slots, 4].copy()

    @property
    def texels(self) -> NDArray[np.uint8]:
        """The texels of all textures so far."""
        return self._texels[: self._texel_end]

    @property
    def palettes(self) -> NDArray[np.uint32]:
        """The entries of all palettes so far, 0xBBGGRR."""
        return self._palettes[: self._palette_end]

    def table(self) -> NDArray[np.int64]:
        """Addresses of all arrays, then lengths, in the order of ``kernels``."""
        if self._table is None:
            arrays: tuple[Array, ...] = (
                self.vx, self.vy, self.vz, self.corners, self.planes, self.shades, self.looks,
                self.slot_rows, self.boxes, self.slot_rooms, self.portals, self.portal_first,
                self.portal_links, self.outlines, self.outline_first, self._texels, self._palettes,
            )  # fmt: skip
            table = np.zeros(k.TABLE, np.int64)
            for i, array in enumerate(arrays):
                table[i] = array.ctypes.data
            self._table = table
        self._table[k.N_SLOTS], self._table[k.N_ROOMS] = self.slots, self.rooms
        self._table[k.N_FACES], self._table[k.N_VERTICES] = self.face_end, self.largest_mesh
        return self._table

    def _used(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Faces in use and the slot of each, slot by slot."""
        rows = self.slot_rows.reshape(-1, k.SLOT)[: self.slots]
        faces = [np.arange(f0, f1) for f0, f1 in rows[:, 2:4]]
        slot = np.repeat(np.arange(self.slots), rows[:, 3] - rows[:, 2])
        return np.concatenate(faces), slot

    def faces_of(self, slot: int) -> Faces:
        """The faces of a slot as they stand in the world."""
        v0, _, f0, f1, _ = self.slot_rows.reshape(-1, k.SLOT)[slot].tolist()
        four = self.corners.reshape(-1, 4)[f0:f1]
        index = four.astype(np.int64) + v0
        corners = np.stack([self.vx[index], self.vy[index], self.vz[index]], axis=-1)
        shades = self.shades.reshape(-1, k.UV)[f0:f1]
        texels = [
            np.einsum("fk,fck->fc", shades[:, s : s + 3], corners) + shades[:, s + 3, None]
            for s in (0, 4)
        ]
        placement = self.placements[slot]
        gloss = np.zeros(f1 - f0)
        if placement is not None:
            gloss = placement.parts[placement.template.part, GLOSS]
        return Faces(
            corners, four[:, 2] == four[:, 3], self.planes.reshape(-1, 4)[f0:f1, :3],
            np.stack(texels, axis=-1), self.looks.reshape(-1, k.LOOK)[f0:f1], gloss,
        )  # fmt: skip

    def quads(self) -> tuple[NDArray[np.float32], NDArray[np.int32]]:
        """World corners (F, 4, 3) and instance ids (F,) of all faces in use."""
        faces, slot = self._used()
        rows = self.slot_rows.reshape(-1, k.SLOT)
        index = self.corners.reshape(-1, 4)[faces].astype(np.int64) + rows[slot, :1]
        points = np.stack([self.vx[index], self.vy[index], self.vz[index]], axis=-1)
        return points, rows[slot, 4].astype(np.int32)

    def triangles(self) -> tuple[F32, I32, I32, I32, NDArray[np.uint8], F32]:
        """Vertices, faces, slot, id, mean colour and texture coordinates of all triangles."""
        faces, slot = self._used()
        corners, ids = self.quads()
        shades = self.shades.reshape(-1, k.UV)[faces]
        looks = self.looks.reshape(-1, k.LOOK)[faces]
        size = (1 << looks[:, 1]).astype(np.float32)
        uv = np.stack(
            [
                (np.einsum("fk,fck->fc", shades[:, s : s + 3], corners) + shades[:, s + 3, None])
                / size[:, None]
                for s in (0, 4)
            ],
            axis=-1,
        )
        middle = corners.mean(axis=1)
        light = (np.einsum("fk,fk->f", shades[:, 8:11], middle) + shades[:, 11]) / 128.0
        # The coarsest mip level is the texture's mean.
        mean = self._texels[looks[:, 0] + ((4 << (2 * looks[:, 1])) - 4) // 3]
        packed = self._palettes[looks[:, 2] + mean]
        rgb = np.stack([(packed >> shift) & 255 for shift in (0, 8, 16)], axis=1)
        lit = np.clip(rgb * light.clip(0, 2)[:, None], 0, 255).astype(np.uint8)
        four = self.corners.reshape(-1, 4)[faces]
        second = four[:, 2] != four[:, 3]  # triangles have no second half
        order = np.argsort(
            np.concatenate([np.arange(len(faces)), np.flatnonzero(second)]), kind="stable"
        )
        face = np.concatenate([np.arange(len(faces)), np.flatnonzero(second)])[order]
        pick = np.concatenate(
            [np.tile([0, 1, 2], (len(faces), 1)), np.tile([0, 2, 3], (int(second.sum()), 1))]
        )[order]
        triangles = (4 * face[:, None] + pick).astype(np.int32)
        return (
            corners.reshape(-1, 3), triangles, slot[face].astype(np.int32), ids[face],
            lit[face], np.take_along_axis(uv[face], pick[:, :, None], axis=1),
        )  # fmt: skip
