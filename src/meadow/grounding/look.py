"""One look per frame: what a model sees in a picture, asked for in parts and computed once.

A :class:`VisionModel` is a loaded model, a :class:`Look` what it sees in one frame, a :class:`TextQuery`
words in its terms. :class:`Looks` are all looks at one frame: mapper, localizer, explorer and a tracker of
people ask the same ones, so that no model runs twice on a frame.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Flag, auto
from typing import Protocol

from meadow.models.eyes.glances import CANDIDATE, SURE
from meadow.models.protocols import Card
from meadow.types import Array, Camera, Detections


class LookPart(Flag):
    """What is asked of looks; a model runs no further than it must."""

    BOXES = auto()
    """Detections, and dense features."""
    MASKS = auto()
    """Detections with the pixels of each."""
    POOLED = auto()
    """One vector for the whole frame."""
    ATTENTION = auto()
    """Which places speak for the frame: tiles and relevance."""


EVERYTHING = LookPart.BOXES | LookPart.MASKS | LookPart.POOLED | LookPart.ATTENTION
"""All parts."""

#: Top, left, height and width of a part of a frame, pixels.
Window = tuple[float, float, float, float]
#: Parts by model, as the components of an agent want them.
Wanted = Mapping["VisionModel", LookPart]


@dataclass(frozen=True, slots=True)
class TextQuery:
    """Words that are looked for."""

    text: str
    vector: Array | None = None
    """(D,) of its prompt ensemble; None where the model takes words alone."""


class Look(Protocol):
    """One frame as a model sees it; each part is computed when it is first asked for."""

    shape: tuple[int, int]
    """Height and width of the frame in pixels."""

    @property
    def can_glance(self) -> bool:
        """Whether a closer look would show more: the frame has more pixels than the model sees at once."""

    def cells(self) -> Array:
        """(rows, columns, D) unit vectors of the places of the frame, which they tile evenly."""

    def pooled(self) -> Array:
        """(D,) unit vector of the whole frame."""

    def similarity(self, vector: Array) -> float:
        """Cosine of the whole frame and the (D,) vector of a text."""

    def tiles(self, side: int) -> Array:
        """(side * side, D) unit vectors of the tiles of the frame, row by row."""

    def relevance(self, query: TextQuery) -> Array:
        """(h, w) gradient relevance of places to the logit of the frame and the words, from 0 up."""

    def detect(self, queries: Sequence[TextQuery], threshold: float, *, masks: bool) -> Detections:
        """Things that the queries name, best first."""

    def compare(
        self, nouns: Sequence[TextQuery], phrases: Sequence[TextQuery], threshold: float
    ) -> tuple[Detections, Array]:
        """Things that the nouns name, with masks, and (N, P) how well each phrase fits them, 0 to 1."""

    def close_cells(self) -> list[tuple[Window, Array]]:
        """Of each glance that was taken, which part of the frame it saw, and its cells."""

    def people(self) -> Detections:
        """The people in the frame, with masks."""

    def glance(self, box: Sequence[float] | Array) -> Look | None:
        """A closer look at a box of the frame, with results in pixels of the frame.

        What it sees is also merged into the answers of this look. None when the box is too large for a
        glance, or the model cannot glance.
        """


class VisionModel(Protocol):
    """A model that looks at frames."""

    def card(self) -> Card:
        """Which model it is."""

    @property
    def threshold(self) -> float:
        """The score from which its detections are to be believed."""

    @property
    def log_odds(self) -> tuple[float, float]:
        """Factor and constant that make a cosine of a place and a text log-odds that it holds."""

    def vectors(self, texts: Sequence[str]) -> Array:
        """(N, D) unit vectors of texts."""

    def query(self, text: str, prompts: str) -> TextQuery:
        """A text with the vector of its prompt ensemble."""

    def queries(self, texts: Sequence[str]) -> list[TextQuery]:
        """Texts as they are, with vectors where the model has them."""

    def look(self, image: Array, parts: LookPart, camera: Camera | None = None) -> Look:
        """Look at a frame. ``parts`` will be asked for; glances need to know the camera."""


class Looks:
    """All looks at one frame: each model looks once, whoever asks."""

    def __init__(
        self, image: Array, *, wanted: Wanted | None = None, camera: Camera | None = None
    ) -> None:
        """Nothing runs yet; ``wanted`` are the parts that will be asked for, so that one run gives all."""
        self.image, self._camera = image, camera
        self._wanted = wanted or {}
        self._taken: dict[VisionModel, Look] = {}

    def by(self, model: VisionModel, parts: LookPart) -> Look:
        """The look of a model, for at least some parts."""
        if model not in self._taken:
            parts |= self._wanted.get(model, parts)
            self._taken[model] = model.look(self.image, parts, self._camera)
        return self._taken[model]


def doubtful(look: Look, queries: Sequence[TextQuery]) -> list[Array]:
    """Boxes of what may or may not be what one of the queries names, the most likely first."""
    found = look.detect(queries, CANDIDATE, masks=False)
    return [box for box, score in zip(found.boxes, found.scores) if score < SURE]


def wanted_by(components: Iterable[object]) -> dict[VisionModel, LookPart]:
    """What the components of an agent want together; each says so by ``wanted()``, if it looks at all."""
    together: dict[VisionModel, LookPart] = {}
    for component in components:
        wanted: Wanted = getattr(component, "wanted", dict)()
        for model, parts in wanted.items():
            together[model] = together.get(model, parts) | parts
    return together
