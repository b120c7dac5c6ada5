"""``words``: a table of English words and compounds, composed to phrases by a weighted sum.

The vectors are those of the multilingual Universal Sentence Encoder for single words and common
compounds, reduced and quantised (see ``WORDS.md``). The order of the words of a phrase is ignored.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources

import numpy as np

from meadow.errors import FileFormatError, InvalidValueError
from meadow.models.arrays import check_array, read_arrays, read_names
from meadow.models.protocols import Card
from meadow.models.text.spelling import WordGuesser
from meadow.seeding import stream
from meadow.types import Array

#: Compounds in the table have at most this many words.
LONGEST_COMPOUND = 3

_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_WORD = re.compile(r"[a-z]+|[0-9]+")


def split_words(text: str) -> list[str]:
    """Lower-case words and numbers of a phrase; camel case and underscores are boundaries.

    >>> split_words("the CoffeeTable's two_legs")
    ['the', 'coffee', 'table', 'two', 'legs']
    """
    plain = _CAMEL.sub(" ", text).lower().replace("'s", "").replace("'", "")
    return _WORD.findall(plain)


class Words:
    """A text encoder: it turns phrases into unit vectors, and related words have near vectors."""

    def __init__(self, data: bytes, name: str = "words") -> None:
        table = _read(data, f"the word table {name!r}")
        self.name = name
        self._hash = hashlib.sha256(data).hexdigest()
        self._vocabulary = read_names(table["vocabulary"], f"the word table {name!r}")
        self._index = {word: row for row, word in enumerate(self._vocabulary)}
        self._vectors: Array = table["vectors"]
        self._weights: Array = table["weights"]
        self._speller = WordGuesser([word for word in self._vocabulary if " " not in word])
        self._unknown: dict[str, tuple[tuple[int, float], ...]] = {}
        self._parts: dict[tuple[tuple[int, float], ...], tuple[Array, float]] = {}

    @property
    def dimensions(self) -> int:
        """Length of a vector."""
        return int(self._vectors.shape[1])

    @property
    def vocabulary(self) -> tuple[str, ...]:
        """Every word and compound of the table."""
        return tuple(self._vocabulary)

    def card(self) -> Card:
        """Name and content hash, for run specs."""
        return Card(self.name, kind="text-encoder", revision="1", sha256=self._hash)

    def __contains__(self, word: object) -> bool:
        return word in self._index

    def encode(self, texts: Sequence[str]) -> Array:
        """(N, D) float32 unit vectors. Misspelt and unknown words take those of the most similar words."""
        if isinstance(texts, str):
            raise InvalidValueError(f"encode takes a list of phrases, got the string {texts!r}")
        out = np.empty((len(texts), self.dimensions), np.float32)
        for row, text in enumerate(texts):
            vectors, weights = self.tokens(text)
            out[row] = _unit(weights @ vectors) if len(weights) else _nowhere(text, self.dimensions)
        return out

    def tokens(self, text: str) -> tuple[Array, Array]:
        """The (T, D) unit vectors and (T,) weights of the words and compounds of one phrase."""
        parts = [self._part(known) for known in self._segments(split_words(text))]
        if not parts:
            return np.zeros((0, self.dimensions), np.float32), np.zeros(0, np.float32)
        return np.stack([v for v, _ in parts]), np.array([w for _, w in parts], np.float32)

    def _part(self, known: tuple[tuple[int, float], ...]) -> tuple[Array, float]:
        """Vector and weight of a part of a phrase, which are kept because words come again."""
        if known not in self._parts:
            rows = [row for row, _ in known]
            parts = np.array([part for _, part in known], np.float32)
            weight = float(parts @ self._weights[rows]) / float(parts.sum())
            self._parts[known] = _unit(parts @ _floats(self._vectors[rows])), weight
        return self._parts[known]

    def _segments(self, words: list[str]) -> list[tuple[tuple[int, float], ...]]:
        """Rows and weights of each part of a phrase, longest known compound first."""
        out: list[tuple[tuple[int, float], ...]] = []
        start = 0
        while start < len(words):
            for count in range(min(LONGEST_COMPOUND, len(words) - start), 0, -1):
                row = self._index.get(" ".join(words[start : start + count]))
                if row is not None:
                    out.append(((row, 1.0),))
                    break
            else:
                count = 1
                if kin := self._kin(words[start]):
                    out.append(kin)
            start += count
        return out

    def _kin(self, word: str) -> tuple[tuple[int, float], ...]:
        if word not in self._unknown:
            kin = self._speller.kin(word)
            self._unknown[word] = tuple((self._index[known], part) for known, part in kin)
        return self._unknown[word]


def _read(data: bytes, source: str) -> dict[str, Array]:
    try:
        table = read_arrays(data, source, ("vocabulary", "vectors", "weights"))
        words = len(read_names(table["vocabulary"], source))
        check_array(table["vectors"], (words, None), f"{source}, vectors")
        check_array(table["weights"], (words,), f"{source}, weights")
    except FileFormatError as error:
        raise FileFormatError(f"{error}; reinstall meadow") from error
    return table


def _floats(rows: Array) -> Array:
    vectors = rows.astype(np.float32)
    result: Array = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return result


def _unit(vector: Array) -> Array:
    return vector / max(float(np.linalg.norm(vector)), 1e-12)


def _nowhere(text: str, dimensions: int) -> Array:
    """A fixed direction for text without a single readable word; each text has its own."""
    return _unit(stream(0, "words", text).normals(dimensions).astype(np.float32))


@lru_cache(maxsize=1)
def load_words() -> Words:
    """The embedded word table, read once."""
    return Words((resources.files("meadow.models.text") / "words.npz").read_bytes())
