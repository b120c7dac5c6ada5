"""Glances: parts of a large frame at full resolution, and how they and the wide look become one.

A *glance* sees a square part of a frame, 12 to 40 degrees wide, around a candidate, a box of the wide look.
Boxes that would need a wider one are large enough for the wide look, which sees them as well or better.
A glance speaks of its candidate alone. For each phrase, either look gives its best cell among those whose
boxes overlap the candidate by half or more. The detection has the mean of the two looks' logits, of the
phrase and of the box, from which the card's calibration makes one score. Its box is the mean of the
candidate and the box of the glance: a glance sees edges better, but where it ends it cuts things off. The
detection replaces all those of the wide look that overlap the candidate by half or more. A glance without
such a cell changes nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from meadow.models.boxes import SAME_THING, overlaps, suppress
from meadow.models.eyes.boxes import candidates, cell_boxes
from meadow.models.eyes.eyes import Eyes, Located
from meadow.types import Array, Camera

GLANCE_DEGREES = (12.0, 40.0)
"""Narrowest and widest field of view of a glance."""
CANDIDATE = 0.02
"""Lowest score of what is glanced at."""
SURE = 0.5
"""A thing that is likelier than this to be what it is taken for needs no glance."""
MARGIN = 1.6
"""Width of a glance over the longer side of the box that it is aimed at."""

Scorer = Callable[[Array], Array]
"""Probabilities of (N, 2) phrase and box logits."""


@dataclass(frozen=True, slots=True)
class Crop:
    """A square part of a frame, in whole pixels."""

    x: int
    y: int
    side: int

    def cut(self, picture: Array) -> Array:
        """That part of a picture."""
        return picture[self.y : self.y + self.side, self.x : self.x + self.side]

    def sampled(self, picture: Array, size: int) -> Array:
        """That part at a resolution of ``size`` pixels a side, nearest pixels."""
        at = ((np.arange(size) + 0.5) * self.side / size).astype(np.int64)
        return self.cut(picture)[at][:, at]

    def to_frame(self, boxes: Array, size: int) -> Array:
        """(N, 4) boxes of a look at this part, which saw it at ``size`` pixels, in the frame's pixels."""
        moved: Array = boxes * (self.side / size) + np.array([self.x, self.y] * 2)
        return moved

    def paste(self, masks: Array, shape: tuple[int, int]) -> Array:
        """(N, H, W) masks of the frame from (N, side, side) masks of this part."""
        whole = np.zeros((len(masks), *shape), masks.dtype)
        whole[:, self.y : self.y + self.side, self.x : self.x + self.side] = masks
        return whole


def crop_around(box: Sequence[float] | Array, camera: Camera) -> Crop | None:
    """The glance at a box of a frame, moved to lie within the frame; None for a box too large for one."""
    x0, y0, x1, y1 = box
    narrow, wide = (2.0 * camera.focal * math.tan(math.radians(d) / 2.0) for d in GLANCE_DEGREES)
    wanted = MARGIN * max(x1 - x0, y1 - y0)
    if wanted > wide:
        return None
    side = min(max(round(wanted), math.ceil(narrow)), math.floor(wide))
    side = min(side, camera.width, camera.height)
    left, top = (round((low + high - side) / 2.0) for low, high in ((x0, x1), (y0, y1)))
    return Crop(
        min(max(left, 0), camera.width - side), min(max(top, 0), camera.height - side), side
    )


def candidate_boxes(eyes: Eyes, seen: Located, texts: Array, most: int) -> Array:
    """(N, 4) boxes of a wide look, in its own pixels, that are worth a glance, best first."""
    best = eyes.scores(seen, texts).max(axis=0)
    boxes = cell_boxes(seen.boxes)
    likely = np.nonzero(best >= CANDIDATE)[0]
    kept: Array = boxes[likely[suppress(boxes[likely], best[likely])[:most]]]
    return kept


