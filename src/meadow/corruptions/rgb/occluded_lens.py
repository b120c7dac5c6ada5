"""Occluded lens: something close to the lens, out of focus, covers part of the view."""

from __future__ import annotations

import math

import numpy as np

from meadow.corruptions.kinds import Filter, corruption
from meadow.corruptions.opencv import opencv
from meadow.seeding import Stream
from meadow.types import Array

#: Brightness of what covers the lens, 8-bit levels.
DARK = 24.0


@corruption(
    "occluded_lens",
    part="rgb",
    levels=(0.05, 0.1, 0.2, 0.3, 0.45),
    rhythm="episode",
    source="beyond",
)
def occluded_lens(fraction: float, rng: Stream, shape: tuple[int, int], scale: float) -> Filter:
    """A dark disk with soft edges covers a fraction of the frame from one side."""
    cv2 = opencv()
    height, width = shape
    angle = rng.uniform(0.0, 2.0 * math.pi)
    rows, columns = np.indices(shape, np.float32)
    x = width * (0.5 + 0.5 * math.cos(angle))
    y = height * (0.5 + 0.5 * math.sin(angle))
    away = np.hypot(columns + 0.5 - x, rows + 0.5 - y)
    radius = float(np.quantile(away, fraction))
    soft = max(0.08 * width, 1.0)
    cover = np.clip((radius - away) / soft + 0.5, 0.0, 1.0)[..., None]
    clear = np.repeat(1.0 - cover, 3, axis=2)
    dark = np.repeat(cover * np.float32(DARK), 3, axis=2)

    def apply(rgb: Array) -> Array:
        result: Array = cv2.add(cv2.multiply(rgb, clear, dtype=cv2.CV_32F), dark, dtype=cv2.CV_8U)
        return result

    return apply
