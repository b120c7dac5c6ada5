"""Meshes made ready to be placed: normals, texture axes, faces seen from both sides; cached by form."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from meadow.errors import InvalidValueError
from meadow.scenes.meshes import form_key, mesh_of
from meadow.scenes.modelling.shape import Mesh
from meadow.scenes.people import drawn_pose, pose_mesh
from meadow.scenes.schema import Doorway, Object, Person
from meadow.scenes.shell import Panel, leaf_shape
from meadow.sim.render.place import PRINTED, UPRIGHT, face_normals, faces_of_both_sides

MAX_VERTICES = 65_535
"""Per mesh: corners are 16-bit numbers."""
MAX_TEMPLATES = 768
"""Remembered objects; a home has a few hundred."""


@dataclass(frozen=True)
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

    @cached_property
    def addresses(self) -> tuple[int, ...]:
        """Where the arrays begin, for ``place_many``."""
        arrays = (self.vertices, self.quads, self.normals, self.axes, self.part)
        return tuple(array.ctypes.data for array in arrays)


def template_of(mesh: Mesh) -> Template:
    """Prepare a mesh; faces with two sides are doubled."""
    if len(mesh.vertices) > MAX_VERTICES:
        raise InvalidValueError(
            f"a mesh has {len(mesh.vertices)} vertices, at most {MAX_VERTICES} can be drawn: "
            "simplify it"
        )
    vertices = np.ascontiguousarray(mesh.vertices, np.float32)
    faces = (mesh.quads, mesh.part, mesh.printed, mesh.two_sided)
    quads, normals, axes, part, prints = faces_of_both_sides(vertices, *faces)
    aspects = _aspects(mesh) if prints else (0.0,) * len(mesh.parts)
    return Template(vertices, quads, normals, axes, part, mesh.parts, aspects)


def panel_templates(panels: Sequence[Panel]) -> list[Template]:
    """Faces of the building as templates in world coordinates, prepared all at once."""
    if not panels:
        return []
    counts = [len(panel.quads) for panel in panels]
    quads = np.concatenate([panel.quads for panel in panels])
    vertices = quads.reshape(-1, 3).astype(np.float32)
    corners = np.arange(len(vertices), dtype=np.int32).reshape(-1, 4)
    # A triangle repeats its last corner by number, which is how the kernels know one.
    triangles = (quads[:, 2] == quads[:, 3]).all(axis=1)
    corners[triangles, 3] = corners[triangles, 2]
    normals, axes = np.empty((len(quads), 3), np.float32), np.empty(len(quads), np.uint8)
    face_normals(vertices, corners, normals, axes)
    ends = np.cumsum(counts)
    starts = np.repeat(ends - counts, counts)
    axes[:] = np.repeat([PRINTED if panel.pane else UPRIGHT for panel in panels], counts)
    own = (corners - 4 * starts[:, None]).astype(np.uint16)
    part = np.zeros(max(counts), np.int32)
    return [
        Template(
            vertices[4 * a : 4 * b],
            own[a:b],
            normals[a:b],
            axes[a:b],
            part[: b - a],
            ("face",),
            (1.0,),
        )
        for a, b in itertools.pairwise([0, *ends.tolist()])
    ]


def _aspects(mesh: Mesh) -> tuple[float, ...]:
    aspects = [0.0] * len(mesh.parts)
    for face in np.flatnonzero(mesh.printed).tolist():
        part = int(mesh.part[face])
        if aspects[part] == 0.0:
            a, b, _, d = mesh.vertices[mesh.quads[face]].tolist()
            aspects[part] = math.dist(a, b) / max(math.dist(a, d), 1e-6)
    return tuple(aspects)


_templates: dict[tuple[object, ...], Template] = {}


def object_template(obj: Object) -> Template:
    """The template of an object's shape in its present state, remembered for a few homes."""
    key = form_key(obj)
    template = _templates.get(key)
    if template is None:
        template = template_of(mesh_of(key))
        while len(_templates) >= MAX_TEMPLATES:
            _templates.pop(next(iter(_templates)), None)
        _templates[key] = template
    return template


# Every pose of every body, and some to spare.
@lru_cache(maxsize=1024)
def _person(body: str, pose: int) -> Template:
    return template_of(pose_mesh(body, pose))


def person_template(person: Person) -> Template:
    """The template of a body in its pose; clothes only change its looks."""
    return _person(person.body, drawn_pose(person))


@lru_cache(maxsize=256)
def leaf_template(width: float, height: float) -> Template:
    """The template of a door leaf."""
    return template_of(leaf_shape(Doorway("", "", 0.0, width, height)).mesh())
