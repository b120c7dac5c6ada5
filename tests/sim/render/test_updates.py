"""Changing one thing gives the picture of a scene that was built that way."""

from __future__ import annotations

import numpy as np
import pytest

from meadow.scenes.schema import Person, replace
from meadow.sim.render import Renderer, RenderScene
from meadow.testing.furnished import furnished
from meadow.testing.homes import one_room, thing

RENDERER = Renderer(96, 96)


def check_pictures_agree(updated, house, poses):
    fresh = RenderScene(house)
    for pose in poses:
        a, b = RENDERER.render(updated, pose), RENDERER.render(fresh, pose)
        assert np.array_equal(a.ids, b.ids)
        assert np.array_equal(a.rgb, b.rgb)


VIEWS = [(5.0, 2.0, 0.87, -0.8, -0.3), (3.0, 2.0, 1.4, 2.4, -0.3), (2.0, 1.0, 0.87, 1.2, 0.0)]


@pytest.mark.parametrize(
    ("id", "change"),
    [
        ("fridge-0", {"openness": 1.0}),
        ("chair-0", {"position": (3.2, 1.0, 0.0), "yaw": 1.0}),
        ("sofa-0", {"size": (0.8, 1.2, 0.9)}),
        ("apple-0", {"position": (6.0, 2.0, 0.0), "room": "room-1"}),
    ],
)
def test_updated_object_equals_a_fresh_scene(id, change):
    house = furnished()
    index = [o.id for o in house.objects].index(id)
    scene = RenderScene(house)
    obj = replace(house.objects[index], **change)
    scene.update_object(index, obj)
    objects = (*house.objects[:index], obj, *house.objects[index + 1 :])
    check_pictures_agree(scene, replace(house, objects=objects), VIEWS)
    scene.update_object(index, house.objects[index])
    check_pictures_agree(scene, house, VIEWS)


def test_an_object_can_vanish_and_return():
    house = furnished()
    scene = RenderScene(house)
    sofa = [o.id for o in house.objects].index("sofa-0")
    view = (3.0, 1.2, 0.87, np.pi, 0.0)
    assert (RENDERER.render(scene, view).ids == 1 + sofa).any()
    scene.update_object(sofa, None)
    assert not (RENDERER.render(scene, view).ids == 1 + sofa).any()
    scene.update_object(sofa, house.objects[sofa])
    check_pictures_agree(scene, house, [view])


def test_many_updates_do_not_grow_the_scene():
    house = furnished()
    scene = RenderScene(house)
    fridge = [o.id for o in house.objects].index("fridge-0")
    for k in range(12):
        scene.update_object(fridge, replace(house.objects[fridge], openness=(k % 3) / 2))
    faces = scene.faces
    for k in range(60):
        scene.update_object(fridge, replace(house.objects[fridge], openness=(k % 3) / 2))
    assert scene.faces == faces


def test_people_walk():
    person = Person("someone", "ada", (2.5, 2.0, 0.0), 0.0, "room-0")
    house = replace(one_room(), people=(person,))
    scene = RenderScene(house)
    view = (0.5, 2.0, 0.87, 0.0, 0.0)
    standing = RENDERER.render(scene, view)
    assert (standing.ids == 1).sum() > 200
    walked = replace(person, position=(3.2, 2.4, 0.0), gait=0.4, yaw=1.0)
    scene.update_person(0, walked)
    check_pictures_agree(scene, replace(house, people=(walked,)), [view])
    scene.update_person(0, None)
    assert not (RENDERER.render(scene, view).ids == 1).any()


def test_switching_a_lamp_lights_the_room():
    lamp = thing("lamp", "floor lamp", (2.0, 3.2, 0.0), room="room-0", states={"on": False})
    house = replace(one_room((lamp,)), lights=())
    scene = RenderScene(house)
    view = (0.6, 0.6, 0.87, 0.9, 0.0)
    dark = RENDERER.render(scene, view)
    lit_lamp = replace(lamp, states={"on": True})
    scene.update_object(0, lit_lamp)
    lit = RENDERER.render(scene, view)
    walls = dark.ids == -2
    assert lit.rgb[walls].mean() > dark.rgb[walls].mean() + 5
    check_pictures_agree(scene, replace(house, objects=(lit_lamp,)), [view])


def test_triangles_cover_all_slots_in_order():
    scene = RenderScene(furnished())
    triangles = scene.triangles()
    assert (np.diff(triangles.slot) >= 0).all()
    assert len(triangles.faces) == len(triangles.colours) == len(triangles.uv)
    assert np.isfinite(triangles.vertices).all()
    assert np.isfinite(triangles.uv).all()
    corners, ids = scene.quads()
    area = np.linalg.norm(
        np.cross(corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1]), axis=1
    ).sum()
    a, b, c = (triangles.vertices[triangles.faces[:, k]] for k in range(3))
    assert np.isclose(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum(), area, rtol=1e-4)
    assert set(triangles.ids.tolist()) == set(ids.tolist())
