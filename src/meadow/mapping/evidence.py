"""A layered feature map asked for a whole description: its noun, each of its words, and what carries it.

A text as one vector loses its details: "a red mug on a desk" looks much like a blue one on a shelf. Here a
cell is asked for the noun, for the phrase, and for each attribute against what the thing would be called
otherwise ("red mug" against "blue mug", "green mug"...). What the thing is said to be on is looked for
beside and below the cell. The sum is the evidence for the cell, in units of log-odds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from meadow.language.attribute_words import attribute_phrases
from meadow.language.describe import describe_noun
from meadow.language.goals import Description, Noun
from meadow.mapping.features import FeatureMap
from meadow.types import Array

#: Relations in which something else carries the thing, or has it inside.
CARRIED = ("on", "on a shelf of", "in")
#: Parts of the building, which eyes do not see as things.
BUILDING = ("floor", "ground", "wall", "ceiling")


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceWeights:
    """How much each part of a description counts."""

    noun: float = 0.5
    phrase: float = 0.5
    word: float = 0.6
    """Of one attribute against its rivals."""
    most: float = 2.0
    """The most that one attribute may speak for or against a cell, before it is weighed."""
    support: float = 1.5
    reach: float = 0.48
    """How far from a cell its support may be seen, metres."""


@dataclass(frozen=True, slots=True)
class _Word:
    said: int
    rivals: tuple[int, ...]


class EvidenceQuery:
    """How much speaks for each cell of a map, kept up to date from frame to frame.

    It can be used in place of a ``FeatureQuery``.
    """

    def __init__(
        self,
        features: FeatureMap,
        encode: Callable[[Sequence[str]], Array],
        goal: Description,
        phrase: str,
        *,
        scale: float = 20.0,
        bias: float = 0.0,
        weights: EvidenceWeights | None = None,
    ) -> None:
        """Read a description.

        Args:
            features: The map.
            encode: A function that makes (N, D) unit vectors of texts.
            goal: The description.
            phrase: The thing with its adjectives, as it was said.
            scale: Factor from cosines to log-odds...
            bias: ...and what is added.
            weights: How much each part counts.
        """
        self.map = features
        self.weights = weights or EvidenceWeights()
        self._scale, self._bias = scale, bias
        texts = [goal.target.head, phrase]
        self._words = [
            _Word(_number(texts, said), tuple(_number(texts, rival) for rival in rivals))
            for said, rivals in attribute_phrases(goal.target)
        ]
        self._supports = [_number(texts, text) for text in _supports(goal)]
        self.vectors: Array = encode(texts)
        self._cosines = np.zeros((0, len(texts)), np.float32)
        self._own = np.zeros(0, np.float32)
        self._scores: NDArray[np.float32] | None = None
        self.update(np.arange(features.count, dtype=np.int32))

    def update(self, rows: NDArray[np.int32]) -> None:
        """Ask again about the rows that a frame has changed."""
        count = self.map.count
        if len(self._own) < count:
            room = max(count, 2 * len(self._own))
            self._cosines = _longer(self._cosines, room)
            self._own = _longer(self._own, room)
        if not len(rows):
            return
        sums = self.map.sums[rows]
        norms = np.sqrt(np.einsum("nd,nd->n", sums, sums))
        cosines = sums @ self.vectors.T / np.maximum(norms, 1e-12)[:, None]
        self._cosines[rows], self._own[rows] = cosines, self._evidence(cosines)
        self._scores = None

    def _evidence(self, cosines: Array) -> Array:
        """What speaks for cells in their own features."""
        w = self.weights
        own: Array = self._scale * (w.noun * cosines[:, 0] + w.phrase * cosines[:, 1])
        own = own + (w.noun + w.phrase) * self._bias
        for word in self._words:
            said = self._scale * cosines[:, word.said]
            if word.rivals:
                said = said - self._scale * cosines[:, list(word.rivals)].max(axis=1)
            else:
                said = said + self._bias
            own += w.word * np.clip(said, -w.most, w.most)
        return own

    @property
    def scores(self) -> NDArray[np.float32]:
        """The evidence of each row of the map."""
        if self._scores is None:
            self._scores = self._own[: self.map.count].copy()
            for support in self._supports:
                self._scores += self.weights.support * self._beside(support)
        return self._scores

    def _beside(self, text: int) -> NDArray[np.float32]:
        """For each row, the log-odds of a support near it in its own layer or in the one right below."""
        count = self.map.count
        places = self.map.places[:count]
        if not count:
            return np.zeros(0, np.float32)
        low = places[:, 1:].min(axis=0)
        shape = (self.map.config.layers, *(places[:, 1:].max(axis=0) - low + 1))
        grid = np.full(shape, -1.0, np.float32)
        layer, i, j = places[:, 0], places[:, 1] - low[0], places[:, 2] - low[1]
        grid[layer, i, j] = self._cosines[:count, text]
        size = 2 * round(self.weights.reach / self.map.config.cell) + 1
        wide = ndimage.maximum_filter(grid, size=(1, size, size), mode="nearest")
        wide[1:] = np.maximum(wide[1:], wide[:-1])
        logits: NDArray[np.float32] = self._scale * wide[layer, i, j] + self._bias
        return logits

    def nearly(self, score: float) -> float:
        """The score of cells that belong to the same place as one with a given score."""
        return score - 1.0

    def best(self) -> tuple[float, float, int, float] | None:
        """Middle (x, y), layer and score of the best cell; None while nothing was seen."""
        return self.map.best_of(self.scores)

    def grid(self, layer: int | None = None) -> NDArray[np.float32]:
        """(side, side) scores of a layer, or the best over all layers; nan where nothing was seen."""
        return self.map.grid_of(self.scores, layer)


def _supports(goal: Description) -> list[str]:
    """What the thing is said to be on or in, without the building."""
    anchors: list[Noun] = [
        anchor
        for relation in goal.relations
        if relation.kind in CARRIED and not relation.negated
        for anchor in relation.anchors
    ]
    return [describe_noun(anchor) for anchor in anchors if anchor.head not in BUILDING]


def _number(texts: list[str], text: str) -> int:
    """The place of a text in a list, to which it is added if it is new."""
    if text not in texts:
        texts.append(text)
    return texts.index(text)


def _longer(old: Array, length: int) -> Array:
    new = np.zeros((length, *old.shape[1:]), old.dtype)
    new[: len(old)] = old
    return new
