"""Questions as numbers for networks, and the network that answers them from a policy's memory."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from meadow.models import load_model
from meadow.models.onnx import open_session
from meadow.models.text.words import load_words
from meadow.optional import require
from meadow.types import Array

#: Width of the search for answers by a language model.
BEAM = 2
#: Words of a question that networks read; further ones are left out.
LONGEST = 40


@lru_cache(maxsize=4096)
def _tokens(question: str) -> Array:
    vectors, _ = load_words().tokens(question)
    found: Array = vectors[:LONGEST].astype(np.float32)
    return found


def question_tokens(questions: Sequence[str]) -> tuple[Array, Array]:
    """(Q, L, D) vectors of the words of questions, and (Q, L) 1 where there is a word."""
    tokens = np.zeros((len(questions), LONGEST, load_words().dimensions), np.float32)
    mask = np.zeros((len(questions), LONGEST), np.float32)
    for row, question in enumerate(questions):
        found = _tokens(question)
        tokens[row, : len(found)] = found
        mask[row, : len(found)] = 1.0
    return tokens, mask


@lru_cache(maxsize=1024)
def _mean(questions: tuple[str, ...]) -> Array:
    words = load_words()
    if not questions:
        return np.zeros(words.dimensions, np.float32)
    mean: Array = words.encode(questions).mean(axis=0).astype(np.float32)
    return mean


def questions_vector(questions: Sequence[str]) -> Array:
    """(D,) mean of the vectors of questions; zeros where none is known."""
    return _mean(tuple(questions)).copy()


class QuestionAnswerer:
    """Runs the exported decoder of answers."""

    def __init__(self, data: bytes, answers: Sequence[str]) -> None:
        self._session = open_session(data)
        self._answers = tuple(answers)

    def answer(self, memory: Array, questions: Sequence[str]) -> list[str]:
        """Answers from the (1, H) memory of a policy."""
        if not questions:
            return []
        tokens, mask = question_tokens(questions)
        inputs = {"memory_in": memory, "tokens": tokens, "mask": mask}
        (found,) = self._session.run(["answers"], inputs)
        return [spoken(row, self._answers) for row in found.tolist()]


class PrefixAnswerer:
    """Runs the exported maker of prefixes, and lets a language model answer after them."""

    def __init__(self, data: bytes, language_model: str) -> None:
        for module in ("torch", "transformers"):
            require(module)
        self._session = open_session(data)
        self._model = load_model(language_model, kind="language-model")

    def answer(self, memory: Array, questions: Sequence[str]) -> list[str]:
        """Answers from the (1, H) memory of a policy."""
        (prefix,) = self._session.run(["prefix"], {"memory_in": memory})
        found: list[str] = self._model.answers_after(prefix[0], questions, BEAM)
        return found


def spoken(numbers: Sequence[int], answers: Sequence[str]) -> str:
    """The answer of decoded numbers; those beyond the last word end it."""
    said = []
    for number in numbers:
        if number >= len(answers):
            break
        said.append(answers[number])
    return ", ".join(said)
