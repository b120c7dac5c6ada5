"""Known words for a word outside the vocabulary, by its ending, its parts or its spelling."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from difflib import SequenceMatcher

import numpy as np

from meadow.types import Array

#: (ending, replacement), tried in order.
ENDINGS = (
    ("ies", "y"),
    ("ves", "f"),
    ("es", ""),
    ("s", ""),
    ("ing", ""),
    ("ing", "e"),
    ("ed", ""),
    ("ed", "e"),
    ("y", ""),
    ("ier", "y"),
    ("er", ""),
    ("ish", ""),
    ("ly", ""),
    ("our", "or"),
    ("re", "er"),
)

#: Shortest part of a compound, letters: shorter parts would split any word.
SHORTEST_PART = 3

#: Number of words, those with the most letter triples in common, that are compared letter by letter.
CANDIDATES = 40

#: Fraction of letters, in order, that a similar word must have in common.
LEAST_LIKENESS = 0.7

#: Number of similar words that a misspelt word takes its vector from.
NEIGHBOURS = 3

Kin = list[tuple[str, float]]


class WordGuesser:
    """Finds the known words behind an unknown one: by ending, as a compound, or by spelling."""

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self._rank = {word: rank for rank, word in enumerate(vocabulary)}
        self._words = list(vocabulary)
        self._index: tuple[dict[str, Array], Array] | None = None
        """Which words have a triple of letters, and the length of each word's vector of triples."""

    def kin(self, word: str) -> Kin:
        """Known words and their weights in ``word``; empty when nothing resembles it."""
        return self._stem(word) or self._compound(word) or self._lookalikes(word)

    def _stem(self, word: str) -> Kin:
        for ending, replacement in ENDINGS:
            stem = word[: -len(ending)] + replacement
            if not word.endswith(ending) or len(stem) < SHORTEST_PART:
                continue
            for candidate in (stem, stem[:-1] if stem[-2:-1] == stem[-1:] else stem):
                if candidate in self._rank:
                    return [(candidate, 1.0)]
        return []

    def _compound(self, word: str) -> Kin:
        """Two known parts, the rarer of which is as common as possible."""
        splits = []
        for cut in range(SHORTEST_PART, len(word) - SHORTEST_PART + 1):
            head, tail = word[:cut], word[cut:]
            ends = [(tail, 1.0)] if tail in self._rank else self._stem(tail)
            if head in self._rank and ends:
                splits.append((max(self._rank[head], self._rank[ends[0][0]]), head, ends))
        if not splits:
            return []
        _, head, ends = min(splits)
        return [(head, 1.0), *ends]

    def _lookalikes(self, word: str) -> Kin:
        places, norms = self._indexed()
        triples = set(_letter_triples(word))
        overlap = np.zeros(len(self._words), np.float32)
        for triple in triples & places.keys():
            overlap[places[triple]] += 1.0
        likeness = overlap / (norms * np.sqrt(len(triples)))
        near = [self._words[i] for i in np.argsort(-likeness, kind="stable")[:CANDIDATES]]
        # Swapped letters break most triples, so the sequence of letters decides.
        alike = {known: SequenceMatcher(None, word, known).ratio() for known in near}
        best = sorted(near, key=lambda known: -alike[known])[:NEIGHBOURS]
        return [(known, alike[known] ** 8) for known in best if alike[known] > LEAST_LIKENESS]

    def _indexed(self) -> tuple[dict[str, Array], Array]:
        """The index, made on first use."""
        if self._index is not None:
            return self._index
        places: dict[str, list[int]] = defaultdict(list)
        norms = np.zeros(len(self._words), np.float32)
        for row, word in enumerate(self._words):
            triples = set(_letter_triples(word))
            norms[row] = np.sqrt(len(triples))
            for triple in triples:
                places[triple].append(row)
        triples_of = {triple: np.array(rows, np.int32) for triple, rows in places.items()}
        self._index = triples_of, norms
        return self._index


def _letter_triples(word: str) -> list[str]:
    padded = f"<{word}>"
    return [padded[i : i + 3] for i in range(len(padded) - 2)]
