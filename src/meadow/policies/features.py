"""What the frozen embedded model says of a picture, as the input of a policy instead of the picture.

Trainings over it and agents that run them compute it with this code.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from meadow.models.eyes.eyes import Encoded, Eyes, Located, load_eyes
from meadow.models.protocols import Card
from meadow.types import Array

#: Name of the model.
MODEL = "eyes-s"
#: Boxes of a picture that the features "detections" have, the surest first.
BOXES = 8
#: Length of the model's vectors.
VECTOR = 192
#: Kind of features -> how many numbers: a vector of the whole picture, as CLIP gives; or place, quality and
#: vector of the surest boxes, as a detector gives.
FEATURES = {"pooled": VECTOR, "detections": BOXES * (5 + VECTOR)}


class PolicyFeatures:
    """Makes features with the embedded model."""

    def __init__(self, eyes: Eyes) -> None:
        self._eyes = eyes

    def card(self) -> Card:
        """The card of the embedded model."""
        return self._eyes.card()

    def features(self, kind: str, rgb: Sequence[Array]) -> Array:
        """(N, D) numbers of one of the kinds :data:`FEATURES`."""
        if kind == "pooled":
            return np.stack([seen.pooled.ravel() for seen in self._eyes.see_part(rgb, Encoded)])
        return np.stack([_boxes(seen) for seen in self._eyes.see_part(rgb, Located)])


def _boxes(seen: Located) -> Array:
    """Place, quality and vector of the surest boxes of a picture, one after another."""
    vectors = seen.cells.reshape(len(seen.cells), -1)
    boxes = seen.boxes.reshape(4, -1) / seen.side
    quality = seen.quality.ravel()
    best = np.argsort(-quality, kind="stable")[:BOXES]
    parts = np.concatenate([boxes[:, best], quality[None, best], vectors[:, best]])
    flat: Array = parts.T.ravel().astype(np.float32)
    return flat


@cache
def policy_features() -> PolicyFeatures:
    """The features of the model :data:`MODEL`, which is loaded once."""
    return PolicyFeatures(load_eyes(MODEL))
