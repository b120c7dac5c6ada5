"""People of all behaviours stay sound while a robot drives among them, and the check would notice."""

from __future__ import annotations

import pytest

from meadow.scenes.schema import replace
from meadow.sim.simulator import MeadowSimulator
from meadow.testing.fuzz.people import check_people, home_of_people, run_people, solid_plan
from meadow.types import Camera, Embodiment


def test_people_of_all_behaviours_stay_sound() -> None:
    house = home_of_people(2)
    assert {p.walk.behaviour for p in house.people if p.walk} == {"idle", "loop", "roam"}
    assert [item.id for item in house.objects if item.walk is not None] == ["ball"]
    done = run_people(house, 600, 1)
    assert {"wait", "snapshot", "MoveAhead"} <= done.keys()
    assert done == run_people(house, 600, 1)


@pytest.mark.parametrize("problem", ["wall or a thing", "somebody else", "the robot"])
def test_people_who_are_where_they_cannot_be_are_noticed(problem: str) -> None:
    house = home_of_people(2)
    simulator = MeadowSimulator(Embodiment(camera=Camera(width=16, height=16)))
    simulator.place(house, simulator.free_pose(house, seed=1))
    solid = solid_plan(house)
    check_people(simulator, solid)
    corner = house.rooms[0].polygon[0]
    wrong = {
        "wall or a thing": corner,
        "somebody else": house.people[1].position[:2],
        "the robot": (simulator.pose.x, simulator.pose.y),
    }[problem]
    first = replace(house.people[0], position=(*wrong, 0.0))
    simulator.world.set_people([first, *house.people[1:]])
    with pytest.raises(AssertionError, match=problem):
        check_people(simulator, solid)
