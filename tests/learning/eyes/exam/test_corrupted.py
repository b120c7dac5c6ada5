"""Held-out frames, corrupted with their truth."""

from __future__ import annotations

import numpy as np

from meadow.corruptions import parse
from meadow.learning.eyes.data.frames import Frame
from meadow.learning.eyes.exam.corrupted import _altered


def frame():
    ids = np.zeros((64, 64), np.int16)
    ids[24:40, 24:40] = 3
    rgb = np.full((64, 64, 3), 90, np.uint8)
    rgb[ids == 3] = (200, 40, 40)
    return Frame(rgb, ids, 0)


def test_a_narrow_view_enlarges_picture_and_truth_alike():
    [narrow] = parse("lower_fov")
    seen = _altered(frame(), narrow, 0)
    assert seen.rgb.shape == (64, 64, 3)
    assert seen.ids.dtype == np.int16
    red = seen.rgb[..., 0] > 150
    assert (seen.ids == 3).sum() > 4 * 256  # things look more than twice as large
    assert ((seen.ids == 3) == red).mean() > 0.95


def test_other_corruptions_leave_the_truth_alone():
    [noise] = parse("speckle_noise@5")
    seen = _altered(frame(), noise, 7)
    assert np.array_equal(seen.ids, frame().ids)
    assert not np.array_equal(seen.rgb, frame().rgb)
    assert np.array_equal(seen.rgb, _altered(frame(), noise, 7).rgb)
    assert not np.array_equal(seen.rgb, _altered(frame(), noise, 8).rgb)


def test_wheels_do_not_matter_to_a_picture():
    [drift] = parse("motion_drift")
    assert np.array_equal(_altered(frame(), drift, 0).rgb, frame().rgb)
