"""People are placed when somebody looks there: pictures are the same as if all were placed at once."""

from __future__ import annotations

import math

import numpy as np

from meadow.scenes.people import BODIES, PHASES, pose_mesh
from meadow.scenes.schema import Person, replace
from meadow.seeding import stream
from meadow.sim.render import Renderer, RenderScene
from meadow.sim.render.scene import BODY_HEIGHT, BODY_REACH
from meadow.testing.homes import two_rooms


def somewhere(rng, number: int) -> Person:
    body = rng.choice(sorted(BODIES))
    x, y = rng.uniform(0.3, 7.7), rng.uniform(0.3, 3.7)
    room = "room-0" if x < 4.0 else "room-1"
    gait = -1.0 if rng.chance(0.3) else rng.random() * 0.99
    return Person(f"p{number}", body, (x, y, 0.0), rng.uniform(-3.0, 3.0), room, gait)


def test_pictures_do_not_depend_on_when_people_are_placed() -> None:
    rng = stream(4, "late people")
    house = replace(two_rooms(), people=tuple(somewhere(rng, k) for k in range(5)))
    late, early = RenderScene(house), RenderScene(house)
    renderer = Renderer(64, 48, math.radians(79.0))
    seen = 0
    for _ in range(300):
        moved = {k: replace(somewhere(rng, k), body=house.people[k].body) for k in range(5)}
        late.update_people(moved)
        early.update_people(moved)
        camera = [rng.uniform(0.3, 7.7), rng.uniform(0.3, 3.7), rng.uniform(0.3, 1.5)]
        camera += [rng.uniform(-math.pi, math.pi), rng.uniform(-1.2, 1.2)]
        placed = early.placements
        assert all(placed[-5:])
        one, two = renderer.render(late, camera), renderer.render(early, camera)
        assert np.array_equal(one.ids, two.ids)
        assert np.array_equal(one.rgb, two.rgb)
        assert np.array_equal(one.depth, two.depth)
        seen += len(late._late)
    assert seen > 300, "many were left where nobody looks"
    assert [p and p.position for p in late.placements[-5:]] == [
        p and p.position for p in early.placements[-5:]
    ]


def test_a_copy_knows_who_is_still_to_be_placed() -> None:
    rng = stream(5, "late people")
    house = replace(two_rooms(), people=(somewhere(rng, 0),))
    scene = RenderScene(house)
    scene.update_person(0, replace(house.people[0], position=(6.0, 2.0, 0.0), room="room-1"))
    twin = scene.copy()
    assert twin.placements[-1].position == (6.0, 2.0, 0.0)
    assert scene._late == {0}


def test_nobody_reaches_further_than_views_allow_for() -> None:
    for body in BODIES:
        for pose in range(-6, PHASES):
            vertices = pose_mesh(body, pose).vertices
            assert np.hypot(vertices[:, 0], vertices[:, 1]).max() < BODY_REACH
            assert vertices[:, 2].max() < BODY_HEIGHT
