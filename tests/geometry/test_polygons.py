"""Kernels for convex outlines, against shapely."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from meadow.geometry import polygons as P
from meadow.seeding import stream

coordinate = st.floats(-5.0, 5.0, allow_nan=False)
point = st.tuples(coordinate, coordinate)
clouds = st.lists(point, min_size=3, max_size=12)


def hulls(points: list[tuple[float, float]]) -> tuple[np.ndarray, shapely.Geometry]:
    return P.convex_hull(np.array(points)), shapely.convex_hull(shapely.MultiPoint(points))


@settings(max_examples=200, deadline=None)
@given(clouds)
def test_hull_is_the_convex_hull(points):
    ours, theirs = hulls(points)
    if len(ours) > 2:
        assert P.area(ours) >= 0.0
        assert abs(P.area(ours) - theirs.area) < 1e-6
        # Dropping nearly collinear corners may not move the outline.
        assert shapely.Polygon(ours).hausdorff_distance(theirs) < 1e-3


@settings(max_examples=100, deadline=None)
@given(clouds, st.randoms(use_true_random=False))
def test_hulls_do_not_depend_on_order_or_repetition(points, shuffled):
    again = points * 3
    shuffled.shuffle(again)
    assert np.array_equal(hulls(points)[0], hulls(again)[0])


def test_a_hull_of_nothing_is_empty():
    assert P.convex_hull(np.empty((0, 2))).shape == (0, 2)


@settings(max_examples=200, deadline=None)
@given(clouds, point, point)
def test_distances_agree_with_shapely(points, a, b):
    ours, theirs = hulls(points)
    if len(ours) < 3 or theirs.area < 1e-3:
        return
    outlines = P.pack([(0, [ours])])
    theirs = shapely.Polygon(ours)
    assert outlines.clearance(*a)[0] == pytest.approx(theirs.distance(shapely.Point(a)), abs=1e-7)
    way = shapely.LineString([a, b]) if a != b else shapely.Point(a)
    apart = theirs.distance(way)
    if abs(apart - 0.3) > 1e-5:
        assert (outlines.first_hit(*a, *b, 0.3) >= 0) == (apart < 0.3)
        assert P.free_way(*outlines.packed, *a, *b, 0.3) == (apart > 0.3)


def test_first_hit_names_the_one_that_is_met_first():
    near, far = P.rectangle((1.0, 0.0), (0.2, 1.0), 0.0), P.rectangle((2.0, 0.0), (0.2, 1.0), 0.0)
    outlines = P.pack([(7, [far]), (3, [near])])
    hit = outlines.first_hit(0.0, 0.0, 3.0, 0.0, 0.1)
    assert outlines.owner[hit] == 3


def test_a_fast_disc_does_not_tunnel():
    wall = P.pack([(0, [P.rectangle((0.0, 0.0), (0.001, 10.0), 0.0)])])
    rng = stream(0, "tunnel")
    for _ in range(1000):
        y0, y1 = rng.uniform(-4, 4), rng.uniform(-4, 4)
        assert wall.first_hit(-rng.uniform(0.2, 50), y0, rng.uniform(0.2, 50), y1, 0.1) == 0


def test_touching_is_not_overlap():
    wall = P.pack([(0, [P.rectangle((0.0, 0.0), (1.0, 1.0), 0.0)])])
    assert wall.first_hit(0.68, -3.0, 0.68, 3.0, 0.18) == -1
    assert wall.first_hit(0.67, -3.0, 0.67, 3.0, 0.18) == 0


def test_a_flat_panel_is_an_outline_too():
    panel = P.pack([(0, [np.array([[0.0, 0.0], [0.0, 1.0]])])])
    assert panel.clearance(0.5, 0.5)[0] == pytest.approx(0.5)
    assert panel.first_hit(-1.0, 0.5, 1.0, 0.5, 0.1) == 0
    assert panel.first_hit(-1.0, 1.2, 1.0, 1.2, 0.1) == -1


def test_disc_contains_the_disc():
    assert P.pack([(0, [P.disc(1.0, 2.0, 0.25)])]).clearance(1.0 + 0.25, 2.0)[0] == 0.0
    ring = P.disc(0.0, 0.0, 1.0)
    edges = (ring + np.roll(ring, -1, axis=0)) / 2
    assert np.hypot(*edges.T).min() == pytest.approx(1.0)


@given(st.floats(0.1, 3.0), st.floats(0.1, 3.0), st.floats(-7.0, 7.0))
def test_rectangles_turn_counter_clockwise(width, depth, yaw):
    assert P.area(P.rectangle((3.0, -1.0), (width, depth), yaw)) == pytest.approx(width * depth)


def test_in_polygon_of_an_l_shape():
    shape = np.array([(0, 0), (4, 0), (4, 1), (1, 1), (1, 3), (0, 3)], float)
    for polygon in (shape, shape[::-1].copy()):
        assert P.in_polygon(polygon, 0.5, 2.5)
        assert P.in_polygon(polygon, 3.5, 0.5)
        assert not P.in_polygon(polygon, 2.0, 2.0)


def test_clearance_stops_at_its_limit():
    square = P.pack([(0, [P.rectangle((0.0, 0.0), (1.0, 1.0), 0.0)])])
    assert square.clearance(5.0, 0.0, 1.0) == (1.0, -1)
    assert square.clearance(5.0, 0.0)[0] == pytest.approx(4.5)
    assert P.pack(()).clearance(0.0, 0.0) == (math.inf, -1)
