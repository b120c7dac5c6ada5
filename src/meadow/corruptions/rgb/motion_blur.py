"""Motion blur: a streak in a random direction, fading like half a Gaussian."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from meadow.corruptions.kinds import Filter, corruption
from meadow.seeding import Stream
from meadow.types import Array

#: (radius, standard deviation) of the streak, pixels of a frame of 400.
LEVELS = ((10, 3), (15, 5), (15, 8), (15, 12), (20, 15))
#: The streak is at most so far from level, degrees.
STEEPEST = 45.0


@corruption("motion_blur", part="rgb", levels=LEVELS)
def motion_blur(
    level: tuple[int, float], rng: Stream, shape: tuple[int, int], scale: float
) -> Filter:
    """The camera jerks: a streak at -45 to 45 degrees."""
    return streak(*level, math.radians(rng.uniform(-STEEPEST, STEEPEST)), scale)


def streak(radius: int, std: float, angle: float, scale: float = 1.0) -> Filter:
    """The blur along one direction."""
    along = np.arange(2 * radius + 1)
    weights = np.exp(-0.5 * (along / std) ** 2)
    # Rounded half up like ImageNet-C does without ImageMagick.
    offsets = np.stack(
        [np.ceil(along * scale * way - 0.5) for way in (math.sin(angle), math.cos(angle))], axis=1
    ).astype(np.int64)
    taps, which = np.unique(offsets, axis=0, return_inverse=True)
    gains = np.bincount(which.ravel(), weights=weights / weights.sum()).astype(np.float32)

    def apply(rgb: Array) -> Array:
        low, high = taps.min(axis=0), taps.max(axis=0)
        margins = [(max(0, -int(a)), max(0, int(b))) for a, b in zip(low, high)]
        padded = np.pad(rgb, (*margins, (0, 0)), mode="edge")
        top, left = margins[0][0], margins[1][0]
        out = np.empty_like(rgb)
        _sum_taps(
            padded.reshape(len(padded), -1),
            out.reshape(len(out), -1),
            taps[:, 0] + top,
            3 * (taps[:, 1] + left),
            gains,
        )
        return out

    return apply


@njit(cache=True, nogil=True)
def _sum_taps(padded, out, down, right, gains):  # type: ignore[no-untyped-def]
    """Row by row, so that sums stay in the cache."""
    rows, columns = out.shape
    total = np.empty(columns, np.float32)
    for y in range(rows):
        total[:] = np.float32(0.5)
        for k in range(len(gains)):
            # As a slice from 0 the compiler can tell that it may take many pixels at once.
            seen, gain = padded[y + down[k], right[k] : right[k] + columns], gains[k]
            for x in range(columns):
                total[x] += gain * np.float32(seen[x])
        for x in range(columns):
            out[y, x] = np.uint8(total[x])
