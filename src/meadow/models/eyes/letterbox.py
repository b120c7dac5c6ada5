"""Pictures of any size in a square: scaled evenly and put between grey bars, never squeezed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from meadow.types import Array

PADDING = 127
"""Grey of the bars around a picture that is not square, which the network takes for nothing."""


@dataclass(frozen=True, slots=True)
class Letterbox:
    """The place of a picture in a square, and the way back from the square to the picture."""

    height: int
    """Of the picture, pixels."""
    width: int
    side: int
    """Of the square, pixels."""

    @property
    def inner(self) -> tuple[int, int, int, int]:
        """Top, left, height and width of the picture within the square, pixels."""
        longest = max(self.height, self.width)
        height = max(1, round(self.height * self.side / longest))
        width = max(1, round(self.width * self.side / longest))
        return (self.side - height) // 2, (self.side - width) // 2, height, width

    @property
    def fills(self) -> bool:
        """Whether the picture is square and leaves no bars."""
        return self.height == self.width

    def fit(self, image: Array) -> Array:
        """(side, side, 3) uint8: the picture in its square."""
        if image.shape[:2] == (self.side, self.side):
            return image
        top, left, height, width = self.inner
        scaled = _resized(image, height, width)
        if self.fills:
            return scaled
        square = np.full((self.side, self.side, 3), PADDING, np.uint8)
        square[top : top + height, left : left + width] = scaled
        return square

    def boxes_to_picture(self, boxes: Array) -> Array:
        """(N, 4) boxes of the square in pixels of the picture, cut off at its edges."""
        top, left, height, width = self.inner
        if self.fills:
            factors = np.array([self.width, self.height] * 2, np.float32) / self.side
            scaled: Array = boxes * factors
            return scaled
        factors = np.array([self.width / width, self.height / height] * 2, np.float32)
        moved = (boxes - np.array([left, top] * 2, np.float32)) * factors
        limits = np.array([self.width, self.height] * 2, np.float32)
        clipped: Array = np.clip(moved, 0.0, limits)
        return clipped

    def masks_to_picture(self, masks: Array) -> Array:
        """(N, side, side) masks of the square at the resolution of the picture, nearest pixel."""
        top, left, height, width = self.inner
        inside = masks[:, top : top + height, left : left + width]
        if inside.shape[1:] == (self.height, self.width):
            return inside
        rows = (np.arange(self.height) * height) // self.height
        columns = (np.arange(self.width) * width) // self.width
        return inside[:, rows][:, :, columns]

    def centres(self, count: int) -> tuple[Array, Array]:
        """Rows and columns of the picture where ``count`` x ``count`` cells of the square are centred.

        They lie outside of the picture for cells of the bars.
        """
        top, left, height, width = self.inner
        at = (np.arange(count) + 0.5) * self.side / count
        return (at - top) * self.height / height, (at - left) * self.width / width

    def covered(self, count: int) -> tuple[Array, Array]:
        """Of ``count`` x ``count`` cells of the square, rows and columns that tile the picture evenly."""
        top, left, height, width = self.inner
        out = []
        for low, length in ((top, height), (left, width)):
            n = max(1, round(length * count / self.side))
            at = low + (np.arange(n) + 0.5) * length / n
            out.append((at * count / self.side).astype(np.int64))
        return out[0], out[1]

    def cell_of(self, x: float, y: float, count: int) -> tuple[int, int]:
        """Which of ``count`` x ``count`` cells of the square a point of the picture lies in."""
        if self.fills:
            row, column = int(y * count / self.height), int(x * count / self.width)
        else:
            top, left, height, width = self.inner
            row = int((top + y * height / self.height) * count / self.side)
            column = int((left + x * width / self.width) * count / self.side)
        return min(max(row, 0), count - 1), min(max(column, 0), count - 1)

    def map_to_picture(self, values: Array) -> Array:
        """(h, w) numbers that tile the picture evenly, from (n, n) numbers that tile the square."""
        if self.fills:
            return values
        top, left, height, width = self.inner
        rows = top + (np.arange(self.height) + 0.5) * height / self.height
        columns = left + (np.arange(self.width) + 0.5) * width / self.width
        n, m = values.shape
        i = (rows * n / self.side).astype(np.int64)
        j = (columns * m / self.side).astype(np.int64)
        return values[np.ix_(i, j)]


def _resized(image: Array, height: int, width: int) -> Array:
    """(height, width, 3) uint8."""
    if image.shape[:2] == (height, width):
        return image
    from PIL import Image

    picture = Image.fromarray(image)
    down, across = image.shape[0] // height, image.shape[1] // width
    if image.shape[:2] == (down * height, across * width):
        # Equal to a grey level or so, in a third of the time.
        return np.asarray(picture.reduce((across, down)))
    # Means of whole pixels when shrinking, so that a picture and its enlargement look the same.
    shrinks = max(image.shape[:2]) >= max(height, width)
    way = Image.Resampling.BOX if shrinks else Image.Resampling.BILINEAR
    return np.asarray(picture.resize((width, height), way))
