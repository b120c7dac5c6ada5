"""Distances of the arm's capsules to drawn faces, beside an independent slow computation."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.optimize import minimize

from meadow.seeding import stream
from meadow.sim.contact import (
    LOOSE,
    Capsules,
    face_distance,
    object_solid,
    place_of,
    segment_triangle,
    things_near,
    touches,
)
from meadow.sim.world import World
from meadow.testing.fuzz.arm import home_of_arms
from meadow.types import ARM_BODY


def slow_distance(ends: np.ndarray, corners: np.ndarray) -> float:
    """Between a segment and a triangle: the least of a convex function, by a general solver."""

    def gap(v: np.ndarray) -> np.ndarray:
        point = ends[0] + v[0] * (ends[1] - ends[0])
        face = corners[0] + v[1] * (corners[1] - corners[0]) + v[2] * (corners[2] - corners[0])
        return point - face

    inside = {"type": "ineq", "fun": lambda v: 1.0 - v[1] - v[2]}
    options = {"method": "SLSQP", "bounds": [(0.0, 1.0)] * 3, "constraints": inside}
    found = [
        minimize(lambda v: float(gap(v) @ gap(v)), start, tol=1e-10, **options)
        for start in ((0.5, 0.3, 0.3), (0.0, 0.0, 1.0), (1.0, 1.0, 0.0))
    ]
    return min(float(np.linalg.norm(gap(one.x))) for one in found)


def random_case(number: int) -> tuple[np.ndarray, np.ndarray]:
    """A segment and a triangle; some of them flat, short, parallel, or in one plane."""
    rng = stream(number, "segment and triangle")
    ends = np.array([[rng.uniform(-1.0, 1.0) for _ in range(3)] for _ in range(2)])
    corners = np.array([[rng.uniform(-1.0, 1.0) for _ in range(3)] for _ in range(3)])
    kind = number % 6
    if kind == 1:
        ends[1] = ends[0]
    elif kind == 2:
        corners[:, 2] = 0.25
        ends[:, 2] = 0.4
    elif kind == 3:
        corners[:, 2] = ends[:, 2] = 0.25
    elif kind == 4:
        ends[1] = ends[0] + corners[1] - corners[0]
    elif kind == 5:
        ends[1] = 2.0 * corners.mean(axis=0) - ends[0]  # through the face
    return ends, corners


@pytest.mark.parametrize("kind", range(6))
def test_segments_and_triangles_are_as_far_apart_as_a_solver_says(kind):
    for number in range(kind, 240, 6):
        ends, corners = random_case(number)
        fast = math.sqrt(segment_triangle(*ends.ravel(), corners.ravel()))
        assert fast == pytest.approx(slow_distance(ends, corners), abs=2e-4), number
        back = math.sqrt(segment_triangle(*ends[::-1].ravel(), corners[::-1].ravel()))
        assert back == pytest.approx(fast, abs=1e-9), (
            "the order of ends and corners does not matter"
        )


def test_a_rod_touches_a_thing_from_its_radius_on():
    """Of things in a home, all faces one by one beside the boxes around groups of them."""
    world = World(home_of_arms(3, rooms=2), ARM_BODY)
    rng, met = stream(3, "rods"), 0
    for item in world.house.objects[:60]:
        corners = object_solid(item).triangles.reshape(-1, 3, 3)
        c, s = math.cos(item.yaw), math.sin(item.yaw)
        turn = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
        placed = corners @ turn.T + np.array(item.position)
        middle = placed.reshape(-1, 3).mean(axis=0)
        for _ in range(4):
            ends = middle + np.array([[rng.uniform(-0.6, 0.6) for _ in range(3)] for _ in range(2)])
            away = min(slow_enough(ends, face) for face in placed)
            for radius in (0.5 * away, 0.999 * away - 2e-3, 1.001 * away + 2e-3):
                if radius <= 0.0:
                    continue
                rod = Capsules(ends.reshape(1, 6), np.array([radius]))
                found = touches(object_solid(item), place_of(item), rod, 0, 1)
                assert found == (radius > away), (item.id, away, radius)
                near = [thing.id for thing in things_near(world, rod.box, LOOSE)]
                assert not found or item.id in near or world.shut_in(item.id)
                met += found
        point = tuple((middle + 0.3).tolist())
        least = min(slow_enough(np.array([point, point]), face) for face in placed)
        assert face_distance(item, point) == pytest.approx(least, abs=1e-6)
    assert met > 50


def slow_enough(ends: np.ndarray, corners: np.ndarray) -> float:
    """Between a segment and a triangle, without the kernel's tests of boxes and groups."""
    return math.sqrt(segment_triangle(*ends.ravel(), np.ascontiguousarray(corners.ravel())))
