"""Camera crack: the glass before the lens is broken, in the same way throughout each home."""

from __future__ import annotations

import math

import numpy as np

from meadow.corruptions.kinds import Filter, corruption
from meadow.corruptions.opencv import opencv
from meadow.seeding import Stream
from meadow.types import Array

#: Fewest and most cracks that run from the point of impact, and rings around it.
RAYS, RINGS = (7, 12), (2, 4)
#: Largest shift of the picture behind a shard, as a fraction of the frame's width.
REFRACTION = 0.03
#: Cracks bend at these distances from the impact (in widths of the frame) by up to so many radians.
KNOTS, SWAY = (0.0, 0.03, 0.08, 0.14, 0.22, 0.35, 0.5, 0.8), 0.1
#: Width of the lines, pixels of a frame of 400.
LINE = 1.1


@corruption("camera_crack", part="rgb", rhythm="scene")
def camera_crack(level: None, rng: Stream, shape: tuple[int, int], scale: float) -> Filter:
    """A broken glass: shards refract, cracks are dark."""
    cv2 = opencv()
    width = shape[1]
    shard = _shards(rng, shape)
    count = int(shard.max()) + 1
    shift = np.array([_shift(rng) for _ in range(count)], np.float32)[shard] * (REFRACTION * width)
    gloss = np.array([rng.uniform(0.85, 1.05) for _ in range(count)], np.float32)[shard]
    rows, columns = np.indices(shape, np.float32)
    map_x, map_y = columns + shift[..., 0], rows + shift[..., 1]
    shade = np.repeat((gloss * _lines(shard, scale))[..., None], 3, axis=2)

    def apply(rgb: Array) -> Array:
        seen = cv2.remap(rgb, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
        result: Array = cv2.multiply(seen, shade, dtype=cv2.CV_8U)
        return result

    return apply


def _shift(rng: Stream) -> tuple[float, float]:
    angle, length = rng.uniform(0.0, 2.0 * math.pi), rng.uniform(0.2, 1.0)
    return length * math.cos(angle), length * math.sin(angle)


def _shards(rng: Stream, shape: tuple[int, int]) -> Array:
    """(H, W) number of the shard at each pixel: sectors between wavy rays, cut by bent rings."""
    height, width = shape
    x, y = rng.uniform(0.25, 0.75) * width, rng.uniform(0.25, 0.75) * height
    stretch, turn = rng.uniform(0.7, 1.4), rng.uniform(0.0, math.pi)
    rows, columns = np.indices(shape, np.float64) + 0.5
    cos, sin = math.cos(turn), math.sin(turn)
    u = (cos * (columns - x) + sin * (rows - y)) * stretch / width
    v = (cos * (rows - y) - sin * (columns - x)) / stretch / width
    away, angle = np.hypot(u, v), np.arctan2(v, u)
    rays, rings = rng.integer(*RAYS), rng.integer(*RINGS)
    edges = [(k + rng.uniform(0.1, 0.9)) * 2.0 * math.pi / rays for k in range(rays)]
    sector = np.zeros(shape, np.int64)
    for edge in edges:
        bent = edge - math.pi + np.interp(away, KNOTS, [rng.uniform(-SWAY, SWAY) for _ in KNOTS])
        sector += angle > bent
    sector %= rays
    ring = np.zeros(shape, np.int64)
    middles = np.array(edges) - math.pi
    for k in range(rings):
        radius = rng.uniform(0.5, 1.0) * 0.1 * 2.1**k
        knots = np.array([radius * rng.uniform(0.75, 1.35) for _ in range(rays)])
        # From ray to ray a ring is straight rather than round.
        chord = np.interp(angle, middles, knots, period=2.0 * math.pi)
        ring += away > chord
    return sector + rays * ring


def _lines(shard: Array, scale: float) -> Array:
    """The factor on the light at each pixel: small on a crack, above 1 on the rim beside it, else 1."""
    cv2 = opencv()
    edge = np.zeros(shard.shape, np.uint8)
    edge[:, 1:] |= (shard[:, 1:] != shard[:, :-1]).astype(np.uint8)
    edge[1:] |= (shard[1:] != shard[:-1]).astype(np.uint8)
    away = cv2.distanceTransform(1 - edge, cv2.DIST_L2, 3)
    line = max(1.0, LINE * scale)
    dark = np.exp(-((away / line) ** 2))
    rim = np.exp(-(((away - 2.0 * line) / line) ** 2))
    result: Array = (1.0 - 0.85 * dark + 0.25 * rim).astype(np.float32)
    return result
