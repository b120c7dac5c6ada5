"""Frames to tensors. Our own, so that a pixel's way is known and torchvision is not needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from PIL import Image

from meadow import serialize
from meadow.errors import InvalidValueError
from meadow.types import Array

T = TypeVar("T")


@dataclass(frozen=True)
class Preprocessing:
    """What ``preprocessor_config.json`` says, with CLIP's values where it is silent."""

    mean: tuple[float, ...] = (0.48145466, 0.4578275, 0.40821073)
    std: tuple[float, ...] = (0.26862954, 0.26130258, 0.27577711)
    filter: Image.Resampling = Image.Resampling.BICUBIC
    side: int = 0
    """Of the square input; 0 when the file names none."""

    @classmethod
    def of(cls, directory: Path) -> Preprocessing:
        """Read a model directory."""
        path = directory / "preprocessor_config.json"
        if not path.is_file():
            return cls()
        found = serialize.read(path, dict[str, Any])
        size = found.get("size")
        side = size.get("height", 0) if isinstance(size, dict) else 0
        return cls(
            tuple(found.get("image_mean", cls.mean)),
            tuple(found.get("image_std", cls.std)),
            Image.Resampling(found.get("resample", cls.filter)),
            side,
        )

    def squash(self, images: Sequence[Array], height: int, width: int) -> Array:
        """(N, 3, height, width) float32, stretched to fit: patches tile the whole frame evenly."""
        return np.stack([self._normal(self._resized(image, height, width)) for image in images])

    def pad(self, images: Sequence[Array], side: int) -> Array:
        """(N, 3, side, side), padded with grey below or right to a square, then resized."""
        squares = []
        for image in checked(images):
            longest = max(image.shape[:2])
            square = np.full((longest, longest, 3), 128, np.uint8)
            square[: image.shape[0], : image.shape[1]] = image
            squares.append(square)
        return self.squash(squares, side, side)

    def fit(self, images: Sequence[Array], short: int, long: int) -> Array:
        """(N, 3, h, w) of frames of one size, at their own proportions.

        The shorter side becomes ``short`` unless the longer one would exceed ``long``.
        """
        height, width = images[0].shape[:2]
        scale = min(short / min(height, width), long / max(height, width))
        return self.squash(images, round(height * scale), round(width * scale))

    def _resized(self, image: Array, height: int, width: int) -> Array:
        if image.shape[:2] == (height, width):
            return image
        return np.asarray(Image.fromarray(image).resize((width, height), self.filter))

    def _normal(self, image: Array) -> Array:
        scaled = image.astype(np.float32) / 255.0
        normal = (scaled - np.array(self.mean, np.float32)) / np.array(self.std, np.float32)
        return np.ascontiguousarray(normal.transpose(2, 0, 1), np.float32)


def checked(images: Sequence[Array]) -> Sequence[Array]:
    """Raise unless all are RGB frames."""
    for image in images:
        if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8 or not image.size:
            raise InvalidValueError(
                f"image of shape {image.shape}, {image.dtype}: expected (H, W, 3) uint8"
            )
    return images


def for_each_size(images: Sequence[Array], work: Callable[[list[Array]], Sequence[T]]) -> list[T]:
    """``work`` on the frames of each size together: padding would change what is seen at borders."""
    rows: dict[tuple[int, ...], list[int]] = {}
    for row, image in enumerate(checked(images)):
        rows.setdefault(image.shape, []).append(row)
    answers: dict[int, T] = {}
    for group in rows.values():
        answers.update(zip(group, work([images[row] for row in group]), strict=True))
    return [answers[row] for row in range(len(images))]
