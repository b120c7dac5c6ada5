"""Meshes made ready to be placed: normals, texture axes, faces seen from both sides; cached by form."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from meadow.errors import InvalidValueError
from meadow.scenes.catalogue import find_category
from meadow.scenes.schema import Object
from meadow.scenes.shape import Form, Mesh
from meadow.sim.render.place import PRINTED, UPRIGHT

MAX_VERTICES = 65_535
"""Per mesh: corners are 16-bit numbers."""


@dataclass(frozen=True, slots=True)
class Template:
    """A mesh in its own frame, as ``place`` wants it."""

    vertices: NDArray[np.float32]
    """(V, 3)."""
    quads: NDArray[np.uint16]
    """(F, 4)."""
    normals: NDArray[np.float32]
    """(F, 3) unit vectors; zero for faces without area, which are never drawn."""
    axes: NDArray[np.uint8]
    """(F,) how the texture lies, see ``place``."""
    part: NDArray[np.int32]
    """(F,) index into ``parts``."""
    parts: tuple[str, ...]
    aspects: tuple[float, ...]
    """Width over height of the first printed face of each part; 0 without one."""


def template_of(mesh: Mesh) -> Template:
    """Prepare a mesh; faces with two sides are doubled."""
    if len(mesh.vertices) > MAX_VERTICES:
        raise InvalidValueError(
            f"a mesh has {len(mesh.vertices)} vertices, at most {MAX_VERTICES} can be drawn: "
            "simplify it"
        )
    quads, part, printed = mesh.quads, mesh.part, mesh.printed
    aspects = _aspects(mesh)
    if mesh.two_sided.any():
        back = mesh.two_sided
        # Seen from behind, a print reads the right way round too: corner 1 becomes the bottom left.
        quads = np.concatenate([quads, quads[back][:, [1, 0, 3, 2]]])
        part = np.concatenate([part, part[back]])
        printed = np.concatenate([printed, printed[back]])
    normals = _normals(mesh.vertices, quads)
    axes = np.abs(normals).argmax(axis=1).astype(np.uint8)
    axes[printed] = PRINTED
    return Template(
        np.ascontiguousarray(mesh.vertices, np.float32),
        np.ascontiguousarray(quads, np.uint16),
        normals,
        axes,
        np.ascontiguousarray(part, np.int32),
        mesh.parts,
        aspects,
    )


def panel_template(quads: NDArray[np.float64], pane: bool) -> Template:
    """Faces of the building as a template in world coordinates."""
    vertices = quads.reshape(-1, 3).astype(np.float32)
    corners = np.arange(len(vertices), dtype=np.uint16).reshape(-1, 4)
    # A triangle repeats its last corner by number, which is how the kernels know one.
    triangles = (quads[:, 2] == quads[:, 3]).all(axis=1)
    corners[triangles, 3] = corners[triangles, 2]
    axes = np.full(len(quads), PRINTED if pane else UPRIGHT, np.uint8)
    part = np.zeros(len(quads), np.int32)
    return Template(vertices, corners, _normals(vertices, corners), axes, part, ("face",), (1.0,))


def _normals(
    vertices: NDArray[np.float32], quads: NDArray[np.integer[object]]
) -> NDArray[np.float32]:
    points = vertices.astype(np.float64)[quads]
    first, second = points[:, 2] - points[:, 0], points[:, 3] - points[:, 1]
    normals = np.empty_like(first)
    for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        normals[:, i] = first[:, j] * second[:, k] - first[:, k] * second[:, j]
    length = np.sqrt((normals * normals).sum(axis=1))
    normals /= np.maximum(length, 1e-12)[:, None]
    return normals.astype(np.float32)


def _aspects(mesh: Mesh) -> tuple[float, ...]:
    aspects = [0.0] * len(mesh.parts)
    for face in np.flatnonzero(mesh.printed):
        part = int(mesh.part[face])
        if aspects[part] == 0.0:
            a, b, _, d = mesh.vertices[mesh.quads[face]].astype(np.float64)
            aspects[part] = float(np.linalg.norm(b - a) / max(np.linalg.norm(d - a), 1e-6))
    return tuple(aspects)


@dataclass(frozen=True, slots=True)
class _ObjectMesh:
    """Builds an object's mesh; a value, so that equal objects share a cache entry."""

    category: str
    variant: str
    size: tuple[float, float, float]
    counts: tuple[tuple[str, int], ...]
    states: tuple[tuple[str, bool], ...]
    openness: float

    def __call__(self) -> Mesh:
        form = Form(self.size, self.variant, dict(self.counts), dict(self.states), self.openness)
        return find_category(self.category).shape(form).mesh()


@lru_cache(maxsize=4096)
def _object_template(mesh: _ObjectMesh) -> Template:
    return template_of(mesh())


def object_template(obj: Object) -> Template:
    """The template of an object's shape in its present state."""
    key = _ObjectMesh(
        obj.category,
        obj.variant,
        obj.size,
        tuple(sorted(obj.counts.items())),
        tuple(sorted(obj.states.items())),
        obj.openness,
    )
    return _object_template(key)
