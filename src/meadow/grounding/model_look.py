"""Looks of any encoder or detector of ``meadow.models``, asked through its protocol."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from meadow.errors import InvalidValueError
from meadow.grounding.eyes_look import EyesVision
from meadow.grounding.look import LookPart, TextQuery, VisionModel, Window
from meadow.grounding.prompts import ensemble, templates
from meadow.models import KINDS, Card, Detector, ImageFeatures, ImageTextEncoder, load_model
from meadow.models.boxes import overlaps
from meadow.models.eyes.eyes import Eyes
from meadow.provenance import note
from meadow.types import Array, Camera, Detections

#: How much two boxes must overlap (intersection over union) to be of one thing.
SAME_BOX = 0.5
#: The score of a phrase for which a detector found nothing where the thing is.
UNFIT = 0.02
#: Factor and constant that make cosines of encoders log-odds.
LOG_ODDS = (100.0, -28.0)
#: The score from which detectors are believed that recommend none.
THRESHOLD = 0.2


class ModelVision:
    """A model of the protocols as one that looks at frames."""

    def __init__(self, model: Any) -> None:
        self.model = model

    def card(self) -> Card:
        """Name, revision and hash of the model."""
        card: Card = self.model.card()
        return card

    @property
    def threshold(self) -> float:
        """The score that the model recommends, or one that suits most detectors."""
        return float(getattr(self.model, "threshold", THRESHOLD))

    @property
    def log_odds(self) -> tuple[float, float]:
        """CLIP's factor from cosines to logits, and a constant that suits most of its kind."""
        return LOG_ODDS

    def vectors(self, texts: Sequence[str]) -> Array:
        """(N, D) unit vectors."""
        vectors: Array = self.able(ImageTextEncoder, "encodes texts").encode_texts(texts)
        return vectors

    def query(self, text: str, prompts: str) -> TextQuery:
        """A text, with its ensemble's vector if the model is an encoder."""
        if isinstance(self.model, ImageTextEncoder):
            return TextQuery(text, ensemble(self.vectors, prompts, text))
        if len(templates(prompts)) > 1:
            raise InvalidValueError(
                f"prompts {prompts!r}: {self.card().name} is a detector with a prompt of its own; "
                "use prompts=plain or photo"
            )
        return TextQuery(text)

    def queries(self, texts: Sequence[str]) -> list[TextQuery]:
        """Texts as they are: detectors take words."""
        return [TextQuery(text) for text in texts]

    def look(self, image: Array, parts: LookPart, camera: Camera | None = None) -> ModelLook:
        """Nothing runs before it is asked for."""
        return ModelLook(self, image)

    def able(self, protocol: type, ability: str) -> Any:
        """The model, if it has a protocol; an error that says what is missing otherwise."""
        if not isinstance(self.model, protocol):
            card = self.card()
            raise InvalidValueError(
                f"{card.name} is a {card.kind}; a model that {ability} is needed"
            )
        return self.model


