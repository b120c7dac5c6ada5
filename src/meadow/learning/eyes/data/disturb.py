"""Augmentation of pictures: other light, blur, noise, and a robot's own arm in view."""

from __future__ import annotations

import math

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from meadow.seeding import Stream
from meadow.types import SHELL_IDS, Array

ARM = -len(SHELL_IDS) - 1
"""Id of pixels that show the robot's own arm: no phrase is true of them."""
ARM_COLOURS = ((40, 40, 44), (90, 92, 96), (205, 205, 208), (30, 60, 120), (190, 120, 30))


def disturbed(rng: Stream, rgb: Array) -> Array:
    """A picture under another light, through another lens and by another sensor, uint8."""
    image: Array = rgb.astype(np.float32)
    if rng.chance(0.8):
        gain = rng.uniform(0.25, 0.7) if rng.chance(0.12) else rng.uniform(0.7, 1.25)
        cast = np.array([rng.uniform(0.92, 1.08) for _ in range(3)], np.float32)
        contrast = rng.uniform(0.8, 1.2)
        pivot = 110.0 * min(1.0, gain)
        image = (image * (gain * cast) - pivot) * contrast + pivot
    if rng.chance(0.2):
        image = _blurred(rng, image)
    if rng.chance(0.3):
        noise = rng.normals(image.size // 3).astype(np.float32).reshape(image.shape[:2])
        image = image + rng.uniform(2.0, 9.0) * noise[..., None]
    return np.clip(image, 0.0, 255.0).astype(np.uint8)


def _blurred(rng: Stream, image: Array) -> Array:
    """Blur a picture, by defocus or by motion along a line."""
    if rng.chance(0.6):
        soft = Image.fromarray(np.clip(image, 0, 255).astype(np.uint8))
        soft = soft.filter(ImageFilter.GaussianBlur(rng.uniform(0.5, 1.4)))
        return np.asarray(soft, np.float32)
    reach, angle = rng.uniform(1.0, 3.0), rng.uniform(0.0, math.pi)
    steps = np.linspace(-reach, reach, 5)
    moved = [
        np.roll(image, (round(s * math.sin(angle)), round(s * math.cos(angle))), (0, 1))
        for s in steps
    ]
    mean: Array = np.stack(moved).mean(axis=0, dtype=np.float32)
    return mean


def with_arm(rng: Stream, rgb: Array, ids: Array) -> tuple[Array, Array]:
    """Draw a jointed arm that reaches into a picture from the lower edge."""
    side = ids.shape[0]
    canvas = Image.fromarray(np.asarray(rgb, np.uint8))
    mask = Image.new("1", canvas.size)
    pen, stencil = ImageDraw.Draw(canvas), ImageDraw.Draw(mask)
    colour = rng.choice(ARM_COLOURS)
    x, y = rng.uniform(0.25, 0.75) * side, 1.05 * side
    thick, heading = rng.uniform(0.07, 0.13) * side, math.radians(rng.uniform(60.0, 120.0))
    for _ in range(rng.integer(2, 3)):
        reach = rng.uniform(0.14, 0.28) * side
        end = x + reach * math.cos(heading), y - reach * math.sin(heading)
        for width, shade in ((1.0, 0.55), (0.75, 1.0), (0.25, 1.35)):
            tint = tuple(min(255, int(c * shade)) for c in colour)
            pen.line([(x, y), end], fill=tint, width=max(1, int(width * thick)))
        stencil.line([(x, y), end], fill=1, width=max(1, int(thick)))
        for pad, shade in ((0.62, 0.7), (0.4, 1.15)):
            tint = tuple(min(255, int(c * shade)) for c in colour)
            pen.ellipse(_around(end, pad * thick), fill=tint)
        stencil.ellipse(_around(end, 0.62 * thick), fill=1)
        (x, y), thick = end, 0.8 * thick
        heading += math.radians(rng.uniform(-60.0, 60.0))
    for turn in (-0.5, 0.5):  # the two fingers
        tip = x + thick * math.cos(heading + turn), y - thick * math.sin(heading + turn)
        pen.line([(x, y), tip], fill=colour, width=max(1, int(0.35 * thick)))
        stencil.line([(x, y), tip], fill=1, width=max(1, int(0.35 * thick)))
    return np.asarray(canvas), np.where(np.asarray(mask), ARM, ids).astype(ids.dtype)


def _around(point: tuple[float, float], radius: float) -> list[float]:
    x, y = point
    return [x - radius, y - radius, x + radius, y + radius]
