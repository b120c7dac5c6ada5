"""Looks of the embedded eyes: one run of their network answers everything, glances add to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from meadow.errors import InvalidValueError
from meadow.grounding.look import LookPart, TextQuery, Window
from meadow.grounding.prompts import ensemble
from meadow.models.eyes.boxes import cell_boxes
from meadow.models.eyes.eyes import Encoded, Eyes, Located, Outlined, Seen, part_with
from meadow.models.eyes.glances import Crop, Found, LookCells, combined, crop_around
from meadow.models.eyes.relevance import relevance
from meadow.models.protocols import Card
from meadow.types import Array, Camera, Detections, empty_detections

#: CLIP's factor from cosines to logits; eyes' relevance is that of a cosine.
LOGIT_SCALE = 100.0
#: Score from which a detection is taken for a person. The one that eyes recommend is for Stops, which may
#: not be wrong; in homes for tuning nothing else looked so much like people, and 0.3 found 82 % of those
#: nearer than 2.5 m, where 0.62 found 66 %.
PERSON = 0.3
#: How far the network has to run for each part.
_PARTS: dict[LookPart, type[Located]] = {
    LookPart.BOXES: Located,
    LookPart.MASKS: Outlined,
    LookPart.POOLED: Encoded,
    LookPart.ATTENTION: Seen,
}


class EyesVision:
    """The embedded eyes as a model that looks at frames."""

    def __init__(self, eyes: Eyes) -> None:
        self.model = eyes

    def card(self) -> Card:
        """Name, revision and hash of the eyes."""
        return self.model.card()

    @property
    def threshold(self) -> float:
        """The score that the eyes recommend."""
        return self.model.threshold

    @property
    def log_odds(self) -> tuple[float, float]:
        """As the eyes' card says."""
        return self.model.settings.scale[0], self.model.settings.bias[0]

    def vectors(self, texts: Sequence[str]) -> Array:
        """(N, D) unit vectors."""
        return self.model.encode_texts(texts)

    def query(self, text: str, prompts: str) -> TextQuery:
        """A text with the vector of its prompt ensemble."""
        return TextQuery(text, ensemble(self.vectors, prompts, text))

    def queries(self, texts: Sequence[str]) -> list[TextQuery]:
        """Texts with their own vectors."""
        return [TextQuery(text, vector) for text, vector in zip(texts, self.vectors(texts))]

    @cached_property
    def person(self) -> list[TextQuery]:
        """What people are looked for by."""
        return self.queries(["person"])

    def look(self, image: Array, parts: LookPart, camera: Camera | None = None) -> EyesLook:
        """A look at a frame; the network runs when something is first asked for."""
        return EyesLook(self, image, parts, camera)


@dataclass(frozen=True, slots=True)
class _Cells:
    """The cells of a wide look and of the glances that were taken, for some phrases."""

    far: LookCells
    near: list[tuple[Array, LookCells]]


