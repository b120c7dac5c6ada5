"""Models made ready for localizers: the network sees a frame once, and phrases are put to what it saw.

A :class:`Sight` is a loaded model, a :class:`View` what it saw in one frame, a :class:`Phrase` a goal in
its terms. ``sight_of`` takes any name of ``meadow.models``: the embedded eyes answer everything from one
run of their network, Hugging Face models in the way of their papers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Protocol

import numpy as np

from meadow.errors import InvalidValueError
from meadow.grounding.prompts import ensemble, templates
from meadow.models import Card, Detector, ImageTextEncoder, load_model
from meadow.models.eyes.eyes import Eyes, Located, Seen
from meadow.models.eyes.relevance import relevance
from meadow.provenance import note
from meadow.types import Array, Detections

#: CLIP's factor from cosines to logits; eyes' relevance is that of a cosine.
LOGIT_SCALE = 100.0


@dataclass(frozen=True, slots=True)
class Phrase:
    """What is looked for."""

    text: str
    vector: Array | None = None
    """(D,) of its prompt ensemble; None where the model takes words alone."""


class View(Protocol):
    """One frame as a model sees it."""

    shape: tuple[int, int]
    """Height and width of the frame in pixels."""

    def pooled(self) -> Array:
        """(D,) unit vector of the whole frame."""

    def tiles(self, side: int) -> Array:
        """(side * side, D) unit vectors of the tiles of the frame, row by row."""

    def relevance(self, phrase: Phrase) -> Array:
        """(h, w) gradient relevance of places to the logit of the frame and the phrase, from 0 up."""

    def detect(self, phrase: Phrase, threshold: float, *, masks: bool) -> Detections:
        """Things that the phrase names, best first."""


class Sight(Protocol):
    """A model that looks at frames."""

    def card(self) -> Card:
        """Which model it is."""

    def vectors(self, texts: Sequence[str]) -> Array:
        """(N, D) unit vectors of texts."""

    def phrase(self, text: str, prompts: str) -> Phrase:
        """A text and its ensemble's vector."""

    def look(self, images: Sequence[Array], *, boxes_alone: bool = False) -> list[View]:
        """Run the network, once for all frames where it can, and no further than boxes if told so."""


class EyesSight:
    """The embedded eyes: one run of the network per frame serves every localizer."""

    def __init__(self, eyes: Eyes) -> None:
        self.eyes = eyes

    def card(self) -> Card:
        """Of the eyes."""
        return self.eyes.card()

    def vectors(self, texts: Sequence[str]) -> Array:
        """(N, D) unit vectors."""
        return self.eyes.encode_texts(texts)

    def phrase(self, text: str, prompts: str) -> Phrase:
        """A text and its ensemble's vector."""
        return Phrase(text, ensemble(self.vectors, prompts, text))

    def look(self, images: Sequence[Array], *, boxes_alone: bool = False) -> list[View]:
        """One run for all frames."""
        seen = self.eyes.see_part(images, Located if boxes_alone else Seen)
        return [_EyesView(self.eyes, s, image.shape[:2]) for s, image in zip(seen, images)]


