"""Pictures in a terminal: two pixels to a character, in full colour."""

from __future__ import annotations

import itertools
from functools import lru_cache

import numpy as np
from rich.color import Color
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.segment import Segment
from rich.style import Style

from meadow.types import Array

UPPER_HALF = "\N{UPPER HALF BLOCK}"
#: Colours are rounded to multiples of this, so that the same styles serve again: making one is dear.
_ROUNDED = 8


class TerminalPicture:
    """A picture that rich can print; it is as wide in characters as told, or as there is room."""

    def __init__(self, rgb: Array, width: int) -> None:
        """``rgb`` is (H, W, 3) uint8."""
        self._rgb, self._width = rgb, width

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        pixels = shrunk(self._rgb, min(self._width, options.max_width))
        for line in picture_lines(pixels):
            yield from line
            yield Segment.line()

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        width = min(self._width, options.max_width)
        return Measurement(width, width)


def picture_lines(pixels: Array) -> list[list[Segment]]:
    """The lines of characters of (2N, W, 3) pixels; neighbours of one colour are one segment."""
    codes = pixels.astype(np.int64) // _ROUNDED
    codes = (codes[..., 0] << 16) | (codes[..., 1] << 8) | codes[..., 2]
    lines = []
    for above, below in zip(codes[0::2].tolist(), codes[1::2].tolist()):
        runs = itertools.groupby(zip(above, below))
        lines.append([Segment(UPPER_HALF * len(list(run)), _style(*pair)) for pair, run in runs])
    return lines


@lru_cache(maxsize=1 << 16)
def _style(above: int, below: int) -> Style:
    return Style(color=_colour(above), bgcolor=_colour(below))


def _colour(code: int) -> Color:
    parts = (code >> 16, code >> 8 & 255, code & 255)
    return Color.from_rgb(*(min(255, part * _ROUNDED + _ROUNDED // 2) for part in parts))


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
