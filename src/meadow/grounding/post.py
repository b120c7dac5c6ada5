"""From a map of confidence to what goes into the robot's map: all of it, or the centres alone."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy import ndimage

from meadow.errors import UnknownIdError
from meadow.types import Array, Detections

#: (map of (h, w) cells, threshold, (H, W) of the frame) -> (H, W) confidence
Post = Callable[[Array, float, tuple[int, int]], Array]


def full(scores: Array, threshold: float, shape: tuple[int, int]) -> Array:
    """Every pixel at or above the threshold keeps its confidence."""
    kept: Array = np.where(scores >= threshold, scores, np.float32(0.0))
    if kept.shape == shape:
        return kept
    rows, columns = (np.arange(n) * cells // n for n, cells in zip(shape, kept.shape))
    spread: Array = kept[rows[:, None], columns[None]]
    return spread


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


def regions(
    scores: Array, threshold: float, shape: tuple[int, int], label: str, most: int = 5
) -> Detections:
    """Boxes around the connected places at or above the threshold, the surest first."""
    places, count = ndimage.label(scores >= threshold)
    best = np.array(ndimage.maximum(scores, places, np.arange(1, count + 1)), np.float32)
    order = np.argsort(-best, kind="stable")[:most]
    scale = np.array([shape[1] / scores.shape[1], shape[0] / scores.shape[0]] * 2)
    spans = ndimage.find_objects(places)
    boxes = [(x.start, y.start, x.stop, y.stop) for y, x in (spans[k] for k in order)]
    scaled = (np.array(boxes, np.float64).reshape(-1, 4) * scale).astype(np.float32)
    return Detections(scaled, best[order], (label,) * len(order))


POSTS: dict[str, Post] = {"center": center, "full": full}


def post_of(name: str) -> Post:
    """The post-processing of that name."""
    if name not in POSTS:
        raise UnknownIdError("post-processing", name, POSTS)
    return POSTS[name]
