"""Fast marching against straight lines, walls and a plain search."""

from __future__ import annotations

import heapq
import math

import numpy as np
import pytest

from meadow.planning.grid import CostToGo
from meadow.seeding import stream


def plain_dijkstra(cost: np.ndarray, start: tuple[int, int]) -> np.ndarray:
    """Distances over the four sides of cells, an upper bound of those at any angle."""
    distance = np.full(cost.shape, math.inf)
    distance[start] = 0.0
    heap = [(0.0, start)]
    while heap:
        d, (i, j) = heapq.heappop(heap)
        if d > distance[i, j]:
            continue
        for a, b in ((i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)):
            if 0 <= a < cost.shape[0] and 0 <= b < cost.shape[1]:
                total = d + cost[a, b]
                if total < distance[a, b]:
                    distance[a, b] = total
                    heapq.heappush(heap, (total, (a, b)))
    return distance


def test_distances_in_the_open_are_straight_in_every_direction() -> None:
    reach = CostToGo(np.ones((121, 121), np.float32), np.array([(60, 60)]))
    i, j = np.indices((121, 121))
    straight = np.hypot(i - 60, j - 60)
    far = straight > 20
    assert reach.distance[far] == pytest.approx(straight[far], rel=0.05)


def test_the_way_leads_around_walls() -> None:
    cost = np.ones((61, 61), np.float32)
    cost[30, :50] = np.inf
    reach = CostToGo(cost, np.array([(0, 0)]))
    expected = math.hypot(30, 50) + math.hypot(30, 50)
    assert reach.at((60, 0)) == pytest.approx(expected, rel=0.05)
    assert reach.at((30, 10)) == math.inf


@pytest.mark.parametrize("seed", range(5))
def test_what_can_be_reached_agrees_with_a_plain_search(seed: int) -> None:
    draws = stream(seed, "grid").array(900).reshape(30, 30)
    cost = np.where(draws < 0.3, np.inf, 1.0 + 2.0 * (draws > 0.8)).astype(np.float32)
    cost[0, 0] = 1.0
    reach = CostToGo(cost, np.array([(0, 0)]))
    plain = plain_dijkstra(cost, (0, 0))
    assert np.array_equal(np.isfinite(plain), np.isfinite(reach.distance))
    finite = np.isfinite(plain)
    assert (reach.distance[finite] <= plain[finite] * 1.001 + 1e-3).all()
    assert (reach.distance[finite] >= plain[finite] / 1.5 - 1e-3).all()


def test_dear_cells_are_driven_around() -> None:
    cost = np.ones((41, 41), np.float32)
    cost[15:26, 15:26] = 6.0
    reach = CostToGo(cost, np.array([(0, 20)]))
    assert reach.at((40, 20)) < 29 + 11 * 6
    assert reach.at((40, 20)) < 45


def test_several_starts_and_forbidden_ones() -> None:
    cost = np.ones((20, 40), np.float32)
    cost[0, 0] = np.inf
    reach = CostToGo(cost, np.array([(0, 0), (10, 5), (10, 35)]))
    assert reach.at((10, 6)) == 1.0
    assert reach.at((10, 34)) == 1.0
    assert reach.at((0, 0)) == math.inf
    assert not np.isfinite(CostToGo(cost, np.array([(0, 0)])).distance).any()


def test_the_wave_may_end_early() -> None:
    cost = np.ones((200, 20), np.float32)
    reach = CostToGo(cost, np.array([(0, 10)]), until=(50, 10), beyond=5.0)
    assert reach.at((54, 10)) == pytest.approx(54, abs=1.0)
    assert reach.at((199, 10)) == math.inf
