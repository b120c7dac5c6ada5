"""The model as agents use it: encoder, detector, heat maps and relevance, without torch."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from meadow.errors import InvalidValueError
from meadow.models.eyes.boxes import STRIDE, candidates, cell_boxes, thing_masks
from meadow.models.eyes.files import Files, available, read_files
from meadow.models.eyes.letterbox import Letterbox
from meadow.models.eyes.memory import memory_in_use
from meadow.models.eyes.phrase_masks import PhraseMasks
from meadow.models.eyes.relevance import relevance
from meadow.models.eyes.text import TextTower
from meadow.models.onnx import open_session
from meadow.models.onnx_part import part_of
from meadow.models.protocols import Card, ImageFeatures
from meadow.models.threads import model_threads
from meadow.types import Array, Detections, empty_detections

SIDE, LARGEST_SIDE = 224, 320
"""Resolutions at which the network sees small pictures, and those with more pixels, unless told otherwise.

A picture is letterboxed to a square of that many pixels a side; boxes and masks are mapped back."""
SIDES = range(96, 1025, 32)
"""Resolutions that the network can be told to see at."""
MOST_AT_ONCE = 16
"""Images in one call of the network."""


@dataclass(frozen=True, slots=True)
class Located:
    """What the network says about one image of h x w cells: enough for boxes.

    Fields of these classes are outputs of the network; what a class lacks is not computed for it.
    """

    cells: Array
    """(D, h, w) unit vectors."""
    boxes: Array
    quality: Array

    @property
    def side(self) -> int:
        """Pixels of a side of the square that the image was seen in."""
        return STRIDE * int(self.cells.shape[-1])

    @property
    def nbytes(self) -> int:
        """Bytes of all outputs."""
        return sum(getattr(self, name).nbytes for name in _outputs(type(self)))


@dataclass(frozen=True, slots=True)
class Outlined(Located):
    """And for the masks of things."""

    coefficients: Array
    prototypes: Array


@dataclass(frozen=True, slots=True)
class Encoded(Located):
    """And for the image as a whole."""

    pooled: Array


@dataclass(frozen=True, slots=True)
class Fused(Located):
    """And for the masks of phrases, which weights of revision 1 lack."""

    fine: Array


@dataclass(frozen=True, slots=True)
class Seen(Outlined):
    """And for the image as a whole, and which places speak for it: everything."""

    pooled: Array
    attention: Array
    values: Array


Part = TypeVar("Part", bound=Located)

PARTS: tuple[type[Located], ...] = (Located, Encoded, Outlined, Seen)
"""What can be asked of every network, the cheapest first."""


def part_with(*parts: type[Located]) -> type[Located]:
    """The cheapest of :data:`PARTS` that has all outputs of some others."""
    wanted = {name for part in parts for name in _outputs(part)}
    return next(part for part in PARTS if wanted <= set(_outputs(part)))


class Eyes:
    """An image-text encoder and open-vocabulary detector for household scenes."""

    def __init__(self, files: Files, *, threads: int = 1, side: int | None = None) -> None:
        if side is not None and side not in SIDES:
            raise InvalidValueError(
                f"side {side}: expected a multiple of 32 from {SIDES[0]} to {SIDES[-1]}"
            )
        self.settings = files.settings
        self.threads = threads
        self._text = TextTower(files.text)
        self._phrase_masks = PhraseMasks(files.text)
        self._model = files.model
        self._sessions: dict[type[Located], Any] = {}
        fixed = self._session(Seen).get_inputs()[0].shape[1]
        if isinstance(fixed, int):
            if side not in (None, fixed):
                raise InvalidValueError(f"side {side}: {files.settings.name} sees {fixed} only")
            side = fixed
        self._side = side

    def card(self) -> Card:
        """Name, revision and hash of the weights."""
        s = self.settings
        return Card(s.name, kind="image-text-encoder", revision=s.revision, sha256=s.sha256)

    @property
    def threshold(self) -> float:
        """The recommended score: below it, false alarms would end too many episodes."""
        return self.settings.threshold

    # --- encoder ---------------------------------------------------------------------------------

    def encode_images(self, images: Sequence[Array]) -> ImageFeatures:
        """Pooled vectors and dense features of cells of 8x8 pixels, 28 rows of 28 unless told."""
        seen = self.see_part(images, Encoded, side=self._common_side)
        pooled = np.stack([s.pooled / np.linalg.norm(s.pooled) for s in seen])
        return ImageFeatures(pooled, np.stack([s.cells.transpose(1, 2, 0) for s in seen]))

    def encode_texts(self, texts: Sequence[str]) -> Array:
        """(N, D) unit vectors of phrases."""
        return self._text.encode(texts)

    def probabilities(self, similarity: Array, *, patches: bool = False) -> Array:
        """Cosines of pooled vectors (or of patches) and phrases as probabilities that they hold."""
        which = 0 if patches else 1
        return _sigmoid(self.settings.scale[which] * similarity + self.settings.bias[which])

    def letterbox(self, shape: Sequence[int]) -> Letterbox:
        """Where a picture of a height and width is put before the network sees it."""
        height, width = int(shape[0]), int(shape[1])
        whole = SIDES.step * -(-max(height, width) // SIDES.step)
        side = self._side or min(max(SIDE, whole), LARGEST_SIDE)
        return Letterbox(height, width, side)

    def see(self, images: Sequence[Array]) -> list[Seen]:
        """All that the network says."""
        return self.see_part(images, Seen)

    def see_part(
        self, images: Sequence[Array], part: type[Part], *, side: int | None = None
    ) -> list[Part]:
        """Run the network as far as ``part`` needs, in batches of bounded size.

        All images are seen with ``side`` pixels when it is given, else each with as many as it has.

        What it said may be remembered (``eyes.memory``). It then says all that was ever asked of it there,
        as others may ask for more.
        """
        fitted = [self._fitted(image, side) for image in images]
        out: list[Any] = [None] * len(fitted)
        for side in sorted({len(picture) for picture in fitted}):
            alike = [k for k, picture in enumerate(fitted) if len(picture) == side]
            for start in range(0, len(alike), MOST_AT_ONCE):
                batch = alike[start : start + MOST_AT_ONCE]
                for k, answer in zip(batch, self._see_batch([fitted[k] for k in batch], part)):
                    out[k] = answer
        return out

    def _see_batch(self, fitted: list[Array], part: type[Part]) -> Sequence[Part]:
        """What the network says about squares of one size, perhaps from memory."""
        stack = np.stack(fitted)
        memory = memory_in_use()
        if memory is None or part not in PARTS:
            return self._run(stack, part)
        weights = self.settings.sha256
        whole = part_with(part, memory.deepest.get(weights, part))
        memory.deepest[weights] = whole
        # A batch is one question: among others, the last bits of a frame's answer are others.
        content = hashlib.sha256(stack.data).digest()
        question = (weights, self.threads, whole, stack.shape, content)
        answers: Sequence[Any] = memory.recall(question, partial(self._run, stack, whole))
        return answers

    def _fitted(self, image: Array, side: int | None) -> Array:
        """(side, side, 3) uint8."""
        if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8 or not image.size:
            raise InvalidValueError(
                f"image of shape {image.shape} and type {image.dtype}: expected (H, W, 3) uint8"
            )
        box = self.letterbox(image.shape)
        return (box if side is None else replace(box, side=side)).fit(image)

    @property
    def _common_side(self) -> int:
        """Pixels that images are seen with whose answers become one array."""
        return self._side or SIDE

    def _run(self, stack: Array, part: type[Part]) -> list[Part]:
        """What the network says about a batch; read-only, because others may be told the same."""
        arrays = self._session(part).run(_outputs(part), {"images": stack})
        for array in arrays:
            array.flags.writeable = False
        return [part(*(array[k] for array in arrays)) for k in range(len(stack))]

    def _session(self, part: type[Located]) -> Any:
        if part not in self._sessions:
            model = self._model
            if part is not Seen:
                model = part_of(model, _outputs(part))
            name = f"the weights of {self.settings.name}"
            self._sessions[part] = open_session(model, threads=self.threads, name=name)
        return self._sessions[part]

    # --- detector --------------------------------------------------------------------------------

    def detect(
        self,
        images: Sequence[Array],
        phrases: Sequence[str],
        *,
        threshold: float = 0.1,
        masks: bool = False,
    ) -> list[Detections]:
        """Things that the phrases name; a score is the probability that the box is right."""
        texts = self.encode_texts(phrases)
        found = []
        part = Outlined if masks else Located
        for image, seen in zip(images, self.see_part(images, part)):
            found.append(self.detect_seen(seen, phrases, texts, image.shape[:2], threshold, masks))
        return found

    def scores(self, seen: Located, texts: Array) -> Array:
        """(P, h*w) probability that a cell's box is a thing that the phrase names."""
        s = self.settings
        cells = seen.cells.reshape(len(seen.cells), -1)
        phrase = s.scale[0] * (texts @ cells) + s.bias[0]
        a, b, c = s.calibration
        return _sigmoid(a * phrase + b * seen.quality.reshape(1, -1) + c)

    def logits(self, seen: Located, texts: Array) -> tuple[Array, Array]:
        """(P, h*w) logits that phrases hold of cells, and (h*w,) logits that boxes of cells are right."""
        s = self.settings
        phrase: Array = s.scale[0] * (texts @ seen.cells.reshape(len(seen.cells), -1)) + s.bias[0]
        return phrase, seen.quality.ravel()

    def calibrated(self, features: Array) -> Array:
        """(N,) probabilities of detections from (N, 2) logits of phrase and box."""
        a, b, c = self.settings.calibration
        return _sigmoid(a * features[:, 0] + b * features[:, 1] + c)

    def detect_seen(
        self,
        seen: Located,
        phrases: Sequence[str],
        texts: Array,
        shape: tuple[int, ...],
        threshold: float = 0.1,
        masks: bool = False,
    ) -> Detections:
        """Detections in one image that was seen already; ``shape`` is its height and width."""
        scores = self.scores(seen, texts)
        found = np.nonzero((scores >= threshold).any(axis=1))[0]
        if not len(found):
            return empty_detections()
        boxes = cell_boxes(seen.boxes)
        picked: list[tuple[float, int, int]] = []
        for p in found:
            for cell in candidates(boxes, scores[p], threshold):
                picked.append((float(scores[p, cell]), int(p), int(cell)))
        picked.sort(key=lambda item: (-item[0], item[1], item[2]))
        letterbox = self.letterbox(shape)
        placed = letterbox.boxes_to_picture(boxes)
        if not letterbox.fills:
            picked = [item for item in picked if _solid(placed[item[2]])]
        cells = np.array([cell for _, _, cell in picked], np.int64)
        made = None
        if masks:
            assert isinstance(seen, Outlined), "masks of an image that was seen for boxes alone"
            made = letterbox.masks_to_picture(self.cell_masks(seen, cells))
        return Detections(
            boxes=placed[cells],
            scores=np.array([score for score, _, _ in picked], np.float32),
            labels=tuple(phrases[p] for _, p, _ in picked),
            masks=made,
        )

    def cell_masks(self, seen: Outlined, cells: Array) -> Array:
        """(K, side, side) bool masks of the things at some cells, in the square that was seen."""
        weights = seen.coefficients.reshape(len(seen.coefficients), -1)[:, cells].T
        return thing_masks(weights, seen.prototypes, cell_boxes(seen.boxes)[cells], seen.side)

    def phrase_masks(self, images: Sequence[Array], phrases: Sequence[str]) -> Array:
        """(N, P, h, w) logits that a place of 4x4 pixels belongs to what the phrase names."""
        if not self._phrase_masks:
            raise InvalidValueError(
                f"{self.card().summary()} has no masks of phrases: expected weights of revision 2"
            )
        texts = self.encode_texts(phrases)
        return np.stack(
            [
                np.stack([self._phrase_masks.logits(s.fine, s.cells, text) for text in texts])
                for s in self.see_part(images, Fused, side=self._common_side)
            ]
        )

    def heat_maps(self, images: Sequence[Array], phrases: Sequence[str]) -> Array:
        """(N, P, h, w) probability that the phrase holds of what is seen at each cell."""
        texts = self.encode_texts(phrases)
        seen = self.see_part(images, Located, side=self._common_side)
        maps = [np.einsum("pd,dhw->phw", texts, s.cells) for s in seen]
        return self.probabilities(np.stack(maps), patches=True)

    def relevance_maps(self, images: Sequence[Array], phrases: Sequence[str]) -> Array:
        """(N, P, h/2, w/2) gradient relevance of the pooled score, as CLIP-Grad takes it."""
        texts = self.encode_texts(phrases)
        out = []
        for s in self.see_part(images, Seen, side=self._common_side):
            side = round(s.attention.shape[1] ** 0.5)
            maps = [relevance(s.attention, s.values, s.pooled, t) for t in texts]
            out.append(np.stack(maps).reshape(len(texts), side, side))
        return np.stack(out)


