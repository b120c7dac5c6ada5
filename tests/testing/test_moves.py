"""A world in which things are moved at random and people walk stays sound, and the check would notice."""

from __future__ import annotations

import pytest

from meadow.scenes.schema import replace
from meadow.sim.world import World
from meadow.testing.furnished import furnished
from meadow.testing.fuzz.moves import check_same_in_any_order, check_world, home_of_moves, run_moves
from meadow.types import Embodiment


def test_random_moves_leave_a_sound_world() -> None:
    done = run_moves(home_of_moves(3), 600, 1)
    assert {"put", "hold", "release", "open", "close", "drive", "snapshot"} <= done.keys()
    assert done == run_moves(home_of_moves(3), 600, 1)


def test_robots_that_share_homes_do_not_depend_on_each_other() -> None:
    house = home_of_moves(3)
    check_same_in_any_order([house, house], 40, 2)


@pytest.mark.parametrize(
    ("place", "problem"),
    [((2.7, 3.2, 2.0), "floats"), ((9.0, 9.0, 0.0), "outside"), ((6.5, 0.6, 0.0), "share")],
)
def test_an_unsound_world_is_noticed(place: tuple[float, float, float], problem: str) -> None:
    world = World(furnished(), Embodiment())
    world.put("apple-0", (3.2, 2.0, 0.0))
    world._put(replace(world.object("apple-0"), position=place))
    with pytest.raises(AssertionError, match=problem):
        check_world(world)
