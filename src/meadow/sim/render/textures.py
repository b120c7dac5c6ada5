"""Small tileable textures for materials, patterns and building surfaces.

A texel is one byte: 8 steps of mixing between two colours times 32 steps of lightness. The colours
come from a palette of 256 entries, so one texture serves every colour and all of them together stay
in the processor's cache. Each has mip levels down to a single texel, stored one after the other.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from meadow.errors import UnknownIdError
from meadow.scenes.modelling.finish import MATERIALS, PATTERNS, SURFACES
from meadow.seeding import stream

F64 = NDArray[np.float64]
Drawing = tuple[F64, F64]
"""Lightness and mix of a texture, (S, S) each."""

MIXES, TONES = 8, 32
DARKEST, LIGHTEST = 0.35, 1.25


@dataclass(frozen=True, slots=True, eq=False)
class Texture:
    """Texels of all levels, the finest first."""

    texels: NDArray[np.uint8]
    bits: int
    """log2 of the finest level's side."""
    tile: float
    """Metres that one copy covers."""


def encode(lightness: F64, mix: F64) -> NDArray[np.uint8]:
    """Texel bytes of lightness and mix."""
    tone = np.rint((lightness - DARKEST) / (LIGHTEST - DARKEST) * (TONES - 1))
    part = np.rint(mix * (MIXES - 1)).clip(0, MIXES - 1)
    texels: NDArray[np.uint8] = (part * TONES + tone.clip(0, TONES - 1)).astype(np.uint8)
    return texels


#: Mix and tone of all texel bytes.
_MIX = np.repeat(np.arange(MIXES) / (MIXES - 1), TONES)[:, None]
_TONE = np.tile(np.linspace(DARKEST, LIGHTEST, TONES), MIXES)[:, None]


def palette(first: F64, second: F64) -> F64:
    """(256, 3) colours of all texel bytes for two colours."""
    return (first + (second - first) * _MIX) * _TONE


def halve(values: F64) -> F64:
    """The next mip level."""
    half: F64 = 0.25 * (
        values[::2, ::2] + values[1::2, ::2] + values[::2, 1::2] + values[1::2, 1::2]
    )
    return half


def _finished(drawing: Drawing, tile: float) -> Texture:
    lightness, mix = drawing
    bits = int(math.log2(len(lightness)))
    levels = [encode(lightness, mix)]
    for _ in range(bits):
        lightness, mix = halve(lightness), halve(mix)
        levels.append(encode(lightness, mix))
    return Texture(np.concatenate([level.reshape(-1) for level in levels]), bits, tile)


# --- building blocks -----------------------------------------------------------------------------


def _grid(size: int) -> tuple[F64, F64]:
    """Texel centres in [0, 1): x to the right, y down."""
    line = (np.arange(size) + 0.5) / size
    return np.meshgrid(line, line)


def _noise(name: str, size: int, across: int, down: int) -> F64:
    """Smooth tileable noise in [0, 1] with so many cells across and down."""
    cells = stream(0, "texture", name).array(across * down).reshape(down, across)
    x, y = _grid(size)
    x, y = x * across, y * down
    i, j = x.astype(int), y.astype(int)
    u, v = x - i, y - j
    u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
    i1, j1 = (i + 1) % across, (j + 1) % down
    top = cells[j, i] * (1 - u) + cells[j, i1] * u
    low = cells[j1, i] * (1 - u) + cells[j1, i1] * u
    result: F64 = top * (1 - v) + low * v
    return result


def _grain(name: str, size: int, depth: float) -> F64:
    """Independent texels around 1."""
    values = stream(0, "texture", name).array(size * size).reshape(size, size)
    return 1.0 + depth * (values - 0.5)


def _saw(x: F64) -> F64:
    return x - np.floor(x)


# --- materials: lightness only -------------------------------------------------------------------


def _wood(size: int, name: str = "wood") -> F64:
    _, y = _grid(size)
    bend = _noise(name + " bend", size, 2, 3)
    rings = np.sin(2 * math.pi * (7 * y + 0.8 * bend))
    fibre = _noise(name + " fibre", size, 4, 32)
    return 0.94 + 0.05 * rings + 0.2 * (fibre - 0.5)


def _metal(size: int) -> F64:
    return (
        0.97
        + 0.22 * (_noise("brush", size, 2, size) - 0.5)
        + 0.1 * (_noise("haze", size, 2, 4) - 0.5)
    )


def _fabric(size: int) -> F64:
    x, y = _grid(size)
    weave: F64 = np.sin(2 * math.pi * 16 * x) * np.sin(2 * math.pi * 16 * y)
    return 0.94 + 0.09 * weave + 0.08 * (_noise("cloth", size, 8, 8) - 0.5)


def _leather(size: int) -> F64:
    creases: F64 = np.abs(_noise("creases", size, 9, 9) - 0.5) * 2
    return 0.82 + 0.2 * np.sqrt(creases) + 0.06 * (_noise("hide", size, 4, 4) - 0.5)


