"""The text tower in numpy: word vectors through two small layers to the joint space."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from meadow.errors import FileFormatError
from meadow.language.thesaurus import in_known_words
from meadow.models.arrays import check_array
from meadow.models.text import load_words
from meadow.types import Array

LAYERS = ("word", "gate", "hush", "mix", "out", "straight")
LONGEST = 10
"""Words of a phrase that are read."""
MOST_KEPT = 8192
"""Phrases that are remembered; ensembles of prompts make a thousand for each goal."""


def check_tower(weights: Mapping[str, Array], source: str) -> None:
    """Raise unless every layer of a tower is there, with the shape that the one before it gives."""
    for name in LAYERS:
        for part in ("weight", "bias"):
            if f"{name}.{part}" not in weights:
                raise FileFormatError(f"{source}: has no array '{name}.{part}'")
    hidden, mixed, out = (weights[f"{name}.bias"].size for name in ("word", "mix", "out"))
    words = load_words().dimensions
    shapes = {
        "word": (hidden, words),
        "gate": (1, hidden),
        "hush": (1, hidden),
        "mix": (mixed, hidden),
        "out": (out, mixed),
        "straight": (out, words),
    }
    for name, shape in shapes.items():
        check_array(weights[f"{name}.weight"], shape, f"{source}, {name}.weight")
        check_array(weights[f"{name}.bias"], shape[:1], f"{source}, {name}.bias")


def read_words(text: str) -> tuple[Array, Array]:
    """What the tower reads of a phrase, in training too: (T, W) word vectors and (T,) weights."""
    vectors, weights = load_words().tokens(in_known_words(text))
    return vectors[:LONGEST], weights[:LONGEST]


class TextTower:
    """Phrases to unit vectors; each phrase is read once."""

    def __init__(self, weights: Mapping[str, Array]) -> None:
        self._w = dict(weights)
        self._known: dict[str, Array] = {}

    @property
    def dimensions(self) -> int:
        """Number of dimensions of the joint space."""
        return len(self._w["out.bias"])

    def encode(self, texts: Sequence[str]) -> Array:
        """(N, D) float32 unit vectors."""
        if not texts:
            return np.zeros((0, self.dimensions), np.float32)
        if len(self._known) > MOST_KEPT:
            self._known.clear()
        for text in texts:
            if text not in self._known:
                self._known[text] = self._read(text)
        return np.stack([self._known[text] for text in texts])

    def _read(self, text: str) -> Array:
        return self.from_tokens(*read_words(text))

    def from_tokens(self, tokens: Array, weights: Array) -> Array:
        """One (D,) unit vector from (T, W) word vectors and their (T,) weights."""
        words = np.maximum(self._layer("word", tokens), 0.0)
        gate = 1.0 / (1.0 + np.exp(-self._layer("gate", words)[:, 0]))
        hush = np.logaddexp(0.0, self._layer("hush", words)[:, 0]) * (weights > 0)
        share = weights * (gate + 0.02) * np.exp(hush - np.cumsum(hush))
        share = share / (share.sum() + 1e-6)
        mixed = np.maximum(self._layer("mix", share @ words), 0.0)
        vector = self._layer("out", mixed) + self._layer("straight", share @ tokens)
        unit: Array = vector / max(float(np.linalg.norm(vector)), 1e-12)
        return unit.astype(np.float32)

    def _layer(self, name: str, x: Array) -> Array:
        y: Array = x @ self._w[f"{name}.weight"].T + self._w[f"{name}.bias"]
        return y
