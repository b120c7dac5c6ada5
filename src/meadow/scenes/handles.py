"""Where a hand opens a thing or a door: at its handles and knobs, else at the edge that moves most."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from meadow.scenes.meshes import FormKey, form_key, mesh_of
from meadow.scenes.modelling.shape import Mesh
from meadow.scenes.schema import Doorway, Object, Point3, Wall
from meadow.scenes.shell import leaf_pose, leaf_shape

#: Names of parts that are made to be pulled.
NAMES = ("handle", "handles", "knob", "knobs")
#: A part moves when the opening takes it further than this, metres.
MOVES = 0.005
#: Of several parts without a handle that move, those count that move at least this fraction of the most.
FAR = 0.5
#: The edge of a part is what moves at least this fraction of what its farthest corner does.
EDGE = 0.95


@dataclass(frozen=True, slots=True)
class Handle:
    """A box around what is pulled, in the frame of its thing or leaf."""

    low: Point3
    high: Point3

    @property
    def middle(self) -> Point3:
        """The middle of the box."""
        a, b = self.low, self.high
        return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2


@dataclass(frozen=True, slots=True)
class PlacedHandle:
    """A handle where it is in the world."""

    handle: Handle
    origin: Point3
    yaw: float

    @property
    def middle(self) -> Point3:
        """Its middle in the world."""
        c, s = math.cos(self.yaw), math.sin(self.yaw)
        (x, y, z), (u, v, w) = self.origin, self.handle.middle
        return x + c * u - s * v, y + s * u + c * v, z + w

    def distance(self, point: Point3) -> float:
        """From a point to the box around it, metres."""
        c, s = math.cos(self.yaw), math.sin(self.yaw)
        dx, dy, dz = (p - o for p, o in zip(point, self.origin))
        local = (c * dx + s * dy, c * dy - s * dx, dz)
        away = [max(a - p, 0.0, p - b) for p, a, b in zip(local, self.handle.low, self.handle.high)]
        return math.hypot(*away)


def handles_of(item: Object) -> tuple[PlacedHandle, ...]:
    """The handles of an openable thing as it stands now: those that move with it, in its own frame.

    A thing none of whose drawn parts moves is pulled at the middle of its front.
    """
    return tuple(PlacedHandle(h, item.position, item.yaw) for h in _handles(form_key(item)))


def leaf_handles(wall: Wall, doorway: Doorway) -> tuple[PlacedHandle, ...]:
    """The handles of a door's leaf, on both sides of it."""
    if doorway.leaf is None:
        return ()
    (x, y), yaw = leaf_pose(wall, doorway)
    found = _leaf(doorway.width, doorway.height)
    return tuple(PlacedHandle(handle, (x, y, 0.0), yaw) for handle in found)


@lru_cache(maxsize=256)
def _leaf(width: float, height: float) -> tuple[Handle, ...]:
    mesh = leaf_shape(Doorway("", "", 0.0, width, height)).mesh()
    return tuple(_around(mesh, corners) for corners in _named(mesh, None))


@lru_cache(maxsize=2048)
def _handles(key: FormKey) -> tuple[Handle, ...]:
    category, variant, size, counts, states, openness = key
    other = 1.0 if openness < 0.5 else 0.0
    mesh, moved = mesh_of(key), mesh_of((category, variant, size, counts, states, other))
    if mesh.vertices.shape == moved.vertices.shape:
        travel = moved.vertices.astype(np.float64) - mesh.vertices
        far = np.linalg.norm(travel, axis=1)
        corners = _named(mesh, far) or _edges(mesh, far, travel)
        if corners:
            return tuple(_around(mesh, part) for part in corners)
    front = (size[0] / 2, 0.0, size[2] / 2)
    return (Handle(front, front),)


def _primitives(mesh: Mesh) -> list[tuple[str, NDArray[np.int64]]]:
    """The name of the part and the numbers of the vertices of each primitive."""
    numbers, first = np.unique(mesh.primitive, return_index=True)
    return [
        (mesh.parts[mesh.part[at]], np.unique(mesh.quads[mesh.primitive == number]))
        for number, at in zip(numbers, first)
    ]


def _named(mesh: Mesh, far: NDArray[np.float64] | None) -> list[NDArray[np.int64]]:
    """Vertices of each handle or knob that moves."""
    return [
        corners
        for name, corners in _primitives(mesh)
        if name in NAMES and (far is None or far[corners].max() > MOVES)
    ]


def _edges(
    mesh: Mesh, far: NDArray[np.float64], travel: NDArray[np.float64]
) -> list[NDArray[np.int64]]:
    """Vertices of the front edge of each part that moves far."""
    if far.max() <= MOVES:
        return []
    edges = []
    for _, corners in _primitives(mesh):
        most = far[corners].max()
        if most < max(FAR * far.max(), MOVES):
            continue
        edge = corners[far[corners] >= EDGE * most]
        if len(edge) == len(corners):  # it slides: its front goes first
            along = mesh.vertices[corners] @ travel[corners].mean(axis=0)
            edge = corners[along >= along.max() - 1e-3 * most]
        edges.append(edge)
    return edges


def _around(mesh: Mesh, corners: NDArray[np.int64]) -> Handle:
    points = mesh.vertices[corners].astype(np.float64)
    (a, b, c), (u, v, w) = points.min(axis=0).tolist(), points.max(axis=0).tolist()
    return Handle((a, b, c), (u, v, w))
