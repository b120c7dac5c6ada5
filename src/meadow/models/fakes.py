"""A deterministic fake of every kind of model, for tests of what is built on them.

They see pure colours: a phrase that contains ``red`` matches pixels of exactly that colour, so a
test paints what it wants to be found and knows the answer.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

import numpy as np

from meadow.models.protocols import Card, Choice, ImageFeatures, Reply, TextLine
from meadow.seeding import stream
from meadow.types import Array, Detections, empty_detections

#: The colours that fakes see.
PAINTS = {
    "black": (0, 0, 0),
    "white": (255, 255, 255),
    "red": (255, 0, 0),
    "green": (0, 255, 0),
    "blue": (0, 0, 255),
    "yellow": (255, 255, 0),
    "purple": (255, 0, 255),
    "cyan": (0, 255, 255),
}


def _colours(phrase: str) -> list[str]:
    return [name for name in PAINTS if name in phrase.lower().split()]


class FakeTextEncoder:
    """Unit vectors drawn from the text itself: equal texts are equal, others nearly orthogonal."""

    def __init__(self, dimensions: int = 64) -> None:
        self.dimensions = dimensions

    def card(self) -> Card:
        """Named as a fake."""
        return Card("fake-text-encoder", "text-encoder", "1")

    def encode(self, texts: Sequence[str]) -> Array:
        """(N, D) float32 unit vectors, each drawn from its text alone."""
        out = [stream(0, "fake-text-encoder", text).normals(self.dimensions) for text in texts]
        vectors = np.array(out, np.float32).reshape(len(texts), self.dimensions)
        result: Array = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        return result


class FakeImageTextEncoder:
    """One dimension for each colour of ``PAINTS`` and one for everything else."""

    def __init__(self, grid: int = 4) -> None:
        self.grid = grid

    def card(self) -> Card:
        """Named as a fake."""
        return Card("fake-image-text-encoder", "image-text-encoder", "1")

    def encode_images(self, images: Sequence[Array]) -> ImageFeatures:
        """Shares of the colours, in each patch and in the whole image."""
        patches = np.zeros((len(images), self.grid, self.grid, len(PAINTS) + 1), np.float32)
        for i, image in enumerate(images):
            for row, band in enumerate(np.array_split(_painted(image), self.grid, axis=0)):
                for column, cell in enumerate(np.array_split(band, self.grid, axis=1)):
                    patches[i, row, column] = np.bincount(cell.ravel(), minlength=len(PAINTS) + 1)
        return ImageFeatures(_units(patches.sum((1, 2))), _units(patches))

    def encode_texts(self, texts: Sequence[str]) -> Array:
        """The colours that a phrase names."""
        out = np.zeros((len(texts), len(PAINTS) + 1), np.float32)
        for row, text in enumerate(texts):
            named = [list(PAINTS).index(name) for name in _colours(text)]
            out[row, named or [len(PAINTS)]] = 1.0
        return _units(out)

    def probabilities(self, similarity: Array) -> Array:
        """The share of a colour is its probability."""
        return np.clip(similarity, 0.0, 1.0)


class FakeDetector:
    """One box with its mask round all pixels of the colour that a phrase names."""

    def card(self) -> Card:
        """Named as a fake."""
        return Card("fake-detector", "detector", "1")

    def detect(
        self, images: Sequence[Array], phrases: Sequence[str], *, threshold: float = 0.1
    ) -> list[Detections]:
        """Score 0.9 for a colour that is there."""
        return [
            self._one(image, phrases) if threshold <= 0.9 else empty_detections()
            for image in images
        ]

    def _one(self, image: Array, phrases: Sequence[str]) -> Detections:
        boxes, masks, labels = [], [], []
        for phrase in phrases:
            for colour in _colours(phrase):
                mask = (image == PAINTS[colour]).all(-1)
                if mask.any():
                    rows, columns = np.nonzero(mask)
                    boxes.append((columns.min(), rows.min(), columns.max() + 1, rows.max() + 1))
                    masks.append(mask)
                    labels.append(phrase)
        if not boxes:
            return empty_detections()
        scores = np.full(len(boxes), 0.9, np.float32)
        return Detections(np.array(boxes, np.float32), scores, tuple(labels), np.array(masks))


class FakeCaptioner:
    """Names the colours of an image, the largest first."""

    def card(self) -> Card:
        """Named as a fake."""
        return Card("fake-captioner", "captioner", "1")

    def caption(self, images: Sequence[Array]) -> list[str]:
        """E.g. ``an image of red and blue``."""
        return [f"an image of {' and '.join(self._names(image)) or 'nothing'}" for image in images]

    @staticmethod
    def _names(image: Array) -> list[str]:
        counts = np.bincount(_painted(image).ravel(), minlength=len(PAINTS) + 1)[: len(PAINTS)]
        order = np.argsort(-counts, kind="stable")
        return [list(PAINTS)[i] for i in order if counts[i] > 0]


class FakeMatcher:
    """Certain of a text when all the colours that it names are there."""

    def card(self) -> Card:
        """Named as a fake."""
        return Card("fake-matcher", "matcher", "1")

    def match(self, images: Sequence[Array], texts: Sequence[str]) -> Array:
        """(N, T) of 0 and 1."""
        seen = [set(np.unique(_painted(image)).tolist()) for image in images]
        named = [{list(PAINTS).index(name) for name in _colours(text)} for text in texts]
        out = [[float(bool(names) and names <= here) for names in named] for here in seen]
        return np.array(out, np.float32).reshape(len(images), len(texts))


class FakeLanguageModel:
    """Gives scripted answers; without a script it repeats the last message."""

    def __init__(
        self, answers: Mapping[str, str] | None = None, choices: Mapping[str, str] | None = None
    ) -> None:
        self.answers = dict(answers or {})
        self.choices = dict(choices or {})
        self.asked: list[str] = []

    def card(self) -> Card:
        """Named as a fake."""
        return Card("fake-language-model", "language-model", "1")

    def chat(self, messages: Sequence[Mapping[str, object]], *, max_tokens: int = 256) -> Reply:
        """The scripted answer to the last message."""
        question = str(messages[-1]["content"])
        self.asked.append(question)
        return Reply(self.answers.get(question, question))

    def choose(self, question: str, options: Sequence[str]) -> Choice:
        """All weight on the scripted option, else a draw from the text of the question."""
        self.asked.append(question)
        best = self.choices.get(question)
        if best not in options:
            best = stream(0, "fake-language-model", question).choice(list(options))
        return Choice(tuple(options), tuple(float(option == best) for option in options), "fake")


class FakeReader:
    """Reads what was planted for exactly these pixels."""

    def __init__(self) -> None:
        self._planted: dict[str, list[TextLine]] = {}

    def card(self) -> Card:
        """Named as a fake."""
        return Card("fake-reader", "reader", "1")

    def plant(self, image: Array, *texts: str) -> None:
        """Make ``image`` say ``texts``, one line each over its whole width."""
        height, width = image.shape[:2]
        step = height / max(len(texts), 1)
        self._planted[_fingerprint(image)] = [
            TextLine(text, 1.0, (0.0, i * step, float(width), (i + 1) * step))
            for i, text in enumerate(texts)
        ]

    def read(self, images: Sequence[Array]) -> list[list[TextLine]]:
        """The lines that were planted for each image; an image without any has none."""
        return [list(self._planted.get(_fingerprint(image), ())) for image in images]


def _fingerprint(image: Array) -> str:
    return hashlib.sha256(np.ascontiguousarray(image).data).hexdigest()


def _painted(image: Array) -> Array:
    """(H, W) index of each pixel's colour, ``len(PAINTS)`` for others."""
    out = np.full(image.shape[:2], len(PAINTS), np.int64)
    for index, paint in enumerate(PAINTS.values()):
        out[(image == paint).all(-1)] = index
    return out


def _units(vectors: Array) -> Array:
    result: Array = vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-12)
    return result
