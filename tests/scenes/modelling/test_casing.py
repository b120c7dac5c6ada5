"""Hollow bodies, hinges and faces, and the two ways a shape moves as a whole."""

from __future__ import annotations

import numpy as np
import pytest

from meadow.scenes.modelling.casing import facing, hinged, hollow, interior, lidded, lying, spread
from meadow.scenes.modelling.shape import Shape
from meadow.testing.check_category import face_problems

LOW, HIGH = (-0.3, -0.2, 0.1), (0.3, 0.4, 0.9)


def bounds(s: Shape) -> tuple[np.ndarray, np.ndarray]:
    vertices = s.mesh().vertices
    return vertices.min(axis=0), vertices.max(axis=0)


@pytest.mark.parametrize("axis", ["x", "z"])
def test_a_hollow_body_fills_its_box_and_returns_its_inside(axis: str) -> None:
    s = Shape()
    low, high = hollow(s, "body", LOW, HIGH, 0.05, axis=axis)
    np.testing.assert_allclose(bounds(s), (LOW, HIGH), atol=1e-6)
    open_side = "xyz".index(axis)
    assert low[open_side] == pytest.approx(LOW[open_side] + 0.05)
    assert high[open_side] == pytest.approx(HIGH[open_side])
    for k in {0, 1, 2} - {open_side}:
        assert 0.0 < low[k] - LOW[k] <= 0.05 + 1e-9
        assert 0.0 < HIGH[k] - high[k] <= 0.05 + 1e-9
    assert not list(face_problems(s.mesh()))


def test_the_inside_of_a_hollow_body_becomes_an_enclosed_surface() -> None:
    s = Shape()
    low, high = hollow(s, "body", LOW, HIGH, 0.05)
    interior(s, "inside", (low, high), margin=0.01)
    (surface,) = s.surfaces
    assert surface.enclosed
    assert surface.z == pytest.approx(low[2])
    assert surface.clearance == pytest.approx(high[2] - low[2])
    assert surface.low == pytest.approx((low[0] + 0.01, low[1] + 0.01))


@pytest.mark.parametrize(
    ("hinge", "still"), [("left", (1, 1)), ("right", (1, 0)), ("bottom", (2, 0)), ("top", (2, 1))]
)
def test_fronts_swing_outwards_about_their_hinge(hinge: str, still: tuple[int, int]) -> None:
    low, high = (0.0, -0.2, 0.1), (0.02, 0.2, 0.7)
    s = Shape()
    with hinged(s, low, high, hinge, 1.0):
        s.box("door", low, high)
    found = bounds(s)
    axis, end = still
    width = high[axis] - low[axis]
    assert found[1][0] == pytest.approx(width, abs=1e-6)
    assert found[0][0] >= -1e-6
    assert abs(found[end][axis] - (low, high)[end][axis]) <= 0.02 + 1e-6


def test_a_lid_rises_about_its_back_edge() -> None:
    s = Shape()
    with lidded(s, (-0.2, 0.0, 0.5), 1.0):
        s.box("lid", (-0.2, -0.1, 0.5), (0.2, 0.1, 0.52))
    low, high = bounds(s)
    assert high[2] == pytest.approx(0.9)
    assert high[0] == pytest.approx(-0.2, abs=1e-6)
    assert low[0] == pytest.approx(-0.22, abs=1e-6)


def test_faces_look_to_the_front_and_up() -> None:
    for draw, normal in ((facing, (1, 0, 0)), (lying, (0, 0, 1))):
        s = Shape()
        draw(s, "print", 0.3, (-0.1, -0.2), (0.1, 0.2), printed=True)
        mesh = s.mesh()
        a, b, c, _ = mesh.vertices[mesh.quads[0]].astype(float)
        turn = np.cross(b - a, c - a)
        np.testing.assert_allclose(turn / np.linalg.norm(turn), normal, atol=1e-6)
        assert mesh.printed.all()
        assert (b - a)[1] > 0, "a reader in front of it sees the text from left to right"


def test_places_are_even_and_centred() -> None:
    assert spread(1, 0.5) == [0.0]
    assert spread(4, 0.8) == pytest.approx([-0.6, -0.2, 0.2, 0.6])


def test_only_what_is_inside_a_turned_block_turns() -> None:
    s = Shape()
    s.box("still", (0.0, 0.0, 0.0), (0.1, 0.1, 0.1))
    with s.turned("z", np.pi / 2, (0.0, 0.0, 0.0)):
        s.box("moved", (1.0, 0.0, 0.0), (1.2, 0.1, 0.1))
    mesh = s.mesh()
    still, moved = (mesh.vertices[mesh.quads[mesh.part == k].ravel()] for k in (0, 1))
    np.testing.assert_allclose(still.max(axis=0), (0.1, 0.1, 0.1), atol=1e-6)
    np.testing.assert_allclose(moved.min(axis=0), (-0.1, 1.0, 0.0), atol=1e-6)
    np.testing.assert_allclose(moved.max(axis=0), (0.0, 1.2, 0.1), atol=1e-6)


def test_fitting_fills_the_box_and_keeps_faces_sound() -> None:
    s = Shape()
    s.ellipsoid("body", (3.0, 1.0, -2.0), (1.0, 2.0, 0.5))
    with s.turned("y", 0.4, (3.0, 1.0, -2.0)):
        s.rod("arm", (3.0, 1.0, -2.0), (4.0, 1.5, -1.0), 0.2)
    s.fit((0.4, 0.6, 0.8))
    np.testing.assert_allclose(bounds(s), ((-0.2, -0.3, 0.0), (0.2, 0.3, 0.8)), atol=1e-6)
    assert not list(face_problems(s.mesh()))
