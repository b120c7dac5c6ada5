"""Low lighting: the value of every colour goes down, its hue and saturation stay."""

from __future__ import annotations

import numpy as np
from numba import njit

from meadow.corruptions.kinds import Filter, corruption
from meadow.seeding import Stream
from meadow.types import Array


@corruption("low_lighting", part="rgb", levels=(0.1, 0.2, 0.3, 0.4, 0.5))
def low_lighting(darker: float, rng: Stream, shape: tuple[int, int], scale: float) -> Filter:
    """V of HSV minus a constant, clipped."""
    value = np.arange(256, dtype=np.float32)
    lowered = np.maximum(value - 255.0 * darker, 0.0)
    # Colours of one hue and saturation differ by a factor alone.
    factor = np.divide(lowered, value, out=np.zeros(256, np.float32), where=value > 0.0)

    def apply(rgb: Array) -> Array:
        out = np.empty_like(rgb)
        _dim(rgb, factor, out)
        return out

    return apply


@njit(cache=True, nogil=True)
def _dim(rgb, factor, out):  # type: ignore[no-untyped-def]
    """Multiply each pixel by the factor of its brightest channel."""
    for y in range(rgb.shape[0]):
        for x in range(rgb.shape[1]):
            gain = factor[max(rgb[y, x, 0], rgb[y, x, 1], rgb[y, x, 2])]
            for c in range(3):
                out[y, x, c] = np.uint8(np.float32(rgb[y, x, c]) * gain + np.float32(0.5))
