"""Free and occupied floor from depth images, in the frame of the robot's start pose."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numba import njit
from numpy.typing import NDArray

from meadow.types import Array, Camera, Embodiment, Pose

UNKNOWN, FREE, OCCUPIED = 0, 1, 2
#: How close a cell is to an obstacle: nothing near, less room than is comfortable, so little that the
#: robot may or may not fit, none for it; and where it was refused to go.
_OPEN, _NEAR, _TIGHT, _CLOSED, _REFUSED = 0, 1, 2, 3, 4

#: What entering a cell of these costs, in sides of a cell.
COSTS = (1.0, 2.5, 6.0, math.inf, math.inf)
#: Cost of cells around the robot that the map calls blocked: it does fit where it stands.
ESCAPE_COST = 8.0
_ESCAPE_REACH = 0.1
#: Radius around the end of a refused step that is treated as blocked, metres.
_REFUSED_REACH = 0.07
#: Things that hang lower than this above the robot count as obstacles, metres.
HEADROOM = 0.05
#: The map grows by this much at a time, metres.
_CHUNK = 1.0
#: Of estimated depth: which part of the way to an obstacle is surely free, from how many votes on a cell is
#: one, and how many it keeps at most.
_SURE, _ENOUGH_VOTES, _MOST_VOTES = 0.8, 0.5, 5.0


@dataclass(frozen=True, kw_only=True)
class OccupancyConfig:
    """Parameters of the map."""

    cell: float = 0.125
    """Side of a cell, metres; as in CoW. Finer ones (0.05) find no more and cost twice the time."""
    extent: float = 30.0
    """The map never reaches further than this from the start in any direction, metres."""
    floor_tolerance: float = 0.03
    """Points up to this height are floor, metres."""
    ceiling: float = 0.95
    """Points above this are ignored: a robot of 0.9 m passes below them, metres."""
    max_depth: float = 6.0
    """Depth beyond this is not used, metres."""
    radius: float = 0.18
    """Of the robot; cells nearer to an obstacle than this cannot be entered, metres."""
    comfort: float = 0.15
    """Distance from obstacles beyond the radius that the robot keeps where it can, metres."""
    stride: int = 1
    """Every how many pixels the depth image is read, along rows and columns."""
    refused: float = 0.0
    """Cells this near to the end of a refused step are closed with it, metres: the robot may drive along
    the border of two cells, and would try the other one for ever."""
    estimated: bool = False
    """Depth is an estimate: views vote for each cell, near ones more, instead of the first obstacle
    staying for ever."""

    def fitted(self, body: Embodiment) -> OccupancyConfig:
        """The same for a robot of the size of ``body``, which passes below what is a little above it."""
        return replace(self, radius=body.radius, ceiling=body.height + HEADROOM)


class OccupancyMap:
    """A grid that grows with what is seen; cell (i, j) covers x from i, y from j.

    Cells are renumbered when the map grows: what must outlast an update is kept in metres.
    """

    def __init__(self, config: OccupancyConfig) -> None:
        self.config = config
        # An obstacle lies anywhere in its cell, so its reach is only known to half a cell.
        reach = config.radius / config.cell
        self._stamp = _stamp(reach - 0.5, reach + 0.5, reach + config.comfort / config.cell)
        self.reset()

    def reset(self) -> None:
        """All that was seen is forgotten; the map has no cells before it is updated again."""
        self._low = (0, 0)
        self.grid = np.zeros((0, 0), np.uint8)
        self._near = np.zeros((0, 0), np.uint8)
        self.scores = np.zeros((0, 0), np.float32)
        self._heights = np.zeros((0, 0), np.float32)
        self._votes = np.zeros((0, 0), np.float32)
        self._layers: dict[str, NDArray[np.float32]] = {}

    def cell_of(self, x: float, y: float) -> tuple[int, int]:
        """The cell of a point, clamped to the map."""
        i = math.floor(x / self.config.cell) - self._low[0]
        j = math.floor(y / self.config.cell) - self._low[1]
        rows, columns = self.grid.shape
        return min(max(i, 0), rows - 1), min(max(j, 0), columns - 1)

    def position_of(self, x: float, y: float) -> tuple[float, float]:
        """A point in sides of a cell from the map's corner."""
        return x / self.config.cell - self._low[0], y / self.config.cell - self._low[1]

    def centre_of(self, i: int, j: int) -> tuple[float, float]:
        """The middle of a cell."""
        cell = self.config.cell
        return (i + self._low[0] + 0.5) * cell, (j + self._low[1] + 0.5) * cell

    def cells_of(self, points: Array) -> NDArray[np.int64]:
        """(N, 2) cells of (N, 2) points, not clamped: some may lie outside of the map."""
        return np.floor(points / self.config.cell).astype(np.int64) - self._low

    def centres_of(self, cells: Array) -> NDArray[np.float64]:
        """(N, 2) middles of (N, 2) cells."""
        return (cells + self._low + 0.5) * self.config.cell

    def update(self, depth: Array, camera: Camera, pose: Pose) -> None:
        """Add a depth image seen from a pose."""
        c = self.config
        if c.stride > 1:
            depth = np.ascontiguousarray(
                depth[c.stride // 2 :: c.stride, c.stride // 2 :: c.stride]
            )
        yaw, pitch = pose.yaw + camera.yaw, pose.pitch + camera.pitch
        self.cover(_seen_box(depth, camera, pose, yaw, pitch, c.max_depth))
        eye = (*self.position_of(pose.x, pose.y), camera.elevation)
        bands = (c.floor_tolerance, c.ceiling, c.max_depth)
        layers = (self.grid, self._near, self._stamp)
        view = (depth, camera.focal / c.stride, *eye, yaw, pitch, c.cell, *bands)
        if c.estimated:
            _vote(self._votes, *view)
            _count(self._votes, *layers)
        else:
            _integrate(*layers, *view)
        self.stand_at(pose.x, pose.y)

    def stand_at(self, x: float, y: float) -> None:
        """There is floor where a body stands, the robot's or a person's, also where it was not seen.

        A body beyond the map's edge changes nothing inside of it.
        """
        here = self.cells_of(np.array([[x, y]]))
        under = self._stamp[self._stamp[:, 2] >= _TIGHT, :2] + here
        under = under[((under >= 0) & (under < self.grid.shape)).all(axis=1)]
        i, j = under[self.grid[under[:, 0], under[:, 1]] == UNKNOWN].T
        self.grid[i, j] = FREE

    def fuse(self, points: Array, confidence: Array) -> None:
        """Keep the highest confidence seen in each cell under (N, 3) points, and at which height."""
        cells = self.cells_of(points[:, :2])
        inside = ((cells >= 0) & (cells < self.scores.shape)).all(axis=1)
        # In rising order the last write to a cell is its highest.
        order = np.argsort(confidence[inside], kind="stable")
        i, j = cells[inside][order].T
        better = confidence[inside][order] > self.scores[i, j]
        self._heights[i[better], j[better]] = points[inside][order][better, 2]
        np.maximum.at(self.scores, (i, j), confidence[inside][order])

    def confident(self, threshold: float) -> NDArray[np.float64]:
        """(N, 3) points of the cells whose confidence is at least a threshold."""
        enough = self.scores >= threshold
        if not enough.any():  # as in most steps
            return np.zeros((0, 3))
        cells = np.argwhere(enough)
        heights = self._heights[cells[:, 0], cells[:, 1]]
        return np.column_stack([self.centres_of(cells), heights])

    def layer(self, name: str) -> NDArray[np.float32]:
        """A further number for each cell, 0 at first, that grows with the map; change it in place."""
        if name not in self._layers:
            self._layers[name] = np.zeros(self.grid.shape, np.float32)
        return self._layers[name]

    def clear_goal(self) -> None:
        """Forget what belongs to the goal, confidences and layers; free and occupied floor is kept."""
        self.scores[:] = 0.0
        self._heights[:] = 0.0
        self._layers.clear()

    def forbid(self, x: float, y: float) -> None:
        """The robot cannot stand at a point, as a bump tells; what is in its way remains open.

        Unlike what only seems too narrow this stays closed where the robot has to get out of a place:
        else it would try the same step for ever.
        """
        near, reach = self.config.refused, int(_REFUSED_REACH / self.config.cell)
        (i, j), (k, m) = self.cell_of(x - near, y - near), self.cell_of(x + near, y + near)
        around = slice(max(i - reach, 0), k + reach + 1), slice(max(j - reach, 0), m + reach + 1)
        self._near[around] = _REFUSED

    def forgive(self) -> None:
        """Take places where the robot was refused for tight ones: what was in its way may have gone."""
        self._near[self._near == _REFUSED] = _TIGHT

    def cost(self, pose: Pose, unseen: float = math.inf) -> NDArray[np.float32]:
        """What entering each cell costs: 1, more near obstacles, inf where the robot cannot be.

        Cells never seen cost ``unseen`` times as much: inf keeps the robot on floor that it knows.
        """
        cost: NDArray[np.float32] = _cost(self.grid, self._near, np.array(COSTS, np.float32))
        if math.isfinite(unseen):
            unknown = self.grid == UNKNOWN
            cost[unknown] = unseen * np.array(COSTS, np.float32)[self._near[unknown]]
        i, j = self.cell_of(pose.x, pose.y)
        reach = math.ceil(_ESCAPE_REACH / self.config.cell)
        here = slice(max(i - reach, 0), i + reach + 1), slice(max(j - reach, 0), j + reach + 1)
        stuck = (self._near[here] == _CLOSED) & (self.grid[here] != OCCUPIED)
        cost[here][stuck] = ESCAPE_COST
        cost[i, j] = min(float(cost[i, j]), ESCAPE_COST)
        return cost

    def cover(self, box: tuple[float, float, float, float]) -> None:
        """Grow so that a box in metres lies within, with room for the stamps around obstacles."""
        chunk = math.ceil(_CHUNK / self.config.cell)
        limit = math.ceil(self.config.extent / self.config.cell)
        margin = int(self._stamp[:, :2].max()) + 1
        cells = [math.floor(v / self.config.cell) for v in box]
        low, high = [], []
        for axis in (0, 1):
            first, last = cells[axis] - margin, cells[axis + 2] + margin + 1
            if self.grid.size:
                first = min(first, self._low[axis])
                last = max(last, self._low[axis] + self.grid.shape[axis])
            low.append(max(-limit, math.floor(first / chunk) * chunk))
            high.append(min(limit, math.ceil(last / chunk) * chunk))
        shape = high[0] - low[0], high[1] - low[1]
        if shape == self.grid.shape:
            return
        i, j = self._low[0] - low[0], self._low[1] - low[1]
        rows, columns = self.grid.shape

        def grown(old: Array) -> Array:
            new = np.zeros(shape, old.dtype)
            new[i : i + rows, j : j + columns] = old
            return new

        for name in ("grid", "_near", "scores", "_heights", "_votes"):
            setattr(self, name, grown(getattr(self, name)))
        self._layers = {name: grown(layer) for name, layer in self._layers.items()}
        self._low = (low[0], low[1])


def _seen_box(
    depth: Array, camera: Camera, pose: Pose, yaw: float, pitch: float, far: float
) -> tuple[float, float, float, float]:
    """Bounds of what a depth image can show on the floor: low x, low y, high x, high y."""
    reach = min(float(depth.max()), far)
    upward = 0.5 * camera.height / camera.focal
    forward = reach * (math.cos(pitch) + abs(math.sin(pitch)) * upward)
    side = reach * 0.5 * camera.width / camera.focal
    cos, sin = math.cos(yaw), math.sin(yaw)
    xs = [pose.x, *(pose.x + cos * forward - sin * s for s in (side, -side))]
    ys = [pose.y, *(pose.y + sin * forward + cos * s for s in (side, -side))]
    return min(xs), min(ys), max(xs), max(ys)


def _stamp(closed: float, tight: float, near: float) -> NDArray[np.int64]:
    """(N, 3) offsets of the cells around an obstacle and how close to it they are; radii in cells."""
    span = range(-math.ceil(near), math.ceil(near) + 1)
    found = []
    for i in span:
        for j in span:
            away = math.hypot(i, j)
            if away <= near:
                level = _CLOSED if away <= closed else _TIGHT if away <= tight else _NEAR
                found.append((i, j, level))
    return np.array(found, np.int64)


@njit(cache=True, nogil=True)
def _occupy(grid, near, stamp, i, j):  # type: ignore[no-untyped-def]
    """Put an obstacle into a cell and keep the robot off it."""
    rows, columns = grid.shape
    grid[i, j] = OCCUPIED
    for k in range(len(stamp)):
        a, b = i + stamp[k, 0], j + stamp[k, 1]
        if 0 <= a < rows and 0 <= b < columns:
            near[a, b] = max(near[a, b], stamp[k, 2])


@njit(cache=True, nogil=True)
def _cost(grid, near, costs):  # type: ignore[no-untyped-def]
    rows, columns = grid.shape
    out = np.empty((rows, columns), np.float32)
    for i in range(rows):
        for j in range(columns):
            out[i, j] = costs[near[i, j]] if grid[i, j] == FREE else np.inf
    return out


@njit(cache=True, nogil=True)
def _clear(grid, x0, y0, x1, y1):  # type: ignore[no-untyped-def]
    """Mark the unknown cells on the way between two points (in cells) as free."""
    rows, columns = grid.shape
    steps = int(max(abs(x1 - x0), abs(y1 - y0))) + 1
    for k in range(steps + 1):
        i = math.floor(x0 + (x1 - x0) * k / steps)
        j = math.floor(y0 + (y1 - y0) * k / steps)
        if 0 <= i < rows and 0 <= j < columns and grid[i, j] == UNKNOWN:
            grid[i, j] = FREE


@njit(cache=True, nogil=True)
def _integrate(  # type: ignore[no-untyped-def]
    grid, near, stamp, depth, focal, x, y, z, yaw, pitch, cell, floor, ceiling, far
):
    """Unproject pixels and mark their cells; an obstacle outweighs floor seen in the same cell.

    Columns are read from the bottom up. Rows of floor far away lie many cells apart, so the floor
    between two neighbours is taken as free. So is what lies before the lowest thing in a column: a
    level camera sees no floor nearer than a metre, but something there would have been seen before.
    """
    height, width = depth.shape
    rows, columns = grid.shape
    cos_yaw, sin_yaw = math.cos(yaw), math.sin(yaw)
    cos_pitch, sin_pitch = math.cos(pitch), math.sin(pitch)
    downs = (np.arange(height) + 0.5 - height * 0.5) / focal
    here_i, here_j = math.floor(x), math.floor(y)
    for u in range(width):
        last_x, last_y, last_i, last_j = x, y, here_i, here_j
        joined = True  # whether all between the last floor point and this one is in view
        for v in range(height - 1, -1, -1):
            down = downs[v]
            d = depth[v, u]
            if d <= 0.0 or d > far:
                joined = False
                continue
            up = d * (sin_pitch - cos_pitch * down) + z
            if up > ceiling:
                joined = False
                continue
            forward = d * (cos_pitch + sin_pitch * down) / cell
            left = -d * (u + 0.5 - width * 0.5) / focal / cell
            px = x + cos_yaw * forward - sin_yaw * left
            py = y + sin_yaw * forward + cos_yaw * left
            i, j = math.floor(px), math.floor(py)
            if joined and (i != last_i or j != last_j):  # within one cell nothing lies between
                _clear(grid, last_x, last_y, px, py)
            inside = 0 <= i < rows and 0 <= j < columns
            joined = up <= floor
            if joined:
                last_x, last_y, last_i, last_j = px, py, i, j
                if inside and grid[i, j] == UNKNOWN:
                    grid[i, j] = FREE
            elif inside and grid[i, j] != OCCUPIED:
                _occupy(grid, near, stamp, i, j)


@njit(cache=True, nogil=True)
def _vote(votes, depth, focal, x, y, z, yaw, pitch, cell, floor, ceiling, far):  # type: ignore[no-untyped-def]
    """Let a view of estimated depth vote: each column for an obstacle where it meets one.

    The line of sight to the obstacle, or to the farthest floor, votes for free floor before it. Errors
    grow with the distance, so a vote counts less the farther away it is for. Each cell gets one vote of
    each kind from a view.
    """
    height, width = depth.shape
    rows, columns = votes.shape
    cos_yaw, sin_yaw = math.cos(yaw), math.sin(yaw)
    cos_pitch, sin_pitch = math.cos(pitch), math.sin(pitch)
    said = np.zeros((rows, columns), np.uint8)
    for u in range(width):
        across = -(u + 0.5 - width * 0.5) / focal
        nearest, seen = math.inf, 0.0
        to_nearest = to_seen = 0.0  # how far aside these two are, for each metre ahead
        for v in range(height):
            d = depth[v, u]
            down = (v + 0.5 - height * 0.5) / focal
            up = d * (sin_pitch - cos_pitch * down) + z
            away = d * (cos_pitch + sin_pitch * down)
            if d <= 0.0 or up > ceiling or away <= 0.0:
                continue
            if away > seen:
                seen, to_seen = away, across * d / away
            if up > floor and away < nearest:
                nearest, to_nearest = away, across * d / away
        hit = nearest <= far
        reach = min(nearest * _SURE if hit else seen, far)
        aside = to_nearest if hit else to_seen
        steps = int(2.0 * reach / cell) + 1
        for k in range(steps + 1):
            last = k == steps
            if last and not hit:
                break
            away = (nearest if last else reach * k / steps) / cell
            i = math.floor(x + cos_yaw * away - sin_yaw * aside * away)
            j = math.floor(y + sin_yaw * away + cos_yaw * aside * away)
            kind = 2 if last else 1
            if 0 <= i < rows and 0 <= j < columns and not said[i, j] & kind:
                said[i, j] |= kind
                weight = 1.0 / max(1.0, away * cell)
                votes[i, j] += weight if last else -weight
                votes[i, j] = min(max(votes[i, j], -_MOST_VOTES), _MOST_VOTES)


@njit(cache=True, nogil=True)
def _count(votes, grid, near, stamp):  # type: ignore[no-untyped-def]
    """Make the map anew from all votes; where the robot was refused stays closed."""
    rows, columns = grid.shape
    for i in range(rows):
        for j in range(columns):
            if near[i, j] != _REFUSED:
                near[i, j] = _OPEN
            if votes[i, j] != 0.0:
                grid[i, j] = FREE if votes[i, j] < _ENOUGH_VOTES else UNKNOWN
    for i in range(rows):
        for j in range(columns):
            if votes[i, j] >= _ENOUGH_VOTES:
                _occupy(grid, near, stamp, i, j)


def project_mask(
    mask: Array, depth: Array, camera: Camera, pose: Pose, *, max_depth: float = 10.0
) -> tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.int64]]:
    """(N, 3) points of the masked pixels in the frame of the pose's origin, and their rows and columns."""
    # Most masks are small: only their pixels are looked at.
    pixels = np.flatnonzero(mask)
    away = depth.ravel()[pixels]
    known = (away > 0.0) & (away < max_depth)
    rows, columns = np.divmod(pixels[known], depth.shape[1])
    d = away[known].astype(np.float64)
    down = (rows + 0.5 - depth.shape[0] / 2) / camera.focal
    left = -d * (columns + 0.5 - depth.shape[1] / 2) / camera.focal
    yaw, pitch = pose.yaw + camera.yaw, pose.pitch + camera.pitch
    forward = d * (math.cos(pitch) + math.sin(pitch) * down)
    up = d * (math.sin(pitch) - math.cos(pitch) * down) + camera.elevation
    cos, sin = math.cos(yaw), math.sin(yaw)
    x, y = pose.x + cos * forward - sin * left, pose.y + sin * forward + cos * left
    return np.stack([x, y, up], axis=1), rows, columns