class EyesLook:
    """One frame, or with a ``crop`` a part of it, as the eyes see it."""

    def __init__(
        self,
        vision: EyesVision,
        image: Array,
        parts: LookPart,
        camera: Camera | None = None,
        crop: Crop | None = None,
    ) -> None:
        self._vision, self._eyes, self._camera, self._crop = vision, vision.model, camera, crop
        self.shape = (int(image.shape[0]), int(image.shape[1]))
        self._whole = image
        self._image = image if crop is None else np.ascontiguousarray(crop.cut(image))
        self._letterbox = self._eyes.letterbox(self._image.shape)
        self._part = part_with(*(_PARTS[part] for part in parts))
        self._outputs: Located | None = None
        self._tiles: dict[int, Array] = {}
        self._glances: list[tuple[Array, EyesLook]] = []

    @property
    def glances(self) -> int:
        """How many closer looks were taken at parts of the frame."""
        return len(self._glances)

    @property
    def can_glance(self) -> bool:
        """Whether a closer look would show more."""
        return (
            self._camera is not None
            and self._crop is None
            and max(self.shape) > self._letterbox.side
        )

    def cells(self) -> Array:
        """(rows, columns, D) unit vectors; of a frame that is not square, sampled at its proportions."""
        cells: Array = self._see(Located).cells.transpose(1, 2, 0)
        if self._letterbox.fills:
            return cells
        # As many rows and columns as the picture covers, so that they tile it evenly.
        rows, columns = self._letterbox.covered(len(cells))
        inside: Array = cells[np.ix_(rows, columns)]
        return inside

    def _see(self, part: type[Located]) -> Located:
        """What the network says, at least as far as ``part``; more than was planned costs another run."""
        if self._outputs is None or not _includes(self._outputs, part):
            self._part = part_with(self._part, part)
            self._outputs = self._eyes.see_part([self._image], self._part)[0]
        return self._outputs

    def _seen(self) -> Seen:
        seen = self._see(Seen)
        assert isinstance(seen, Seen)
        return seen

    # --- the frame as a whole ----------------------------------------------------------------------

    def pooled(self) -> Array:
        """(D,) unit vector of the whole frame, or of the crop where there is one."""
        return self._unit_pooled

    @cached_property
    def _unit_pooled(self) -> Array:
        return _units(self._raw_pooled)

    @property
    def _raw_pooled(self) -> Array:
        pooled: Array = getattr(self._see(Encoded), "pooled")  # noqa: B009 (Encoded or Seen)
        return pooled

    def similarity(self, vector: Array) -> float:
        """Cosine of the whole frame and the vector of a text."""
        pooled = self._raw_pooled
        return float((pooled / np.linalg.norm(pooled)) @ vector)

    def tiles(self, side: int) -> Array:
        """What the pooling would give if it attended to one tile alone, as if that were the picture."""
        if side not in self._tiles:
            self._tiles[side] = self._pool(side)
        return self._tiles[side]

    def _pool(self, side: int) -> Array:
        seen = self._seen()
        attention, values = seen.attention, seen.values
        # The pooled vector is a constant and the attended values; only these depend on the place.
        constant = seen.pooled - np.einsum("ht,htd->d", attention, values)
        owner = self._owners(round(attention.shape[1] ** 0.5), side)
        inside = owner[None] == np.arange(side * side)[:, None]
        shares = attention[:, None] * inside[None]
        shares /= np.maximum(shares.sum(axis=2, keepdims=True), 1e-12)
        return _units(constant + np.matmul(shares, values).sum(axis=0))

    def _owners(self, grid: int, side: int) -> Array:
        """The tile that each place of attention lies in; -1 for bars around the picture."""
        tiles = []
        centres = self._letterbox.centres(grid)
        for at, length in zip(centres, self._image.shape[:2]):
            tile = np.minimum(at * side // length, side - 1).astype(np.int64)
            tiles.append(np.where((at >= 0) & (at < length), tile, -1))
        rows, columns = tiles
        owner = np.where(
            (rows[:, None] >= 0) & (columns[None] >= 0), rows[:, None] * side + columns[None], -1
        )
        return owner.ravel()

    def relevance(self, query: TextQuery) -> Array:
        """In closed form, see ``models.eyes.relevance``; 0 outside of a crop."""
        seen = self._seen()
        found = relevance(seen.attention, seen.values, seen.pooled, _vector(query))
        grid = round(len(found) ** 0.5)
        values = self._letterbox.map_to_picture(LOGIT_SCALE * found.reshape(grid, grid))
        if self._crop is None:
            return values
        side = self._crop.side
        at = (np.arange(side) * len(values)) // side
        whole: Array = self._crop.paste(values[np.ix_(at, at)][None], self.shape)[0]
        return whole

    # --- things ------------------------------------------------------------------------------------

    def detect(self, queries: Sequence[TextQuery], threshold: float, *, masks: bool) -> Detections:
        """From the box and mask heads, glances included."""
        seen = self._see(Outlined if masks else Located)
        texts, names = _matrix(queries), [query.text for query in queries]
        if self._glances:
            return self._detections(self._merged(self._cells(texts), threshold), names, masks=masks)
        shape = self._image.shape[:2]
        found = self._eyes.detect_seen(seen, names, texts, shape, threshold, masks)
        if self._crop is None or not len(found):
            return found
        corner = np.array([self._crop.x, self._crop.y] * 2, np.float32)
        pasted = None if found.masks is None else self._crop.paste(found.masks, self.shape)
        return Detections(found.boxes + corner, found.scores, found.labels, pasted)

    def _cells(self, texts: Array) -> _Cells:
        far = LookCells(self._eyes, self._see(Located), texts, self.cell_boxes())
        near = [
            (box, LookCells(self._eyes, glance._see(Located), texts, glance.cell_boxes()))
            for box, glance in self._glances
        ]
        return _Cells(far, near)

    def cell_boxes(self) -> Array:
        """(cells, 4) box of each cell in pixels of the frame."""
        boxes = self._letterbox.boxes_to_picture(cell_boxes(self._see(Located).boxes))
        if self._crop is None:
            return boxes
        corner: Array = boxes + np.array([self._crop.x, self._crop.y] * 2, np.float32)
        return corner

    def _merged(self, cells: _Cells, threshold: float) -> Found:
        wide = cells.far.found(self._eyes.calibrated, threshold)
        return combined(wide, cells.far, cells.near, self._eyes.calibrated, threshold)

    def _detections(self, found: Found, names: Sequence[str], *, masks: bool) -> Detections:
        """Merged detections, best first."""
        if not len(found.phrase):
            return empty_detections()
        made = None
        if masks:
            made = np.zeros((len(found.phrase), *self.shape), bool)
            looks = [self, *(glance for _, glance in self._glances)]
            for k, look in enumerate(looks, start=-1):
                of_look = found.look == k
                if of_look.any():
                    made[of_look] = look.cell_masks(found.cell[of_look])
        scores = self._eyes.calibrated(found.features).astype(np.float32)
        labels = tuple(names[p] for p in found.phrase)
        return Detections(found.boxes, scores, labels, made)

    def cell_masks(self, cells: Array) -> Array:
        """(K, H, W) bool masks of the things at some cells, in pixels of the frame."""
        seen = self._see(Outlined)
        assert isinstance(seen, Outlined)
        masks = self._letterbox.masks_to_picture(self._eyes.cell_masks(seen, cells))
        return masks if self._crop is None else self._crop.paste(masks, self.shape)

    def compare(
        self, nouns: Sequence[TextQuery], phrases: Sequence[TextQuery], threshold: float
    ) -> tuple[Detections, Array]:
        """A phrase fits a thing as well as it fits the best of the cells that show it."""
        seen = self._see(Outlined)
        found = self.detect(nouns, threshold, masks=True)
        fits = np.zeros((len(found), len(phrases)), np.float32)
        if not len(found) or not phrases:
            return found, fits
        texts = _matrix(phrases)
        rows, columns = seen.cells.shape[1:]
        scores = self._eyes.scores(seen, texts).reshape(-1, rows, columns)
        assert found.masks is not None
        for n, (mask, box) in enumerate(zip(found.masks, found.boxes)):
            fits[n] = scores[:, self._shown(mask, box, rows)].max(axis=1)
        if self._glances:
            self._compare_glanced(found, fits, self._cells(texts))
        return found, fits

    def _compare_glanced(self, found: Detections, fits: Array, cells: _Cells) -> None:
        """Where a glance shows a thing, its words and those of the wide look count alike."""
        score = self._eyes.calibrated
        for n, box in enumerate(found.boxes):
            for _, near in cells.near:
                if near.on(box).any() and cells.far.on(box).any():
                    both = (near.best(box, score)[0] + cells.far.best(box, score)[0]) / 2.0
                    fits[n] = score(both)

    def _shown(self, mask: Array, box: Array, grid: int) -> Array:
        """(grid, grid) bool: the cells whose middle the mask covers; at least the box's middle."""
        height, width = mask.shape
        left, top = (0, 0) if self._crop is None else (self._crop.x, self._crop.y)
        rows, columns = self._letterbox.centres(grid)
        y, x = (rows + top).astype(np.int64), (columns + left).astype(np.int64)
        cells: Array = mask[np.ix_(y.clip(0, height - 1), x.clip(0, width - 1))]
        cells &= ((y >= 0) & (y < height))[:, None] & ((x >= 0) & (x < width))[None]
        if not cells.any():
            middle = 0.5 * (box[0] + box[2]) - left, 0.5 * (box[1] + box[3]) - top
            cells[self._letterbox.cell_of(*middle, grid)] = True
        return cells

    def close_cells(self) -> list[tuple[Window, Array]]:
        """The cells of each glance."""
        crops = [(glance._crop, glance.cells()) for _, glance in self._glances]
        return [
            ((float(c.y), float(c.x), float(c.side), float(c.side)), cells)
            for c, cells in crops
            if c is not None
        ]

    def people(self) -> Detections:
        """The people in the frame, with masks."""
        return self._people

    @cached_property
    def _people(self) -> Detections:
        return self.detect(self._vision.person, PERSON, masks=True)

    # --- glances -----------------------------------------------------------------------------------

    def glance(self, box: Sequence[float] | Array) -> EyesLook | None:
        """A closer look at a box of the frame; its results are merged into those of this look."""
        if self._camera is None:
            raise InvalidValueError(
                "a glance needs the camera of the frame: look(image, parts, camera)"
            )
        crop = crop_around(box, self._camera)
        if crop is None:
            return None
        masks = issubclass(self._part, Outlined)
        parts = LookPart.MASKS if masks else LookPart.BOXES
        closer = EyesLook(self._vision, self._whole, parts, self._camera, crop)
        self._glances.append((np.asarray(box, np.float32), closer))
        self.__dict__.pop("_people", None)
        return closer


def _includes(outputs: Located, part: type[Located]) -> bool:
    """Whether what was computed includes a part."""
    return part_with(type(outputs), part) is type(outputs)


def _matrix(queries: Sequence[TextQuery]) -> Array:
    return np.stack([_vector(query) for query in queries])


def _vector(query: TextQuery) -> Array:
    assert query.vector is not None, "queries of encoders have vectors"
    return query.vector


def _units(vectors: Array) -> Array:
    length = np.linalg.norm(vectors, axis=-1, keepdims=True)
    unit: Array = (vectors / np.maximum(length, 1e-12)).astype(np.float32)
    return unit
