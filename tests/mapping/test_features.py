"""The feature map against a slow reference, and its queries on scenes made by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from meadow.errors import InvalidValueError
from meadow.mapping.features import FeatureMap, FeatureMapConfig, FeatureQuery, equal_bands
from meadow.types import Camera, Pose

CAMERA = Camera(width=48, height=40, hfov=math.radians(90.0), elevation=1.5)
SMALL = FeatureMapConfig(extent=6.0, cell=0.1, stride=1)


def random_frame(seed: int, dimension: int = 5) -> tuple[np.ndarray, np.ndarray]:
    draw = np.random.default_rng(seed)
    features = draw.standard_normal((5, 6, dimension)).astype(np.float32)
    depth = draw.uniform(0.05, 5.0, (40, 48)).astype(np.float32)
    return features, depth


def reference(config: FeatureMapConfig, frames: list) -> dict[tuple[int, int, int], tuple]:
    """(layer, i, j) -> sum of weighted features and of weights, pixel by pixel."""
    cells: dict[tuple[int, int, int], tuple] = {}
    half = math.ceil(config.extent / config.cell)
    for features, depth, pose in frames:
        padded = np.pad(depth.astype(np.float64), 1, mode="edge")
        for v in range(0, depth.shape[0], config.stride):
            for u in range(0, depth.shape[1], config.stride):
                d = float(depth[v, u])
                if not config.min_depth <= d <= config.max_depth:
                    continue
                right = d * (u + 0.5 - depth.shape[1] / 2) / CAMERA.focal
                below = d * (v + 0.5 - depth.shape[0] / 2) / CAMERA.focal
                level = d * math.cos(pose.pitch) + below * math.sin(pose.pitch)
                height = d * math.sin(pose.pitch) - below * math.cos(pose.pitch) + CAMERA.elevation
                x = pose.x + level * math.cos(pose.yaw) + right * math.sin(pose.yaw)
                y = pose.y + level * math.sin(pose.yaw) - right * math.cos(pose.yaw)
                layer = sum(height >= edge for edge in config.edges)
                key = (
                    layer,
                    math.floor(x / config.cell) + half,
                    math.floor(y / config.cell) + half,
                )
                if not all(0 <= k < 2 * half for k in key[1:]):
                    continue
                slopes = (
                    padded[v + 2, u + 1] - padded[v, u + 1],
                    padded[v + 1, u + 2] - padded[v + 1, u],
                )
                jump = 0.5 * math.hypot(*slopes)
                far = (config.best_depth - d) / config.depth_spread
                weight = (1.0 - math.tanh(config.edge_sharpness * jump)) * math.exp(
                    -far * far / 3.0
                )
                patch = features[v * features.shape[0] // 40, u * features.shape[1] // 48]
                total, sum_of_weights = cells.get(key, (0.0, 0.0))
                cells[key] = (total + weight * patch.astype(np.float64), sum_of_weights + weight)
    return cells


@pytest.mark.parametrize("stride", [1, 3])
def test_fusion_agrees_with_the_slow_reference(stride: int) -> None:
    config = FeatureMapConfig(extent=6.0, cell=0.1, stride=stride, edge_sharpness=0.3)
    poses = [Pose(0.0, 0.0, 0.4), Pose(1.3, -0.7, 2.5, -0.3), Pose(-2.0, 0.2, -1.0, 0.2)]
    frames = [(*random_frame(seed), pose) for seed, pose in enumerate(poses)]
    built = FeatureMap(config)
    for features, depth, pose in frames:
        built.update(features, depth, CAMERA, pose)
    expected = reference(config, frames)
    found = {tuple(map(int, place)): row for row, place in enumerate(built.places[: built.count])}
    assert set(found) == set(expected)
    for key, row in found.items():
        np.testing.assert_allclose(built.sums[row], expected[key][0], rtol=2e-4, atol=2e-5)
        assert built.weights[row] == pytest.approx(expected[key][1], rel=2e-4, abs=1e-6)
        assert built.rows[key] == row


def test_incremental_queries_equal_a_fresh_one() -> None:
    built = FeatureMap(SMALL)
    vectors = np.random.default_rng(1).standard_normal((2, 5))
    kernel, single = FeatureQuery(built, vectors), FeatureQuery(built, vectors[0])
    for seed in range(12):  # enough to outgrow the first rows
        pose = Pose(0.3 * seed - 1.5, 0.2, 0.7 * seed)
        changed = built.update(*random_frame(seed), CAMERA, pose)
        kernel.update(changed)
        single.update(changed)
    assert built.count > 4096
    np.testing.assert_allclose(kernel.scores, FeatureQuery(built, vectors).scores, atol=1e-6)
    np.testing.assert_allclose(single.scores, FeatureQuery(built, vectors[0]).scores, atol=1e-6)


def put(built: FeatureMap, x: float, y: float, height: float, feature: np.ndarray) -> None:
    """Show the map one pixel at a point, from a level camera half a metre in front of it."""
    camera = Camera(width=1, height=1, hfov=math.radians(60.0), elevation=height)
    depth = np.array([[0.5]], np.float32)
    built.update(feature.reshape(1, 1, -1), depth, camera, Pose(x - 0.5, y, 0.0))


CANDLE, STAND, SHELF, FLOOR = np.eye(4, dtype=np.float32)


def test_text_as_a_kernel_finds_the_candle_on_the_night_stand() -> None:
    """Decoys: a candle on the floor before a night stand, one on a shelf, a bare night stand."""
    built = FeatureMap(SMALL)
    put(built, 1.0, 0.0, 0.3, STAND)
    put(built, 1.0, 0.0, 0.7, 0.8 * CANDLE + 0.6 * STAND)  # right, though it looks a bit less so
    put(built, -1.0, 0.0, 0.1, CANDLE)
    put(built, -1.2, 0.0, 0.3, STAND)
    put(built, 0.0, 2.0, 0.9, SHELF)
    put(built, 0.0, 2.0, 1.5, CANDLE)
    put(built, 3.0, 3.0, 0.3, STAND)
    single = FeatureQuery(built, CANDLE).best()
    kernel = FeatureQuery(built, np.stack([CANDLE, STAND])).best()
    assert single is not None
    assert abs(single[0] - 1.0) > 0.5  # any candle but the one meant
    assert kernel is not None
    assert kernel[0] == pytest.approx(1.0, abs=0.06)
    assert kernel[1] == pytest.approx(0.0, abs=0.06)
    assert kernel[2] == 1


def test_a_support_seen_later_raises_what_lies_on_it() -> None:
    built = FeatureMap(SMALL)
    put(built, 1.0, 0.0, 0.7, CANDLE)
    query = FeatureQuery(built, np.stack([CANDLE, STAND]))
    assert query.best()[3] == pytest.approx(1.0)
    camera = Camera(width=1, height=1, hfov=math.radians(60.0), elevation=0.3)
    pose = Pose(0.5, 0.0, 0.0)
    query.update(built.update(STAND.reshape(1, 1, -1), np.array([[0.5]], np.float32), camera, pose))
    assert query.best()[3] == pytest.approx(2.0)


def test_a_window_beyond_the_frame_is_a_letterbox() -> None:
    """Patches cover a square around a wide frame: the upper and lower ones show nothing."""
    wide = Camera(width=40, height=20, hfov=math.radians(90.0), elevation=1.0)
    depth = np.full((20, 40), 1.0, np.float32)
    features = np.zeros((4, 4, 2), np.float32)
    features[0] = features[3] = (1.0, 0.0)
    features[1:3] = (0.0, 1.0)
    built = FeatureMap(SMALL)
    built.update(features, depth, wide, Pose(0.0, 0.0, 0.0), window=(-10.0, 0.0, 40.0, 40.0))
    assert built.sums[: built.count, 0].max() == 0.0
    assert built.sums[: built.count, 1].min() > 0.0


def test_memory_is_taken_for_what_was_seen() -> None:
    built = FeatureMap(FeatureMapConfig(extent=6.0))
    empty = built.bytes
    put(built, 1.0, 0.0, 0.3, STAND)
    assert built.count == 1
    assert built.bytes - empty <= len(built.weights) * 4 * 4
    built.reset()
    assert built.count == 0
    assert FeatureQuery(built, CANDLE).best() is None


def test_bad_input_is_named() -> None:
    built = FeatureMap(SMALL)
    put(built, 1.0, 0.0, 0.3, STAND)
    with pytest.raises(InvalidValueError, match="vectors of 4"):
        put(built, 1.0, 0.0, 0.3, np.ones(3, np.float32))
    with pytest.raises(InvalidValueError, match="3 vectors"):
        FeatureQuery(built, np.eye(3, 4))
    with pytest.raises(InvalidValueError, match="rise"):
        FeatureMapConfig(edges=(1.0, 0.5))
    with pytest.raises(InvalidValueError, match="0 layers"):
        equal_bands(0)
    assert equal_bands(3) == (0.7, 1.4)
    assert equal_bands(1) == ()
