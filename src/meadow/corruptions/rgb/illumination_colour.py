"""Illumination colour: lamps of another colour than the camera is balanced for."""

from __future__ import annotations

import numpy as np

from meadow.corruptions.kinds import Filter, corruption
from meadow.seeding import Stream
from meadow.types import Array

#: Directions of the shift in red, green and blue: candle, sky, tube and mercury light.
TINTS = ((1.0, 0.1, -1.0), (-1.0, 0.0, 0.8), (-0.5, 0.7, -0.4), (0.6, -0.7, 0.6))


@corruption(
    "illumination_colour",
    part="rgb",
    levels=(0.1, 0.2, 0.35, 0.5, 0.7),
    rhythm="episode",
    source="beyond",
)
def illumination_colour(
    strength: float, rng: Stream, shape: tuple[int, int], scale: float
) -> Filter:
    """Warm, cool, green or magenta light for the whole episode."""
    gains = np.exp2(strength * np.array(rng.choice(TINTS)))
    table = np.clip(np.arange(256)[:, None] * gains + 0.5, 0, 255).astype(np.uint8)

    def apply(rgb: Array) -> Array:
        return np.stack([table[rgb[..., c], c] for c in range(3)], axis=-1)

    return apply
