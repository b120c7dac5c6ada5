"""Gaussian noise: grain of the same strength in dark and bright."""

from __future__ import annotations

import numpy as np

from meadow.corruptions.grain import grain
from meadow.corruptions.kinds import Filter, corruption
from meadow.seeding import Stream
from meadow.types import Array

#: Standard deviations as fractions of white; the Habitat Challenge of 2020 has 0.1, severity 3.
LEVELS = (0.03, 0.06, 0.1, 0.15, 0.22)


@corruption("gaussian_noise", part="rgb", levels=LEVELS, source="beyond")
def gaussian_noise(std: float, rng: Stream, shape: tuple[int, int], scale: float) -> Filter:
    """Each channel of each pixel plus N(0, std); severity 3 is the Habitat Challenge's."""
    noise = grain(rng, (*shape, 3)) * np.float32(255.0 * std)

    def apply(rgb: Array) -> Array:
        noisy = rgb + noise
        result: Array = np.clip(noisy, 0.0, 255.0, out=noisy).astype(np.uint8)
        return result

    return apply
