"""Depth from one picture: a small network over the cells of the embedded eyes, taught in training homes.

It is made for one camera (``CellDepth.camera``): how large a thing looks tells its distance only to who
knows the field of view and the height of the eye. ``meadow train depth`` makes its weights.
"""

from __future__ import annotations

import logging
import math
from importlib import resources
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meadow.errors import InvalidValueError
from meadow.types import Array, Camera

F32 = NDArray[np.float32]
log = logging.getLogger(__name__)

#: How far apart the cells are that each layer but the first and the last looks at.
DILATIONS = (1, 2, 4)
#: Cells are unit vectors; made longer, they are of the size that layers begin with.
LONGER = 10.0
#: Depths that it tells lie between these, metres.
NEAREST, FARTHEST = 0.2, 12.0


def inputs(cells: Array, camera: Camera, pitch: float) -> F32:
    """(rows, columns, D + 3) what the network is given: cells, how far each looks down, and the pitch."""
    rows, columns = cells.shape[:2]
    slope = (np.arange(rows) + 0.5 - rows / 2) / rows * camera.height / camera.focal
    down = np.arctan(slope) - (pitch + camera.pitch)
    more = np.stack([np.repeat(x[:, None], columns, 1) for x in (down, np.tan(down / 2))], axis=-1)
    level = np.full((rows, columns, 1), pitch)
    return np.concatenate([LONGER * cells, more, level], axis=-1).astype(np.float32)


class CellDepth:
    """Tells how far away each pixel is, from what the eyes see in one picture."""

    def __init__(self, data: bytes, name: str = "depth.npz") -> None:
        """``data`` is an npz: weights and biases of the layers, the hash of the eyes, and the camera."""
        with np.load(BytesIO(data)) as file:
            self._layers: list[tuple[Any, Any]] = [
                (file[f"weight{n}"].astype(np.float32), file[f"bias{n}"].astype(np.float32))
                for n in range(len(DILATIONS) + 2)
            ]
            self.eyes = str(file["eyes"])
            """Hash of the eyes whose cells it reads."""
            hfov, elevation = (float(x) for x in file["camera"])
        self.camera = (hfov, elevation)
        """Field of view, radians, and height, metres."""
        self._name = name

    def check(self, eyes: str, camera: Camera) -> None:
        """Raise where it is asked with other eyes (by their hash), and warn of another camera."""
        if eyes != self.eyes:
            raise InvalidValueError(
                f"eyes {eyes[:12]}: {self._name} reads the cells of {self.eyes[:12]}; teach it anew with "
                "meadow train depth --model NAME"
            )
        hfov, elevation = self.camera
        if abs(camera.hfov - hfov) > 1e-3 or abs(camera.elevation - elevation) > 0.02:
            log.warning(
                "camera with %.0f degrees at %g m: depth is off, %s was taught with %.0f degrees at %g m",
                *(math.degrees(camera.hfov), camera.elevation),
                *(self._name, math.degrees(hfov), elevation),
            )

    def __call__(self, cells: Array, camera: Camera, pitch: float) -> F32:
        """(H, W) metres, from the (rows, columns, D) cells that tile a frame."""
        x: Any = inputs(cells, camera, pitch)
        for n, (weight, bias) in enumerate(self._layers):
            if n:
                x = np.maximum(x, 0.0)
            dilation = DILATIONS[n - 1] if 0 < n <= len(DILATIONS) else 0
            x = _convolved(x, weight, dilation) + bias
        logs = np.clip(x[..., 0], math.log(NEAREST), math.log(FARTHEST))
        metres: F32 = np.exp(_enlarged(logs, camera.height, camera.width)).astype(np.float32)
        return metres


def shipped_depth() -> CellDepth:
    """The network that is part of the package, for ``eyes-s-zs``."""
    return CellDepth((resources.files("meadow.models.eyes") / "depth.npz").read_bytes())


def _convolved(x: F32, weight: F32, dilation: int) -> F32:
    """(rows, columns, out) of (rows, columns, in) and (k, k, in, out), with zeros beyond the edges."""
    if len(weight) == 1:
        mixed: F32 = x @ weight[0, 0]
        return mixed
    rows, columns, _ = x.shape
    padded = np.pad(x, ((dilation, dilation), (dilation, dilation), (0, 0)))
    out = np.zeros((rows, columns, weight.shape[-1]), np.float32)
    for i in range(3):
        for j in range(3):
            shifted = padded[
                i * dilation : i * dilation + rows, j * dilation : j * dilation + columns
            ]
            out += shifted @ weight[i, j]
    return out


def _enlarged(grid: F32, height: int, width: int) -> F32:
    """A grid of values at the middles of cells, between them in proportion."""
    for axis, size in enumerate((height, width)):
        count = grid.shape[axis]
        at = np.clip((np.arange(size) + 0.5) * count / size - 0.5, 0.0, count - 1.0)
        low = np.minimum(at.astype(np.int64), max(count - 2, 0))
        part = (at - low).reshape((-1, 1) if axis == 0 else (1, -1)).astype(np.float32)
        high = np.minimum(low + 1, count - 1)
        grid = (1.0 - part) * grid.take(low, axis) + part * grid.take(high, axis)
    return grid
