"""Maps from depth images of known scenes."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from meadow.mapping.occupancy import (
    ESCAPE_COST,
    FREE,
    OCCUPIED,
    UNKNOWN,
    OccupancyConfig,
    OccupancyMap,
    in_view,
    project_mask,
)
from meadow.planning.drive import crossing
from meadow.types import Camera, Pose

CAMERA = Camera(width=64, height=64, hfov=math.radians(90), elevation=0.9)

#: Cells small enough to ask for centimetres.
FINE = OccupancyConfig(cell=0.05)


def wall_ahead(distance: float) -> np.ndarray:
    """Depth of an endless floor and a wall that stands ``distance`` before the camera."""
    rows = np.arange(64) + 0.5 - 32
    depth = np.full(64, distance)
    below = rows > 0
    depth[below] = np.minimum(distance, 0.9 * CAMERA.focal / rows[below])
    return np.repeat(depth[:, None], 64, axis=1).astype(np.float32)


@pytest.mark.parametrize("yaw", [0.0, math.pi / 2, -2.0])
def test_wall_and_floor_land_where_they_are(yaw: float) -> None:
    map = OccupancyMap(FINE)
    pose = Pose(1.0, -0.5, yaw)
    map.update(wall_ahead(2.0), CAMERA, pose)

    def at(forward: float) -> int:
        x, y = pose.x + forward * math.cos(yaw), pose.y + forward * math.sin(yaw)
        return int(map.grid[map.cell_of(x, y)])

    assert at(2.0) == OCCUPIED or at(1.99) == OCCUPIED
    assert [at(d) for d in (0.0, 0.5, 1.0, 1.5, 1.7)] == [FREE] * 5
    assert at(2.5) not in (FREE, OCCUPIED)


def test_things_above_the_robot_do_not_block() -> None:
    map = OccupancyMap(FINE)
    depth = np.zeros((64, 64), np.float32)
    depth[:20] = 1.5  # something overhead only
    map.update(depth, CAMERA, Pose(0.0, 0.0))
    assert not (map.grid == OCCUPIED).any()


def test_floor_far_away_has_no_gaps() -> None:
    """Rows of pixels lie many cells apart there; a gap would look like a frontier."""
    map = OccupancyMap(FINE)
    map.update(wall_ahead(5.5), CAMERA, Pose(0.0, 0.0))
    column = 0.5 / CAMERA.focal  # of the pixels just left of the middle
    ahead = [int(map.grid[map.cell_of(x, column * x)]) for x in np.arange(0.02, 5.4, 0.05)]
    assert set(ahead) == {FREE}


def test_cost_keeps_the_robot_off_obstacles() -> None:
    map = OccupancyMap(FINE)
    map.update(wall_ahead(2.0), CAMERA, Pose(0.0, 0.0))
    cost = map.cost(Pose(0.0, 0.0))

    def at(x: float) -> float:
        return float(cost[map.cell_of(x, 0.0)])

    assert at(1.0) == 1.0
    assert 1.0 < at(1.75) < at(1.81) < np.inf
    assert at(1.9) == at(2.0) == at(2.2) == np.inf


def test_where_a_bump_was_the_robot_does_not_fit() -> None:
    map = OccupancyMap(FINE)
    map.update(wall_ahead(2.0), CAMERA, Pose(0.0, 0.0))
    map.forbid(0.5, 0.0)
    cost = map.cost(Pose(0.0, 0.0))
    assert np.isinf(cost[map.cell_of(0.5, 0.0)])
    assert np.isfinite(cost[map.cell_of(0.3, 0.0)])
    assert map.cost(Pose(0.5, 0.0))[map.cell_of(0.5, 0.0)] == ESCAPE_COST


@pytest.mark.parametrize("cell", [0.05, 0.125])
@pytest.mark.parametrize("yaw", np.radians(np.arange(0.0, 360.0, 30.0)))
def test_a_step_that_was_refused_is_not_tried_again(cell: float, yaw: float) -> None:
    """Cells are as long as half a step, and around the robot closed ones are opened for its escape."""
    map, pose = OccupancyMap(OccupancyConfig(cell=cell)), Pose(0.06, 0.1, yaw)
    map.update(wall_ahead(2.0), CAMERA, pose)
    x, y = pose.x + 0.25 * math.cos(yaw), pose.y + 0.25 * math.sin(yaw)
    map.forbid(x, y)
    here, there = map.position_of(pose.x, pose.y), map.position_of(x, y)
    assert math.isinf(crossing(map.cost(pose), *here, *there))


def test_a_step_along_the_border_of_two_cells_is_not_tried_again() -> None:
    config = OccupancyConfig(refused=0.03)
    for y in (0.0, 1e-9, -1e-9):
        map, pose = OccupancyMap(config), Pose(0.25, y)
        map.update(wall_ahead(2.0), CAMERA, pose)
        map.forbid(0.5, -y)
        cost = map.cost(pose)
        for aside in (-1e-6, 0.0, 1e-6):
            there = map.position_of(0.5 - abs(aside), aside)
            assert math.isinf(crossing(cost, *map.position_of(pose.x, aside), *there))


def test_there_is_floor_where_somebody_stands_and_no_less_wall() -> None:
    map = OccupancyMap(FINE)
    map.update(wall_ahead(2.0), CAMERA, Pose(0.0, 0.0))
    hidden, wall = map.cell_of(-0.6, 0.6), np.argwhere(map.grid == OCCUPIED)
    assert map.grid[hidden] == UNKNOWN
    map.stand_at(-0.6, 0.6)
    map.stand_at(*map.centre_of(*wall[0]))
    assert map.grid[hidden] == FREE
    assert (np.argwhere(map.grid == OCCUPIED) == wall).all()


def test_who_stands_beyond_the_map_leaves_it_as_it_is() -> None:
    map = OccupancyMap(FINE)
    map.update(wall_ahead(2.0), CAMERA, Pose(0.0, 0.0))
    before = map.grid.copy()
    for x, y in ((40.0, 0.0), (-8.0, 0.0), (0.0, 9.0), (1.0, -9.0)):
        map.stand_at(x, y)
    assert (map.grid == before).all()


def test_views_of_estimated_depth_outvote_each_other() -> None:
    """One view takes floor for a wall; the exact map keeps that wall, the other learns better."""
    ways = {}
    for estimated in (False, True):
        map = OccupancyMap(
            OccupancyConfig(estimated=estimated, floor_tolerance=0.3 if estimated else 0.03)
        )
        pose = Pose(0.0, 0.0)
        for scale in (0.5, 0.9, 1.1, 1.0, 0.95, 1.05):
            map.update(scale * wall_ahead(2.0), CAMERA, pose)
        ways[estimated] = [map.grid[map.cell_of(x, 0.0)] for x in (0.5, 1.0, 1.5)]
        assert map.grid[map.cell_of(2.0, 0.0)] == OCCUPIED or estimated
    assert OCCUPIED in ways[False]
    assert ways[True] == [FREE] * 3


def test_a_tilted_camera_puts_a_wall_of_estimated_depth_where_it_is() -> None:
    """Seen from a camera that looks down, a column of pixels is not a line on the floor."""
    tilted = replace(CAMERA, pitch=-0.6)
    down, across = np.mgrid[:64, :64] / tilted.focal + (0.5 - 32) / tilted.focal
    ahead, up = math.cos(-0.6) + math.sin(-0.6) * down, math.sin(-0.6) - math.cos(-0.6) * down
    floor = np.where(up < 0, tilted.elevation / -np.minimum(up, -1e-9), 0.0)
    wall = 1.2 / ahead
    seen = (-across * wall > 0.6) & (
        (floor == 0.0) | (wall < floor)
    )  # only 0.6 m to the left or more
    map = OccupancyMap(replace(FINE, estimated=True))
    for _ in range(3):
        map.update(np.where(seen, wall, floor).astype(np.float32), tilted, Pose(0.0, 0.0))
    found = map.centres_of(np.argwhere(map.grid == OCCUPIED))
    assert len(found) > 5
    assert np.abs(found[:, 0] - 1.2).max() <= FINE.cell
    assert found[:, 1].min() >= 0.6 - FINE.cell


def test_a_wall_of_estimated_depth_is_one_where_most_views_put_it() -> None:
    map = OccupancyMap(OccupancyConfig(estimated=True, floor_tolerance=0.3))
    for _ in range(3):
        map.update(wall_ahead(2.0), CAMERA, Pose(0.0, 0.0))
    row = [int(map.grid[map.cell_of(x, 0.0)]) for x in (1.0, 1.95, 2.05)]
    assert row[0] == FREE
    assert OCCUPIED in row[1:]
    assert math.isinf(map.cost(Pose(0.0, 0.0))[map.cell_of(1.9, 0.0)])
    map.clear_goal()  # walls do not belong to a goal
    map.update(np.zeros((64, 64), np.float32), CAMERA, Pose(0.0, 0.0))
    assert math.isinf(map.cost(Pose(0.0, 0.0))[map.cell_of(1.9, 0.0)])
    map.forbid(1.0, 0.0)
    map.update(wall_ahead(2.0), CAMERA, Pose(0.0, 0.0))
    assert math.isinf(map.cost(Pose(0.0, 0.0))[map.cell_of(1.0, 0.0)])


def test_the_map_grows_and_keeps_what_it_knows() -> None:
    map = OccupancyMap(FINE)
    map.update(wall_ahead(2.0), CAMERA, Pose(0.0, 0.0))
    before = map.grid.shape
    wall, floor = (1.98, 0.3), (1.0, 0.3)
    map.update(wall_ahead(3.0), CAMERA, Pose(-4.0, -3.0, math.pi))
    assert map.grid.shape > before
    assert map.grid[map.cell_of(*wall)] == OCCUPIED or map.grid[map.cell_of(2.02, 0.3)] == OCCUPIED
    assert map.grid[map.cell_of(*floor)] == FREE
    assert map.grid[map.cell_of(-6.0, -3.0)] == FREE
    assert map.grid[map.cell_of(-2.0, 2.0)] == UNKNOWN


def test_masks_project_to_their_place() -> None:
    depth = np.full((64, 64), 3.0, np.float32)
    mask = np.zeros((64, 64), bool)
    mask[31:33, 31:33] = True
    points, _, _ = project_mask(mask, depth, CAMERA, Pose(1.0, 2.0, math.pi / 2))
    assert points.mean(axis=0) == pytest.approx([1.0, 5.0, 0.9], abs=1e-6)


def test_points_outside_the_map_are_clamped() -> None:
    map = OccupancyMap(OccupancyConfig(cell=0.05, extent=2.0))
    map.update(wall_ahead(5.0), CAMERA, Pose(0.0, 0.0))
    rows, columns = map.grid.shape
    assert max(rows, columns) <= 80
    assert map.cell_of(1e6, -1e6) == (rows - 1, 0)
    x, y = map.centre_of(*map.cell_of(0.3, -0.4))
    assert abs(x - 0.3) <= 0.025 + 1e-9
    assert abs(y + 0.4) <= 0.025 + 1e-9
    assert map.centres_of(map.cells_of(np.array([[0.3, -0.4]])))[0] == pytest.approx([x, y])


@pytest.mark.parametrize("pose", [Pose(0.0, 0.0), Pose(1.0, -2.0, 2.2, -0.4)])
def test_what_a_frame_shows_is_in_view_until_something_hides_it(pose: Pose) -> None:
    depth = wall_ahead(3.0)
    points, _, _ = project_mask(np.ones_like(depth, bool), depth, CAMERA, pose)
    assert in_view(points, depth, CAMERA, pose).all()
    behind = Pose(pose.x, pose.y, pose.yaw + math.pi, pose.pitch)
    assert not in_view(points, depth, CAMERA, behind).any()
    hidden = depth.copy()
    hidden[:, :32] = 0.3
    assert in_view(points, hidden, CAMERA, pose).reshape(depth.shape)[:, 32:].all()
    assert not in_view(points, hidden, CAMERA, pose).reshape(depth.shape)[:, :32].any()
