"""Defocus blur: every point becomes a disk."""

from __future__ import annotations

import numpy as np

from meadow.corruptions.kinds import Filter, corruption
from meadow.optional import require
from meadow.seeding import Stream
from meadow.types import Array

#: (radius of the disk, standard deviation of the blur of its edge), pixels of a frame of 400.
LEVELS = ((3, 0.1), (4, 0.5), (6, 0.5), (8, 0.5), (10, 0.5))


def disk(radius: int, edge: float, scale: float = 1.0) -> Array:
    """The kernel of ImageNet-C; for other scales its picture, shrunk or stretched."""
    cv2 = require("cv2")
    reach = max(8, radius)
    side = np.arange(-reach, reach + 1)
    kernel = (side[:, None] ** 2 + side[None] ** 2 <= radius**2).astype(np.float32)
    kernel /= kernel.sum()
    # Where the disk touches the kernel's border this adds a little light, there as here.
    kernel = cv2.GaussianBlur(kernel, (3, 3) if radius <= 8 else (5, 5), edge)
    light = kernel.sum()
    if scale != 1.0:
        size = 2 * round(0.5 * (len(side) * scale - 1.0)) + 1
        method = cv2.INTER_AREA if scale < 1.0 else cv2.INTER_LINEAR
        kernel = cv2.resize(kernel, (size, size), interpolation=method)
    return kernel * (light / kernel.sum())


@corruption("defocus_blur", part="rgb", levels=LEVELS)
def defocus_blur(
    level: tuple[int, float], rng: Stream, shape: tuple[int, int], scale: float
) -> Filter:
    """A lens out of focus: convolution with a disk."""
    cv2, kernel = require("cv2"), disk(*level, scale)

    def apply(rgb: Array) -> Array:
        return cv2.filter2D(rgb, -1, kernel)

    return apply
