"""Grid search against a plain implementation."""

from __future__ import annotations

import heapq
import itertools
import math

import numpy as np
import pytest

from meadow.planning.grid import Reach
from meadow.seeding import stream


def plain_dijkstra(cost: np.ndarray, start: tuple[int, int]) -> np.ndarray:
    distance = np.full(cost.shape, math.inf)
    distance[start] = 0.0
    heap = [(0.0, start)]
    while heap:
        d, (i, j) = heapq.heappop(heap)
        if d > distance[i, j]:
            continue
        for di in (-1, 0, 1):
            for dj in (-1, 0, 1):
                a, b = i + di, j + dj
                if (di or dj) and 0 <= a < cost.shape[0] and 0 <= b < cost.shape[1]:
                    total = d + math.hypot(di, dj) * cost[a, b]
                    if total < distance[a, b]:
                        distance[a, b] = total
                        heapq.heappush(heap, (total, (a, b)))
    return distance


@pytest.mark.parametrize("seed", range(5))
def test_distances_agree_with_a_plain_search(seed: int) -> None:
    draws = stream(seed, "grid").array(900).reshape(30, 30)
    cost = np.where(draws < 0.3, np.inf, 1.0 + 2.0 * (draws > 0.8)).astype(np.float32)
    cost[0, 0] = 1.0
    reach = Reach(cost, (0, 0))
    expected = plain_dijkstra(cost, (0, 0))
    assert np.array_equal(np.isfinite(expected), np.isfinite(reach.distance))
    finite = np.isfinite(expected)
    assert reach.distance[finite] == pytest.approx(expected[finite], rel=1e-4)


def test_paths_are_connected_and_end_at_the_goal() -> None:
    cost = np.ones((20, 20), np.float32)
    cost[10, :15] = np.inf
    reach = Reach(cost, (0, 0))
    path = reach.path((19, 0))
    assert path[0] == (0, 0)
    assert path[-1] == (19, 0)
    assert all(max(abs(a - c), abs(b - d)) == 1 for (a, b), (c, d) in itertools.pairwise(path))
    assert all(np.isfinite(cost[cell]) for cell in path)


def test_no_way_is_an_empty_path() -> None:
    cost = np.ones((10, 10), np.float32)
    cost[5] = np.inf
    assert Reach(cost, (0, 0)).path((9, 9)) == []


def test_a_robot_in_a_forbidden_cell_may_leave_it() -> None:
    cost = np.ones((20, 20), np.float32)
    cost[8:12, 8:12] = np.inf
    reach = Reach(cost, (10, 10))
    assert np.isfinite(reach.distance[0, 0])
    assert reach.path((0, 0))[0] == (10, 10)
