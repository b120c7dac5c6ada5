"""Maps from depth images of known scenes."""

from __future__ import annotations

import math

import numpy as np
import pytest

from meadow.mapping.occupancy import FREE, OCCUPIED, OccupancyConfig, OccupancyMap, project_mask
from meadow.types import Camera, Pose

CAMERA = Camera(width=64, height=64, hfov=math.radians(90), elevation=0.9)


def wall_ahead(distance: float) -> np.ndarray:
    """Depth of an endless floor and a wall that stands ``distance`` before the camera."""
    rows = np.arange(64) + 0.5 - 32
    depth = np.full(64, distance)
    below = rows > 0
    depth[below] = np.minimum(distance, 0.9 * CAMERA.focal / rows[below])
    return np.repeat(depth[:, None], 64, axis=1).astype(np.float32)


@pytest.mark.parametrize("yaw", [0.0, math.pi / 2, -2.0])
def test_wall_and_floor_land_where_they_are(yaw: float) -> None:
    map = OccupancyMap(OccupancyConfig(stride=1))
    pose = Pose(1.0, -0.5, yaw)
    map.update(wall_ahead(2.0), CAMERA, pose)

    def at(forward: float) -> int:
        x, y = pose.x + forward * math.cos(yaw), pose.y + forward * math.sin(yaw)
        return int(map.grid[map.cell_of(x, y)])

    assert at(2.0) == OCCUPIED or at(1.99) == OCCUPIED
    assert [at(d) for d in (0.0, 0.5, 1.0, 1.5, 1.7)] == [FREE] * 5
    assert at(2.5) not in (FREE, OCCUPIED)


def test_things_above_the_robot_do_not_block() -> None:
    map = OccupancyMap(OccupancyConfig(stride=1))
    depth = np.zeros((64, 64), np.float32)
    depth[:20] = 1.5  # something overhead only
    map.update(depth, CAMERA, Pose(0.0, 0.0))
    assert not (map.grid == OCCUPIED).any()


def test_cost_keeps_the_robot_off_obstacles() -> None:
    map = OccupancyMap(OccupancyConfig())
    map.grid[:] = FREE
    map.block(1.0, 0.0)
    cost = map.cost()
    assert np.isinf(cost[map.cell_of(1.0, 0.0)])
    assert np.isinf(cost[map.cell_of(0.95, 0.0)])
    assert cost[map.cell_of(0.6, 0.0)] == 3.0
    assert cost[map.cell_of(0.0, 0.0)] == 1.0


def test_masks_project_to_their_place() -> None:
    depth = np.full((64, 64), 3.0, np.float32)
    mask = np.zeros((64, 64), bool)
    mask[31:33, 31:33] = True
    points = project_mask(mask, depth, CAMERA, Pose(1.0, 2.0, math.pi / 2))
    assert points.mean(axis=0) == pytest.approx([1.0, 5.0, 0.9], abs=1e-6)


def test_points_outside_the_map_are_clamped() -> None:
    map = OccupancyMap(OccupancyConfig(extent=2.0))
    assert map.cell_of(1e6, -1e6) == (map.side - 1, 0)
    x, y = map.centre_of(*map.cell_of(0.3, -0.4))
    assert abs(x - 0.3) <= 0.0625 + 1e-9
    assert abs(y + 0.4) <= 0.0625 + 1e-9
