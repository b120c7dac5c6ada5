"""Pictures made of characters keep their colours and their shape."""

from __future__ import annotations

import io
import re

import numpy as np
from rich.console import Console

from meadow.viewer.terminal import UPPER_HALF, TerminalPicture, shrunk


def test_means_over_blocks() -> None:
    rgb = np.zeros((4, 8, 3), np.uint8)
    rgb[:2] = (200, 100, 0)
    small = shrunk(rgb, 4)
    assert small.shape == (2, 4, 3)
    assert small[0, 0].tolist() == [200, 100, 0]
    assert small[1, 3].tolist() == [0, 0, 0]


def test_a_small_picture_is_enlarged() -> None:
    assert shrunk(np.full((2, 2, 3), 9, np.uint8), 6).shape == (6, 6, 3)


def test_two_rows_of_pixels_make_a_line_of_text() -> None:
    console = Console(file=io.StringIO(), width=40, color_system="truecolor", force_terminal=True)
    console.print(TerminalPicture(np.full((10, 20, 3), (10, 20, 30), np.uint8), 20))
    text = console.file.getvalue()
    assert text.count(UPPER_HALF) == 100
    # Colours are rounded, so that few styles serve for all pictures.
    red, green, blue = map(int, re.search(r"38;2;(\d+);(\d+);(\d+)", text).groups())
    assert max(abs(red - 10), abs(green - 20), abs(blue - 30)) <= 4
