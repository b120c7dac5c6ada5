"""Choice of frontiers on hand-drawn maps."""

from __future__ import annotations

import numpy as np

from meadow.exploration.frontier import FrontierExplorer, frontier_cells
from meadow.mapping.occupancy import FREE, OCCUPIED, OccupancyConfig, OccupancyMap
from meadow.mapping.state import AgentState
from meadow.types import Brief, Embodiment, Observation, Pose

#: Where the robot stands in these maps.
HERE = Pose(0.25, 0.25)


def drawn(rows: list[str]) -> OccupancyMap:
    """A map from text, from the origin on: space unknown, dot free, hash occupied."""
    map = OccupancyMap(OccupancyConfig(cell=0.1, radius=0.01, comfort=0.0))
    map.cover((-0.5, -0.5, 2.0, 2.0))
    codes = {" ": 0, ".": FREE, "#": OCCUPIED}
    i0, j0 = map.cell_of(0.05, 0.05)
    for i, row in enumerate(rows):
        for j, c in enumerate(row):
            map.grid[i0 + i, j0 + j] = codes[c]
    return map


def fresh(**options: float | bool) -> FrontierExplorer:
    """An explorer at the start of an episode; by default every border counts as wide."""
    explorer = FrontierExplorer(**{"small": 0.0, "turn_price": 0.0, **options})
    explorer.reset(Brief(task="", goal=""))
    return explorer


def target(
    explorer: FrontierExplorer, map: OccupancyMap, towards: tuple[float, float] | None = None
) -> tuple[int, int] | None:
    """The chosen cell, counted as in the drawing."""
    nothing = Observation(np.zeros((1, 1, 3), np.uint8), None, None, True, 0)
    point = explorer.choose(AgentState(nothing, HERE, Embodiment(), map, map.cost(HERE)), towards)
    return None if point is None else (int(point[0] / 0.1), int(point[1] / 0.1))


ROOM = [
    "##########",
    "#........#",
    "#........#",
    "#.........",  # a gap to the right
    "#.........",
    "#.........",
    "#........#",
    "##########",
]


def test_frontiers_are_free_cells_beside_the_unknown() -> None:
    map = drawn(ROOM)
    cells = np.argwhere(frontier_cells(map.grid)) - map.cell_of(0.05, 0.05)
    assert cells.tolist() == [[3, 9], [4, 9], [5, 9]]


def test_the_explorer_goes_to_the_middle_of_the_gap_and_keeps_to_it() -> None:
    map, explorer = drawn(ROOM), fresh()
    assert target(explorer, map) == (4, 9)
    assert target(explorer, map) == (4, 9)


def test_wide_borders_are_preferred_to_slightly_nearer_ones() -> None:
    rows = [*ROOM[:-1], "##  ######"]
    assert target(fresh(width_bonus=0.0), drawn(rows)) in ((6, 2), (6, 3))
    assert target(fresh(width_bonus=5.0), drawn(rows)) == (4, 9)


def test_struck_targets_are_not_offered_again() -> None:
    map, explorer = drawn(ROOM), fresh()
    target(explorer, map)
    explorer.strike()
    assert target(explorer, map) is None


def test_dust_is_no_target() -> None:
    rows = [*ROOM[:3], *["#........#"] * 4, "## #######"]
    assert target(fresh(min_width=0.2), drawn(rows)) is None
    assert target(fresh(min_width=0.1), drawn(rows)) == (6, 2)


def test_a_target_that_cannot_be_reached_in_time_is_given_up() -> None:
    map, explorer = drawn(ROOM), fresh(give_up=5)
    targets = [target(explorer, map) for _ in range(8)]
    assert targets[0] == (4, 9)
    assert targets[-1] is None


def test_a_closed_room_has_no_frontier() -> None:
    assert target(fresh(), drawn([*ROOM[:3], *["#........#"] * 4, "#" * 10])) is None


#: Two borders: a narrow one beside the robot, a wide one across the room.
TWO = [*ROOM[:-1], "##  ######"]


def test_small_borders_wait_for_wide_ones_that_are_not_much_farther() -> None:
    explorer, map = fresh(width_bonus=0.0, small=0.25, small_price=0.1), drawn(TWO)
    assert target(explorer, map) in ((6, 2), (6, 3))
    explorer, map = fresh(width_bonus=0.0, small=0.25, small_price=2.0), drawn(TWO)
    assert target(explorer, map) == (4, 9)
    explorer.strike()
    assert target(explorer, map) in ((6, 2), (6, 3))


def test_turning_away_has_its_price() -> None:
    ahead = target(fresh(width_bonus=0.0, turn_price=5.0), drawn(TWO))
    assert ahead in ((6, 2), (6, 3))
    # The robot looks along +X, the rows of the drawing; across is a turn of 60 degrees or more.
    assert target(fresh(width_bonus=5.0, turn_price=5.0), drawn(TWO)) == ahead


def test_a_goal_out_of_reach_draws_the_robot_to_the_border_beside_it() -> None:
    explorer, map = fresh(width_bonus=5.0), drawn(TWO)
    assert target(explorer, map) == (4, 9)
    assert target(explorer, map, (1.2, 0.25)) in ((6, 2), (6, 3))
    assert target(explorer, map) == (4, 9)


def test_every_second_map_may_be_explored_farthest_first() -> None:
    explorer, map = fresh(width_bonus=0.0, alternate=True), drawn(TWO)
    first = target(explorer, map)
    explorer.start_over()
    assert first in ((6, 2), (6, 3))
    assert target(explorer, map) == (4, 9)
