"""The pixels of what a phrase names, in numpy; the phrase scales and shifts the features."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from meadow.types import Array

PREFIX = "mask."
"""Of the arrays of a model's text file that belong here; weights of revision 1 have none."""


class PhraseMasks:
    """The small network that turns features and a phrase into a mask."""

    def __init__(self, weights: Mapping[str, Array]) -> None:
        self._w = {k.removeprefix(PREFIX): v for k, v in weights.items() if k.startswith(PREFIX)}

    def __bool__(self) -> bool:
        """Whether the model has learnt masks of phrases."""
        return bool(self._w)

    def logits(self, fine: Array, cells: Array, text: Array) -> Array:
        """(2h, 2w) logits from (C, 2h, 2w) features, (D, h, w) cell vectors and a (D,) phrase."""
        similarity = np.einsum("dhw,d->hw", cells, text).repeat(2, axis=0).repeat(2, axis=1)
        features = np.concatenate([fine, similarity[None]]).reshape(len(fine) + 1, -1).T
        scale, shift = np.split(self._layer("modulate", text), 2)
        hidden = np.maximum(self._layer("take", features) * (1.0 + scale) + shift, 0.0)
        hidden = np.maximum(self._layer("mix", hidden), 0.0)
        return self._layer("out", hidden)[:, 0].reshape(similarity.shape)

    def _layer(self, name: str, x: Array) -> Array:
        y: Array = x @ self._w[f"{name}.weight"].T + self._w[f"{name}.bias"]
        return y
