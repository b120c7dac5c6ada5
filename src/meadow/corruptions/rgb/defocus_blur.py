"""Defocus blur: every point becomes a disk."""

from __future__ import annotations

import numpy as np
from numba import njit

from meadow.corruptions.kinds import Filter, corruption
from meadow.corruptions.opencv import opencv
from meadow.seeding import Stream
from meadow.types import Array

#: (radius of the disk, standard deviation of the blur of its edge), pixels of a frame of 400.
LEVELS = ((3, 0.1), (4, 0.5), (6, 0.5), (8, 0.5), (10, 0.5))


def disk(radius: int, edge: float, scale: float = 1.0) -> Array:
    """The kernel of ImageNet-C; for other scales its picture, shrunk or stretched."""
    cv2 = opencv()
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
    result: Array = kernel * (light / kernel.sum())
    return result


@corruption("defocus_blur", part="rgb", levels=LEVELS)
def defocus_blur(
    level: tuple[int, float], rng: Stream, shape: tuple[int, int], scale: float
) -> Filter:
    """A lens out of focus: convolution with a disk."""
    kernel = disk(*level, scale)
    reach = len(kernel) // 2
    quarter = np.ascontiguousarray(kernel[reach:, reach:])

    def apply(rgb: Array) -> Array:
        padded = np.pad(rgb, ((reach, reach), (reach, reach), (0, 0)), mode="reflect")
        out = np.empty_like(rgb)
        _convolve(padded.reshape(len(padded), -1), out.reshape(len(out), -1), quarter)
        return out

    return apply


@njit(cache=True, nogil=True)
def _convolve(padded, out, quarter):  # type: ignore[no-untyped-def]
    """Convolve row by row; pixels at equal distances are added first, because a disk is symmetric."""
    rows, columns = out.shape
    reach = len(quarter) - 1
    total = np.empty(columns, np.float32)
    pair = np.empty(padded.shape[1], np.float32)
    for y in range(rows):
        total[:] = np.float32(0.5)
        for dy in range(reach + 1):
            above, below = padded[y + reach - dy], padded[y + reach + dy]
            half = np.float32(1.0 if dy else 0.5)
            for x in range(len(pair)):
                pair[x] = half * (np.float32(above[x]) + np.float32(below[x]))
            for dx in range(reach + 1):
                weight = quarter[dy, dx] * np.float32(1.0 if dx else 0.5)
                if weight == 0.0:
                    continue
                left = pair[3 * (reach - dx) : 3 * (reach - dx) + columns]
                right = pair[3 * (reach + dx) : 3 * (reach + dx) + columns]
                for x in range(columns):
                    total[x] += weight * (left[x] + right[x])
        for x in range(columns):
            out[y, x] = np.uint8(min(total[x], np.float32(255.0)))
