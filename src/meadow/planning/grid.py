"""Shortest paths on a cost grid: one search from the robot answers every question of a step."""

from __future__ import annotations

import heapq
import math

import numpy as np
from numba import njit
from numpy.typing import NDArray

F32 = NDArray[np.float32]
I32 = NDArray[np.int32]


class Reach:
    """Cheapest ways from one cell to all others, eight-connected.

    Costs are per cell side; a robot that stands in a forbidden cell may leave it.
    """

    def __init__(self, cost: F32, start: tuple[int, int]) -> None:
        self.start = start
        self.distance = np.full(cost.shape, np.inf, np.float32)
        self._parent = np.full(cost.shape, -1, np.int32)
        _dijkstra(cost, start[0], start[1], self.distance, self._parent)

    def path(self, goal: tuple[int, int]) -> list[tuple[int, int]]:
        """Cells from the start to the goal, both included; empty when there is no way."""
        if not np.isfinite(self.distance[goal]):
            return []
        width = self.distance.shape[1]
        cells = [goal]
        while cells[-1] != self.start:
            code = int(self._parent[cells[-1]])
            cells.append((code // width, code % width))
        return cells[::-1]


@njit(cache=True, nogil=True)
def _dijkstra(cost, si, sj, distance, parent):  # type: ignore[no-untyped-def]
    rows, columns = cost.shape
    distance[si, sj] = 0.0
    heap = [(np.float32(0.0), np.int32(si * columns + sj))]
    while len(heap) > 0:
        d, code = heapq.heappop(heap)
        i, j = code // columns, code % columns
        if d > distance[i, j]:
            continue
        inside = not math.isfinite(cost[i, j])
        for di in range(-1, 2):
            for dj in range(-1, 2):
                a, b = i + di, j + dj
                if (di == 0 and dj == 0) or a < 0 or b < 0 or a >= rows or b >= columns:
                    continue
                c = cost[a, b]
                if not math.isfinite(c):
                    # Only a robot that already stands in a forbidden zone may cross it, for 3 cells.
                    if not inside or abs(a - si) > 3 or abs(b - sj) > 3:
                        continue
                    c = np.float32(20.0)
                step = np.float32(1.41421356) if di != 0 and dj != 0 else np.float32(1.0)
                total = d + step * c
                if total < distance[a, b]:
                    distance[a, b] = total
                    parent[a, b] = code
                    heapq.heappush(heap, (total, np.int32(a * columns + b)))
