"""From a map of confidence to what goes into the robot's map: all of it, or the centres alone."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy import ndimage

from meadow.errors import UnknownIdError
from meadow.types import Array

#: (map of (h, w) cells, threshold, (H, W) of the frame) -> (H, W) confidence
Post = Callable[[Array, float, tuple[int, int]], Array]


def full(scores: Array, threshold: float, shape: tuple[int, int]) -> Array:
    """Every pixel at or above the threshold keeps its confidence."""
    kept = np.where(scores >= threshold, scores, np.float32(0.0))
    if kept.shape == shape:
        return kept
    rows, columns = (np.arange(n) * cells // n for n, cells in zip(shape, kept.shape))
    return kept[rows[:, None], columns[None]]


def center(scores: Array, threshold: float, shape: tuple[int, int]) -> Array:
    """Of each region at or above the threshold, the pixel nearest its centre keeps its best confidence.

    CoW's authors found that this helps: the middle of a detection is the thing, its rim often is not.
    """
    out = np.zeros(shape, np.float32)
    firing = scores >= threshold
    if not firing.any():
        return out
    regions, count = ndimage.label(firing)
    for number in range(1, count + 1):
        cells = np.argwhere(regions == number)
        middle = cells.mean(axis=0)
        cell = cells[np.square(cells - middle).sum(axis=1).argmin()]
        row, column = ((cell + 0.5) * shape / np.array(scores.shape)).astype(np.int64)
        out[row, column] = scores[regions == number].max()
    return out


POSTS: dict[str, Post] = {"center": center, "full": full}


def post_of(name: str) -> Post:
    """The post-processing of that name."""
    if name not in POSTS:
        raise UnknownIdError("post-processing", name, POSTS)
    return POSTS[name]
