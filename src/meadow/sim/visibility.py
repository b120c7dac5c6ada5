"""The one definition of "visible", and the free poses from which a thing is visible.

Visible: at least 0.1 % of the frame's pixels show the object, and the horizontal distance from the
robot's centre to the nearest point of the object's outline is within a distance (1.0 m).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numba import njit
from numpy.typing import NDArray

from meadow.geometry.polygons import Outlines, nearest
from meadow.sim.navgrid import NavGrid

F64 = NDArray[np.float64]

#: Least share of a frame's pixels that must show a visible object.
SHARE = 0.001
#: Largest distance to a visible object's outline, metres.
DISTANCE = 1.0
#: Spacing of tried positions, metres: the next finer one only when none was found.
SPACINGS = (0.2, 0.1, 0.05)
#: No more positions than this are rendered for one spacing; beyond, they are thinned out evenly.
MOST = 256


def find_viewpoints(
    grid: NavGrid,
    part: int,
    outline: Outlines,
    distance: float,
    shares: Callable[[F64], F64],
) -> F64:
    """(N, 3) x, y, yaw of free poses, facing the object, from which it is visible.

    ``shares`` renders (N, 3) poses and returns the object's share of each frame.
    """
    points = grid.points(part)
    points = points[within(*outline.packed, points, distance)]
    centre = (outline.points.min(axis=0) + outline.points.max(axis=0)) / 2
    for spacing in SPACINGS:
        poses = _facing(_thinned(points, spacing), centre)
        if not len(poses):
            continue
        seen = poses[shares(poses) >= SHARE]
        if len(seen):
            return seen
    return np.zeros((0, 3))


def _thinned(points: F64, spacing: float) -> F64:
    """One point from each square of the given side, at most ``MOST`` in all."""
    _, first = np.unique(np.floor(points / spacing).astype(np.int64), axis=0, return_index=True)
    kept = points[np.sort(first)]
    return kept[:: -(-len(kept) // MOST)] if len(kept) else kept


def _facing(points: F64, centre: F64) -> F64:
    """Poses at points that look towards a centre."""
    yaw = np.arctan2(centre[1] - points[:, 1], centre[0] - points[:, 0])
    return np.column_stack([points, yaw])


@njit(cache=True, nogil=True)
def within(points, start, boxes, places, distance):  # type: ignore[no-untyped-def]
    """Which places are within a distance of some outline."""
    out = np.empty(len(places), np.bool_)
    for i in range(len(places)):
        limit = distance + 1e-9
        out[i] = nearest(points, start, boxes, places[i, 0], places[i, 1], limit)[1] >= 0
    return out
