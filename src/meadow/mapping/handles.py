"""Where a hand takes hold of a thing, from the points of it that are in view."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from meadow.mapping.inventory import DIRECTIONS, Remembered
from meadow.types import Pose

F64 = NDArray[np.float64]
Point3 = tuple[float, float, float]

#: How far a handle stands out of the front of a thing, metres.
STANDS_OUT = (0.008, 0.1)
#: Handles are told apart on a grid of this side, metres.
GRID = 0.03
#: Height at which a hand works best, metres.
HANDY = 0.85
#: What stands out so near to the top is a board and no handle, metres.
OVERHANG = 0.05
#: The hand closes so far below the top of a thing, metres.
BELOW_TOP = 0.02


def grip_point(points: F64, pose: Pose) -> Point3:
    """Where to grip a thing of which (N, 3) points are in view: at the near side of its upper part."""
    top, low = float(points[:, 2].max()), float(points[:, 2].min())
    upper = points[points[:, 2] >= top - max(0.03, 0.4 * (top - low))]
    away = np.hypot(upper[:, 0] - pose.x, upper[:, 1] - pose.y)
    near = upper[away <= np.quantile(away, 0.3) + 1e-9]
    x, y, z = np.median(near, axis=0)
    return float(x), float(y), float(min(z, top - BELOW_TOP))


def handle_point(points: F64, thing: Remembered, normal: F64, pose: Pose) -> Point3:
    """What stands out of the front of a thing: its handle; or else the upper edge of the front.

    Args:
        points: (N, 3) points of it in view.
        thing: What is known of it.
        normal: The unit vector out of its front.
        pose: Where the robot is.
    """
    along = points[:, :2] @ normal
    plane = _front_plane(along)
    top = float(thing.high[-1])
    out = (along > plane + STANDS_OUT[0]) & (along < plane + STANDS_OUT[1])
    handles = points[out & (points[:, 2] < top - OVERHANG)]
    if len(handles) >= 2:
        return _handiest(handles, pose)
    front = points[np.abs(along - plane) < 0.04]
    upper = front[front[:, 2] >= front[:, 2].max() - 0.03] if len(front) else points
    x, y, z = np.median(upper, axis=0)
    return float(x), float(y), float(z)


def sides_of(thing: Remembered) -> list[tuple[F64, F64]]:
    """The middle of each upright side of the smallest box around a thing, and the unit vector out of it."""
    width = thing.high[:-1] - thing.low[:-1]
    half = DIRECTIONS // 2
    best = int(np.argmin(width[:half] * width[half:]))
    angle = best * math.pi / DIRECTIONS
    x, y, _ = thing.centre
    found = []
    for quarter in range(4):
        turned = angle + quarter * math.pi / 2
        normal = np.array([math.cos(turned), math.sin(turned)])
        reach = 0.5 * float(width[best + half * (quarter % 2)])
        found.append((np.array([x, y]) + reach * normal, normal))
    return found


def _front_plane(along: F64) -> float:
    """Where most of the upright surface lies along the normal, metres."""
    low = float(along.max()) - 0.25
    bins = np.floor((along[along > low] - low) / 0.01).astype(np.int64)
    counts = np.bincount(bins)
    return low + (int(np.argmax(counts)) + 1.0) * 0.01


def _handiest(points: F64, pose: Pose) -> Point3:
    """The middle of the group of points that is largest, and best within reach."""
    cells = np.floor((points - points.min(axis=0)) / GRID).astype(np.int64)
    grid = np.zeros(cells.max(axis=0) + 1, np.bool_)
    grid[tuple(cells.T)] = True
    labels, count = ndimage.label(grid, structure=np.ones((3, 3, 3), bool))
    own = labels[tuple(cells.T)]
    best, most = points.mean(axis=0), -math.inf
    for number in range(1, count + 1):
        group = points[own == number]
        middle = np.median(group, axis=0)
        score = math.log(len(group)) - 1.5 * abs(middle[2] - HANDY)
        score -= math.hypot(middle[0] - pose.x, middle[1] - pose.y)
        if score > most:
            best, most = middle, score
    x, y, z = best
    return float(x), float(y), float(z)