class _EyesView:
    def __init__(self, eyes: Eyes, seen: Located, shape: tuple[int, int]) -> None:
        self._eyes, self._located, self.shape = eyes, seen, shape
        self._tiles: dict[int, Array] = {}

    @property
    def _seen(self) -> Seen:
        assert isinstance(self._located, Seen), "this frame was looked at for boxes alone"
        return self._located

    def pooled(self) -> Array:
        """(D,) unit vector."""
        return self._unit_pooled

    @cached_property
    def _unit_pooled(self) -> Array:
        return _units(self._seen.pooled)

    def tiles(self, side: int) -> Array:
        """What the pooling would give if it attended to one tile alone, as if that were the picture."""
        if side not in self._tiles:
            self._tiles[side] = self._pool(side)
        return self._tiles[side]

    def _pool(self, side: int) -> Array:
        attention, values = self._seen.attention, self._seen.values
        # The pooled vector is a constant and the attended values; only these depend on the place.
        constant = self._seen.pooled - np.einsum("ht,htd->d", attention, values)
        grid = round(attention.shape[1] ** 0.5)
        tile = np.minimum((np.arange(grid) + 0.5) * side // grid, side - 1).astype(np.int64)
        owner = (tile[:, None] * side + tile[None]).ravel()
        inside = owner[None] == np.arange(side * side)[:, None]
        shares = attention[:, None] * inside[None]
        shares /= np.maximum(shares.sum(axis=2, keepdims=True), 1e-12)
        return _units(constant + np.matmul(shares, values).sum(axis=0))

    def relevance(self, phrase: Phrase) -> Array:
        """In closed form, see ``models.eyes.relevance``."""
        seen = self._seen
        found = relevance(seen.attention, seen.values, seen.pooled, _vector(phrase))
        grid = round(len(found) ** 0.5)
        return LOGIT_SCALE * found.reshape(grid, grid)

    def detect(self, phrase: Phrase, threshold: float, *, masks: bool) -> Detections:
        """From the box and mask heads."""
        texts = _vector(phrase)[None]
        return self._eyes.detect_seen(
            self._located, [phrase.text], texts, self.shape, threshold, masks
        )


class ModelSight:
    """Any encoder or detector of ``meadow.models``, asked through its protocol."""

    def __init__(self, model: Any) -> None:
        self.model = model

    def card(self) -> Card:
        """Of the model."""
        card: Card = self.model.card()
        return card

    def vectors(self, texts: Sequence[str]) -> Array:
        """(N, D) unit vectors."""
        vectors: Array = self._as(ImageTextEncoder, "encodes texts").encode_texts(texts)
        return vectors

    def phrase(self, text: str, prompts: str) -> Phrase:
        """A text, with its ensemble's vector if the model is an encoder."""
        if isinstance(self.model, ImageTextEncoder):
            return Phrase(text, ensemble(self.vectors, prompts, text))
        if len(templates(prompts)) > 1:
            raise InvalidValueError(
                f"prompts {prompts!r}: {self.card().name} is a detector with a prompt of its own; "
                "use prompts=plain or photo"
            )
        return Phrase(text)

    def look(self, images: Sequence[Array], *, boxes_alone: bool = False) -> list[View]:
        """Nothing runs before it is asked for."""
        return [_ModelView(self, image) for image in images]

    def _as(self, protocol: type, ability: str) -> Any:
        if not isinstance(self.model, protocol):
            card = self.card()
            raise InvalidValueError(
                f"{card.name} is a {card.kind}; a model that {ability} is needed"
            )
        return self.model


class _ModelView:
    def __init__(self, sight: ModelSight, image: Array) -> None:
        self._sight, self._image = sight, image
        self.shape = image.shape[:2]

    def pooled(self) -> Array:
        """(D,) unit vector."""
        return self._encoded([self._image])[0]

    def tiles(self, side: int) -> Array:
        """Tiles are cut out and encoded, as in the paper."""
        bands = np.array_split(self._image, side, axis=0)
        cut = [tile for band in bands for tile in np.array_split(band, side, axis=1)]
        return self._encoded([np.ascontiguousarray(tile) for tile in cut])

    def relevance(self, phrase: Phrase) -> Array:
        """By gradients through the last layer's attention."""
        model = self._sight.model
        if not hasattr(model, "relevance_to"):
            name = model.card().name
            raise InvalidValueError(
                f"{name} gives no gradient relevance; CLIP does, e.g. "
                "hf:openai/clip-vit-base-patch32, and so do the embedded eyes"
            )
        maps: Array = model.relevance_to([self._image], _vector(phrase)[None], last=True)
        return maps[0, 0]

    def detect(self, phrase: Phrase, threshold: float, *, masks: bool) -> Detections:
        """By the model's own detection, its prompt included."""
        detector = self._sight._as(Detector, "detects things")
        found: Detections = detector.detect([self._image], [phrase.text], threshold=threshold)[0]
        if masks and len(found) and found.masks is None:
            raise InvalidValueError(
                f"{detector.card().name} gives boxes without masks; masks come from a segmenting "
                "MDETR checkpoint (mdetr:/path/to.pth) or the embedded eyes"
            )
        return found

    def _encoded(self, images: list[Array]) -> Array:
        encoder = self._sight._as(ImageTextEncoder, "encodes images")
        pooled: Array = encoder.encode_images(images).pooled
        return pooled


def _vector(phrase: Phrase) -> Array:
    assert phrase.vector is not None, "phrases of encoders have vectors"
    return phrase.vector


def _units(vectors: Array) -> Array:
    length = np.linalg.norm(vectors, axis=-1, keepdims=True)
    unit: Array = (vectors / np.maximum(length, 1e-12)).astype(np.float32)
    return unit


def sight_of(model: str, **options: Any) -> Sight:
    """The model of that name, loaded once in a process: agents share it, as it keeps no state.

    ``options`` are those of ``load_model``, e.g. ``device="cuda"``.
    """
    sight = _loaded(model, tuple(sorted(options.items())))
    note(f"model {model}", sight.card().summary())  # also when it was loaded before
    return sight


@lru_cache(maxsize=4)
def _loaded(model: str, options: tuple[tuple[str, Any], ...]) -> Sight:
    loaded = load_model(model, **dict(options))
    return EyesSight(loaded) if isinstance(loaded, Eyes) else ModelSight(loaded)
