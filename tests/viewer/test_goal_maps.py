"""Pictures of what a memory knows about a goal."""

from __future__ import annotations

import math

import numpy as np
import pytest

from meadow.mapping.goal_map import GoalBelief, MapLayer
from meadow.types import Pose
from meadow.viewer.goal_maps import STRIP, colours, draw_layer, strip, value_range

SIZE = (200, 100)


def layer(name: str = "below 0.5 m") -> MapLayer:
    """Ten by five metres around the start; one bright cell ahead of it."""
    values = np.full((100, 50), 0.1, np.float32)
    values[:10] = np.nan
    values[90:, 20:30] = 0.9
    return MapLayer(name, values, (-5.0, -2.5), 0.1)


def brightest(image) -> np.ndarray:
    """Middle (u, v) of the brightest pixels, without marks."""
    pixels = np.asarray(image).astype(int)
    bright = (pixels[..., 0] > 240) & (pixels[..., 1] > 240) & (pixels[..., 2] < 200)
    return np.argwhere(bright).mean(axis=0)[::-1]


@pytest.mark.parametrize(
    ("heading", "at"), [(0.0, (173, 50)), (math.pi, (27, 50)), (math.pi / 2, (100, 5))]
)
def test_a_map_lies_as_the_plan_does(heading: float, at: tuple[int, int]) -> None:
    belief = GoalBelief([layer()], None, Pose(0.0, 0.0), "explore")
    image = draw_layer(layer(), belief, (0.1, 0.9), SIZE, heading)
    assert image.size == SIZE
    assert brightest(image) == pytest.approx(np.array(at), abs=6)


def test_unknown_places_are_paper_and_values_share_one_scale() -> None:
    low, high = value_range([layer(), layer()])
    assert (low, high) == pytest.approx((0.1, 0.9))
    painted = colours(np.array([[np.nan, 0.1, 0.9]], np.float32), low, high)
    assert painted[0, 0].min() > 200
    assert painted[0, 1].sum() < painted[0, 2].sum()


def test_a_strip_has_room_for_all_layers_and_for_none() -> None:
    belief = GoalBelief([layer(str(n)) for n in range(5)], (1.0, 0.5), Pose(0.0, 0.0), "exploit")
    full = np.asarray(strip(belief, 1296))
    assert full.shape == (STRIP, 1296, 3)
    empty = np.asarray(strip(GoalBelief([], None, Pose(0.0, 0.0), ""), 1296))
    assert empty.shape == full.shape
    assert (full != empty).any()
