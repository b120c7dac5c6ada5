"""Texts that do not collide: each takes the best of its places that is still free."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache

from PIL import ImageDraw, ImageFont

Box = tuple[float, float, float, float]


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    """The typeface that comes with Pillow, so that pictures are alike everywhere."""
    loaded = ImageFont.load_default(size)
    assert isinstance(loaded, ImageFont.FreeTypeFont)  # with a size it is never the bitmap font
    return loaded


def text_size(text: str, size: int) -> tuple[float, float]:
    """Width and height of a text of one or more lines, pixels."""
    lines = text.split("\n")
    return max(font(size).getlength(line) for line in lines), 1.15 * size * len(lines)


def shortened(text: str, size: int, width: float) -> str:
    """The text, or its beginning and an ellipsis where it is wider than that."""
    if text_size(text, size)[0] <= width:
        return text
    while text and text_size(f"{text}…", size)[0] > width:
        text = text[:-1]
    return f"{text.rstrip()}…"


@dataclass
class Labels:
    """Texts on a drawing and the boxes they cover."""

    draw: ImageDraw.ImageDraw
    taken: list[Box] = field(default_factory=list)

    def put(
        self,
        text: str,
        places: Iterable[tuple[float, float]],
        size: int,
        fill: str,
        *,
        halo: str = "",
    ) -> bool:
        """Write a text around the first free place; False when there is none."""
        width, height = text_size(text, size)
        for x, y in places:
            box = (x - width / 2 - 2, y - height / 2, x + width / 2 + 2, y + height / 2)
            if any(_overlap(box, other) for other in self.taken):
                continue
            self.taken.append(box)
            self.draw.multiline_text(
                (x, y),
                text,
                fill=fill,
                font=font(size),
                anchor="mm",
                align="center",
                spacing=0.15 * size,
                stroke_width=max(1, size // 8) if halo else 0,
                stroke_fill=halo or None,
            )
            return True
        return False


def _overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def around(x: float, y: float, reach_x: float, reach_y: float) -> Iterator[tuple[float, float]]:
    """The middle of a thing, then places ever farther from it."""
    yield x, y
    for step in (0.35, 0.7, 1.0):
        for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)):
            yield x + dx * step * reach_x, y + dy * step * reach_y
