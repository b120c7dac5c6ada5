"""Choice of frontiers on hand-drawn maps."""

from __future__ import annotations

import numpy as np

from meadow.exploration.frontier import FrontierExplorer, frontier_cells
from meadow.mapping.occupancy import FREE, OCCUPIED, OccupancyConfig, OccupancyMap
from meadow.planning.grid import Reach


def drawn(rows: list[str]) -> OccupancyMap:
    """A map from text: space unknown, dot free, hash occupied."""
    map = OccupancyMap(OccupancyConfig(extent=3.0, radius=0.01))
    codes = {" ": 0, ".": FREE, "#": OCCUPIED}
    for i, row in enumerate(rows):
        for j, c in enumerate(row):
            map.grid[10 + i, 10 + j] = codes[c]
    return map


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
    cells = np.argwhere(frontier_cells(map.grid)) - 10
    assert cells.tolist() == [[3, 9], [4, 9], [5, 9]]


def test_the_explorer_goes_to_the_middle_of_the_gap_and_keeps_to_it() -> None:
    map = drawn(ROOM)
    reach = Reach(np.where(map.grid == FREE, 1.0, np.inf).astype(np.float32), (12, 12))
    explorer = FrontierExplorer()
    assert explorer.target(map, reach) == (14, 19)
    assert explorer.target(map, reach) == (14, 19)


def test_struck_targets_are_not_offered_again() -> None:
    map = drawn(ROOM)
    reach = Reach(np.where(map.grid == FREE, 1.0, np.inf).astype(np.float32), (12, 12))
    explorer = FrontierExplorer()
    explorer.target(map, reach)
    explorer.strike()
    assert explorer.target(map, reach) is None


def test_a_target_that_cannot_be_reached_in_time_is_given_up() -> None:
    map = drawn(ROOM)
    reach = Reach(np.where(map.grid == FREE, 1.0, np.inf).astype(np.float32), (12, 12))
    explorer = FrontierExplorer(give_up=5)
    targets = [explorer.target(map, reach) for _ in range(8)]
    assert targets[0] == (14, 19)
    assert targets[-1] is None


def test_a_closed_room_has_no_frontier() -> None:
    map = drawn(["####", "#..#", "####"])
    reach = Reach(np.where(map.grid == FREE, 1.0, np.inf).astype(np.float32), (11, 11))
    assert FrontierExplorer().target(map, reach) is None