def in_view(
    points: Array, depth: Array, camera: Camera, pose: Pose, *, tolerance: float = 0.25
) -> NDArray[np.bool_]:
    """Which of (N, 3) points a frame shows: those inside it with nothing before them."""
    row, column, away = pixels_of(points, depth.shape, camera, pose)
    inside = (away > 0.05) & (row >= 0) & (row < depth.shape[0])
    inside &= (column >= 0) & (column < depth.shape[1])
    measured = depth[np.where(inside, row, 0), np.where(inside, column, 0)]
    shown: NDArray[np.bool_] = inside & (measured >= away - tolerance)
    return shown


def pixels_of(
    points: Array, shape: Sequence[int], camera: Camera, pose: Pose
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """Rows, columns and distances along the view of (N, 3) points in a frame of a height and width."""
    yaw, pitch = pose.yaw + camera.yaw, pose.pitch + camera.pitch
    x, y, z = points[:, 0] - pose.x, points[:, 1] - pose.y, points[:, 2] - camera.elevation
    forward, left = math.cos(yaw) * x + math.sin(yaw) * y, math.cos(yaw) * y - math.sin(yaw) * x
    away = math.cos(pitch) * forward + math.sin(pitch) * z
    ahead = np.maximum(away, 1e-3)
    rise = (math.cos(pitch) * z - math.sin(pitch) * forward) / ahead
    row = np.floor(shape[0] / 2 - camera.focal * rise).astype(np.int64)
    column = np.floor(shape[1] / 2 - camera.focal * left / ahead).astype(np.int64)
    return row, column, away
