"""From dense outputs to detections: boxes, candidates of a phrase, masks."""

from __future__ import annotations

import numpy as np

from meadow.models.boxes import suppress
from meadow.types import Array

STRIDE = 8
MOST_CANDIDATES = 60
"""Cells of one phrase that are looked at."""


def cell_boxes(distances: Array) -> Array:
    """(h*w, 4) pixel edges from (4, h, w) distances to the edges in cells."""
    _, h, w = distances.shape
    y, x = np.mgrid[0:h, 0:w].astype(np.float32) + 0.5
    left, top, right, bottom = distances
    edges = np.stack([x - left, y - top, x + right, y + bottom], axis=-1).reshape(-1, 4) * STRIDE
    limit = np.array([w, h, w, h], np.float32) * STRIDE
    clipped: Array = np.clip(edges, 0.0, limit).astype(np.float32)
    return clipped


def candidates(boxes: Array, scores: Array, threshold: float) -> Array:
    """The cells whose boxes are kept for one phrase, best first and without doubles."""
    cells = np.nonzero(scores >= threshold)[0]
    best = cells[np.argsort(-scores[cells], kind="stable")[:MOST_CANDIDATES]]
    return best[suppress(boxes[best], scores[best])]


def thing_masks(coefficients: Array, prototypes: Array, boxes: Array, size: int) -> Array:
    """(K, size, size) bool masks of K things from (K, C) weights of (C, h, w) prototypes."""
    count, (c, h, w) = len(boxes), prototypes.shape
    logits = (coefficients @ prototypes.reshape(c, -1)).reshape(count, h, w)
    fine = _enlarged(logits, size)
    at = np.arange(size) + 0.5
    columns = (at > boxes[:, 0:1] - 2) & (at < boxes[:, 2:3] + 2)
    rows = (at > boxes[:, 1:2] - 2) & (at < boxes[:, 3:4] + 2)
    masks: Array = (fine > 0.0) & rows[:, :, None] & columns[:, None, :]
    return masks


def _enlarged(maps: Array, size: int) -> Array:
    """(K, size, size) bilinear samples of (K, h, w) maps."""
    h = maps.shape[1]
    at = np.clip((np.arange(size) + 0.5) * h / size - 0.5, 0.0, h - 1.0)
    low = at.astype(np.int64)
    high = np.minimum(low + 1, h - 1)
    share = (at - low).astype(np.float32)
    rows = maps[:, low] * (1 - share)[:, None] + maps[:, high] * share[:, None]
    fine: Array = rows[:, :, low] * (1 - share) + rows[:, :, high] * share
    return fine
