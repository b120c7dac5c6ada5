"""The one definition of "visible", and the free poses from which a thing is visible.

Visible: at least 0.1 % of the frame's pixels show the object, and the horizontal distance from the
robot's centre to the nearest point of the object's outline is within a distance (1.0 m).

There are two ways to find such poses. :func:`find_viewpoints` tries a grid of free floor around the
object. :func:`find_radial_viewpoints` tries circles around the points where free floor begins, and looks
at depth: a pose counts where nothing is before the object.
"""

from __future__ import annotations

import math
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

#: Radial viewpoints: rays from the object to where free floor begins, and their reach, metres.
RAYS, REACH = 18, 2.0
#: Tolerance along a ray, and the least distance between two points where free floor begins, metres.
ALONG, APART = 0.05, 0.5
#: Distance between the circles around such a point, metres.
CIRCLES = 0.2
#: Depth agrees when it is within this of the distance to a point of the object, metres.
AGREE = 0.1
#: Share of an object's points at which depth must agree.
UNOBSTRUCTED = 0.1


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


def find_radial_viewpoints(
    grid: NavGrid,
    part: int,
    outline: Outlines,
    radius: float,
    sees: Callable[[F64], NDArray[np.bool_]],
) -> F64:
    """(N, 3) x, y, yaw of free poses, facing the object, before which nothing hides it.

    Rays from the object's centre end where free floor begins. Around each of these points, poses are tried
    on circles up to ``radius``; what lies within that distance of an earlier point was tried already.
    ``sees`` says from which of (N, 3) poses the object is not hidden.
    """
    centre = (outline.points.min(axis=0) + outline.points.max(axis=0)) / 2
    half = float((outline.points.max(axis=0) - outline.points.min(axis=0)).max()) / 2
    tried: list[F64] = []
    edges: list[F64] = []
    circles = _circles(radius)
    for edge in _edges_of_floor(grid, part, centre, REACH + half):
        if any(math.dist(edge, other) < APART for other in edges):
            continue
        around = edge + circles
        for other in edges:
            around = around[np.hypot(*(around - other).T) > radius]
        edges.append(edge)
        tried.append(_centres(grid, around[_free(grid, part, around)]))
    if not tried:
        return np.zeros((0, 3))
    points = np.concatenate(tried)
    poses = _facing(points[:: max(1, -(-len(points) // MOST))], centre)
    return poses[sees(poses)] if len(poses) else poses


def _edges_of_floor(grid: NavGrid, part: int, centre: F64, reach: float) -> F64:
    """(N, 2) points where rays from a centre first meet free floor."""
    lengths = np.arange(0.0, reach, ALONG)
    edges = []
    for ray in range(RAYS):
        angle = 2.0 * math.pi * ray / RAYS
        points = centre + lengths[:, None] * (math.cos(angle), math.sin(angle))
        free = np.flatnonzero(_free(grid, part, points))
        if len(free):
            edges.append(points[free[0]])
    return np.array(edges).reshape(-1, 2)


def _circles(radius: float) -> F64:
    """(N, 2) the point itself and points on circles around it, up to a radius."""
    points = [(0.0, 0.0)]
    for ring in range(1, int(radius / CIRCLES + 1e-9) + 1):
        for ray in range(RAYS):
            angle, length = 2.0 * math.pi * ray / RAYS, ring * CIRCLES
            points.append((length * math.cos(angle), length * math.sin(angle)))
    return np.array(points)


def _free(grid: NavGrid, part: int, points: F64) -> NDArray[np.bool_]:
    """Which points lie on free cells of a connected part."""
    cells = np.floor((points - grid.origin) / grid.cell).astype(np.int64)[:, ::-1]
    inside = ((cells >= 0) & (cells < grid.parts.shape)).all(axis=1)
    free = np.zeros(len(points), np.bool_)
    free[inside] = grid.parts[tuple(cells[inside].T)] == part
    return free


def _centres(grid: NavGrid, points: F64) -> F64:
    """The centres of the cells that points lie in, each once: there the robot is sure to fit."""
    cells = np.floor((points - grid.origin) / grid.cell).astype(np.int64)[:, ::-1]
    _, first = np.unique(cells, axis=0, return_index=True)
    return grid.centres(cells[np.sort(first)])


def agreeing(points: F64, depth: NDArray[np.float32], eye: F64, focal: float) -> float:
    """Share of an object's (N, 3) points at which a frame's depth is the distance to the object.

    ``eye`` is x, y, z, yaw of a level camera; points outside of its frame do not agree.
    """
    height, width = depth.shape
    cos, sin = math.cos(eye[3]), math.sin(eye[3])
    dx, dy, dz = (points - eye[:3]).T
    ahead, aside = cos * dx + sin * dy, sin * dx - cos * dy
    before = ahead > 1e-3
    column = np.floor(focal * aside[before] / ahead[before] + 0.5 * width).astype(np.int64)
    row = np.floor(-focal * dz[before] / ahead[before] + 0.5 * height).astype(np.int64)
    inside = (column >= 0) & (column < width) & (row >= 0) & (row < height)
    sensed = depth[row[inside], column[inside]]
    return float((np.abs(sensed - ahead[before][inside]) <= AGREE).sum()) / len(points)


@njit(cache=True, nogil=True)
def within(points, start, boxes, places, distance):  # type: ignore[no-untyped-def]
    """Which places are within a distance of some outline."""
    out = np.empty(len(places), np.bool_)
    for i in range(len(places)):
        limit = distance + 1e-9
        out[i] = nearest(points, start, boxes, places[i, 0], places[i, 1], limit)[1] >= 0
    return out
