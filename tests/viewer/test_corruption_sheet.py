"""The sheet of corruptions is full: no part of it stays white."""

from __future__ import annotations

import numpy as np
import pytest

from meadow.testing.furnished import furnished
from meadow.viewer.corruption_sheet import corruption_sheet

GRADED = ("pose_drift",)
SWITCHED = ("motion_drift", "motor_failure", "no_noise")


@pytest.mark.parametrize("names", [GRADED, SWITCHED, GRADED + SWITCHED, SWITCHED[:1]])
def test_the_right_half_is_as_full_as_the_left(names: tuple[str, ...]) -> None:
    """Corruptions without severities once left four of six columns empty."""
    sheet = np.asarray(corruption_sheet(furnished(), names, tile=64))
    white = (sheet == 255).all(axis=2)
    middle = white.shape[1] // 2
    assert abs(white[:, :middle].mean() - white[:, middle:].mean()) < 0.1
    assert white.mean() < 0.5


def test_every_severity_has_its_picture() -> None:
    sheet = corruption_sheet(furnished(), GRADED, tile=40)
    assert sheet.width == 6 * 40
    assert corruption_sheet(furnished(), SWITCHED[:2], tile=40).width < 5 * 40
