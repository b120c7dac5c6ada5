"""Free and occupied floor from depth images, in the frame of the robot's start pose."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numba import njit
from numpy.typing import NDArray

from meadow.types import Array, Camera, Pose

UNKNOWN, FREE, OCCUPIED = 0, 1, 2


@dataclass(frozen=True, kw_only=True)
class OccupancyConfig:
    """Parameters of the map; the defaults are CoW's where it states them."""

    cell: float = 0.125
    """Side of a cell, metres."""
    extent: float = 20.0
    """The map reaches this far from the start in each direction, metres."""
    floor_tolerance: float = 0.05
    """Points up to this height are floor, metres."""
    ceiling: float = 1.0
    """Points above this are ignored: a robot of 0.9 m passes below them, metres."""
    max_depth: float = 6.0
    """Depth beyond this is not used, metres."""
    stride: int = 2
    """Every n-th pixel in both directions."""
    radius: float = 0.18
    """Of the robot; cells nearer to an obstacle than this cannot be entered, metres."""


class OccupancyMap:
    """A square grid around the start; cell (i, j) covers x from i, y from j."""

    def __init__(self, config: OccupancyConfig) -> None:
        self.config = config
        self.side = 2 * math.ceil(config.extent / config.cell)
        self.grid = np.zeros((self.side, self.side), np.uint8)
        self._near = _disc(config.radius / config.cell)
        self._wary = _disc(2.5 * config.radius / config.cell)

    def reset(self) -> None:
        """Forget everything."""
        self.grid[:] = UNKNOWN

    def cell_of(self, x: float, y: float) -> tuple[int, int]:
        """The cell of a point, clamped to the map."""
        half, last = self.side // 2, self.side - 1
        i = math.floor(x / self.config.cell) + half
        j = math.floor(y / self.config.cell) + half
        return min(max(i, 0), last), min(max(j, 0), last)

    def centre_of(self, i: int, j: int) -> tuple[float, float]:
        """The middle of a cell."""
        half = self.side // 2
        return (i + 0.5 - half) * self.config.cell, (j + 0.5 - half) * self.config.cell

    def update(self, depth: Array, camera: Camera, pose: Pose) -> None:
        """Add a depth image seen from a pose."""
        c = self.config
        _integrate(
            self.grid,
            depth,
            camera.focal,
            pose.x,
            pose.y,
            camera.elevation,
            pose.yaw + camera.yaw,
            pose.pitch + camera.pitch,
            c.cell,
            c.floor_tolerance,
            c.ceiling,
            c.max_depth,
            c.stride,
        )
        for di, dj in self._near:
            i, j = self.cell_of(pose.x, pose.y)
            if self.grid[i + di, j + dj] == UNKNOWN:
                self.grid[i + di, j + dj] = FREE

    def block(self, x: float, y: float) -> None:
        """Mark a point as occupied, e.g. after a bump."""
        self.grid[self.cell_of(x, y)] = OCCUPIED

    def cost(self) -> NDArray[np.float32]:
        """What entering each cell costs: 1, more near obstacles, inf where the robot cannot be."""
        cost = np.where(self.grid == FREE, np.float32(1.0), np.float32(np.inf))
        _inflate(self.grid, cost, self._near, self._wary)
        return cost


def _disc(radius: float) -> NDArray[np.int64]:
    """Offsets of the cells whose centres lie within ``radius`` cells of a cell's edge."""
    reach = math.ceil(radius + 0.5)
    span = range(-reach, reach + 1)
    inside = [(i, j) for i in span for j in span if math.hypot(i, j) <= radius + 0.5]
    return np.array(inside, np.int64)


@njit(cache=True, nogil=True)
def _integrate(grid, depth, focal, x, y, z, yaw, pitch, cell, floor, ceiling, far, stride):  # type: ignore[no-untyped-def]
    """Unproject pixels and mark their cells; an obstacle outweighs floor seen in the same cell.

    A level camera at 0.87 m sees no floor nearer than about a metre, so what lies between the robot
    and the nearest thing seen in a column is taken as free: something tall would have been seen.
    """
    height, width = depth.shape
    half = grid.shape[0] // 2
    cos_yaw, sin_yaw = math.cos(yaw), math.sin(yaw)
    cos_pitch, sin_pitch = math.cos(pitch), math.sin(pitch)
    for u in range(0, width, stride):
        nearest = np.inf
        near_x, near_y = x, y
        for v in range(0, height, stride):
            down = (v + 0.5 - height * 0.5) / focal
            d = depth[v, u]
            if d <= 0.0 or d > far:
                continue
            forward = d * (cos_pitch + sin_pitch * down)
            up = d * (sin_pitch - cos_pitch * down) + z
            if up > ceiling:
                continue
            left = -d * (u + 0.5 - width * 0.5) / focal
            dx, dy = cos_yaw * forward - sin_yaw * left, sin_yaw * forward + cos_yaw * left
            reach = dx * dx + dy * dy
            if reach < nearest:
                nearest, near_x, near_y = reach, x + dx, y + dy
            i, j = math.floor((x + dx) / cell) + half, math.floor((y + dy) / cell) + half
            if i < 0 or j < 0 or i >= grid.shape[0] or j >= grid.shape[1]:
                continue
            if up > floor:
                grid[i, j] = 2
            elif grid[i, j] == 0:
                grid[i, j] = 1
        if nearest < 4.0:
            steps = int(2.0 * math.sqrt(nearest) / cell)
            for k in range(steps):
                i = math.floor((x + (near_x - x) * k / steps) / cell) + half
                j = math.floor((y + (near_y - y) * k / steps) / cell) + half
                if grid[i, j] == 0:
                    grid[i, j] = 1


@njit(cache=True, nogil=True)
def _inflate(grid, cost, near, wary):  # type: ignore[no-untyped-def]
    side = grid.shape[0]
    for i in range(side):
        for j in range(side):
            if grid[i, j] != 2:
                continue
            for k in range(len(wary)):
                a, b = i + wary[k, 0], j + wary[k, 1]
                if 0 <= a < side and 0 <= b < side and cost[a, b] < 3.0:
                    cost[a, b] = 3.0
            for k in range(len(near)):
                a, b = i + near[k, 0], j + near[k, 1]
                if 0 <= a < side and 0 <= b < side:
                    cost[a, b] = np.inf


def project_mask(
    mask: Array, depth: Array, camera: Camera, pose: Pose, *, max_depth: float = 10.0
) -> NDArray[np.float64]:
    """(N, 3) points of the masked pixels in the frame of the pose's origin."""
    rows, columns = np.nonzero(mask & (depth > 0.0) & (depth < max_depth))
    d = depth[rows, columns].astype(np.float64)
    down = (rows + 0.5 - depth.shape[0] / 2) / camera.focal
    left = -d * (columns + 0.5 - depth.shape[1] / 2) / camera.focal
    yaw, pitch = pose.yaw + camera.yaw, pose.pitch + camera.pitch
    forward = d * (math.cos(pitch) + math.sin(pitch) * down)
    up = d * (math.sin(pitch) - math.cos(pitch) * down) + camera.elevation
    cos, sin = math.cos(yaw), math.sin(yaw)
    return np.stack(
        [pose.x + cos * forward - sin * left, pose.y + sin * forward + cos * left, up], axis=1
    )