def _stone(size: int) -> F64:
    cloud = _noise("cloud", size, 4, 4) + 0.5 * _noise("cloud 2", size, 9, 9)
    vein: F64 = np.abs(_noise("vein", size, 5, 5) + 0.3 * _noise("vein 2", size, 11, 11) - 0.65)
    return 0.82 + 0.16 * cloud - 0.22 * np.exp(-40 * vein) + _grain("stone", size, 0.08) - 1


def _organic(size: int) -> F64:
    return 0.84 + 0.2 * _noise("organic", size, 6, 6) + 0.1 * _noise("organic 2", size, 13, 13)


def _rubber(size: int) -> F64:
    x, y = _grid(size)
    dents: F64 = np.sin(2 * math.pi * 8 * x) ** 8 + np.sin(2 * math.pi * 8 * y) ** 8
    return 0.88 - 0.06 * dents + _grain("rubber", size, 0.06) - 1


def _glass(size: int) -> F64:
    x, y = _grid(size)
    return 1.02 + 0.12 * (_saw((x + y) * 2) > 0.86).astype(float)


_LIGHTNESS: dict[str, Callable[[int], F64]] = {
    "wood": _wood,
    "metal": _metal,
    "plastic": lambda n: np.full((n, n), 1.0),
    "glass": _glass,
    "ceramic": lambda n: 1.04 + 0.05 * (_noise("glaze", n, 3, 3) - 0.5),
    "fabric": _fabric,
    "leather": _leather,
    "stone": _stone,
    "rubber": _rubber,
    "paper": lambda n: 1.0 + 0.06 * (_noise("paper", n, 16, 16) - 0.5),
    "organic": _organic,
}
_MATERIAL_TILE = {
    "wood": 0.5,
    "metal": 0.4,
    "stone": 0.5,
    "leather": 0.3,
    "organic": 0.2,
    "glass": 0.5,
}


# --- patterns: mix of two colours and some lightness ---------------------------------------------


def _striped(n: int) -> Drawing:
    x, _ = _grid(n)
    return np.ones((n, n)), (_saw(4 * x) >= 0.5).astype(float)


def _checked(n: int) -> Drawing:
    x, y = _grid(n)
    return np.ones((n, n)), ((_saw(2 * x) >= 0.5) ^ (_saw(2 * y) >= 0.5)).astype(float)


def _dotted(n: int) -> Drawing:
    x, y = _grid(n)
    x, y = _saw(2 * x) - 0.5, _saw(2 * y) - 0.5
    return np.ones((n, n)), (x * x + y * y < 0.085).astype(float)


def _knitted(n: int) -> Drawing:
    x, y = _grid(n)
    stitch = _saw(8 * y + 1.2 * np.abs(_saw(4 * x) - 0.5))
    tone = 0.68 + 0.42 * np.sin(math.pi * stitch) - 0.1 * (np.abs(_saw(4 * x) - 0.5) > 0.44)
    band = ((_saw(y) > 0.72) & (_saw(y) < 0.86)).astype(float)
    return tone, band


def _floral(n: int) -> Drawing:
    x, y = _grid(n)
    mix, tone = np.zeros((n, n)), np.ones((n, n))
    for cx, cy in ((0.25, 0.25), (0.75, 0.75)):
        u, v = _saw(x - cx + 0.5) - 0.5, _saw(y - cy + 0.5) - 0.5
        radius, angle = np.hypot(u, v), np.arctan2(v, u)
        mix[radius < 0.13 + 0.075 * np.cos(5 * angle)] = 1.0
        mix[radius < 0.05] = 0.35
    for cx, cy in ((0.75, 0.25), (0.25, 0.75)):
        u, v = _saw(x - cx + 0.5) - 0.5, _saw(y - cy + 0.5) - 0.5
        tone[(np.abs(u - v) < 0.045) & (np.hypot(u, v) < 0.15)] = 0.7
    return tone, mix


def _tie_dye(n: int) -> Drawing:
    x, y = _grid(n)
    u, v = x - 0.5, y - 0.5
    warp = 0.25 * _noise("dye", n, 4, 4)
    wave = np.sin(2 * math.pi * (3.2 * np.hypot(u, v) + np.arctan2(v, u) / math.pi + warp))
    tone = 0.9 + 0.25 * _noise("dye 2", n, 6, 6)
    return tone, 0.5 + 0.5 * np.tanh(2.2 * wave)


def _zigzag(n: int) -> Drawing:
    x, y = _grid(n)
    return np.ones((n, n)), (_saw(3 * y + np.abs(_saw(3 * x) - 0.5)) >= 0.5).astype(float)


def _wicker(n: int) -> Drawing:
    x, y = _grid(n)
    column, row = np.floor(6 * x), np.floor(12 * y)
    over = (column + row) % 2 == 0
    bulge = np.where(over, np.sin(math.pi * _saw(6 * x)), 0.75 * np.sin(math.pi * _saw(12 * y)))
    return 0.55 + 0.5 * bulge, np.where(over, 0.0, 0.5)


