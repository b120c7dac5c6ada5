"""Explorers that read a map of the goal, and one that draws its targets."""

from __future__ import annotations

import math

import numpy as np

from meadow.exploration.random_goals import RandomGoalExplorer
from meadow.exploration.value import ValueExplorer, reachable_best
from meadow.mapping.occupancy import FREE, OCCUPIED, OccupancyConfig, OccupancyMap
from meadow.mapping.state import AgentState
from meadow.types import Brief, Embodiment, Observation, Pose


class Painted:
    """A map of values painted by hand."""

    def __init__(self, map: OccupancyMap) -> None:
        self.values = np.full(map.grid.shape, np.nan, np.float32)

    def promise(self, state):
        return self.values


def hall() -> OccupancyMap:
    """A corridor along x that is open at both ends."""
    map = OccupancyMap(OccupancyConfig(cell=0.1, radius=0.01, comfort=0.0))
    map.cover((-4.0, -1.0, 4.0, 1.0))
    low, high = map.cell_of(-3.0, -0.5), map.cell_of(3.0, 0.5)
    map.grid[low[0] : high[0], low[1] : high[1]] = FREE
    map.grid[low[0] : high[0], [low[1] - 1, high[1]]] = OCCUPIED
    return map


def state(map: OccupancyMap, x: float = 0.0) -> AgentState:
    nothing = Observation(np.zeros((1, 1, 3), np.uint8), None, None, True, 0)
    pose = Pose(x, 0.0, math.pi / 2)
    return AgentState(nothing, pose, Embodiment(), map, map.cost(pose))


def test_values_reach_frontiers_along_the_floor_and_not_through_walls() -> None:
    map = hall()
    values = np.full(map.grid.shape, np.nan, np.float32)
    values[map.cell_of(1.0, 0.0)] = 0.9
    map.grid[map.cell_of(0.0, 0.0)[0]] = OCCUPIED
    spread = reachable_best(map, values, 1.5)
    assert spread[map.cell_of(2.0, 0.3)] == np.float32(0.9)
    assert np.isnan(spread[map.cell_of(-0.4, 0.0)])
    assert np.isnan(spread[map.cell_of(2.9, 0.0)]), "too far"


def test_the_frontier_near_what_looks_like_the_goal_is_chosen() -> None:
    map = hall()
    painted = Painted(map)
    explorer = ValueExplorer(values=painted, depth=2.0, turn_price=0.0)
    explorer.reset(Brief(task="", goal="mug"))
    painted.values[map.cell_of(2.0, 0.0)], painted.values[map.cell_of(-2.0, 0.0)] = 0.9, 0.1
    assert explorer.choose(state(map))[0] > 0.0
    explorer.reset(Brief(task="", goal="mug"))
    painted.values[map.cell_of(2.0, 0.0)], painted.values[map.cell_of(-2.0, 0.0)] = 0.1, 0.9
    assert explorer.choose(state(map))[0] < 0.0


def test_a_peak_is_looked_at_from_near_once() -> None:
    map = hall()
    painted = Painted(map)
    painted.values[map.cell_of(1.8, 0.0)], painted.values[map.cell_of(-1.0, 0.0)] = 0.9, 0.1
    explorer = ValueExplorer(values=painted, peaks=True, turn_price=0.0)
    explorer.reset(Brief(task="", goal="mug"))
    explorer.observe(state(map))
    x, y = explorer.choose(state(map))
    assert math.hypot(x - 1.8, y) <= 1.05
    explorer.observe(state(map, x))
    again = explorer.choose(state(map, x))
    assert abs(again[0]) > 2.5, "then a frontier"


def test_random_goals_are_drawn_from_the_seed_on_known_floor() -> None:
    map, drawn = hall(), []
    for _ in range(2):
        explorer = RandomGoalExplorer(give_up=5)
        explorer.reset(Brief(task="", goal="mug", seed=3))
        drawn.append([explorer.choose(state(map)) for _ in range(40)])
    assert drawn[0] == drawn[1]
    assert len(set(drawn[0])) > 4
    assert all(map.grid[map.cell_of(*point)] == FREE for point in drawn[0])
    assert drawn[0][0] == drawn[0][1], "a target is kept for a while"
