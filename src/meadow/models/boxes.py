"""Boxes of detectors: clipped, filtered, and freed of doubles."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from meadow.types import Array, Detections, empty_detections


def overlaps(box: Array, others: Array) -> Array:
    """Intersection over union of one box with (N, 4) others."""
    low = np.maximum(box[:2], others[:, :2])
    high = np.minimum(box[2:], others[:, 2:])
    shared = np.prod(np.maximum(high - low, 0.0), axis=1)
    areas = np.prod(others[:, 2:] - others[:, :2], axis=1) + np.prod(box[2:] - box[:2])
    return shared / np.maximum(areas - shared, 1e-9)


def suppress(boxes: Array, scores: Array, labels: Array, iou: float = 0.5) -> list[int]:
    """Indices to keep, best first: of boxes with one label that overlap, the best one."""
    keep: list[int] = []
    left = np.argsort(-scores, kind="stable")
    while len(left):
        best, left = int(left[0]), left[1:]
        keep.append(best)
        double = (labels[left] == labels[best]) & (overlaps(boxes[best], boxes[left]) > iou)
        left = left[~double]
    return keep


def select(
    boxes: Array,
    scores: Array,
    phrases: Sequence[str],
    size: tuple[int, int],
    threshold: float,
    iou: float = 0.5,
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
