"""Where door leaves are: one geometry for the renderer, for collisions and for plans."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from meadow.scenes.schema import Doorway, Point, Wall

#: Thickness of every door leaf, metres.
LEAF = 0.04


def along(wall: Wall, distance: float, aside: float = 0.0) -> Point:
    """The point at a distance from the wall's ``a``, moved ``aside`` to its left."""
    dx, dy = wall.b[0] - wall.a[0], wall.b[1] - wall.a[1]
    length = math.hypot(dx, dy)
    ux, uy = dx / length, dy / length
    return wall.a[0] + ux * distance - uy * aside, wall.a[1] + uy * distance + ux * aside


def leaf_outline(
    wall: Wall, doorway: Doorway, openness: float | None = None
) -> NDArray[np.float64]:
    """(4, 2) plan of a door's leaf, counter-clockwise, at its own or a given openness.

    The leaf hangs flush with the face of the wall that it swings to. Corners 0 and 3 are at the hinge.
    """
    openness = doorway.openness if openness is None else openness
    half = LEAF / 2
    side = 1.0 if doorway.swings_left else -1.0
    near, far = doorway.offset + half, doorway.offset + doorway.width - half
    hinge, sense = (near, 1.0) if doorway.hinge_at_start else (far, -1.0)
    x, y = along(wall, hinge, side * (wall.thickness / 2 - half))
    heading = math.atan2(wall.b[1] - wall.a[1], wall.b[0] - wall.a[0])
    heading += (0.0 if sense > 0 else math.pi) + sense * side * openness * math.pi / 2
    c, s = math.cos(heading), math.sin(heading)
    reach = doorway.width - half
    local = ((-half, -half), (reach, -half), (reach, half), (-half, half))
    return np.array([(x + c * u - s * v, y + s * u + c * v) for u, v in local])
