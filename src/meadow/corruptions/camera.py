"""Corruptions of the camera itself. They are rendered, so that depth and field of view change with them."""

from __future__ import annotations

import dataclasses
import math

from meadow.corruptions.kinds import corruption
from meadow.types import Camera


@corruption("lower_fov", part="camera", levels=(0.5,))
def lower_fov(factor: float, camera: Camera) -> Camera:
    """Half the field of view, 79 to 39.5 degrees; depth narrows with it."""
    return dataclasses.replace(camera, hfov=factor * camera.hfov)


@corruption("camera_height", part="camera", levels=(0.05, 0.1, 0.2, 0.3, 0.45), source="beyond")
def camera_height(lower: float, camera: Camera) -> Camera:
    """The camera sits lower by 5, 10, 20, 30 or 45 cm."""
    return dataclasses.replace(camera, elevation=max(0.05, camera.elevation - lower))


@corruption("camera_tilt", part="camera", levels=(2.0, 5.0, 8.0, 12.0, 18.0), source="beyond")
def camera_tilt(degrees: float, camera: Camera) -> Camera:
    """The camera hangs down by 2, 5, 8, 12 or 18 degrees."""
    return dataclasses.replace(camera, pitch=camera.pitch - math.radians(degrees))
