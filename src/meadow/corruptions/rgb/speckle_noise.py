"""Speckle noise: grain in proportion to the brightness."""

from __future__ import annotations

import numpy as np

from meadow.corruptions.grain import grain
from meadow.corruptions.kinds import Filter, corruption
from meadow.seeding import Stream
from meadow.types import Array


@corruption("speckle_noise", part="rgb", levels=(0.15, 0.2, 0.35, 0.45, 0.6))
def speckle_noise(std: float, rng: Stream, shape: tuple[int, int], scale: float) -> Filter:
    """Each channel of each pixel times N(1, std), clipped."""
    # Frames that are shrunk after their corruption average their grain.
    gain = 1.0 + grain(rng, (*shape, 3)) * np.float32(std * min(1.0, scale))

    def apply(rgb: Array) -> Array:
        noisy = rgb * gain
        result: Array = np.clip(noisy, 0.0, 255.0, out=noisy).astype(np.uint8)
        return result

    return apply