_PATTERN: dict[str, Callable[[int], Drawing]] = {
    "striped": _striped,
    "checked": _checked,
    "dotted": _dotted,
    "knitted": _knitted,
    "floral": _floral,
    "tie-dye": _tie_dye,
    "zigzag": _zigzag,
    "wicker": _wicker,
}
PATTERN_TILE = 0.24
"""Metres that one copy of a pattern covers on something half a metre large."""


# --- floors and walls ----------------------------------------------------------------------------


def _rows(name: str, size: int, rows: int, boards: int) -> Drawing:
    """Boards in rows, each with its own shade and shift."""
    x, y = _grid(size)
    row = np.floor(rows * y).astype(int)
    draws = stream(0, "texture", name)
    shift = draws.array(rows)[row]
    along = _saw(x + shift) * boards
    shade = draws.array(rows * boards)[row * boards + along.astype(int)]
    seam = (_saw(rows * y) < rows * 1.5 / size) | (_saw(along) < boards * 1.2 / size)
    return np.where(seam, -0.28, 0.0) + 0.16 * (shade - 0.5), shade


def _planks(n: int) -> Drawing:
    relief, shade = _rows("planks", n, 8, 1)
    return _wood(n, "planks") + relief, 0.6 * shade


def _parquet(n: int) -> Drawing:
    x, y = _grid(n)
    turned = (np.floor(2 * x) + np.floor(2 * y)) % 2 == 0
    strip = np.where(turned, _saw(2 * x), _saw(2 * y)) * 4
    shade = _noise("parquet", n, 8, 8)
    fibre = np.where(turned, _noise("p1", n, 48, 6), _noise("p2", n, 6, 48))
    return 0.90 + 0.14 * (fibre - 0.5) - 0.22 * (_saw(strip) < 0.09), np.where(
        turned, 0.25, 0.75
    ) * shade


def _tiles(n: int) -> Drawing:
    x, y = _grid(n)
    grout = (_saw(3 * x) < 0.035) | (_saw(3 * y) < 0.035)
    cell = (np.floor(3 * y) * 3 + np.floor(3 * x)).astype(int)
    shade = stream(0, "texture", "tiles").array(9)[cell]
    return np.where(grout, 0.72, 0.98 + 0.06 * (shade - 0.5)), np.zeros((n, n))


def _brick(n: int) -> Drawing:
    x, y = _grid(n)
    row = np.floor(6 * y)
    along = 3 * x + 0.5 * (row % 2)
    mortar = (_saw(6 * y) < 0.14) | (_saw(along) < 0.05)
    shade = stream(0, "texture", "brick").array(18)[(row * 3 + np.floor(along) % 3).astype(int)]
    rough = _grain("brick", n, 0.12)
    return np.where(mortar, 1.1, 0.86 + 0.16 * shade) * rough, np.where(mortar, 0.9, 0.0)


def _wallpaper(n: int) -> Drawing:
    x, y = _grid(n)
    u, v = _saw(4 * x) - 0.5, _saw(4 * y + 0.5 * np.floor(4 * x)) - 0.5
    motif = np.abs(u) + np.abs(v) * 0.7 < 0.16 + 0.06 * np.cos(6 * np.arctan2(v, u))
    return 1.0 + 0.03 * (_saw(8 * x) < 0.5).astype(float), 0.9 * motif


_SURFACE: dict[str, tuple[Callable[[int], Drawing], float]] = {
    "planks": (_planks, 1.2),
    "parquet": (_parquet, 0.9),
    "tiles": (_tiles, 1.0),
    "carpet": (lambda n: (0.94 * _grain("carpet", n, 0.22), 0.5 * _noise("pile", n, 12, 12)), 0.6),
    "concrete": (
        lambda n: (
            0.86 + 0.2 * _noise("slab", n, 5, 5) + _grain("slab", n, 0.07) - 1,
            _noise("slab 2", n, 2, 2),
        ),
        2.0,
    ),
    "plaster": (
        lambda n: (1.0 + 0.05 * (_noise("plaster", n, 20, 20) - 0.5), np.zeros((n, n))),
        1.0,
    ),
    "wallpaper": (_wallpaper, 0.8),
    "brick": (_brick, 0.66),
}


@cache
def material_texture(material: str, pattern: str) -> Texture:
    """The texture of a material, under a pattern of two colours unless that is plain."""
    if material not in _LIGHTNESS:
        raise UnknownIdError("material", material, MATERIALS)
    size = 64
    lightness = _LIGHTNESS[material](size)
    if pattern in ("plain", "printed"):
        return _finished((lightness, np.zeros((size, size))), _MATERIAL_TILE.get(material, 0.3))
    if pattern not in _PATTERN:
        raise UnknownIdError("pattern", pattern, PATTERNS)
    tone, mix = _PATTERN[pattern](size)
    return _finished((tone * (0.5 + 0.5 * lightness), mix), PATTERN_TILE)


@cache
def surface_texture(surface: str) -> Texture:
    """The texture of a floor, wall or ceiling."""
    if surface not in _SURFACE:
        raise UnknownIdError("surface", surface, SURFACES)
    draw, tile = _SURFACE[surface]
    return _finished(draw(128), tile)
