"""Depth noise like that of a structured-light camera: steps of disparity and wandering edges."""

from __future__ import annotations

import numpy as np

from meadow.corruptions.grain import grain
from meadow.corruptions.kinds import Filter, corruption
from meadow.seeding import Stream
from meadow.types import Array

#: Parameters of the sensor that Choi et al. 2015 measured: disparity at 1 m, quantisation steps and noise
#: of the disparity (pixels), noise of the pixel that is read (pixels), and range (metres).
DISPARITY, STEPS, JITTER, WANDER, RANGE = 35.130, 8.0, 0.027778, 0.25, 10.0


@corruption("depth_noise", part="depth", levels=(0.5, 1.0, 2.0, 3.5, 5.0), source="beyond")
def depth_noise(times: float, rng: Stream, shape: tuple[int, int], scale: float) -> Filter:
    """The Redwood model (Choi et al. 2015) with its noise multiplied; severity 2 is as measured."""
    height, width = shape
    rows, columns = np.indices(shape)
    wander = grain(rng, (2, *shape)) * np.float32(WANDER * times)
    rows = np.clip(np.rint(rows + wander[0]), 0, height - 1).astype(np.int64)
    columns = np.clip(np.rint(columns + wander[1]), 0, width - 1).astype(np.int64)
    jitter = grain(rng, shape) * np.float32(JITTER * times)

    def apply(depth: Array) -> Array:
        near = depth[rows, columns]
        known = (near > 0.0) & (near < RANGE)
        disparity = DISPARITY / np.where(known, near, 1.0) + jitter
        steps = np.rint(disparity * STEPS)
        known &= steps >= 1.0
        return np.where(known, DISPARITY * STEPS / np.maximum(steps, 1.0), 0.0).astype(np.float32)

    return apply
