"""Radial viewpoints: free, facing the object, with nothing before it."""

from __future__ import annotations

import numpy as np
import pytest

from meadow.episodes.houses import load_home
from meadow.scenes.meshes import surface_points
from meadow.sim.simulator import MeadowSimulator
from meadow.sim.visibility import agreeing
from meadow.types import WIDE_ANGLE, Pose


@pytest.fixture(scope="module")
def simulator():
    house = load_home("seed:3,rooms=2,revision=2")
    robot = MeadowSimulator(WIDE_ANGLE)
    robot.reset(house, robot.free_pose(house))
    yield robot
    robot.close()


def test_objects_show_from_their_viewpoints(simulator):
    house = simulator.oracle.house
    seen = 0
    for item in [o for o in house.objects if not o.container][::12]:
        views = simulator.radial_viewpoints(item.id)
        for x, y, yaw in views[::9]:
            assert simulator.oracle.navigable(x, y)
            simulator.reset(house, Pose(x, y, yaw))
            assert (simulator.frames.ids == simulator.instance(item.id)).any(), item.id
            seen += 1
    assert seen > 20


def test_what_is_shut_in_has_no_viewpoint(simulator):
    hidden = [o for o in simulator.oracle.house.objects if o.container]
    assert hidden
    assert not any(len(simulator.radial_viewpoints(o.id)) for o in hidden[:3])


def test_depth_agrees_where_nothing_is_before_the_object():
    points = np.array([(2.0, 0.0, 1.0), (2.0, 0.1, 1.0), (-1.0, 0.0, 1.0)])
    eye = np.array([0.0, 0.0, 1.0, 0.0])
    depth = np.full((32, 32), 2.0, np.float32)
    assert agreeing(points, depth, eye, 16.0) == pytest.approx(2 / 3)
    assert agreeing(points, depth - 0.5, eye, 16.0) == 0.0


def test_surface_points_lie_on_the_object(simulator):
    item = next(o for o in simulator.oracle.house.objects if o.support == "floor")
    points = surface_points(item)
    assert len(points) <= 96
    low, high = points.min(axis=0), points.max(axis=0)
    assert (high - low <= np.hypot(*item.size[:2]) + item.size[2]).all()
    assert abs(points[:, 2].min() - item.position[2]) < item.size[2]
