"""Points, boxes and tilts of THOR in Meadow's frame (see ``geometry.frames`` for the frames themselves)."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from meadow.geometry.frames import from_thor
from meadow.scenes.importers.procthor_format import Vector
from meadow.scenes.schema import Point, Point3, mm


def to_point(v: Vector) -> Point3:
    """A point in space, not rounded."""
    return from_thor((v.x, v.y, v.z))


def to_plan(v: Vector) -> Point:
    """A corner of the floor plan, rounded."""
    x, y, _ = to_point(v)
    return mm(x), mm(y)


def to_size(box: Vector) -> Point3:
    """A box as depth, width and height: THOR's models look along their +z."""
    return box.z, box.x, box.y


def is_tilted(rotation: Vector, tolerance: float = 1.0) -> bool:
    """Whether a rotation is more than a turn about the vertical, in degrees."""
    return any(abs((a + 180.0) % 360.0 - 180.0) > tolerance for a in (rotation.x, rotation.z))


def levelled(box: Vector, rotation: Vector) -> tuple[Point3, float]:
    """The level box around a tilted one, its depth along the longest side, and its yaw."""
    size = np.array([box.x, box.y, box.z])
    axes = _axes(rotation)
    longest = int(np.argmax(np.hypot(axes[0], axes[1]) * size))
    x, y = axes[:2, longest]
    yaw = math.atan2(y, x)
    c, s = math.cos(yaw), math.sin(yaw)
    depth, width, height = np.abs(np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]]) @ axes) @ size
    return (float(depth), float(width), float(height)), yaw


def _axes(degrees: Vector) -> NDArray[np.float64]:
    """Where Unity's Euler angles (about z, then x, then y) take a box's axes, as Meadow's columns."""
    (cx, sx), (cy, sy), (cz, sz) = (
        (math.cos(math.radians(a)), math.sin(math.radians(a)))
        for a in (degrees.x, degrees.y, degrees.z)
    )
    about_x = np.array([[1, 0, 0], [0, cx, -sx], [0, sx, cx]])
    about_y = np.array([[cy, 0, sy], [0, 1, 0], [-sy, 0, cy]])
    about_z = np.array([[cz, -sz, 0], [sz, cz, 0], [0, 0, 1]])
    axes: NDArray[np.float64] = (about_y @ about_x @ about_z)[[0, 2, 1]]
    return axes