def load_eyes(
    name: str = "eyes-s",
    *,
    threads: int | None = None,
    directory: Path | None = None,
    side: int | None = None,
) -> Eyes:
    """A ready model.

    Args:
        name: ``eyes-s``, ``eyes-b`` or their ``-zs`` trainings.
        threads: Of onnxruntime; ``MEADOW_THREADS``, else 1, by default.
        directory: Where its files are, for weights of one's own; the shipped ones by default.
        side: Pixels a side that pictures are seen at: with twice as many, things are told from twice as
            far, for four times the work, if the camera has them. By default 224, and up to 320 for
            pictures that have more; weights of revision 1 see 224 only.
    """
    threads = model_threads() if threads is None else threads
    if threads < 1:
        raise InvalidValueError(f"threads {threads}: expected at least 1")
    return Eyes(read_files(name, directory), threads=threads, side=side)


def _solid(box: Array) -> bool:
    """Whether a box has any inside; boxes of what is seen in the bars of a letterbox have none."""
    return bool(box[2] - box[0] > 0.5 and box[3] - box[1] > 0.5)


def _outputs(part: type[Located]) -> list[str]:
    return [field.name for field in fields(part)]


def _sigmoid(x: Array) -> Array:
    value: Array = 1.0 / (1.0 + np.exp(-np.clip(x, -60.0, 60.0)))
    return value


__all__ = ["Eyes", "Fused", "Located", "Outlined", "Seen", "available", "load_eyes"]
