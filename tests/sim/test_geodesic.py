"""Distances and paths against an independent visibility graph built with shapely."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
import shapely
from scipy.sparse.csgraph import dijkstra

from meadow.geometry.polygons import disc, pack, rectangle
from meadow.seeding import stream
from meadow.sim.geodesic import Geodesics
from meadow.sim.navgrid import NavGrid
from meadow.sim.obstacles import Obstacles
from meadow.testing.furnished import furnished, generated, union
from meadow.testing.homes import two_rooms

RADIUS = 0.18


def reference(obstacles: shapely.Geometry, points: np.ndarray) -> np.ndarray:
    """All-pairs distances of points by a dense visibility graph over finely rounded corners."""
    grown = obstacles.buffer(RADIUS, quad_segs=12)
    parts = shapely.get_rings(shapely.get_parts(grown))
    corners = np.concatenate([shapely.get_coordinates(r)[:-1] for r in parts])
    # Only corners that stick out into free space can be on a shortest path.
    before = np.concatenate([np.roll(shapely.get_coordinates(r)[:-1], 1, axis=0) for r in parts])
    after = np.concatenate([np.roll(shapely.get_coordinates(r)[:-1], -1, axis=0) for r in parts])
    middle = (before + after) / 2
    inward = shapely.contains_xy(grown.buffer(1e-9), middle)
    nodes = np.concatenate([points, corners[inward]])
    a, b = np.triu_indices(len(nodes), 1)
    lines = shapely.linestrings(np.stack([nodes[a], nodes[b]], axis=1))
    core = obstacles.buffer(RADIUS - 0.0015, quad_segs=12)
    shapely.prepare(core)
    seen = ~shapely.intersects(core, lines)
    graph = np.zeros((len(nodes), len(nodes)))
    graph[a[seen], b[seen]] = np.hypot(*(nodes[a[seen]] - nodes[b[seen]]).T)
    return dijkstra(graph, directed=False, indices=np.arange(len(points)))[:, : len(points)]


def homes():
    yield "doorway", two_rooms()
    yield "furnished", furnished()
    yield "generated", generated(5, 2)


@pytest.mark.parametrize(("name", "house"), list(homes()))
def test_distances_are_within_one_percent_of_the_exact_ones(name, house):
    obstacles = Obstacles(house, 0.9)
    grid = NavGrid(house, obstacles.fixed, RADIUS)
    rng = stream(0, "points", name)
    points = np.unique([grid.sample(rng) for _ in range(24)], axis=0)
    exact = reference(union(obstacles), points)
    for i in range(len(points)):
        ours = grid.geodesics().field(points[i : i + 1]).distances(points)
        assert np.isfinite(ours).all()
        assert np.abs(ours - exact[i]).max() <= 0.01 * np.maximum(exact[i], 0.5).max()
        far = exact[i] > 0.5
        assert np.abs(ours[far] / exact[i][far] - 1.0).max() <= 0.01


@pytest.mark.parametrize("seed", [1, 2])
def test_paths_are_drivable_and_as_long_as_they_claim(seed):
    house = generated(seed)
    obstacles = Obstacles(house, 0.9)
    grid = NavGrid(house, obstacles.fixed, RADIUS)
    rng = stream(seed, "paths")
    for _ in range(40):
        a, b, c = (grid.sample(rng) for _ in range(3))
        field = grid.geodesics().field(np.array([b, c]))
        path = field.path(*a)
        length = float(np.hypot(*np.diff(path, axis=0).T).sum())
        assert length == pytest.approx(field.distances(np.array([a]))[0])
        assert tuple(path[0]) == a
        assert tuple(path[-1]) in (b, c)
        for p, q in itertools.pairwise(path):
            assert obstacles.blocker(*p, *q, RADIUS) == ""
        straight = min(math.dist(a, b), math.dist(a, c))
        assert length >= straight - 1e-9


def test_distance_is_symmetric_and_obeys_the_triangle():
    house = generated(3)
    grid = NavGrid(house, Obstacles(house, 0.9).fixed, RADIUS)
    rng = stream(0, "triangle")
    points = np.array([grid.sample(rng) for _ in range(30)])
    table = np.stack([grid.geodesics().field(p[None]).distances(points) for p in points])
    assert np.allclose(table, table.T, atol=1e-9)
    assert (table[:, None, :] <= table[:, :, None] + table[None, :, :] + 1e-9).all()


def test_round_the_corner_by_hand():
    """Past a long thin wall the path is two tangents and an arc around its end."""
    wall = rectangle((0.0, 0.0), (4.0, 1e-3), 0.0)
    room = [np.array([(-9, -9), (9, -9), (9, 9), (-9, 9)], float)]
    graph = Geodesics(pack([(0, [wall])]), RADIUS, room)
    a, b = (1.0, 1.0), (1.0, -1.0)
    away = math.hypot(1.0, 1.0)
    tangent = math.sqrt(away**2 - RADIUS**2)
    arc = RADIUS * (math.pi - 2 * (math.acos(RADIUS / away) - math.pi / 4))
    expected = 2 * tangent + arc
    ours = graph.field(np.array([b])).distances(np.array([a]))[0]
    assert ours == pytest.approx(expected, rel=0.01)


def test_unreachable_is_infinite():
    house = two_rooms(closed=True)
    grid = NavGrid(house, Obstacles(house, 0.9).fixed, RADIUS)
    field = grid.geodesics().field(np.array([(6.0, 1.0)]))
    assert field.distances(np.array([(1.0, 1.0)]))[0] == math.inf
    assert len(field.path(1.0, 1.0)) == 0
    inside_wall = grid.geodesics().field(np.array([(4.0, 0.5)]))
    assert inside_wall.distances(np.array([(1.0, 1.0)]))[0] == math.inf


def test_goals_in_view_are_straight_ahead():
    graph = Geodesics(
        pack([(0, [disc(2.0, 2.0, 0.3)])]), RADIUS, [np.array([(0, 0), (4, 0), (4, 4), (0, 4.0)])]
    )
    field = graph.field(np.array([(3.0, 0.5), (0.5, 3.0)]))
    assert field.distances(np.array([(0.5, 0.5)]))[0] == pytest.approx(2.5)
    assert len(field.path(0.5, 0.5)) == 2
