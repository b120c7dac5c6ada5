"""YOLO-World through ONNX: an open-vocabulary detector whose words are an input.

The exported file takes images and a matrix of CLIP ViT-B/32 text vectors. Where these come from is
a parameter: an image-text encoder (``hf:openai/clip-vit-base-patch32``), or a table beside the model,
``NAME.texts.npz``, with ``names`` (UTF-8, one per line) and ``vectors``. Export a checkpoint with
``scripts/export_yolo_world.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from meadow import serialize
from meadow.errors import FileFormatError, InvalidValueError
from meadow.models.arrays import check_array, read_arrays, read_names
from meadow.models.boxes import corners, merge, select
from meadow.models.onnx import file_hash, open_session
from meadow.models.protocols import Card, ImageTextEncoder
from meadow.models.text import load_words
from meadow.types import Array, Detections, empty_detections

#: Grey that fills the input where the frame does not reach.
FILL = 114

#: A phrase that the table lacks is made of the names that mean most nearly the same.
NEIGHBOURS = 3


class TextTable:
    """Text vectors of known names; other phrases are composed of their nearest names."""

    def __init__(self, path: Path) -> None:
        try:
            source = str(path)
            arrays = read_arrays(serialize.read_bytes(path), source, ("names", "vectors"))
            self.names = read_names(arrays["names"], source)
            check_array(arrays["vectors"], (len(self.names), None), f"{source}, vectors")
        except FileFormatError as error:
            raise FileFormatError(
                f"{path}: no table of text vectors ({error}). Expected 'names' and 'vectors', or give "
                'texts=load_model("hf:openai/clip-vit-base-patch32")'
            ) from error
        self.vectors: Array = arrays["vectors"].astype(np.float32)
        self._rows = {name: row for row, name in enumerate(self.names)}
        self._meanings = load_words().encode(self.names)

    def encode_texts(self, texts: Sequence[str]) -> Array:
        """(N, D) vectors; those of unknown texts are mixed from the nearest names' vectors."""
        return np.stack([self._one(text.lower().strip()) for text in texts])

    def _one(self, text: str) -> Array:
        if text in self._rows:
            known: Array = self.vectors[self._rows[text]]
            return known
        likeness = self._meanings @ load_words().encode([text])[0]
        near = np.argsort(-likeness, kind="stable")[:NEIGHBOURS]
        result: Array = np.maximum(likeness[near], 1e-3) ** 4 @ self.vectors[near]
        return result


class YoloWorld:
    """Boxes of free phrases.

    Args:
        path: The exported ONNX file.
        texts: Encoder of the phrases; the table beside the file by default.
        template: How a phrase is worded for the encoder.
        threads: For onnxruntime; ``MEADOW_THREADS`` by default.
    """

    def __init__(
        self,
        path: str | Path,
        *,
        texts: ImageTextEncoder | TextTable | None = None,
        template: str = "{}",
        threads: int | None = None,
    ) -> None:
        self.path = Path(path).expanduser()
        self._session = open_session(self.path, threads=threads)
        self._texts = texts or TextTable(self.path.with_suffix(".texts.npz"))
        self._template = template
        shapes = {item.name: item.shape for item in self._session.get_inputs()}
        try:
            (_, _, self.side, _), (_, self.capacity, _) = shapes["images"], shapes["texts"]
            if not isinstance(self.side, int) or not isinstance(self.capacity, int):
                raise ValueError("sizes that are left open")
        except (KeyError, ValueError) as error:
            raise FileFormatError(
                f"{self.path}: inputs are {shapes}, expected images (1, 3, S, S) and texts (1, K, D) with "
                "numbers for S and K. Export it with scripts/export_yolo_world.py"
            ) from error

    def card(self) -> Card:
        """The file and its hash."""
        return Card(f"yolo-world:{self.path.name}", "detector", "", file_hash(self.path))

    def detect(
        self, images: Sequence[Array], phrases: Sequence[str], *, threshold: float = 0.05
    ) -> list[Detections]:
        """Boxes of the phrases, best first, doubles of one phrase removed."""
        if len(set(phrases)) < len(phrases):
            raise InvalidValueError(f"phrases {list(phrases)}: expected different ones")
        if not phrases:
            return [empty_detections() for _ in images]
        vectors = self._texts.encode_texts([self._template.format(p) for p in phrases])
        vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        inputs = [letterbox(image, self.side) for image in images]
        passes = []
        for start in range(0, len(phrases), self.capacity):
            part = slice(start, start + self.capacity)
            matrix = self._padded(vectors[part])
            passes.append(
                [
                    self._one(pixels, matrix, phrases[part], image.shape[:2], threshold)
                    for pixels, image in zip(inputs, images)
                ]
            )
        return [merge(parts) for parts in zip(*passes)]

    def _padded(self, vectors: Array) -> Array:
        # Copies of a phrase change nothing; zeros would take part in the maxima over phrases.
        rest = np.repeat(vectors[:1], self.capacity - len(vectors), axis=0)
        return np.concatenate([vectors, rest])[None].astype(np.float32)

    def _one(
        self,
        pixels: Array,
        matrix: Array,
        phrases: Sequence[str],
        size: tuple[int, int],
        threshold: float,
    ) -> Detections:
        out = self._session.run(None, {"images": pixels, "texts": matrix})[0][0]
        edges = corners(out[:4].T) * (max(size) / self.side)
        return select(edges, out[4 : 4 + len(phrases)].T, phrases, size, threshold)


def letterbox(image: Array, side: int) -> Array:
    """(1, 3, side, side) in [0, 1]: the frame at its own proportions in the upper left."""
    height, width = image.shape[:2]
    scale = side / max(height, width)
    small = (round(width * scale), round(height * scale))
    square = np.full((side, side, 3), FILL, np.uint8)
    square[: small[1], : small[0]] = np.asarray(
        Image.fromarray(image).resize(small, Image.Resampling.BILINEAR)
    )
    return np.ascontiguousarray(square.transpose(2, 0, 1)[None], np.float32) / np.float32(255.0)


def load(rest: str, **options: Any) -> YoloWorld:
    """The detector of ``yolo-world:PATH``."""
    return YoloWorld(rest, **options)
