"""A policy's view of a robot's pictures: the field of view and the resolution of its training."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Protocol

import numpy as np
from numba import njit
from numpy.typing import NDArray

from meadow.types import Array, Camera

Window = tuple[float, float, float, float]
"""Left, top, right, bottom in pixels."""


class PolicyCamera(Protocol):
    """The pictures that a policy was trained on."""

    @property
    def width(self) -> int: ...

    @property
    def height(self) -> int: ...

    @property
    def hfov(self) -> float:
        """Horizontal field of view, degrees."""


def field_of_view(camera: Camera, lens: PolicyCamera, shape: tuple[int, ...]) -> Window:
    """The part of a picture that the policy's own camera would show, at most the whole."""
    height, width = shape[:2]
    focal = 0.5 * width / math.tan(0.5 * camera.hfov)
    own = 0.5 * lens.width / math.tan(0.5 * math.radians(lens.hfov))
    across = min(0.5 * width, 0.5 * lens.width / own * focal)
    down = min(0.5 * height, 0.5 * lens.height / own * focal)
    return 0.5 * width - across, 0.5 * height - down, 0.5 * width + across, 0.5 * height + down


def shrink_picture(rgb: Array, window: Window, lens: PolicyCamera) -> Array:
    """Resize the window to the policy's resolution by area averaging."""
    if rgb.shape[:2] == (lens.height, lens.width) and window == (0, 0, lens.width, lens.height):
        return rgb
    left, top, right, bottom = window
    out = np.empty((lens.height, lens.width, 3), np.uint8)
    rows = _covered(top, bottom, lens.height, rgb.shape[0])
    columns = _covered(left, right, lens.width, rgb.shape[1])
    _area_means(np.ascontiguousarray(rgb).reshape(len(rgb), -1), *rows, *columns, out)
    return out


def shrink_depth(depth: Array, window: Window, lens: PolicyCamera) -> Array:
    """Resize the window to the policy's resolution by nearest pixels: the mean over an edge is no depth."""
    picked = _nearest(window, lens.width, lens.height, depth.shape[1])
    return depth.ravel()[picked].astype(np.float32, copy=False)


@lru_cache(maxsize=32)
def _nearest(window: Window, width: int, height: int, stride: int) -> NDArray[np.int64]:
    """(height, width) indices into a flat picture whose rows have ``stride`` pixels."""
    left, top, right, bottom = window
    columns = left + (np.arange(width) + 0.5) * (right - left) / width
    rows = top + (np.arange(height) + 0.5) * (bottom - top) / height
    return rows.astype(np.int64)[:, None] * stride + columns.astype(np.int64)


@lru_cache(maxsize=32)
def _covered(
    low: float, high: float, count: int, size: int
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """For each of ``count`` equal spans, its first pixel and the weights of the pixels from there on."""
    edges = low + np.arange(count + 1) * (high - low) / count
    taps = math.ceil((high - low) / count) + 1
    first = np.minimum(np.floor(edges[:-1]).astype(np.int64), max(0, size - taps))
    pixels = first[:, None] + np.arange(taps)
    overlap = np.minimum(pixels + 1, edges[1:, None]) - np.maximum(pixels, edges[:-1, None])
    # Pixels beyond the picture have weight 0, however the edges were rounded.
    weights = np.where(pixels < size, np.maximum(overlap, 0.0), 0.0)
    return first, (weights / weights.sum(axis=1, keepdims=True)).astype(np.float32)


@njit(cache=True, nogil=True)
def _area_means(rgb, first_row, row_weights, first_column, column_weights, out):  # type: ignore[no-untyped-def]
    """Average areas: first rows, whole lines at a time, then pixels along the line."""
    line = np.empty(rgb.shape[1], np.float32)
    for i in range(out.shape[0]):
        line[:] = np.float32(0.0)
        for k in range(row_weights.shape[1]):
            weight = row_weights[i, k]
            if weight > 0.0:
                seen = rgb[first_row[i] + k]
                for x in range(len(line)):
                    line[x] += weight * np.float32(seen[x])
        for j in range(out.shape[1]):
            for c in range(3):
                total = np.float32(0.5)
                for k in range(column_weights.shape[1]):
                    weight = column_weights[j, k]
                    if weight > 0.0:
                        total += weight * line[3 * (first_column[j] + k) + c]
                out[i, j, c] = np.uint8(total)
