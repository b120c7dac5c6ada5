"""The grid of free places."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from meadow.errors import InvalidValueError
from meadow.seeding import stream
from meadow.sim.navgrid import NavGrid
from meadow.sim.obstacles import Obstacles
from meadow.testing.furnished import furnished, generated, union
from meadow.testing.homes import one_room, two_rooms


def grid_of(house, radius=0.18, **options):
    return NavGrid(house, Obstacles(house, 0.9).fixed, radius, **options)


@pytest.mark.parametrize("cell", [0.05, 0.025])
def test_free_cells_are_exactly_those_with_clearance(cell):
    house = furnished()
    grid = grid_of(house, cell=cell)
    cells = np.argwhere(np.ones_like(grid.free))
    gaps = shapely.distance(union(Obstacles(house, 0.9)), shapely.points(grid.centres(cells)))
    floor = shapely.union_all([shapely.Polygon(r) for r in grid.rooms])
    inside = shapely.contains_xy(floor, grid.centres(cells))
    clear_cut = np.abs(gaps - 0.18) > 1e-6
    expected = (inside & (gaps >= 0.18)).reshape(grid.free.shape)
    agree = (expected == grid.free).ravel()
    assert agree[clear_cut].all()


def test_a_closed_door_makes_two_parts():
    assert grid_of(two_rooms()).parts.max() == 1
    grid = grid_of(two_rooms(closed=True))
    assert grid.parts.max() == 2
    assert grid.part_at(1.0, 1.0) == 1
    assert grid.part_at(6.0, 1.0) == 2
    assert grid.part_at(4.0, 0.5) == 0
    assert np.isin(grid.points(2)[:, 0], grid.points(1)[:, 0]).sum() == 0


def test_parts_are_ordered_by_size():
    sizes = np.bincount(grid_of(generated(1), radius=0.3).parts.ravel())[1:]
    assert (np.diff(sizes) <= 0).all()


def test_nearest_free_point():
    grid = grid_of(two_rooms())
    x, y = grid.nearest(4.0, 0.5)
    assert grid.free[grid.cell_of(x, y)]
    assert np.hypot(x - 4.0, y - 0.5) < 0.3
    assert grid.nearest(-50.0, 2.0)[0] < 0.3


def test_samples_are_free_and_reproducible():
    grid = grid_of(furnished())
    points = [grid.sample(stream(1, k)) for k in range(50)]
    assert all(grid.free[grid.cell_of(*p)] for p in points)
    assert points == [grid.sample(stream(1, k)) for k in range(50)]
    assert len(set(points)) > 40


def test_a_robot_too_large_for_the_home():
    with pytest.raises(InvalidValueError, match="no free floor"):
        grid_of(one_room(side=1.0), radius=0.9).nearest(0.5, 0.5)
    with pytest.raises(InvalidValueError, match="cell size"):
        grid_of(one_room(), cell=0.0)
