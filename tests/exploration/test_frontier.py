"""Choice of frontiers on hand-drawn maps."""

from __future__ import annotations

import numpy as np

from meadow.exploration.frontier import FrontierExplorer, frontier_cells
from meadow.mapping.occupancy import FREE, OCCUPIED, OccupancyConfig, OccupancyMap
from meadow.types import Pose

#: Where the robot stands in these maps.
HERE = Pose(0.25, 0.25)


def drawn(rows: list[str]) -> OccupancyMap:
    """A map from text, from the origin on: space unknown, dot free, hash occupied."""
    map = OccupancyMap(OccupancyConfig(cell=0.1, radius=0.01, comfort=0.0))
    map._cover((-0.5, -0.5, 2.0, 2.0))
    codes = {" ": 0, ".": FREE, "#": OCCUPIED}
    i0, j0 = map.cell_of(0.05, 0.05)
    for i, row in enumerate(rows):
        for j, c in enumerate(row):
            map.grid[i0 + i, j0 + j] = codes[c]
    return map


def target(explorer: FrontierExplorer, map: OccupancyMap) -> tuple[int, int] | None:
    """The chosen cell, counted as in the drawing."""
    point = explorer.target(map, map.cost(HERE), HERE)
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
    map, explorer = drawn(ROOM), FrontierExplorer()
    assert target(explorer, map) == (4, 9)
    assert target(explorer, map) == (4, 9)


def test_wide_borders_are_preferred_to_slightly_nearer_ones() -> None:
    rows = [*ROOM[:-1], "##  ######"]
    assert target(FrontierExplorer(width_bonus=0.0), drawn(rows)) in ((6, 2), (6, 3))
    assert target(FrontierExplorer(width_bonus=5.0), drawn(rows)) == (4, 9)


def test_struck_targets_are_not_offered_again() -> None:
    map, explorer = drawn(ROOM), FrontierExplorer()
    target(explorer, map)
    explorer.strike()
    assert target(explorer, map) is None


def test_dust_is_no_target() -> None:
    rows = [*ROOM[:3], *["#........#"] * 4, "## #######"]
    assert target(FrontierExplorer(min_width=0.2), drawn(rows)) is None
    assert target(FrontierExplorer(min_width=0.1), drawn(rows)) == (6, 2)


def test_a_target_that_cannot_be_reached_in_time_is_given_up() -> None:
    map, explorer = drawn(ROOM), FrontierExplorer(give_up=5)
    targets = [target(explorer, map) for _ in range(8)]
    assert targets[0] == (4, 9)
    assert targets[-1] is None


def test_a_closed_room_has_no_frontier() -> None:
    assert target(FrontierExplorer(), drawn([*ROOM[:3], *["#........#"] * 4, "#" * 10])) is None
