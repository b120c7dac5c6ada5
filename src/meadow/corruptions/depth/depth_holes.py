"""Depth holes: patches without a measurement, as on glass, on black cloth and at edges."""

from __future__ import annotations

import numpy as np

from meadow.corruptions.grain import grain
from meadow.corruptions.kinds import Filter, corruption
from meadow.corruptions.opencv import opencv
from meadow.corruptions.rgb.spatter import blurred
from meadow.seeding import Stream
from meadow.types import Array

#: Size of the patches, pixels of a frame of 400.
PATCH = 9.0
#: Relative change of depth between neighbours that counts as an edge.
EDGE = 0.1


@corruption("depth_holes", part="depth", levels=(0.05, 0.1, 0.2, 0.3, 0.45), source="beyond")
def depth_holes(fraction: float, rng: Stream, shape: tuple[int, int], scale: float) -> Filter:
    """A fraction of the frame reads 0 in patches, and so do the edges of things."""
    cv2 = opencv()
    clouds = blurred(grain(rng, shape), max(1.0, PATCH * scale))
    holes = clouds < np.quantile(clouds, fraction)

    def apply(depth: Array) -> Array:
        far, near = (f(depth, np.ones((3, 3), np.uint8)) for f in (cv2.dilate, cv2.erode))
        edges = far - near > EDGE * depth
        return np.where(holes | edges, np.float32(0.0), depth)

    return apply
