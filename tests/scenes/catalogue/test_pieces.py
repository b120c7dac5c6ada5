"""The pieces that small things are drawn with."""

from __future__ import annotations

import numpy as np
import pytest

from meadow.scenes.catalogue import CATEGORIES
from meadow.scenes.catalogue.pieces import (
    arc,
    fitted,
    hinged,
    lid,
    packet,
    print_top,
    rounded,
    star,
    tray,
    vessel,
)
from meadow.scenes.modelling.shape import Form, Shape


def box_of(shape: Shape) -> tuple[np.ndarray, np.ndarray]:
    vertices = shape.mesh().vertices
    return vertices.min(axis=0), vertices.max(axis=0)


def test_fit_fills_the_box_and_takes_surfaces_along() -> None:
    s = Shape()
    s.box("a", (2, 3, 5), (4, 9, 6))
    s.surface("top", (2, 3), (4, 9), 6, clearance=2.0)
    s.fit((0.2, 0.3, 0.4))
    low, high = box_of(s)
    np.testing.assert_allclose(low, (-0.1, -0.15, 0.0), atol=1e-6)
    np.testing.assert_allclose(high, (0.1, 0.15, 0.4), atol=1e-6)
    (top,) = s.surfaces
    assert top.low == pytest.approx((-0.1, -0.15))
    assert top.high == pytest.approx((0.1, 0.15))
    assert (top.z, top.clearance) == pytest.approx((0.4, 0.8))


def test_flat_lathe_turns_a_side_to_the_front() -> None:
    s = Shape()
    s.lathe("a", (0, 0, 0), [(1.0, 0.0), (1.0, 1.0)], sides=8, flat=True)
    front = s.mesh().vertices
    assert front[:, 0].max() == pytest.approx(1.0, abs=1e-6)
    assert np.sum(np.isclose(front[:, 0], 1.0)) == 4


def test_outlines_stay_within_their_radii() -> None:
    assert arc((1, 2), (3, 4), 0, 90, 2)[-1] == pytest.approx((1, 6))
    assert len(rounded(2, 1, 0.1)) == 8
    assert {
        max(abs(x) for x, _ in rounded(2, 1, 0.1)),
        max(abs(y) for _, y in rounded(2, 1, 0.1)),
    } == {2, 1}
    radii = sorted(round(float(np.hypot(*p)), 6) for p in star(1.0, 0.3, 5))
    assert radii == [0.3] * 5 + [1.0] * 5


def test_contents_of_a_vessel_lie_at_their_level() -> None:
    s = Shape()
    vessel(s, "pot", [(0.5, 0.0), (1.0, 1.0)], 0.1, fill=0.5)
    mesh = s.mesh()
    contents = mesh.vertices[mesh.quads[mesh.part == mesh.parts.index("contents")]].reshape(-1, 3)
    level = 0.1 + 0.5 * 0.9
    assert contents[:, 2].max() == pytest.approx(level, abs=1e-6)
    assert np.hypot(contents[:, 0], contents[:, 1]).max() == pytest.approx(
        0.5 + 0.5 * level - 0.1, abs=1e-4
    )


@pytest.mark.parametrize(("direction", "axis"), [(0, 0), (90, 1)])
def test_lid_closed_lies_flat_and_open_stands(direction: float, axis: int) -> None:
    closed, opened = Shape(), Shape()
    lid(closed, "lid", (0, 0, 1), (2, 1, 0.1), 0.0, direction=direction)
    lid(opened, "lid", (0, 0, 1), (2, 1, 0.1), 90.0, direction=direction)
    low, high = box_of(closed)
    assert (low[axis], high[axis]) == pytest.approx((0.0, 2.0))
    assert (low[2], high[2]) == pytest.approx((1.0, 1.1))
    assert box_of(opened)[1][2] == pytest.approx(3.0)


def test_hinged_points_turn_with_the_leaf() -> None:
    assert hinged((1, 0, 0), 180.0)(1, 0, 0) == pytest.approx((0, 0, 0))
    assert hinged((0, 0, 0), 90.0, 90.0)(1, 0, 0) == pytest.approx((0, 0, 1))


def test_prints_face_their_reader() -> None:
    s = Shape()
    packet(s, "box", 1, 1, 1)
    print_top(s, "box", 1.1, (-1, 1), (-1, 1))
    mesh = s.mesh()
    corners = mesh.vertices[mesh.quads[mesh.printed]]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 3] - corners[:, 0])
    np.testing.assert_allclose(
        normals / np.linalg.norm(normals, axis=1)[:, None], [[1, 0, 0], [0, 0, 1]]
    )
    # Left to right runs along +Y for a reader in front of the object.
    assert (corners[:, 1, 1] > corners[:, 0, 1]).all()


def test_tray_is_open_above() -> None:
    s = Shape()
    tray(s, "tray", (-1, -1, 0), (1, 1, 1), 0.1)
    mesh = s.mesh()
    middle = [q for q in mesh.vertices[mesh.quads] if np.ptp(q[:, 2]) == 0 and q[0, 2] > 0.1]
    assert all(min(np.ptp(q[:, 0]), np.ptp(q[:, 1])) < 0.2 for q in middle)


def test_fitted_things_are_as_if_drawn_for_their_size() -> None:
    drawn_once = [c for c in CATEGORIES.values() if hasattr(c.build, "__wrapped__")]
    things = [c for c in drawn_once if "pickupable" not in c.tags]
    assert {"house plant", "ceiling lamp"} < {c.name for c in things}
    for category in things:
        size = tuple(0.3 * low + 0.7 * high for low, high in category.size)
        counts = {name: high for name, (_, high) in category.counts.items()}
        for variant in category.variants:
            form = Form(size, variant, counts, dict.fromkeys(category.states, True))
            anew = Shape()
            category.build.__wrapped__(anew, form)
            anew.fit(size)
            copy = category.shape(form)
            wanted, mesh = anew.mesh(), copy.mesh()
            assert np.array_equal(mesh.quads, wanted.quads)
            assert np.array_equal(mesh.vertices, wanted.vertices)
            assert copy.surfaces == anew.surfaces


def test_a_fitted_copy_has_the_same_bits_and_can_be_added_to() -> None:
    def draw(s: Shape, f: Form) -> None:
        s.cylinder("a", (0.1, 0.2, 0.3), 0.7, 1.1, sides=7)
        s.rod("b", (0, 0, 0), (0.3, 1.7, 0.9), 0.07)
        s.surface("top", (-0.1, -0.2), (0.3, 0.4), 1.4)

    form = Form((0.31, 0.17, 0.53), "any")
    anew, first, second = Shape(), Shape(), Shape()
    draw(anew, form)
    anew.fit(form.size)
    build = fitted(draw)
    build(first, form)
    build(second, form)
    assert np.array_equal(first.mesh().vertices, anew.mesh().vertices)
    assert first.surfaces == anew.surfaces
    for shape in (anew, second):
        shape.box("c", (0, 0, 0), (1, 1, 1))
    assert np.array_equal(second.mesh().vertices, anew.mesh().vertices)
    assert second.mesh().parts == ("a", "b", "c")
    with pytest.raises(ValueError, match="empty"):
        build(second, form)
