"""The five ways to tell where a phrase is in a frame, each over any model that can serve it.

A head turns a look into a map of confidence: nine regions, patches or the pixels themselves. Maps of
fewer cells than pixels tile the frame evenly.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from meadow.errors import UnknownIdError
from meadow.grounding.eyes_look import LOGIT_SCALE
from meadow.grounding.look import Look, LookPart, VisionModel
from meadow.grounding.prompts import REGIONS, ensemble
from meadow.types import Array

#: The authors of CoW multiply relevance by this before they compare it with a threshold.
RELEVANCE_GAIN = 10.0
#: Regions and tiles along a side of the frame.
SIDE = 3


class Head:
    """A way to localize; it knows of a phrase what the model makes of it."""

    chance: float = 0.0
    """Confidence that the best place of any frame has at least; up to it a threshold tells nothing."""
    parts: LookPart = LookPart.ATTENTION
    """What it asks of a look."""

    def prepare(self, model: VisionModel, text: str, prompts: str) -> Any:
        """What :meth:`score` needs of a phrase, worked out once per episode."""
        return model.query(text, prompts)

    def score(self, look: Look, query: Any, floor: float) -> Array:
        """(h, w) float32 confidence in 0..1; what is below ``floor`` may be left out as 0."""
        raise NotImplementedError


class ReferringHead(Head):
    """CLIP-Ref.: nine expressions, "... in the top left" and so on, compete for the whole frame."""

    parts = LookPart.POOLED
    chance = 1.0 / SIDE**2

    def prepare(self, model: VisionModel, text: str, prompts: str) -> Array:
        """(9, D) vectors of the expressions."""
        expressions = [region.format(text) for region in REGIONS]
        return np.stack([ensemble(model.vectors, prompts, e) for e in expressions])

    def score(self, look: Look, query: Array, floor: float) -> Array:
        """Softmax over the regions: relative, it knows no "nowhere"."""
        return _softmax(LOGIT_SCALE * (query @ look.pooled())).reshape(SIDE, SIDE)


class PatchHead(Head):
    """CLIP-Patch: nine tiles of the frame compete for the phrase."""

    chance = 1.0 / SIDE**2

    def prepare(self, model: VisionModel, text: str, prompts: str) -> Array:
        """(D,) vector of the phrase."""
        return ensemble(model.vectors, prompts, text)

    def score(self, look: Look, query: Array, floor: float) -> Array:
        """Softmax over the tiles: relative, it knows no "nowhere"."""
        return _softmax(LOGIT_SCALE * (look.tiles(SIDE) @ query)).reshape(SIDE, SIDE)


class RelevanceHead(Head):
    """CLIP-Grad.: how much attention to each place raises the score of frame and phrase."""

    def score(self, look: Look, query: Any, floor: float) -> Array:
        """Relevance squashed into 0..1."""
        squashed: Array = squash(RELEVANCE_GAIN * look.relevance(query))
        return squashed


class BoxHead(Head):
    """OWL-ViT's way: the boxes of the phrase, filled with their scores."""

    parts = LookPart.BOXES

    def score(self, look: Look, query: Any, floor: float) -> Array:
        """Where boxes overlap the better one counts."""
        found = look.detect([query], floor, masks=False)
        out = np.zeros(look.shape, np.float32)
        for (x0, y0, x1, y1), score in zip(found.boxes.round().astype(int), found.scores):
            part = out[y0 : max(y1, y0 + 1), x0 : max(x1, x0 + 1)]
            np.maximum(part, score, out=part)
        return out


class BestMaskHead(Head):
    """MDETR's way: the mask of the best detection of the phrase, and of no other."""

    parts = LookPart.MASKS

    def score(self, look: Look, query: Any, floor: float) -> Array:
        """The detection's score on its mask."""
        found = look.detect([query], floor, masks=True)
        if not len(found) or found.masks is None:
            return np.zeros(look.shape, np.float32)
        return np.where(found.masks[0], found.scores[0], np.float32(0.0))


def squash(relevance: Array | float) -> Any:
    """From 0 up to 0..1, in order and never quite 1."""
    return (1.0 - np.exp(-np.asarray(relevance))).astype(np.float32)


def _softmax(logits: Array) -> Array:
    powers = np.exp(logits - logits.max())
    shares: Array = (powers / powers.sum()).astype(np.float32)
    return shares


#: Localizers by name.
HEADS: dict[str, Head] = {
    "clip-ref": ReferringHead(),
    "clip-patch": PatchHead(),
    "clip-grad": RelevanceHead(),
    "owl": BoxHead(),
    "mdetr": BestMaskHead(),
}


def head_of(name: str) -> Head:
    """The localizer of that name."""
    if name not in HEADS:
        raise UnknownIdError("localizer", name, HEADS)
    return HEADS[name]
