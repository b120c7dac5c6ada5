from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from meadow.errors import UnknownIdError
from meadow.grounding.post import center, full, post_of, regions

MAPS = arrays.arrays(
    np.float32,
    st.tuples(st.integers(1, 9), st.integers(1, 9)),
    elements=st.floats(0.0, 1.0, width=32),
)


@given(MAPS, st.floats(0.05, 1.0))
def test_full_keeps_exactly_what_is_above_the_threshold(scores, threshold) -> None:
    shape = (scores.shape[0] * 4, scores.shape[1] * 3)
    kept = full(scores, threshold, shape)
    coarse = kept[::4, ::3]
    assert kept.shape == shape
    assert np.array_equal(coarse, np.where(scores >= threshold, scores, 0))
    assert np.array_equal(kept, coarse.repeat(4, axis=0).repeat(3, axis=1))


@given(MAPS, st.floats(0.05, 1.0))
def test_center_keeps_one_pixel_and_the_best_confidence(scores, threshold) -> None:
    shape = (scores.shape[0] * 5, scores.shape[1] * 5)
    kept, everything = center(scores, threshold, shape), full(scores, threshold, shape)
    assert np.count_nonzero(kept) == min(1, np.count_nonzero(everything))
    assert kept.max() == everything.max()
    assert (everything[kept > 0] > 0).all()


def test_the_surest_region_counts_and_of_equals_the_largest() -> None:
    scores = np.zeros((10, 10), np.float32)
    scores[0:2, 0:2] = 0.7
    scores[5:9, 5:9] = 0.6
    assert center(scores, 0.5, (10, 10))[:2, :2].max() == np.float32(0.7)
    scores[0:2, 0:2] = 0.6
    assert center(scores, 0.5, (10, 10))[5:9, 5:9].max() == np.float32(0.6)


def test_the_centre_lies_in_the_region_and_carries_its_best_score() -> None:
    scores = np.zeros((20, 20), np.float32)
    scores[4:9, 10:17] = 0.6
    scores[6, 11] = 0.9
    kept = center(scores, 0.5, (20, 20))
    assert np.argwhere(kept).tolist() == [[6, 13]]
    assert kept[6, 13] == np.float32(0.9)


def test_a_ring_gives_a_pixel_of_the_ring() -> None:
    scores = np.ones((9, 9), np.float32)
    scores[2:7, 2:7] = 0.0
    kept = center(scores, 0.5, (9, 9))
    assert np.count_nonzero(kept) == 1
    assert scores[kept > 0].all()


def test_unknown_names_are_told() -> None:
    with pytest.raises(UnknownIdError, match="center"):
        post_of("centre")


def test_regions_are_boxes_around_what_fires_surest_first() -> None:
    scores = np.zeros((6, 8), np.float32)
    scores[1:3, 1:4], scores[4, 6] = 0.4, 0.9
    found = regions(scores, 0.3, (12, 16), "mug")
    assert found.boxes.tolist() == [[12.0, 8.0, 14.0, 10.0], [2.0, 2.0, 8.0, 6.0]]
    assert found.scores.round(1).tolist() == pytest.approx([0.9, 0.4])
    assert found.labels == ("mug", "mug")
    assert len(regions(scores, 0.95, (12, 16), "mug")) == 0
