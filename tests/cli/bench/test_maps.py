"""What ``meadow bench maps`` compares with computes the same map."""

from __future__ import annotations

import math

import numpy as np

from meadow.cli.bench.maps import numpy_update
from meadow.mapping.features import FeatureMap, FeatureMapConfig
from meadow.types import Camera, Pose


def test_the_plain_reference_builds_the_same_map() -> None:
    draw = np.random.default_rng(0)
    camera = Camera(width=64, height=64, hfov=math.radians(90.0), elevation=1.5)
    settings = FeatureMapConfig(extent=6.0, cell=0.1, edge_sharpness=0.3, stride=2)
    built, cells = FeatureMap(settings), {}
    for n in range(3):
        features = draw.standard_normal((8, 8, 5)).astype(np.float32)
        depth = draw.uniform(0.05, 5.0, (64, 64)).astype(np.float32)
        pose = Pose(0.4 * n, -0.2 * n, 0.9 * n)
        built.update(features, depth, camera, pose)
        numpy_update(cells, settings, features, depth, camera, pose)
    layer, i, j = built.places[: built.count].T.astype(np.int64)
    numbers = (layer * built.side + i) * built.side + j
    assert set(numbers.tolist()) == set(cells)
    expected = np.stack([cells[n] for n in numbers.tolist()])
    np.testing.assert_allclose(built.sums[: built.count], expected[:, :-1], rtol=1e-3, atol=1e-4)
    np.testing.assert_allclose(built.weights[: built.count], expected[:, -1], rtol=1e-3, atol=1e-5)