class ModelLook:
    """One frame, put to a model question by question; the same question is put once."""

    def __init__(self, vision: ModelVision, image: Array) -> None:
        self._vision, self._image = vision, image
        self.shape = (int(image.shape[0]), int(image.shape[1]))
        self._tiles: dict[int, Array] = {}
        self._found: dict[tuple[tuple[str, ...], float], Detections] = {}

    @property
    def can_glance(self) -> bool:
        """These models see frames at a resolution of their own."""
        return False

    def cells(self) -> Array:
        """(rows, columns, D) unit vectors of the encoder's patches, which tile the frame evenly."""
        patches: Array = self._features.patches[0]
        return patches

    @cached_property
    def _features(self) -> ImageFeatures:
        features: ImageFeatures = self._vision.able(
            ImageTextEncoder, "encodes images"
        ).encode_images([self._image])
        return features

    def pooled(self) -> Array:
        """(D,) unit vector of the whole frame, as the image encoder gives it."""
        return self._pooled

    @cached_property
    def _pooled(self) -> Array:
        pooled: Array = self._features.pooled[0]
        return pooled

    def similarity(self, vector: Array) -> float:
        """Cosine of the whole frame and the vector of a text."""
        return float(self._pooled @ vector)

    def tiles(self, side: int) -> Array:
        """Tiles are cut out and encoded, as in the paper."""
        if side not in self._tiles:
            bands = np.array_split(self._image, side, axis=0)
            cut = [tile for band in bands for tile in np.array_split(band, side, axis=1)]
            self._tiles[side] = self._encoded([np.ascontiguousarray(tile) for tile in cut])
        return self._tiles[side]

    def relevance(self, query: TextQuery) -> Array:
        """By gradients through the last layer's attention."""
        model = self._vision.model
        if not hasattr(model, "relevance_to"):
            name = model.card().name
            raise InvalidValueError(
                f"{name} gives no gradient relevance; CLIP does, e.g. "
                "hf:openai/clip-vit-base-patch32, and so do the embedded eyes"
            )
        assert query.vector is not None, "queries of encoders have vectors"
        relevance: Array = model.relevance_to([self._image], query.vector[None], last=True)[0, 0]
        return relevance

    def detect(self, queries: Sequence[TextQuery], threshold: float, *, masks: bool) -> Detections:
        """By the model's own detection, its prompt included."""
        detector = self._vision.able(Detector, "detects things")
        texts = tuple(query.text for query in queries)
        if (texts, threshold) not in self._found:
            found = detector.detect([self._image], list(texts), threshold=threshold)[0]
            self._found[texts, threshold] = found
        found = self._found[texts, threshold]
        if masks and len(found) and found.masks is None:
            raise InvalidValueError(
                f"{detector.card().name} gives boxes without masks; masks come from a segmenting "
                "MDETR checkpoint (mdetr:/path/to.pth) or the embedded eyes"
            )
        return found

    def compare(
        self, nouns: Sequence[TextQuery], phrases: Sequence[TextQuery], threshold: float
    ) -> tuple[Detections, Array]:
        """A phrase fits a thing as well as the detection by that phrase at the same place."""
        names, asked = [q.text for q in nouns], [q.text for q in phrases]
        found = self.detect([*nouns, *phrases], 0.5 * threshold, masks=False)
        kept = [
            n
            for n, label in enumerate(found.labels)
            if label in names and found.scores[n] >= threshold
        ]
        fits = np.full((len(kept), len(asked)), UNFIT, np.float32)
        for row, n in enumerate(kept):
            same = overlaps(found.boxes[n][None], found.boxes)[0] >= SAME_BOX
            for k in np.flatnonzero(same):
                if found.labels[k] in asked:
                    p = asked.index(found.labels[k])
                    fits[row, p] = max(fits[row, p], found.scores[k])
        masks = self._masks(found)
        labels = tuple(found.labels[n] for n in kept)
        return Detections(found.boxes[kept], found.scores[kept], labels, masks[kept]), fits

    def close_cells(self) -> list[tuple[Window, Array]]:
        """These models take no glances."""
        return []

    def people(self) -> Detections:
        """The people in the frame, with masks."""
        person = self._vision.queries(["person"])
        found = self.detect(person, self._vision.threshold, masks=False)
        return Detections(found.boxes, found.scores, found.labels, self._masks(found))

    def _masks(self, found: Detections) -> Array:
        """The detector's masks, or the middles of its boxes."""
        if found.masks is not None:
            return found.masks
        masks = [_filled(box, self.shape) for box in found.boxes]
        return np.array(masks, bool).reshape(-1, *self.shape)

    def glance(self, box: Sequence[float] | Array) -> None:
        """These models see frames at a resolution of their own."""

    def _encoded(self, images: list[Array]) -> Array:
        encoder = self._vision.able(ImageTextEncoder, "encodes images")
        pooled: Array = encoder.encode_images(images).pooled
        return pooled


def _filled(box: Array, shape: tuple[int, int]) -> Array:
    """The mask of a box's middle half: its corners show what is behind the thing."""
    x0, y0, x1, y1 = box
    mask = np.zeros(shape, bool)
    left, right = int(0.75 * x0 + 0.25 * x1), int(0.25 * x0 + 0.75 * x1) + 1
    top, bottom = int(0.75 * y0 + 0.25 * y1), int(0.25 * y0 + 0.75 * y1) + 1
    mask[max(top, 0) : bottom, max(left, 0) : right] = True
    return mask


def vision_model(name: str, *, kind: str = "", **options: Any) -> VisionModel:
    """The model of that name, loaded once in a process: agents share it, as it keeps no state.

    Args:
        name: Any name of ``meadow.models``, e.g. ``eyes-s`` or ``hf:org/name``.
        kind: One of ``meadow.models.KINDS``; anything else than what the model is raises.
        options: Those of ``load_model``, e.g. ``device="cuda"``.
    """
    vision = _loaded(name, tuple(sorted(options.items())))
    if kind and not isinstance(vision.model, KINDS[kind]):
        raise InvalidValueError(f"model {name!r} is a {vision.card().kind}, a {kind} is needed")
    note(f"model {name}", vision.card().summary())  # also when it was loaded before
    return vision


@lru_cache(maxsize=4)
def _loaded(name: str, options: tuple[tuple[str, Any], ...]) -> EyesVision | ModelVision:
    loaded = load_model(name, **dict(options))
    return EyesVision(loaded) if isinstance(loaded, Eyes) else ModelVision(loaded)
