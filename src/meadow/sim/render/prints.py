"""Printed text and pictures as textures, drawn with Pillow in the proportions of the face they go on.

Drawing one takes milliseconds, and a home has several that no home before it had. :func:`keep_prints`
therefore draws all pictures and all texts of the catalogue once for a machine; others are drawn when
asked for.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from textwrap import wrap

import numpy as np
import PIL
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont, features

from meadow import serialize
from meadow.errors import UnknownIdError
from meadow.scenes.catalogue import CATEGORIES
from meadow.scenes.modelling.finish import IMAGES
from meadow.sim.render.pictures import FULL, PICTURES, Pen
from meadow.sim.render.shelf import Shelf, fill
from meadow.sim.render.textures import Texture

F64 = NDArray[np.float64]

log = logging.getLogger(__name__)

BITS = 7
SIDE = 1 << BITS
TEXELS = (4 * SIDE * SIDE - 1) // 3
"""Of all levels together."""
LONG, VERY_LONG = 48, 100
"""Letters beyond which a text has twice and four times as many texels along each side. Each line of a text
with line breaks counts as at least 20 letters, because short lines waste paper."""
PALETTE = 256 * 4
"""Bytes for the colours of a picture."""
#: Faces of any proportion use the nearest of these, so that few prints serve many sizes.
ASPECTS = (0.25, 0.35, 0.5, 0.7, 0.85, 1.0, 1.2, 1.4, 2.0, 2.8, 4.0, 6.0)


@dataclass(frozen=True, slots=True)
class Print:
    """Texels and what each of their 256 values shows over the paper."""

    texture: Texture
    ink: F64 | None
    """(256, 3) colours of a picture; None for text, which is in the part's own ink."""
    cover: F64
    """(256,) how much of the paper is covered, 0 to 1."""

    def colours(self, paper: F64, ink: F64) -> F64:
        """(256, 3) colours of the texel values on a paper."""
        colours = ink if self.ink is None else self.ink
        return paper + (colours - paper) * self.cover[:, None]


@lru_cache(maxsize=1024)
def nearest_aspect(aspect: float) -> float:
    """The drawn proportion closest to a face's."""
    return min(ASPECTS, key=lambda a: abs(math.log(a / max(aspect, 1e-3))))


def text_print(text: str, aspect: float) -> Print:
    """Words, as large as they fit, wrapped and centred. Line breaks are kept, and long texts are finer."""
    return _text(text, nearest_aspect(aspect))


def image_print(image: str, aspect: float) -> Print:
    """One of the known pictures."""
    if image not in PICTURES:
        raise UnknownIdError("image", image, IMAGES)
    return _image(image, nearest_aspect(aspect))


def text_bits(text: str) -> int:
    """Logarithm of the texels along each side of a text's print."""
    lines = text.split("\n")
    letters = len(text) if len(lines) == 1 else sum(max(20, len(line)) for line in lines)
    return BITS + (letters > LONG) + (letters > VERY_LONG)


def _canvas_size(aspect: float, bits: int = BITS) -> tuple[int, int]:
    """Twice the texture's resolution along the shorter side, so that shrinking smooths."""
    side = 2 << bits
    return (int(side * aspect), side) if aspect >= 1 else (side, int(side / aspect))


def _levels(image: Image.Image, bits: int = BITS) -> list[Image.Image]:
    """All mip levels of a drawing, squeezed to squares."""
    side = 1 << bits
    levels = [image.resize((side, side), Image.Resampling.BOX)]
    for k in range(1, bits + 1):
        levels.append(levels[-1].resize((side >> k, side >> k), Image.Resampling.BOX))
    return levels


def _joined(levels: list[NDArray[np.uint8]]) -> bytes:
    """Texels of all levels, the finest first."""
    return b"".join(level.tobytes() for level in levels)


def _texture(texels: bytes, bits: int = BITS) -> Texture:
    return Texture(np.frombuffer(texels, np.uint8), bits, 1.0)


@cache
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


