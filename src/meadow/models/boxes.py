"""Boxes of detectors: clipped, filtered, and freed of doubles."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numba import njit

from meadow.types import Array, Detections, empty_detections

SAME_THING = 0.5
"""Boxes of one phrase that overlap more than this are the same thing."""


def overlaps(a: Array, b: Array) -> Array:
    """(N, M) intersection over union of (N, 4) and (M, 4) boxes."""
    low = np.maximum(a[:, None, :2], b[None, :, :2])
    high = np.minimum(a[:, None, 2:], b[None, :, 2:])
    inner = np.clip(high - low, 0.0, None).prod(axis=2)
    area_a, area_b = ((c[:, 2:] - c[:, :2]).prod(axis=1) for c in (a, b))
    ratio: Array = inner / np.maximum(area_a[:, None] + area_b[None] - inner, 1e-6)
    return ratio


def suppress(
    boxes: Array, scores: Array, labels: Array | None = None, iou: float = SAME_THING
) -> Array:
    """Rows to keep, best first: each is better than all of its label that overlap it."""
    order = np.argsort(-scores, kind="stable")
    kinds = np.zeros(len(order), np.int64) if labels is None else labels[order].astype(np.int64)
    result: Array = order[_survivors(boxes[order], kinds, iou)]
    return result


@njit(cache=True, nogil=True)
def _survivors(boxes: Array, kinds: Array, iou: float) -> Array:
    """Of boxes in order, those that no kept one of their kind overlaps; ``overlaps`` pair by pair."""
    least = boxes.dtype.type(1e-6)
    nothing = boxes.dtype.type(0.0)
    areas = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
    kept = np.empty(len(boxes), np.int64)
    count = 0
    for k in range(len(boxes)):
        double = False
        for n in range(count):
            j = kept[n]
            if kinds[j] != kinds[k]:
                continue
            width = min(boxes[k, 2], boxes[j, 2]) - max(boxes[k, 0], boxes[j, 0])
            height = min(boxes[k, 3], boxes[j, 3]) - max(boxes[k, 1], boxes[j, 1])
            inner = max(width, nothing) * max(height, nothing)
            if inner / max(areas[k] + areas[j] - inner, least) > iou:
                double = True
                break
        if not double:
            kept[count] = k
            count += 1
    return kept[:count]


def select(
    boxes: Array,
    scores: Array,
    phrases: Sequence[str],
    size: tuple[int, int],
    threshold: float,
    iou: float = SAME_THING,
) -> Detections:
    """Detections from (N, 4) pixel boxes and (N, P) scores of the phrases.

    Each box gets its best phrase; ``size`` is the image's (height, width), to which boxes are clipped.
    """
    labels = scores.argmax(1)
    best = scores[np.arange(len(scores)), labels]
    height, width = size
    clipped = np.clip(boxes, 0.0, [width, height, width, height])
    solid = (clipped[:, 2] - clipped[:, 0] > 0.5) & (clipped[:, 3] - clipped[:, 1] > 0.5)
    kept = np.flatnonzero((best >= threshold) & solid)
    if not len(kept):
        return empty_detections()
    order = kept[suppress(clipped[kept], best[kept], labels[kept], iou)]
    names = tuple(phrases[i] for i in labels[order])
    return Detections(clipped[order].astype(np.float32), best[order].astype(np.float32), names)


def corners(centred: Array) -> Array:
    """(N, 4) centre x, centre y, width, height as edges x0, y0, x1, y1."""
    half = centred[..., 2:] / 2.0
    return np.concatenate([centred[..., :2] - half, centred[..., :2] + half], axis=-1)


def merge(parts: Sequence[Detections]) -> Detections:
    """Detections of one image from several passes, best first."""
    parts = [part for part in parts if len(part)]
    if not parts:
        return empty_detections()
    scores = np.concatenate([part.scores for part in parts])
    order = np.argsort(-scores, kind="stable")
    labels = [label for part in parts for label in part.labels]
    masks = [part.masks for part in parts if part.masks is not None]
    return Detections(
        np.concatenate([part.boxes for part in parts])[order],
        scores[order],
        tuple(labels[i] for i in order),
        np.concatenate(masks)[order] if len(masks) == len(parts) else None,
    )
