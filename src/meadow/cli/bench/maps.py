"""``meadow bench maps``."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from meadow.cli.bench.figures import (
    Figure,
    bound_figure,
    plain_figure,
    report_figures,
)
from meadow.cli.terminal.options import Positive

if TYPE_CHECKING:
    from meadow.mapping.features import FeatureMap, FeatureMapConfig, FeatureQuery
    from meadow.types import Array, Camera, Pose

#: Patches in a row of a frame and numbers in a feature: those of the embedded eyes.
PATCHES, DIMENSION = 28, 192
#: Frames of which the plain reference is timed.
REFERENCE_FRAMES = 8
#: Floor of the home that is mapped, square metres, about.
AREA = 120.0
#: What is asked for: milliseconds of an update, of an incremental query and of one of the whole map, and
#: megabytes of the map of the home.
UPDATE, QUERY, WHOLE, MEMORY = 5.0, 3.0, 50.0, 200.0


@dataclass(frozen=True, kw_only=True)
class Config:
    """Time the layered feature map: updates, queries, and the memory that a home takes.

    A robot with a camera of 640 x 640 pixels stands all over a home of about 120 square metres.
    Times are the median of all frames. The plain reference in NumPy runs on some of the same frames.

    Example: meadow bench maps --json maps.json
    """

    frames: Positive = 300
    """Frames of the home that are mapped."""
    layers: Positive = 3
    """Layers of height."""
    cell: float = 0.06
    """Side of a cell, metres."""
    json: Path | None = None
    """Also write the figures to this file."""


def run(config: Config) -> int:
    """Measure, print the table, write the file."""
    spec = {"frames": config.frames, "layers": config.layers, "cell": config.cell}
    title = "layered feature map, CPU time on one thread"
    met = report_figures(title, "maps", lambda: measure(config), config.json, spec)
    return 0 if met else 1


def measure(config: Config) -> list[Figure]:
    """All figures, in the order of the table."""
    from meadow.mapping.features import FeatureMap, FeatureMapConfig, FeatureQuery, equal_bands

    edges = (0.5, 1.3) if config.layers == 3 else equal_bands(config.layers)
    settings = FeatureMapConfig(cell=config.cell, edges=edges)
    area, camera, frames = _frames(config.frames)
    draws = _vectors(config.frames + 2)
    map = FeatureMap(settings)
    query = FeatureQuery(map, draws[-2:].reshape(2, -1, DIMENSION)[:, 0])
    updating, asking = [], []
    for (depth, pose), vectors in zip(frames, draws):
        changed, took = _timed(map.update, vectors, depth, camera, pose)
        updating.append(took)
        asking.append(_timed(query.update, changed)[1])
    whole = min(_timed(FeatureQuery, map, query.vectors)[1] for _ in range(5))
    plain = _reference_times(settings, camera, frames[:REFERENCE_FRAMES], draws)
    update, incremental = statistics.median(updating[1:]), statistics.median(asking[1:])
    first = statistics.median(updating[1:REFERENCE_FRAMES])
    return [
        bound_figure("update with a frame", update, "ms", UPDATE),
        plain_figure("...of plain NumPy", plain, "ms"),
        plain_figure("...times as fast, on the same frames", plain / first, "x"),
        bound_figure("query of what a frame changed", incremental, "ms", QUERY),
        bound_figure("query of the whole map", whole, "ms", WHOLE),
        bound_figure("memory of the map", _megabytes(map, query), "MB", MEMORY),
        plain_figure("cells that were seen", map.count / 1e3, "thousand"),
        plain_figure("floor of the home", area, "m2"),
    ]


def _timed(call: Callable[..., Any], *arguments: object) -> tuple[Any, float]:
    """What a call returns, and milliseconds of CPU time."""
    began = time.process_time()
    result = call(*arguments)
    return result, 1e3 * (time.process_time() - began)


def _megabytes(map: FeatureMap, query: FeatureQuery) -> float:
    return (map.bytes + query.scores.nbytes) / 1e6


def _vectors(count: int) -> Array:
    """(count, rows, columns, D) features as eyes would give them."""
    import numpy as np

    from meadow.seeding import stream

    # Frames share their vectors, shifted: what they are does not matter, drawing all would take long.
    side = PATCHES + count
    drawn = stream(0, "bench maps").normals(side * DIMENSION).reshape(side, DIMENSION)
    units = (drawn / np.linalg.norm(drawn, axis=-1, keepdims=True)).astype(np.float32)
    row, column = np.mgrid[:PATCHES, :PATCHES]
    vectors: Array = np.stack([units[(row * column) % PATCHES + n] for n in range(count)])
    return vectors


def _frames(count: int) -> tuple[float, Camera, list[tuple[Array, Pose]]]:
    """Floor of a home, a camera, and depth images from all over it with their poses."""
    import numpy as np

    from meadow.geometry.polygons import area
    from meadow.scenes.generator import generate_house
    from meadow.sim.simulator import MeadowSimulator
    from meadow.types import Camera, Embodiment

    homes = [generate_house(seed, rooms=8) for seed in range(6)]
    floors = [sum(abs(area(np.array(room.polygon))) for room in house.rooms) for house in homes]
    n = min(range(len(homes)), key=lambda k: abs(floors[k] - AREA))
    camera = Camera(width=640, height=640, hfov=math.radians(90.0), elevation=1.5)
    simulator = MeadowSimulator(Embodiment(camera=camera, height=1.5))
    frames = []
    for seed in range(count):
        pose = simulator.free_pose(homes[n], seed=seed)
        simulator.place(homes[n], pose)
        frames.append((simulator.frames.depth.copy(), pose))
    simulator.close()
    return floors[n], camera, frames


def _reference_times(
    settings: FeatureMapConfig,
    camera: Camera,
    frames: list[tuple[Array, Pose]],
    features: Array,
) -> float:
    """Median milliseconds of an update in plain NumPy."""
    times = []
    cells: dict[int, Array] = {}
    for (depth, pose), vectors in zip(frames, features):
        arguments = (cells, settings, vectors, depth, camera, pose)
        times.append(_timed(numpy_update, *arguments)[1])
    return statistics.median(times[1:])


def numpy_update(
    cells: dict[int, Array],
    settings: FeatureMapConfig,
    features: Array,
    depth: Array,
    camera: Camera,
    pose: Pose,
) -> None:
    """The update of ``FeatureMap`` with NumPy alone: number of a cell -> weighted sum and weight."""
    import numpy as np

    stride = settings.stride or max(1, round(depth.shape[1] / 224))
    padded = np.pad(depth, 1, mode="edge")
    across, down = padded[1:-1, 2:] - padded[1:-1, :-2], padded[2:, 1:-1] - padded[:-2, 1:-1]
    jump = 0.5 * np.hypot(across, down)[::stride, ::stride].ravel()
    v, u = (a.ravel() for a in np.mgrid[: depth.shape[0] : stride, : depth.shape[1] : stride])
    d = depth[v, u].astype(np.float64)
    yaw, pitch = pose.yaw + camera.yaw, pose.pitch + camera.pitch
    below = (v + 0.5 - depth.shape[0] / 2) / camera.focal
    left = -d * (u + 0.5 - depth.shape[1] / 2) / camera.focal
    ahead = d * (math.cos(pitch) + math.sin(pitch) * below)
    height = d * (math.sin(pitch) - math.cos(pitch) * below) + camera.elevation
    x = pose.x + math.cos(yaw) * ahead - math.sin(yaw) * left
    y = pose.y + math.sin(yaw) * ahead + math.cos(yaw) * left
    side = 2 * math.ceil(settings.extent / settings.cell)
    i, j = (np.floor(a / settings.cell).astype(np.int64) + side // 2 for a in (x, y))
    layer = np.searchsorted(np.array(settings.edges), height, side="right")
    used = (d >= settings.min_depth) & (d <= settings.max_depth)
    used &= (i >= 0) & (i < side) & (j >= 0) & (j < side)
    away = (settings.best_depth - d) / settings.depth_spread
    weight = (1.0 - np.tanh(settings.edge_sharpness * jump)) * np.exp(-away * away / 3.0)
    rows, columns = features.shape[:2]
    patch = features[v * rows // depth.shape[0], u * columns // depth.shape[1]]
    number = (layer * side + i) * side + j
    numbers, where = np.unique(number[used], return_inverse=True)
    sums = np.zeros((len(numbers), features.shape[2] + 1))
    np.add.at(sums[:, :-1], where, weight[used, None] * patch[used])
    np.add.at(sums[:, -1], where, weight[used])
    for n, total in zip(numbers.tolist(), sums):
        cells[n] = cells[n] + total if n in cells else total
