"""Pictures of any size in the square that the network sees."""

from __future__ import annotations

import numpy as np
import pytest

from meadow.models.eyes.letterbox import Letterbox

RNG = np.random.default_rng(0)


@pytest.mark.parametrize("factor", [2, 3])
def test_a_picture_and_its_enlargement_look_the_same(factor: int) -> None:
    small = RNG.integers(0, 256, (96, 128, 3), dtype=np.uint8)
    large = small.repeat(factor, axis=0).repeat(factor, axis=1)
    fitted = Letterbox(96, 128, 128).fit(small)
    assert np.array_equal(Letterbox(*large.shape[:2], 128).fit(large), fitted)


@pytest.mark.parametrize("shape", [(640, 640), (480, 640)])
def test_pictures_twice_as_large_are_means_of_four_pixels(shape: tuple[int, int]) -> None:
    picture = RNG.integers(0, 256, (*shape, 3), dtype=np.uint8)
    box = Letterbox(*shape, 320)
    top, left, height, width = box.inner
    inside = box.fit(picture)[top : top + height, left : left + width]
    means = picture.reshape(height, 2, width, 2, 3).mean(axis=(1, 3))
    assert np.abs(inside - means).max() <= 0.5
