"""What Meadow asks of a model: seven small protocols, all batched.

A back-end implements one or more of them. Images are (H, W, 3) uint8 arrays; a batch may mix sizes.
Every back-end answers ``card()``, which run specs record, so that a result always names what made it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from meadow.types import Array, Detections


@dataclass(frozen=True, slots=True)
class Card:
    """Which model it is, exactly."""

    name: str
    kind: str
    revision: str = ""
    """Version, commit or file that was asked for."""
    sha256: str = ""
    """Hash of the weights; empty where a server keeps them to itself."""
    notes: Mapping[str, str] = field(default_factory=dict)
    """What else changes its answers: device, dtype, base URL..."""

    def summary(self) -> str:
        """One short string for logs and tables, e.g. ``eyes-s@1 (3fb2a1c9)``."""
        revision = f"@{self.revision}" if self.revision else ""
        return f"{self.name}{revision}" + (f" ({self.sha256[:8]})" if self.sha256 else "")


@dataclass(frozen=True, slots=True)
class ImageFeatures:
    """What an image encoder sees in a batch of N images."""

    pooled: Array
    """(N, D) float32 unit vectors of the whole images."""
    patches: Array
    """(N, rows, columns, D) float32 unit vectors of the patches, in the space of the texts."""

    @property
    def grid(self) -> tuple[int, int]:
        """Rows and columns of patches; they tile the image evenly."""
        return int(self.patches.shape[1]), int(self.patches.shape[2])


@dataclass(frozen=True, slots=True)
class Reply:
    """What a language model answered."""

    text: str
    prompt_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0
    """Time the server took; 0 when replayed."""
    replayed: bool = False
    """Whether it came from a cassette or a cache."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A ranking of the options that were offered."""

    options: tuple[str, ...]
    scores: tuple[float, ...]
    """One for each option, summing to 1."""
    how: str
    """How the scores came about: ``log-probabilities``, ``json``, ``text``, ``prior``..."""

    @property
    def best(self) -> str:
        """The option with the highest score, the first of equals."""
        return self.options[max(range(len(self.options)), key=lambda i: self.scores[i])]


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of text read in an image."""

    text: str
    score: float
    """Confidence in [0, 1]."""
    box: tuple[float, float, float, float]
    """Pixel edges x0, y0, x1, y1."""


@runtime_checkable
class Model(Protocol):
    """What every back-end has."""

    def card(self) -> Card:
        """Name, revision and hash of the weights."""


@runtime_checkable
class TextEncoder(Model, Protocol):
    """Turns phrases into vectors; the cosine of two says how alike their phrases are."""

    def encode(self, texts: Sequence[str]) -> Array:
        """(N, D) float32 unit vectors."""


@runtime_checkable
class ImageTextEncoder(Model, Protocol):
    """Images and phrases to one space."""

    def encode_images(self, images: Sequence[Array]) -> ImageFeatures:
        """Pooled vectors and dense patch features."""

    def encode_texts(self, texts: Sequence[str]) -> Array:
        """(N, D) float32 unit vectors."""

    def probabilities(self, similarity: Array) -> Array:
        """Cosine similarities as independent probabilities, by the model's own scale."""


@runtime_checkable
class Detector(Model, Protocol):
    """Finds what phrases name."""

    def detect(
        self, images: Sequence[Array], phrases: Sequence[str], *, threshold: float = 0.1
    ) -> list[Detections]:
        """One ``Detections`` per image, best first, labelled with the phrases as given."""


@runtime_checkable
class Captioner(Model, Protocol):
    """Says what an image shows."""

    def caption(self, images: Sequence[Array]) -> list[str]:
        """One sentence per image."""


@runtime_checkable
class Matcher(Model, Protocol):
    """Judges whether texts describe images."""

    def match(self, images: Sequence[Array], texts: Sequence[str]) -> Array:
        """(N, T) probabilities, each in its own right."""


@runtime_checkable
class LanguageModel(Model, Protocol):
    """Answers in words, or ranks given options."""

    def chat(self, messages: Sequence[Mapping[str, object]], *, max_tokens: int = 256) -> Reply:
        """The answer to ``[{"role": ..., "content": ...}, ...]``."""

    def choose(self, question: str, options: Sequence[str]) -> Choice:
        """Scores over the options."""


@runtime_checkable
class Reader(Model, Protocol):
    """Reads printed text in images."""

    def read(self, images: Sequence[Array]) -> list[list[TextLine]]:
        """The lines of each image, from top to bottom."""


#: The kinds of model, as registry tags and in cards, with what each must do.
KINDS: dict[str, type] = {
    "image-text-encoder": ImageTextEncoder,
    "detector": Detector,
    "captioner": Captioner,
    "matcher": Matcher,
    "text-encoder": TextEncoder,
    "language-model": LanguageModel,
    "reader": Reader,
}
