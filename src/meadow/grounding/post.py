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
    """One pixel, the middle of the surest region at or above the threshold, keeps its confidence.

    CoW's authors found that this helps: the middle of a detection is the thing, its rim often is not.
    Of regions that are equally sure the largest counts, so crumbs of a torn mask do not.
    """
    out = np.zeros(shape, np.float32)
    best = scores.max()
    if best < threshold:
        return out
    regions, _ = ndimage.label(scores >= threshold)
    surest = int(np.bincount(regions[scores == best]).argmax())
    cells = np.argwhere(regions == surest)
    cell = cells[np.square(cells - cells.mean(axis=0)).sum(axis=1).argmin()]
    row, column = ((cell + 0.5) * shape / np.array(scores.shape)).astype(np.int64)
    out[row, column] = best
    return out


POSTS: dict[str, Post] = {"center": center, "full": full}


def post_of(name: str) -> Post:
    """The post-processing of that name."""
    if name not in POSTS:
        raise UnknownIdError("post-processing", name, POSTS)
    return POSTS[name]
