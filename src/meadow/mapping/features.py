"""What image features say about each place: a grid with layers of height, asked by text.

A cell holds the confidence-weighted mean of the dense image features that fell into it. Memory is
taken only for cells that were seen. ``FeatureQuery`` compares the cells with the vectors of a text, and
keeps its answer up to date as frames come in.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numba import njit
from numpy.typing import NDArray

from meadow.errors import InvalidValueError
from meadow.types import Array, Camera, Pose

UNSEEN = -1
"""Row of a cell that no frame has shown."""
NEARLY = 0.9
"""Share of the best score from which cells beside the best belong to the same place."""
_FIRST_ROWS = 4096
_READ = 224
"""Pixels of a row of the depth image that are read, about, when no stride is given."""


@dataclass(frozen=True, kw_only=True)
class FeatureMapConfig:
    """Parameters of a feature map."""

    cell: float = 0.06
    """Side of a cell, metres."""
    extent: float = 30.0
    """The map reaches this far from the start in every direction, metres."""
    edges: tuple[float, ...] = (0.5, 1.3)
    """Heights between the layers, from the lowest on, metres. Empty for a flat map."""
    min_depth: float = 0.1
    max_depth: float = 6.0
    """Pixels nearer or farther than these are not used, metres."""
    best_depth: float = 1.0
    depth_spread: float = 1.5
    """Confidence is highest at the best depth and falls with the squared distance from it, metres."""
    edge_sharpness: float = 20.0
    """How fast confidence falls where depth jumps from one pixel to the next, per metre."""
    stride: int = 0
    """Every how many pixels the depth image is read, along rows and columns; 0 reads about 224 a row."""

    def __post_init__(self) -> None:
        if list(self.edges) != sorted(set(self.edges)):
            raise InvalidValueError(f"edges {self.edges}: expected heights that rise, in metres")
        if not 0.01 <= self.cell <= self.extent:
            raise InvalidValueError(f"cell {self.cell}: expected metres from 0.01 to the extent")
        if self.stride < 0:
            raise InvalidValueError(f"stride {self.stride}: expected 1 or more pixels, or 0")

    @property
    def layers(self) -> int:
        """The number of layers of height, one more than there are edges between them."""
        return len(self.edges) + 1


def equal_bands(layers: int, top: float = 2.1) -> tuple[float, ...]:
    """Edges that cut the space from the floor to ``top`` into equal layers; the last is open upwards."""
    if layers < 1:
        raise InvalidValueError(f"{layers} layers: expected 1 or more")
    return tuple(round(top * k / layers, 6) for k in range(1, layers))


class FeatureMap:
    """A grid of feature vectors around the robot's start pose, in layers of height.

    Cell (i, j) of a layer covers x from ``i * cell - extent`` and y alike. Cells are numbered once and
    for all. Row r of ``sums`` and ``weights`` belongs to one cell of one layer.
    """

    def __init__(self, config: FeatureMapConfig) -> None:
        self.config = config
        self.side = 2 * math.ceil(config.extent / config.cell)
        self.reset()

    def reset(self) -> None:
        """The map is emptied: no frame has shown any of its cells."""
        self.rows = np.full((self.config.layers, self.side, self.side), UNSEEN, np.int32)
        self.count = 0
        self.places = np.zeros((_FIRST_ROWS, 3), np.int32)
        self.sums = np.zeros((_FIRST_ROWS, 0), np.float32)
        self.weights = np.zeros(_FIRST_ROWS, np.float32)

    @property
    def bytes(self) -> int:
        """Memory of all arrays."""
        return sum(a.nbytes for a in (self.rows, self.places, self.sums, self.weights))

    def update(
        self,
        features: Array,
        depth: Array,
        camera: Camera,
        pose: Pose,
        window: tuple[float, float, float, float] | None = None,
    ) -> NDArray[np.int32]:
        """Add a frame's dense features; returns the rows that changed.

        Args:
            features: (h, w, D) vectors of patches.
            depth: Depth image of the frame, metres.
            camera: The camera that took it.
            pose: Where the robot stood, in the frame of the map.
            window: Top, left, height and width in pixels of what the patches cover; the whole frame
                unless told. It may reach beyond the frame.
        """
        c = self.config
        dimension = features.shape[2]
        if not self.sums.shape[1]:
            self.sums = np.zeros((len(self.weights), dimension), np.float32)
        elif self.sums.shape[1] != dimension:
            raise InvalidValueError(
                f"features of {dimension} numbers: this map holds vectors of {self.sums.shape[1]}"
            )
        top, left, height, width = window or (0.0, 0.0, *map(float, depth.shape))
        stride = c.stride or max(1, round(depth.shape[1] / _READ))
        depth = np.ascontiguousarray(depth, np.float32)
        # A pixel opens one cell at most; vectors are then held for those that were opened.
        pixels = -(-depth.shape[0] // stride) * -(-depth.shape[1] // stride)
        self.places = _longer(self.places, min(self.count + pixels, self.rows.size), 0)
        yaw, pitch = pose.yaw + camera.yaw, pose.pitch + camera.pitch
        rows = np.empty(depth.shape, np.int32)
        self.count = _find_rows(
            *(self.rows, self.places, self.count, rows, depth, np.array(c.edges, np.float64)),
            (camera.focal, pose.x, pose.y, camera.elevation, yaw, pitch),
            *(c.cell, stride, c.min_depth, c.max_depth),
        )
        self.sums = _longer(self.sums, self.count, 0.0)
        self.weights = _longer(self.weights, self.count, 0.0)
        changed: NDArray[np.int32] = _add_features(
            *(self.sums, self.weights, np.ascontiguousarray(features, np.float32), depth, rows),
            (top, left, features.shape[0] / height, features.shape[1] / width, stride),
            (c.best_depth, c.depth_spread, c.edge_sharpness),
        )
        return changed

    def points(self, rows: Array) -> NDArray[np.float64]:
        """(N, 2) middles of the cells of some rows, metres."""
        cells = self.places[rows, 1:].astype(np.float64)
        middles: NDArray[np.float64] = (cells + 0.5 - self.side // 2) * self.config.cell
        return middles

    def grid_of(self, scores: Array, layer: int | None = None) -> NDArray[np.float32]:
        """(side, side) of one number for each row: those of a layer, or the highest of all layers."""
        layers = [layer] if layer is not None else range(self.config.layers)
        out = np.full((self.side, self.side), np.nan, np.float32)
        places = self.places[: self.count]
        for one in layers:
            there = places[:, 0] == one
            i, j = places[there, 1], places[there, 2]
            out[i, j] = np.fmax(out[i, j], scores[there])
        return out

    def best_of(self, scores: Array) -> tuple[float, float, int, float] | None:
        """Middle (x, y), layer and number of the row with the highest number; None for an empty map."""
        if not self.count:
            return None
        row = int(np.argmax(scores))
        x, y = self.points(np.array([row]))[0]
        return float(x), float(y), int(self.places[row, 0]), float(scores[row])

    def cells_of(self, points: Array) -> NDArray[np.int64]:
        """(N, 2) cells of (N, 2) points, clamped to the map."""
        cells = np.floor(np.asarray(points) / self.config.cell).astype(np.int64) + self.side // 2
        return np.clip(cells, 0, self.side - 1)


class FeatureQuery:
    """How well each cell of a map fits a text, kept up to date from frame to frame.

    With one vector a cell's score is its cosine. With two, the text is a kernel over layers: first the
    thing, then what carries it. A cell then scores the sum of its own cosine to the thing and of the
    cosine to the support in the layer right below, which is 0 where nothing was seen.
    """

    def __init__(self, features: FeatureMap, vectors: Array) -> None:
        vectors = np.atleast_2d(np.asarray(vectors, np.float32))
        if not 1 <= len(vectors) <= 2:
            raise InvalidValueError(
                f"{len(vectors)} vectors: expected one for a thing, or two for a thing and its support"
            )
        self.map = features
        norms = np.linalg.norm(vectors, axis=1, keepdims=True)
        self.vectors = vectors / np.maximum(norms, 1e-12)
        self._cosines = np.zeros((len(features.weights), len(vectors)), np.float32)
        self._scores = np.full(len(features.weights), -np.inf, np.float32)
        self.update(np.arange(features.count, dtype=np.int32))

    @property
    def scores(self) -> NDArray[np.float32]:
        """One score for each row of the map."""
        return self._scores[: self.map.count]

    def update(self, rows: NDArray[np.int32]) -> None:
        """Ask again about the rows that a frame has changed."""
        self._cosines = _longer(self._cosines, self.map.count, 0.0)
        self._scores = _longer(self._scores, self.map.count, -np.inf)
        if not len(rows):
            return
        every = len(rows) == self.map.count
        sums = self.map.sums[: self.map.count] if every else self.map.sums[rows]
        norms = np.sqrt(np.einsum("nd,nd->n", sums, sums))
        self._cosines[rows] = sums @ self.vectors.T / np.maximum(norms, 1e-12)[:, None]
        if len(self.vectors) == 1:
            self._scores[rows] = self._cosines[rows, 0]
        else:
            _score_kernel(self.map.rows, self.map.places, self._cosines, self._scores, rows)

    def nearly(self, score: float) -> float:
        """The score of cells that belong to the same place as one with a given score."""
        return NEARLY * score if score > 0.0 else score

    def best(self) -> tuple[float, float, int, float] | None:
        """Middle (x, y), layer and score of the best cell; None while nothing was seen."""
        return self.map.best_of(self.scores)

    def grid(self, layer: int | None = None) -> NDArray[np.float32]:
        """(side, side) scores of a layer, or the best over all layers; nan where nothing was seen."""
        return self.map.grid_of(self.scores, layer)


def _longer(old: Array, length: int, value: float) -> Array:
    """The same array with room for ``length`` rows; doubling keeps the copies few."""
    if length <= len(old):
        return old
    new = np.full((max(2 * len(old), length), *old.shape[1:]), value, old.dtype)
    new[: len(old)] = old
    return new


@njit(cache=True, nogil=True)
def _confidence(depth, v, u, trust):  # type: ignore[no-untyped-def]
    """How far the feature of a pixel is to be trusted: near the best depth, away from jumps."""
    best, spread, sharpness = trust
    height, width = depth.shape
    d = depth[v, u]
    down = abs(depth[min(v + 1, height - 1), u] - depth[max(v - 1, 0), u])
    across = abs(depth[v, min(u + 1, width - 1)] - depth[v, max(u - 1, 0)])
    jump = 0.5 * math.sqrt(down * down + across * across)
    away = (best - d) / spread
    return (1.0 - math.tanh(sharpness * jump)) * math.exp(-away * away / 3.0)


@njit(cache=True, nogil=True)
def _find_rows(  # type: ignore[no-untyped-def]
    table, places, count, rows, depth, edges, view, cell, stride, near, far
):
    """The row of the cell that each pixel falls into; cells never seen before get the next rows."""
    focal, x, y, z, yaw, pitch = view
    height, width = depth.shape
    cos_yaw, sin_yaw = math.cos(yaw), math.sin(yaw)
    cos_pitch, sin_pitch = math.cos(pitch), math.sin(pitch)
    side = table.shape[1]
    half = side // 2
    for v in range(0, height, stride):
        down = (v + 0.5 - height * 0.5) / focal
        for u in range(0, width, stride):
            rows[v, u] = -1
            d = depth[v, u]
            if d < near or d > far:
                continue
            forward = d * (cos_pitch + sin_pitch * down)
            sideways = -d * (u + 0.5 - width * 0.5) / focal
            i = math.floor((x + cos_yaw * forward - sin_yaw * sideways) / cell) + half
            j = math.floor((y + sin_yaw * forward + cos_yaw * sideways) / cell) + half
            if not (0 <= i < side and 0 <= j < side):
                continue
            up = d * (sin_pitch - cos_pitch * down) + z
            layer = 0
            while layer < len(edges) and up >= edges[layer]:
                layer += 1
            row = table[layer, i, j]
            if row < 0:
                row = count
                count += 1
                table[layer, i, j] = row
                places[row, 0], places[row, 1], places[row, 2] = layer, i, j
            rows[v, u] = row
    return count


@njit(cache=True, nogil=True)
def _add_features(sums, weights, features, depth, rows, window, trust):  # type: ignore[no-untyped-def]
    """Add each patch to the cells of its pixels; returns the rows that changed.

    Pixels of one patch share a feature, and many of them a cell. So the weights of each cell are
    added up patch by patch, and a vector is added once for each patch and cell.
    """
    top, left, per_row, per_column, stride = window
    height, width = depth.shape
    across = features.shape[1]
    most = int((1.0 / per_row / stride + 2.0) * (1.0 / per_column / stride + 2.0))
    hit_rows = np.empty((across, most), np.int32)
    hit_weights = np.empty((across, most), np.float32)
    hits = np.zeros(across, np.int32)
    changed = np.zeros(len(weights), np.bool_)
    last = -1
    for v in range(0, height + stride, stride):
        patch = math.floor((v + 0.5 - top) * per_row) if v < height else features.shape[0]
        if patch != last:
            if 0 <= last < features.shape[0]:
                _add_patches(sums, weights, changed, features[last], hit_rows, hit_weights, hits)
            hits[:] = 0
            last = patch
        if v >= height or not 0 <= patch < features.shape[0]:
            continue
        for u in range(0, width, stride):
            row = rows[v, u]
            column = math.floor((u + 0.5 - left) * per_column)
            if row < 0 or not 0 <= column < across:
                continue
            k = hits[column] - 1
            while k >= 0 and hit_rows[column, k] != row:
                k -= 1
            if k < 0:
                k = hits[column]
                hits[column] = k + 1
                hit_rows[column, k] = row
                hit_weights[column, k] = 0.0
            hit_weights[column, k] += _confidence(depth, v, u, trust)
    return np.nonzero(changed)[0].astype(np.int32)


@njit(cache=True, nogil=True)
def _add_patches(sums, weights, changed, features, hit_rows, hit_weights, hits):  # type: ignore[no-untyped-def]
    """Add the vectors of a row of patches to the cells that they were seen in."""
    for column in range(len(hits)):
        for k in range(hits[column]):
            row, weight = hit_rows[column, k], hit_weights[column, k]
            weights[row] += weight
            changed[row] = True
            for d in range(sums.shape[1]):
                sums[row, d] += weight * features[column, d]


@njit(cache=True, nogil=True)
def _score_kernel(rows, places, cosines, scores, changed):  # type: ignore[no-untyped-def]
    """Thing plus support below, for the changed cells and for those right above them."""
    layers = rows.shape[0]
    for n in range(len(changed)):
        layer, i, j = places[changed[n]]
        for upper in range(layer, min(layer + 2, layers)):
            row = rows[upper, i, j]
            if row < 0:
                continue
            below = rows[upper - 1, i, j] if upper > 0 else -1
            scores[row] = cosines[row, 0] + (cosines[below, 1] if below >= 0 else 0.0)
