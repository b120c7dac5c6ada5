"""From the words for a finish to what the kernels read: a texture, a palette, gloss and glow."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from meadow.errors import UnknownIdError
from meadow.scenes.modelling.finish import COLOURS
from meadow.scenes.schema import Finish, Part
from meadow.sim.render import prints
from meadow.sim.render.textures import (
    PATTERN_TILE,
    Texture,
    material_texture,
    palette,
    surface_texture,
)

F64 = NDArray[np.float64]

_GLOSS = {
    "metal": 0.62,
    "glass": 0.55,
    "ceramic": 0.42,
    "plastic": 0.20,
    "leather": 0.16,
    "stone": 0.06,
    "wood": 0.05,
}


@dataclass(frozen=True, slots=True, eq=False)
class SurfaceLook:
    """A texture with the colours of its 256 texel values."""

    texture: Texture
    colours: F64
    """(256, 3) in 0..255, before tinting."""
    gloss: float = 0.0
    pattern: bool = False
    """Its scale follows the size of the thing that wears it."""


def rgb(name: str) -> F64:
    """A named colour as floats."""
    if name not in COLOURS:
        raise UnknownIdError("colour", name, COLOURS)
    return np.array(COLOURS[name], np.float64)


def _shade_of(colour: F64) -> F64:
    """A companion for surfaces that have only one colour: a little darker, or lighter when dark."""
    return colour * 0.82 if colour.sum() > 240 else colour * 0.8 + 50.0


@lru_cache(maxsize=1024)
def part_look(colour: str, material: str, pattern: str, colour2: str) -> SurfaceLook:
    """How the tiled faces of a part look."""
    first = rgb(colour)
    second = rgb(colour2) if colour2 else _shade_of(first)
    texture = material_texture(material, pattern)
    return SurfaceLook(
        texture,
        palette(first, second),
        _GLOSS.get(material, 0.0),
        texture.tile == PATTERN_TILE,
    )


@lru_cache(maxsize=512)
def surface_look(finish: Finish) -> SurfaceLook:
    """How a floor, wall or ceiling looks."""
    colour = rgb(finish.colour)
    second = np.array([190.0, 186.0, 178.0]) if finish.surface == "brick" else _shade_of(colour)
    return SurfaceLook(surface_texture(finish.surface), palette(colour, second))


@lru_cache(maxsize=1024)
def print_look(part: Part, aspect: float) -> SurfaceLook | None:
    """What the printed faces of a part show, or None when they are plain."""
    if part.pattern != "printed" or not (part.text or part.image):
        return None
    paper = rgb(part.colour)
    if part.text:
        ink = rgb(part.colour2) if part.colour2 else _ink(paper)
        picture = prints.text_print(part.text, aspect)
    else:
        ink = paper
        picture = prints.image_print(part.image, aspect)
    return SurfaceLook(
        picture.texture, picture.colours(paper, ink), 0.5 * _GLOSS.get(part.material, 0.0)
    )


def _ink(paper: F64) -> F64:
    """Black on light paper, white on dark."""
    luminance = paper @ np.array([0.3, 0.59, 0.11])
    return rgb("black") if luminance > 110 else rgb("white")
