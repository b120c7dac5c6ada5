"""What things look like: colours from pixels, materials from what a thing is; fitted in training homes.

The names of colours that eyes give to a thing are often those of what is around it. The pixels of the thing
itself tell better: their histogram, and one linear layer. What a thing is made of shows little at a
distance, but a towel is mostly fabric. ``meadow train appearance`` makes the file.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from io import BytesIO

import numpy as np
from numpy.typing import NDArray

from meadow.types import Array

F64 = NDArray[np.float64]

#: Bins of each channel of the histogram.
BINS = 5


def pixel_features(pixels: Array) -> F64:
    """(F,) of (N, 3) bytes: roots of a histogram, medians, means and deviations of the channels."""
    bins = (pixels.astype(np.int64) * BINS) // 256
    cells = (bins[:, 0] * BINS + bins[:, 1]) * BINS + bins[:, 2]
    shares = np.bincount(cells, minlength=BINS**3) / max(len(pixels), 1)
    scaled = pixels / 255.0
    channels = (np.median(scaled, axis=0), scaled.mean(axis=0), scaled.std(axis=0))
    return np.concatenate([np.sqrt(shares), *channels, [1.0]])


class Appearance:
    """Tells colours from pixels, and materials from categories."""

    def __init__(self, data: bytes) -> None:
        """``data`` is an npz as ``meadow train appearance`` writes it."""
        with np.load(BytesIO(data)) as file:
            self.colours = tuple(file["colours"].tolist())
            self._weights = file["weights"].astype(np.float64)
            self.materials = tuple(file["materials"].tolist())
            self._made_of = dict(zip(file["categories"].tolist(), file["made_of"].astype(float)))

    def colour_log_probs(self, pixels: Array) -> F64:
        """(C,) logarithms of the probabilities of the colours, from the (N, 3) pixels of a thing."""
        scores = pixel_features(pixels) @ self._weights
        scores -= scores.max()
        logs: F64 = scores - np.log(np.exp(scores).sum())
        return logs

    def made_of(self, category: str) -> F64:
        """(M,) shares of the materials that such things have; zeros for what is not known."""
        counts = self._made_of.get(category, np.zeros(len(self.materials)))
        shares: F64 = counts / max(counts.sum(), 1.0)
        return shares


@cache
def shipped_appearance() -> Appearance:
    """What is part of the package."""
    return Appearance((resources.files("meadow.models") / "appearance.npz").read_bytes())
