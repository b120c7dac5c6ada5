"""Spatter: drops of water (severities 1 to 3) or mud (4 and 5) on the lens."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import njit

from meadow.corruptions.grain import grain
from meadow.corruptions.kinds import Filter, corruption
from meadow.corruptions.opencv import opencv
from meadow.seeding import Stream
from meadow.types import Array

WATER = np.array([175.0, 238.0, 238.0], np.float32)
MUD = np.array([63.0, 42.0, 20.0], np.float32)
#: Coverage below which there is no mud.
DRY = 0.8
#: Distance from its edge up to which a drop is shaded, in pixels of a frame 400 pixels wide.
SHADED = 20.0
#: Smallest scale at which drops are drawn before they are shrunk: below it they would be single pixels.
SMALLEST = 0.56
_EMBOSS = np.array([[-2, -1, 0], [-1, 1, 1], [0, 1, 2]], np.float32)


@dataclass(frozen=True, slots=True)
class Level:
    """Parameters of one severity."""

    mean: float
    std: float
    blur: float
    """Blur of the noise, in pixels of a frame 400 pixels wide."""
    threshold: float
    """Noise below it stays dry."""
    strength: float
    """Strength of water; for mud the blur of its edges, in pixels of a frame 400 pixels wide."""
    mud: bool = False


LEVELS = (
    Level(0.65, 0.3, 4, 0.69, 0.6),
    Level(0.65, 0.3, 3, 0.68, 0.6),
    Level(0.65, 0.3, 2, 0.68, 0.5),
    Level(0.65, 0.3, 1, 0.65, 1.5, mud=True),
    Level(0.67, 0.4, 1, 0.65, 1.5, mud=True),
)


@corruption("spatter", part="rgb", levels=LEVELS)
def spatter(level: Level, rng: Stream, shape: tuple[int, int], scale: float) -> Filter:
    """Water or mud on the lens."""
    cv2 = opencv()
    fine = max(scale, SMALLEST)
    drawn = tuple(round(side * fine / scale) for side in shape)
    # A narrower blur averages less noise away, so there must be less of it for equal drops.
    ratio = _kept(level.blur) / _kept(level.blur * fine)
    liquid = grain(rng, drawn) * np.float32(level.std * ratio) + np.float32(level.mean)
    liquid = blurred(liquid, level.blur * fine)
    wet = liquid >= level.threshold
    if level.mud:
        cover = blurred(wet.astype(np.float32), level.strength * fine)
        cover = np.where(cover < DRY, np.float32(0.0), cover)
    else:
        cover = _shine(np.where(wet, liquid, 0.0), SHADED * fine) * np.float32(level.strength)
    if drawn != shape:
        cover = cv2.resize(cover, shape[::-1], interpolation=cv2.INTER_AREA)
    return _mud(cover) if level.mud else _water(cover)


def blurred(field: Array, std: float) -> Array:
    """A Gaussian blur up to four standard deviations, with edges continued."""
    cv2 = opencv()
    size = 2 * int(4.0 * std + 0.5) + 1
    result: Array = cv2.GaussianBlur(field, (size, size), std, borderType=cv2.BORDER_REPLICATE)
    return result


def _kept(std: float) -> float:
    """The factor by which a blur multiplies the standard deviation of white noise."""
    reach = int(4.0 * std + 0.5)
    weights = np.exp(-0.5 * (np.arange(-reach, reach + 1) / std) ** 2)
    return float(((weights / weights.sum()) ** 2).sum())


def _shine(liquid: Array, shaded: float) -> Array:
    """The light that drops of water add, up to 1: more at their edges, like an embossed relief."""
    cv2 = opencv()
    layer = (liquid * 255.0).astype(np.uint8)
    away = cv2.distanceTransform(255 - cv2.Canny(layer, 50, 150), cv2.DIST_L2, 5)
    away = cv2.blur(np.minimum(away, shaded), (3, 3)).astype(np.uint8)
    relief = cv2.filter2D(cv2.equalizeHist(away), cv2.CV_8U, _EMBOSS)
    shine = layer * cv2.blur(relief, (3, 3)).astype(np.float32)
    result: Array = shine / max(float(shine.max()), 1.0)
    return result


def _water(shine: Array) -> Filter:
    def apply(rgb: Array) -> Array:
        out = np.empty_like(rgb)
        _gleam(rgb, shine, WATER, out)
        return out

    return apply


@njit(cache=True, nogil=True)
def _gleam(rgb, shine, water, out):  # type: ignore[no-untyped-def]
    """Add the light of the drops to each pixel."""
    for y in range(rgb.shape[0]):
        for x in range(rgb.shape[1]):
            for c in range(3):
                added = int(shine[y, x] * water[c])
                out[y, x, c] = min(int(rgb[y, x, c]) + added, 255)


def _mud(cover: Array) -> Filter:
    def apply(rgb: Array) -> Array:
        out = np.empty_like(rgb)
        _smear(rgb, cover, MUD, out)
        return out

    return apply


@njit(cache=True, nogil=True)
def _smear(rgb, cover, mud, out):  # type: ignore[no-untyped-def]
    """Mix mud into each pixel by how much covers it; most have none."""
    for y in range(rgb.shape[0]):
        for x in range(rgb.shape[1]):
            covered = cover[y, x]
            for c in range(3):
                if covered == 0.0:
                    out[y, x, c] = rgb[y, x, c]
                else:
                    clear = np.float32(rgb[y, x, c]) * (np.float32(1.0) - covered)
                    out[y, x, c] = np.uint8(np.rint(clear + covered * mud[c]))