def _lines(text: str, width: float, height: float) -> tuple[list[str], int]:
    """Line breaks and the largest type size with which a text fits."""
    given = [line.strip() for line in text.split("\n")]
    best: tuple[list[str], int] = (given, 8)
    for count in range(1, 1 + min(8, max(1, len(text.split())))):
        # A line that somebody broke may be broken again, but two are never joined.
        letters = max(1, -(-max(map(len, given)) // count))
        lines = [part for line in given for part in _wrapped(line, letters)]
        probe = _font(100)
        widest = max(probe.getlength(line) for line in lines) / 100.0
        size = int(min(0.9 * width / max(widest, 0.1), 0.86 * height / (1.15 * len(lines))))
        if size > best[1]:
            best = lines, size
    return best


def _wrapped(line: str, letters: int) -> list[str]:
    return wrap(line, letters, break_long_words=False) or [line]


def _draw_text(text: str, aspect: float) -> bytes:
    """Texels whose values are how much of the paper is covered."""
    bits = text_bits(text)
    width, height = _canvas_size(aspect, bits)
    canvas = Image.new("L", (width, height), 0)
    pen = ImageDraw.Draw(canvas)
    lines, size = _lines(text, width, height)
    pen.multiline_text(
        (width / 2, height / 2),
        "\n".join(lines),
        fill=255,
        font=_font(size),
        anchor="mm",
        align="center",
        spacing=0.15 * size,
        stroke_width=max(0, size // 28),
    )
    return _joined([np.asarray(level, np.uint8) for level in _levels(canvas, bits)])


def _draw_image(image: str, aspect: float) -> bytes:
    """Red, green, blue and cover of the 256 texel values, then the texels."""
    canvas = Image.new("RGBA", _canvas_size(aspect), (255, 255, 255, 0))
    PICTURES[image](Pen(canvas, fill=image in FULL))
    levels = _levels(canvas)
    # One sheet with all levels, so that they share a palette.
    sheet = Image.new("RGBA", (SIDE, 2 * SIDE))
    tops = []
    for k, level in enumerate(levels):
        tops.append(2 * SIDE - (2 * SIDE >> k))
        sheet.paste(level, (0, tops[-1]))
    indexed = sheet.quantize(256, method=Image.Quantize.FASTOCTREE)
    colours = bytes(indexed.getpalette("RGBA") or ()).ljust(PALETTE, b"\0")
    values = np.asarray(indexed, np.uint8)
    return colours + _joined([values[t : t + (SIDE >> k), : SIDE >> k] for k, t in enumerate(tops)])


# --- what is drawn once for a machine ------------------------------------------------------------


@lru_cache(maxsize=256)
def _text(text: str, aspect: float) -> Print:
    bits = text_bits(text)
    size = (4 * 4**bits - 1) // 3
    texels = _kept(f"text {aspect} {text}", size) or _draw_text(text, aspect)
    return Print(_texture(texels, bits), None, np.arange(256) / 255.0)


@lru_cache(maxsize=256)
def _image(image: str, aspect: float) -> Print:
    data = _kept(f"image {aspect} {image}", PALETTE + TEXELS) or _draw_image(image, aspect)
    colours = np.frombuffer(data[:PALETTE], np.uint8).astype(np.float64).reshape(256, 4)
    return Print(_texture(data[PALETTE:]), colours[:, :3], colours[:, 3] / 255.0)


def _kept(name: str, size: int) -> bytes | None:
    """A print that was drawn before, if there is one of the right size."""
    data = _shelf(_shelf_path()).get(name)
    return data if data is not None and len(data) == size else None


@cache
def _shelf(path: Path) -> Shelf:
    return Shelf(path)


def _shelf_path() -> Path:
    return serialize.cache_directory() / "prints" / _version()


@cache
def _version() -> str:
    """Hash of everything that decides how prints look and are written."""
    code = serialize.code_version(*(f"sim/render/{n}.py" for n in ("prints", "pictures", "shelf")))
    return serialize.digest([code, PIL.__version__, features.version("freetype2"), _texts()])


def _texts() -> tuple[str, ...]:
    """All texts of the catalogue."""
    specs = [spec for category in CATEGORIES.values() for spec in category.parts.values()]
    return tuple(sorted({text for spec in specs for text in spec.texts}))


def keep_prints() -> None:
    """Draw all pictures and the catalogue's texts into the cache, unless they are there."""
    path = _shelf_path()
    if len(Shelf(path)):
        return

    def drawn() -> Iterator[tuple[str, bytes]]:
        for aspect in ASPECTS:
            for image in PICTURES:
                yield f"image {aspect} {image}", _draw_image(image, aspect)
            for text in _texts():
                yield f"text {aspect} {text}", _draw_text(text, aspect)

    try:
        fill(path, drawn())
    except OSError as error:
        log.info("prints are not kept: %s cannot be written (%s)", path, error)
    _shelf.cache_clear()
