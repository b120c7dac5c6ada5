"""The building's faces: where they are, which way they look, which rooms they belong to."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from meadow.scenes.schema import Doorway, Part, replace
from meadow.scenes.shell import build_shell, leaf_shape, seals
from meadow.testing.furnished import generated
from meadow.testing.homes import one_room, two_rooms


def normals(quads):
    cross = np.cross(quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1])
    return cross / np.linalg.norm(cross, axis=1, keepdims=True)


@pytest.mark.parametrize(
    "house", [two_rooms(), generated(0, 4), generated(3, 7)], ids=lambda h: h.id
)
def test_panels_lie_within_the_rooms_they_name(house):
    for panel in build_shell(house).panels:
        if panel.rooms:
            area = shapely.union_all([shapely.Polygon(house.rooms[r].polygon) for r in panel.rooms])
            outline = shapely.MultiPoint(panel.quads.reshape(-1, 3)[:, :2])
            # The middle of an outer wall is the rim of a room; a front door's pane is beyond it.
            reach = 0.06 if panel.pane else 0.0501 if len(panel.rooms) == 1 else 0.01
            assert area.buffer(reach).covers(outline), panel


@pytest.mark.parametrize("house", [two_rooms(), generated(1, 5)], ids=lambda h: h.id)
def test_floors_cover_rooms_and_look_up(house):
    floors = [p for p in build_shell(house).panels if p.kind == "floor" and len(p.rooms) == 1]
    for r, room in enumerate(house.rooms):
        quads = next(p.quads for p in floors[::-1] if p.rooms == (r,))
        assert np.allclose(normals(quads), (0, 0, 1))
        area = sum(shapely.Polygon(q[:, :2]).area for q in quads)
        assert area == pytest.approx(shapely.Polygon(room.polygon).area, rel=1e-6)


@pytest.mark.parametrize("walls", [True, False])
def test_walls_look_into_their_room(walls):
    house = one_room() if walls else replace(one_room(), walls=())
    centre = np.array([2.0, 2.0, 1.3])
    for panel in build_shell(house).panels:
        if panel.rooms:
            inwards = centre - panel.quads.mean(axis=1)
            assert (np.einsum("fk,fk->f", normals(panel.quads), inwards) > 0).all()


def test_wall_faces_stand_half_a_thickness_inside():
    walls = [p for p in build_shell(one_room()).panels if p.kind == "wall" and p.rooms]
    inner = np.concatenate([p.quads.reshape(-1, 3) for p in walls])
    assert inner[:, :2].min() == pytest.approx(0.046)  # the corner's slack lies inside the wall
    assert sorted(set(np.round(inner[:, 2], 6))) == [0.0, 2.6]


def test_holes_are_where_the_doorways_are():
    house = two_rooms()
    shell = build_shell(house)
    (opening,) = shell.openings
    assert opening.rooms == (0, 1)
    assert (opening.a, opening.b, opening.top) == ((4.0, 1.55), (4.0, 2.45), 2.05)
    ray = np.array([0.0, 2.0, 1.0])  # along +X through the middle of the doorway
    for panel in shell.panels:
        if panel.kind == "wall" and panel.rooms:
            low, high = panel.quads.min(axis=1), panel.quads.max(axis=1)
            crossing = (low[:, 1:] < ray[1:]).all(axis=1) & (high[:, 1:] > ray[1:]).all(axis=1)
            assert not (crossing & (np.abs(panel.quads[:, 0, 0] - 4.0) < 0.1)).any()


def test_only_a_fully_shut_leaf_seals():
    leaf = Part("leaf", "white", "wood")
    shut = Doorway("d", "w", 1.0, leaf=leaf, openness=0.0)
    assert seals(shut)
    assert not seals(replace(shut, openness=0.01))
    assert not seals(replace(shut, leaf=None))


def test_leaf_covers_its_hole():
    mesh = leaf_shape(Doorway("d", "w", 1.0, width=0.8, height=2.0)).mesh()
    leaf = mesh.vertices[np.unique(mesh.quads[mesh.part == mesh.parts.index("leaf")])]
    assert leaf[:, 0].min() < 0.0
    assert leaf[:, 0].max() > 0.8
    assert leaf[:, 2].max() > 2.0