@dataclass(frozen=True, slots=True)
class Found:
    """Detections of phrases, as parallel arrays."""

    phrase: Array
    """Number of the phrase."""
    boxes: Array
    """(N, 4) pixel edges."""
    features: Array
    """(N, 2) logits of the phrase and of the box."""
    look: Array
    """Which look has the box: -1 the wide one, else the number of the glance."""
    cell: Array
    """The cell of that look."""


class LookCells:
    """The cells of one look: logits of phrases and boxes, and boxes in the pixels of the frame."""

    def __init__(self, eyes: Eyes, seen: Located, texts: Array, boxes: Array) -> None:
        self.logits, self.quality = eyes.logits(seen, texts)
        self.boxes = boxes

    def found(self, score: Scorer, lowest: float) -> Found:
        """The cells that are kept for each phrase."""
        rows: list[int] = []
        cells: list[int] = []
        shape = self.logits.shape
        pairs = np.stack([self.logits, np.broadcast_to(self.quality, shape)], axis=-1)
        scores = score(pairs.reshape(-1, 2)).reshape(shape)
        # Boxes of what is seen in the bars of a letterbox have no inside.
        solid = (self.boxes[:, 2:] - self.boxes[:, :2] > 0.5).all(axis=1)
        scores = np.where(solid, scores, 0.0)
        for p in np.nonzero((scores >= lowest).any(axis=1))[0]:
            kept = candidates(self.boxes, scores[p], lowest)
            rows += [int(p)] * len(kept)
            cells += kept.tolist()
        phrase, cell = np.array(rows, np.int64), np.array(cells, np.int64)
        return Found(phrase, self.boxes[cell], pairs[phrase, cell], np.full(len(cell), -1), cell)

    def on(self, box: Array) -> Array:
        """Which cells have a box that is the same thing as a given one."""
        same: Array = overlaps(self.boxes, box[None])[:, 0] >= SAME_THING
        return same

    def best(self, box: Array, score: Scorer) -> tuple[Array, Array]:
        """(P, 2) logits of each phrase's best cell there, and (P,) which cell that is."""
        here = np.nonzero(self.on(box))[0]
        logits, quality = self.logits[:, here], self.quality[here]
        pairs = np.stack([logits, np.broadcast_to(quality, logits.shape)], axis=-1)
        top = score(pairs.reshape(-1, 2)).reshape(logits.shape).argmax(axis=1)
        return pairs[np.arange(len(logits)), top], here[top]


def combined(
    wide: Found,
    far: LookCells,
    glances: Sequence[tuple[Array, LookCells]],
    score: Scorer,
    lowest: float,
) -> Found:
    """The detections of both looks, as the module's docstring says.

    Args:
        wide: Detections of the wide look.
        far: All cells of the wide look.
        glances: Candidates of the wide look and the cells of the glances at them.
        score: Probabilities of phrase and box logits.
        lowest: Detections with a lower score are left out.
    """
    kept = np.ones(len(wide.phrase), bool)
    parts: list[tuple[Array, ...]] = []
    for k, (box, near) in enumerate(glances):
        if not near.on(box).any() or not far.on(box).any():
            continue
        kept &= overlaps(wide.boxes, box[None])[:, 0] < SAME_THING
        near_features, cells = near.best(box, score)
        both = (near_features + far.best(box, score)[0]) / 2.0
        found = np.nonzero(score(both) >= lowest)[0]
        cells = cells[found]
        boxes = (near.boxes[cells] + box) / 2.0
        parts.append((found, boxes, both[found], np.full(len(found), k), cells))
    first = (wide.phrase, wide.boxes, wide.features, wide.look, wide.cell)
    phrase, boxes, features, look, cell = (
        np.concatenate([old[kept], *(part[n] for part in parts)]) for n, old in enumerate(first)
    )
    boxes = boxes.astype(np.float32)
    order = suppress(boxes, score(features), phrase)
    return Found(phrase[order], boxes[order], features[order], look[order], cell[order])
