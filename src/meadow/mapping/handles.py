"""Where a hand takes hold of a thing, from the points of it that are in view."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from meadow.mapping.inventory import DIRECTIONS, Remembered
from meadow.types import Pose

F64 = NDArray[np.float64]
Point3 = tuple[float, float, float]

#: How far a handle stands out of the front of a thing, metres.
STANDS_OUT = (0.008, 0.07)
#: Handles are told apart on a grid of this side, metres.
GRID = 0.03
#: Height at which a hand works best, metres.
HANDY = 0.85
#: What stands out so near to the top is a board and no handle, metres.
OVERHANG = 0.05
#: The front is seen with at least this fraction of the points of the side with most.
FRONT = 0.3
#: How near to an edge of the front a handle may be, how thin and how thick it is, metres, and how long, as
#: a fraction of the front.
EDGE, THINNEST, THICKEST, LONGEST = 0.03, 0.01, 0.07, 0.88
#: Points of a side from which it is known, and of a handle.
FEWEST, SMALLEST_GROUP = 40, 8
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


@dataclass(frozen=True, slots=True)
class Grip:
    """Where a thing may be opened."""

    point: Point3
    normal: tuple[float, float]
    """The unit vector out of the side that it is on."""


def grips_of(thing: Remembered) -> list[Grip]:
    """What stands out of the front of a thing: its handles, as far as they were seen, the best first."""
    points = thing.surface
    if len(points) < FEWEST:
        return []
    found: list[tuple[float, Grip]] = []
    sides = [(normal, *_front_plane(points[:, :2] @ normal)) for _, normal in sides_of(thing)]
    widest = max(count for _, _, count in sides)
    for normal, plane, count in sides:
        if count < max(FEWEST, FRONT * widest):
            continue
        for score, (x, y, z) in _handles(points, normal, plane):
            found.append((score, Grip((x, y, z), (float(normal[0]), float(normal[1])))))
    found.sort(key=lambda one: -one[0])
    return [grip for _, grip in found]


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


def _front_plane(along: F64) -> tuple[float, int]:
    """Where most of the upright surface lies along the normal, metres, and how many points it has."""
    low = float(along.max()) - 0.25
    bins = np.floor((along[along > low] - low) / 0.01).astype(np.int64)
    counts = np.bincount(bins)
    best = int(np.argmax(counts))
    return low + (best + 1.0) * 0.01, int(counts[best])


def _handles(points: F64, normal: F64, plane: float) -> Iterator[tuple[float, Point3]]:
    """The middle of each handle on a side, with how good it is: large, and at a handy height.

    A handle stands out by some centimetres, is thin, and is no edge of the side.
    """
    along, across = points[:, :2] @ normal, points[:, :2] @ np.array([-normal[1], normal[0]])
    face = np.column_stack([across, points[:, 2]])
    low, high = face.min(axis=0), face.max(axis=0)
    out = (along > plane + STANDS_OUT[0]) & (along < plane + STANDS_OUT[1])
    out &= points[:, 2] < high[1] - OVERHANG
    face, points = face[out], points[out]
    if not len(points):
        return
    cells = np.floor((points - points.min(axis=0)) / GRID).astype(np.int64)
    grid = np.zeros(cells.max(axis=0) + 1, np.bool_)
    grid[tuple(cells.T)] = True
    labels, count = ndimage.label(grid, structure=np.ones((3, 3, 3), bool))
    own = labels[tuple(cells.T)]
    for number in range(1, count + 1):
        spots = face[own == number]
        size, middle = np.ptp(spots, axis=0), np.median(spots, axis=0)
        inside = ((middle > low + EDGE) & (middle < high - EDGE)).all()
        thin = THINNEST < size.min() < THICKEST and (size < LONGEST * (high - low)).all()
        if len(spots) >= SMALLEST_GROUP and inside and thin:
            x, y, z = np.median(points[own == number], axis=0).tolist()
            yield 2.0 * min(size.max(), 0.4) - abs(z - HANDY), (x, y, z)
