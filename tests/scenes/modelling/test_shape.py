"""The construction kit: primitives put together, moved, mirrored and fitted."""

from __future__ import annotations

import math

import numpy as np
import pytest

from meadow.scenes.modelling.shape import Mesh, Shape, rotation


def volume(mesh: Mesh) -> float:
    """By the divergence theorem: positive when all faces turn outwards."""
    a, b, c, d = mesh.vertices[mesh.quads].astype(np.float64).transpose(1, 0, 2)
    return float(np.sum(np.cross(a, b) * c + np.cross(a, c) * d) / 6.0)


def solids(shape: Shape) -> None:
    shape.box("body", (-0.2, -0.3, 0.0), (0.4, 0.1, 0.5))
    shape.cylinder("leg", (1.0, 0.0, 0.0), 0.1, 0.4, axis="x", sides=8)
    shape.prism("roof", [(0, 0), (1, 0), (0.3, 0.3), (0, 1)], 2.0, 2.2)


def test_columns_follow_the_primitives():
    shape = Shape()
    shape.box("body", (0, 0, 0), (1, 1, 1), solid=False)
    shape.panel("face", (2, 0, 0), (3, 0, 0), (3, 0, 1), (2, 0, 1), printed=True, two_sided=True)
    shape.box("body", (4, 0, 0), (5, 1, 1))
    mesh = shape.mesh()
    assert mesh.parts == ("body", "face")
    assert mesh.primitive.tolist() == [0] * 6 + [1] + [2] * 6
    assert mesh.part.tolist() == [0] * 6 + [1] + [0] * 6
    assert np.flatnonzero(mesh.printed).tolist() == [6]
    assert np.flatnonzero(mesh.two_sided).tolist() == [6]
    assert np.flatnonzero(mesh.solid).tolist() == list(range(7, 13))
    assert mesh.vertices[mesh.quads[7:]].min(axis=(0, 1)).tolist() == [4.0, 0.0, 0.0]


@pytest.mark.parametrize("flip", [(1, 1, 1), (-1, 1, 1), (-1, -1, 1), (-1, -1, -1)])
def test_faces_turn_outwards_in_mirrors_too(flip):
    plain, copy = Shape(), Shape()
    solids(plain)
    copy.place(plain, np.diag(np.array(flip, np.float64)), (0.5, 0.0, 0.0))
    octagon = 4 * math.sin(math.tau / 8) * 0.1**2
    assert volume(plain.mesh()) == pytest.approx(0.12 + 0.4 * octagon + 0.06, rel=1e-5)
    assert volume(copy.mesh()) == pytest.approx(volume(plain.mesh()), rel=1e-5)


@pytest.mark.parametrize("axis", ["x", "y", "z"])
@pytest.mark.parametrize("angle", [0.0, 0.7])
def test_turned_primitives_go_around_the_point(axis, angle):
    about = (0.3, -0.2, 0.1)
    plain, turned = Shape(), Shape()
    solids(plain)
    with turned.turned(axis, angle, about):
        solids(turned)
    expected = (plain.mesh().vertices - about) @ rotation(axis, angle).T + about
    assert np.allclose(turned.mesh().vertices, expected, atol=1e-6)


def test_a_fitted_shape_fills_its_box_and_its_surfaces_follow():
    shape = Shape()
    solids(shape)
    shape.surface("top", (-0.2, -0.3), (0.4, 0.1), 0.5)
    before = shape.mesh().vertices
    shape.fit((0.6, 0.4, 1.1))
    after = shape.mesh().vertices
    assert np.allclose(after.min(axis=0), (-0.3, -0.2, 0.0), atol=1e-6)
    assert np.allclose(after.max(axis=0), (0.3, 0.2, 1.1), atol=1e-6)
    scale = 1.1 / np.ptp(before[:, 2])
    assert shape.surfaces[0].z == pytest.approx((0.5 - before[:, 2].min()) * scale, rel=1e-5)


def test_lathes_of_one_kind_share_faces_not_corners():
    meshes = []
    for radius in (0.1, 0.25):
        shape = Shape()
        shape.lathe("cup", (0, 0, 0), [(radius, 0.0), (radius, 0.3), (0.0, 0.4)], sides=10)
        meshes.append(shape.mesh())
    small, large = meshes
    assert np.array_equal(small.quads, large.quads)
    ring = 5 * math.sin(math.tau / 10)
    for mesh, radius in ((small, 0.1), (large, 0.25)):
        assert volume(mesh) == pytest.approx(ring * radius**2 * (0.3 + 0.1 / 3), rel=1e-4)


def test_an_empty_shape_has_no_mesh():
    with pytest.raises(ValueError, match="at least one primitive"):
        Shape().mesh()
