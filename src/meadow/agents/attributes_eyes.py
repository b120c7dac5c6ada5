"""Things in a frame, and how well each fits a list of phrases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from meadow.models import load_model
from meadow.models.eyes.eyes import Eyes, Outlined
from meadow.types import Array, Detections, Observation

#: How much two boxes must overlap (intersection over union) to be of one thing.
SAME_BOX = 0.5
#: The score of a phrase for which a detector found nothing where the thing is.
UNFIT = 0.02


@dataclass(frozen=True, slots=True)
class Spotted:
    """A thing in a frame."""

    noun: int
    """Which of the nouns it was found by."""
    score: float
    """How sure it is that it is one, 0 to 1."""
    mask: Array
    """(H, W) bool."""
    fits: Array
    """(P,) for each phrase, how well it fits the thing, 0 to 1."""


class Spotter(Protocol):
    """Finds things by nouns and compares each with phrases."""

    def reset(self, nouns: Sequence[str], phrases: Sequence[str]) -> None:
        """What to look for in the frames to come."""

    def spot(self, observation: Observation) -> list[Spotted]:
        """The things in one frame."""


class DetectorSpotter:
    """Any open-vocabulary detector of ``meadow.models``; the embedded eyes look once for all phrases."""

    def __init__(
        self, model: str = "eyes-s", *, threshold: float | None = None, **options: Any
    ) -> None:
        """Load a detector; by default things need the score that its authors recommend."""
        self._model = load_model(model, kind="detector", **options)
        self.threshold = getattr(self._model, "threshold", 0.2) if threshold is None else threshold

    def reset(self, nouns: Sequence[str], phrases: Sequence[str]) -> None:
        """Encode the texts once for the whole episode."""
        self._nouns, self._phrases = tuple(nouns), tuple(phrases)
        if isinstance(self._model, Eyes):
            self._texts = self._model.encode_texts(self._nouns)
            if phrases:
                self._wanted = self._model.encode_texts(self._phrases)

    def spot(self, observation: Observation) -> list[Spotted]:
        """Detections of the nouns, each compared with the phrases."""
        if isinstance(self._model, Eyes):
            return self._by_cells(self._model, observation.rgb)
        return self._by_boxes(observation.rgb)

    def _by_cells(self, eyes: Eyes, rgb: Array) -> list[Spotted]:
        """A phrase fits a thing as well as it fits the best of the cells that show it."""
        seen = eyes.see_part([rgb], Outlined)[0]
        shape = rgb.shape[:2]
        found = eyes.detect_seen(seen, self._nouns, self._texts, shape, self.threshold, True)
        if not len(found):
            return []
        rows, columns = seen.cells.shape[1:]
        fits = np.zeros((0, rows, columns), np.float32)
        if self._phrases:
            fits = eyes.scores(seen, self._wanted).reshape(-1, rows, columns)
        spotted = []
        for mask, box, label, score in zip(found.masks, found.boxes, found.labels, found.scores):
            cells = _cells_of(mask, box, rows, columns)
            best = fits[:, cells].max(axis=1)
            spotted.append(Spotted(self._nouns.index(label), float(score), mask, best))
        return spotted

    def _by_boxes(self, rgb: Array) -> list[Spotted]:
        """A phrase fits a thing as well as the detection by that phrase at the same place."""
        asked = (*self._nouns, *self._phrases)
        found: Detections = self._model.detect([rgb], asked, threshold=0.5 * self.threshold)[0]
        spotted = []
        for n, (label, score) in enumerate(zip(found.labels, found.scores)):
            if label not in self._nouns or score < self.threshold:
                continue
            same = _overlaps(found.boxes[n], found.boxes) >= SAME_BOX
            fits = np.full(len(self._phrases), UNFIT, np.float32)
            for k in np.flatnonzero(same):
                if found.labels[k] in self._phrases:
                    p = self._phrases.index(found.labels[k])
                    fits[p] = max(fits[p], found.scores[k])
            mask = found.masks[n] if found.masks is not None else _filled(found.boxes[n], rgb.shape)
            spotted.append(Spotted(self._nouns.index(label), float(score), mask, fits))
        return spotted


def _cells_of(mask: Array, box: Array, rows: int, columns: int) -> Array:
    """(rows, columns) bool: the cells whose middle the mask covers; at least the box's middle."""
    height, width = mask.shape
    i = ((np.arange(rows) + 0.5) * height / rows).astype(np.int64)
    j = ((np.arange(columns) + 0.5) * width / columns).astype(np.int64)
    cells = mask[np.ix_(i, j)]
    if not cells.any():
        x, y = 0.5 * (box[0] + box[2]), 0.5 * (box[1] + box[3])
        row = min(max(int(y * rows / height), 0), rows - 1)
        cells[row, min(max(int(x * columns / width), 0), columns - 1)] = True
    return cells


def _filled(box: Array, shape: tuple[int, ...]) -> Array:
    """The mask of a box's middle half: its corners show what is behind the thing."""
    x0, y0, x1, y1 = box
    mask = np.zeros(shape[:2], bool)
    left, right = int(0.75 * x0 + 0.25 * x1), int(0.25 * x0 + 0.75 * x1) + 1
    top, bottom = int(0.75 * y0 + 0.25 * y1), int(0.25 * y0 + 0.75 * y1) + 1
    mask[max(top, 0) : bottom, max(left, 0) : right] = True
    return mask


def _overlaps(box: Array, boxes: Array) -> Array:
    """Intersection over union of one box with (N, 4) boxes."""
    low = np.maximum(box[:2], boxes[:, :2])
    high = np.minimum(box[2:], boxes[:, 2:])
    shared = np.prod(np.maximum(high - low, 0.0), axis=1)
    areas = np.prod(boxes[:, 2:] - boxes[:, :2], axis=1)
    return shared / np.maximum(areas + np.prod(box[2:] - box[:2]) - shared, 1e-9)
