"""Pieces of furniture keep to their corners and move as far as they should."""

from __future__ import annotations

import numpy as np
import pytest

from meadow.scenes.modelling import joinery
from meadow.scenes.modelling.joinery import JoineryStyle
from meadow.scenes.modelling.shape import Shape

LOW, HIGH = (-0.2, -0.5, 0.1), (0.25, 0.4, 0.9)


def box_of(shape: Shape) -> tuple[np.ndarray, np.ndarray]:
    """Lowest and highest corner of a shape."""
    vertices = shape.mesh().vertices
    return vertices.min(axis=0), vertices.max(axis=0)


@pytest.mark.parametrize("facing", ["x", "y", "z"])
def test_cushion_fills_its_corners(facing: str) -> None:
    s = Shape()
    joinery.cushion(s, "pad", LOW, HIGH, facing=facing)
    low, high = box_of(s)
    np.testing.assert_allclose(low, LOW, atol=1e-5)
    np.testing.assert_allclose(high, HIGH, atol=1e-5)


@pytest.mark.parametrize(
    ("style", "splay"), [("square", 0.0), ("square", 0.1), ("tapered", 0.0), ("round", 0.0)]
)
def test_legs_stand_in_the_corners(style: str, splay: float) -> None:
    s = Shape()
    joinery.four_legs(s, "legs", LOW, HIGH, 0.05, style=style, splay=splay)
    low, high = box_of(s)
    np.testing.assert_allclose(low, LOW, atol=1e-5)
    np.testing.assert_allclose(high, HIGH, atol=1e-5)


@pytest.mark.parametrize("style", ["flat", "framed", "glass", "plain"])
@pytest.mark.parametrize("handle", ["knob", "bar", "none"])
def test_closed_cupboard_fills_its_corners(style: str, handle: str) -> None:
    s = Shape()
    joinery.cupboard(s, JoineryStyle(style=style, handle=handle), LOW, HIGH, 2)
    low, high = box_of(s)
    np.testing.assert_allclose(low, LOW, atol=0.004)
    np.testing.assert_allclose(high, HIGH, atol=0.004)


@pytest.mark.parametrize("openness", [0.5, 1.0])
def test_doors_swing_about_their_hinges(openness: float) -> None:
    s = Shape()
    joinery.doors(s, JoineryStyle(handle="none", openness=openness), LOW, HIGH, 1)
    width = HIGH[1] - LOW[1]
    low, high = box_of(s)
    angle = openness * np.pi / 2
    assert high[0] == pytest.approx(HIGH[0] + width * np.sin(angle), abs=0.02)
    assert low[1] == pytest.approx(HIGH[1] - width * np.cos(angle), abs=0.04)


def test_neighbouring_doors_open_away_from_each_other() -> None:
    s = Shape()
    joinery.doors(s, JoineryStyle(handle="none", openness=1.0), LOW, HIGH, 2)
    y = s.mesh().vertices[:, 1]
    assert not ((y > LOW[1] + 0.05) & (y < HIGH[1] - 0.05)).any()


def test_a_cupboard_too_wide_for_its_doors_has_an_open_bay() -> None:
    wide = (HIGH[0], LOW[1] + 1.6, HIGH[2])
    s = Shape()
    joinery.cupboard(s, JoineryStyle(), LOW, wide, 1, boards=1)
    closed = [f for f in s.surfaces if f.enclosed]
    bay = [f for f in s.surfaces if not f.enclosed]
    assert len(closed) == len(bay) == 2
    assert closed[0].high[1] - closed[0].low[1] < joinery.WIDEST
    assert bay[0].high[1] < closed[0].low[1]


def test_drawer_moves_with_its_surface() -> None:
    reaches = []
    for openness in (0.0, 1.0):
        s = Shape()
        joinery.drawer(s, JoineryStyle(openness=openness), LOW, HIGH, "drawer 1")
        reaches.append(box_of(s)[1][0])
    assert reaches[1] - reaches[0] == pytest.approx(s.surfaces[0].slides[0], abs=1e-5)
    assert reaches[0] == pytest.approx(HIGH[0], abs=1e-5)


@pytest.mark.parametrize(("count", "columns", "rows"), [(3, 1, 3), (4, 2, 2), (5, 2, 3), (1, 2, 1)])
def test_drawers_fill_rows_from_the_top(count: int, columns: int, rows: int) -> None:
    s = Shape()
    joinery.drawers(s, JoineryStyle(), LOW, HIGH, count, columns=columns)
    assert [f.name for f in s.surfaces] == [f"drawer {i + 1}" for i in range(count)]
    heights = [f.z for f in s.surfaces]
    assert heights == sorted(heights, reverse=True)
    assert len(set(heights)) == rows
