"""The robot's own body as it is drawn: base, column and the links of its arm, each turned freely."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numba import njit
from numpy.typing import NDArray

from meadow.scenes.modelling.shape import Shape
from meadow.scenes.schema import Part
from meadow.sim.render.templates import Template, template_of

F64 = NDArray[np.float64]

#: The links, each with a frame of its own: what stands on the floor, what the lift carries, then the arm.
LINKS = ("base", "carriage", "upper arm", "forearm", "hand")
PARTS = (
    Part("shell", "white", "plastic"),
    Part("joint", "grey", "metal"),
    Part("grip", "black", "rubber"),
)


@dataclass(frozen=True, slots=True)
class RobotShape:
    """Measures of what is drawn, metres."""

    upper: float
    forearm: float
    hand: float
    radii: tuple[float, float, float, float]
    """Of upper arm, forearm, hand and fingers."""
    palm: float
    """How far before the point between the fingers the palm ends."""
    base: tuple[float, float]
    """Radius and top of the base."""
    column: tuple[float, float, float]
    """Place behind the centre, radius and top of the column."""


def _base(s: Shape, shape: RobotShape) -> None:
    radius, top = shape.base
    s.cylinder("shell", (0.0, 0.0, 0.03), radius, top - 0.03, sides=16)
    s.cylinder("grip", (0.0, 0.0, 0.0), 0.8 * radius, 0.03, sides=12)
    back, wide, high = shape.column
    s.cylinder("joint", (back, 0.0, top), wide, high - top, sides=8)


def _carriage(s: Shape, shape: RobotShape) -> None:
    back, wide, _ = shape.column
    s.box("shell", (back - 1.3 * wide, -1.3 * wide, -0.05), (back + 1.3 * wide, 1.3 * wide, 0.05))
    s.box("joint", (back + wide, -0.03, -0.03), (0.02, 0.03, 0.03))


def _rod(s: Shape, length: float, radius: float, end: float) -> None:
    """A link along X with a joint at its beginning."""
    s.cylinder("joint", (0.0, -radius, 0.0), radius, 2.0 * radius, axis="y", sides=8)
    s.rod(
        "shell",
        (0.2 * radius, 0.0, 0.0),
        (length, 0.0, 0.0),
        0.85 * radius,
        end_radius=end,
        sides=8,
    )


def _hand(s: Shape, shape: RobotShape) -> None:
    palm, radius = shape.hand - shape.palm, shape.radii[2]
    s.cylinder("joint", (0.0, -radius, 0.0), radius, 2.0 * radius, axis="y", sides=8)
    s.rod("shell", (0.0, 0.0, 0.0), (palm - 0.01, 0.0, 0.0), 0.7 * radius, sides=8)
    s.box("joint", (palm - 0.02, -0.045, -0.015), (palm, 0.045, 0.015))
    for side in (-1.0, 1.0):
        low, high = sorted((side * 0.035, side * 0.047))
        s.box("grip", (palm, low, -0.01), (shape.hand + 0.01, high, 0.01))


@dataclass(frozen=True)
class RobotTemplate:
    """All links in their own frames, as one mesh, and which link each vertex and face belongs to."""

    template: Template
    of_vertex: NDArray[np.int64]
    of_face: NDArray[np.int64]


@lru_cache(maxsize=16)
def robot_template(shape: RobotShape) -> RobotTemplate:
    """The mesh of a robot."""
    drawn = [Shape() for _ in LINKS]
    _base(drawn[0], shape)
    _carriage(drawn[1], shape)
    _rod(drawn[2], shape.upper, shape.radii[0], shape.radii[1])
    _rod(drawn[3], shape.forearm, shape.radii[1], shape.radii[2])
    _hand(drawn[4], shape)
    templates = [template_of(s.mesh()) for s in drawn]
    names = tuple(part.name for part in PARTS)
    first = np.cumsum([0] + [len(t.vertices) for t in templates])
    part = [np.array([names.index(n) for n in t.parts], np.int32)[t.part] for t in templates]
    links = range(len(LINKS))
    return RobotTemplate(
        Template(
            np.concatenate([t.vertices for t in templates]),
            np.concatenate([t.quads + np.uint16(f) for t, f in zip(templates, first)]),
            np.concatenate([t.normals for t in templates]),
            np.concatenate([t.axes for t in templates]),
            np.concatenate(part),
            names,
            (0.0,) * len(names),
        ),
        np.concatenate([np.full(len(templates[i].vertices), i) for i in links]),
        np.concatenate([np.full(len(templates[i].quads), i) for i in links]),
    )


def placed(robot: RobotTemplate, frames: F64) -> Template:
    """The robot with its links at (L, 3, 4) frames: a rotation and a place in the world for each."""
    own = robot.template
    vertices, normals = np.empty_like(own.vertices), np.empty_like(own.normals)
    _turn(own.vertices, own.normals, robot.of_vertex, robot.of_face, frames, vertices, normals)
    return Template(vertices, own.quads, normals, own.axes, own.part, own.parts, own.aspects)


@njit(cache=True, nogil=True)
def _turn(vertices, normals, of_vertex, of_face, frames, out, out_normals):  # type: ignore[no-untyped-def]
    for i in range(len(vertices)):
        f = frames[of_vertex[i]]
        for k in range(3):
            out[i, k] = (
                f[k, 0] * vertices[i, 0]
                + f[k, 1] * vertices[i, 1]
                + f[k, 2] * vertices[i, 2]
                + f[k, 3]
            )
    for i in range(len(normals)):
        f = frames[of_face[i]]
        for k in range(3):
            out_normals[i, k] = (
                f[k, 0] * normals[i, 0] + f[k, 1] * normals[i, 1] + f[k, 2] * normals[i, 2]
            )
