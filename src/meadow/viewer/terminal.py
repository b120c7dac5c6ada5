"""Pictures in a terminal: two pixels to a character, in full colour."""

from __future__ import annotations

import numpy as np
from rich.color import Color
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.segment import Segment
from rich.style import Style

from meadow.types import Array

UPPER_HALF = "\N{UPPER HALF BLOCK}"


class TerminalPicture:
    """A picture that rich can print; it is as wide in characters as told, or as there is room."""

    def __init__(self, rgb: Array, width: int) -> None:
        """``rgb`` is (H, W, 3) uint8."""
        self._rgb, self._width = rgb, width

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        pixels = shrunk(self._rgb, min(self._width, options.max_width))
        for above, below in zip(pixels[0::2], pixels[1::2]):
            for top, bottom in zip(above.tolist(), below.tolist()):
                style = Style(color=Color.from_rgb(*top), bgcolor=Color.from_rgb(*bottom))
                yield Segment(UPPER_HALF, style)
            yield Segment.line()

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        width = min(self._width, options.max_width)
        return Measurement(width, width)


def shrunk(rgb: Array, width: int) -> Array:
    """A picture that is ``width`` pixels wide and an even number high, by means over blocks."""
    height = max(2, round(width * rgb.shape[0] / rgb.shape[1] / 2) * 2)
    down, across = (
        np.linspace(0, side, count + 1).astype(int)
        for side, count in zip(rgb.shape[:2], (height, width))
    )
    sums = np.add.reduceat(
        np.add.reduceat(rgb.astype(np.int64), down[:-1], axis=0), across[:-1], axis=1
    )
    counts = np.maximum(np.diff(down), 1)[:, None] * np.maximum(np.diff(across), 1)
    result: Array = (sums // counts[..., None]).astype(np.uint8)
    return result
