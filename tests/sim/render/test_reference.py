"""The renderer draws what a plain ray caster sees."""

from __future__ import annotations

import numpy as np
import pytest

from meadow.sim.render import Renderer, RenderScene
from meadow.testing.furnished import furnished, generated
from meadow.testing.raycaster import cast

WIDTH, HEIGHT = 64, 48


@pytest.mark.parametrize("home", ["awkward", "furnished", "closed", "generated-0", "generated-1"])
def test_ids_and_depth_agree(home, awkward, cameras):
    name, _, seed = home.partition("-")
    house = {
        "awkward": lambda: awkward,
        "furnished": furnished,
        "closed": lambda: furnished(closed=True),
        "generated": lambda: generated(int(seed), 3),
    }[name]()
    scene, renderer = RenderScene(house), Renderer(WIDTH, HEIGHT)
    for camera in cameras(house, 3, seed=5):
        frames = renderer.render(scene, camera)
        depth, ids = cast(scene, camera, WIDTH, HEIGHT, renderer.camera.hfov)
        differ = frames.ids != ids
        # Only pixels whose centre falls on an edge may go either way.
        assert differ.mean() < 0.004
        assert np.abs(frames.depth - depth)[~differ].max() < 1e-4


def test_normals_face_the_camera_and_match_the_floor(awkward):
    scene = RenderScene(awkward)
    renderer = Renderer(WIDTH, HEIGHT, normals=True)
    frames = renderer.render(scene, (1.5, 4.0, 0.87, -1.0, -0.4))
    floor = frames.ids == -1
    assert floor.sum() > 50
    assert np.allclose(frames.normals[floor], (0.0, 0.0, 1.0))
    assert np.allclose(np.linalg.norm(frames.normals, axis=-1), 1.0, atol=1e-5)


def test_two_sided_faces_are_drawn_from_behind():
    from meadow.scenes.modelling.shape import Shape
    from meadow.sim.render.templates import template_of

    def faces(two_sided: bool) -> np.ndarray:
        shape = Shape()
        corners = (0, -1, 0), (0, 1, 0), (0, 1, 1), (0, -1, 1)
        shape.panel("leaf", *corners, two_sided=two_sided)
        return template_of(shape.mesh()).normals

    assert faces(False).tolist() == [[1.0, 0.0, 0.0]]
    assert faces(True).tolist() == [[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0]]
