"""Looking through doorways only saves time: pictures are the same bits, and nothing is missing."""

from __future__ import annotations

import math

import numpy as np
import pytest

from meadow.scenes.doors import along
from meadow.scenes.schema import replace
from meadow.sim.render import Renderer, RenderScene
from meadow.testing.furnished import furnished, generated

WITH, WITHOUT = Renderer(128, 96), Renderer(128, 96, portals=False)


def assert_equal_pictures(scene, poses):
    scenes = [scene] * len(poses)
    fast, slow = WITH.render_batch(scenes, poses), WITHOUT.render_batch(scenes, poses)
    for name in ("ids", "depth", "rgb"):
        assert np.array_equal(getattr(fast, name), getattr(slow, name)), name
    assert (fast.ids != 0).all(), "a gap in the building"


@pytest.mark.parametrize("seed", range(3))
def test_awkward_building_with_any_doors(seed, awkward, cameras, with_doors):
    house = with_doors(awkward, seed)
    assert_equal_pictures(RenderScene(house), cameras(house, 60, seed))


@pytest.mark.parametrize("seed", range(4))
def test_generated_homes_with_any_doors(seed, cameras, with_doors):
    house = with_doors(generated(seed, 3 + 2 * seed), seed)
    assert_equal_pictures(RenderScene(house), cameras(house, 40, seed))


def test_standing_in_a_doorway(awkward):
    walls = {wall.id: wall for wall in awkward.walls}
    poses = []
    for doorway in awkward.doorways:
        if doorway.id in ("front", "pantry"):  # outside, and inside a shut leaf
            continue
        for aside in (-0.2, -0.04, 0.0, 0.04, 0.2):
            x, y = along(walls[doorway.wall], doorway.offset + doorway.width / 2, aside)
            poses += [(x, y, 0.87, yaw, p) for yaw in (0.1, 1.7, 3.0, 4.6) for p in (-0.5, 0.5)]
    assert_equal_pictures(RenderScene(awkward), poses)


def test_shut_door_hides_the_next_room():
    eye = (1.0, 3.2, 0.87, -0.44, 0.0)
    for closed in (False, True):
        house = furnished(closed=closed)
        scene = RenderScene(house)
        fridge = scene.slot_of_object([o.id for o in house.objects].index("fridge-0"))
        assert (fridge in WITH.visible(scene, eye)) == (not closed)
        assert_equal_pictures(scene, [eye])


def test_opening_a_door_updates_the_portal():
    house = furnished(closed=True)
    scene = RenderScene(house)
    opened = replace(house.doorways[0], openness=1.0)
    scene.update_doorway(0, opened)
    fresh = RenderScene(replace(house, doorways=(opened,)))
    eye = (1.0, 2.0, 0.87, 0.0, 0.0)
    assert np.array_equal(WITH.render(scene, eye).ids, WITH.render(fresh, eye).ids)
    assert_equal_pictures(scene, [eye])


def test_outside_of_every_room_the_whole_home_is_drawn(awkward):
    scene = RenderScene(awkward)
    above = (4.5, 2.5, 14.0, 0.0, -math.pi / 2)
    ids = WITH.render(scene, above).ids
    assert {-1, -2, 1, 2, 3, 4, 5} <= set(np.unique(ids).tolist())
