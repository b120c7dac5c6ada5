"""People for a home: where they begin, and what is said of those who cannot do what they are told."""

from __future__ import annotations

import math

import pytest

from meadow.errors import InvalidHouseError, InvalidValueError
from meadow.scenes.people import STANCES
from meadow.scenes.schema import House, Person, Walk, replace
from meadow.scenes.validate import check_house
from meadow.sim.populate import (
    START_GAP,
    add_walkers,
    clear_of_walkers,
    walk_problems,
    with_possible_walks,
)
from meadow.testing.furnished import furnished, generated
from meadow.testing.homes import two_rooms


def test_people_come_with_a_speed_of_their_own_and_keep_off_the_robot() -> None:
    start = (1.0, 2.0)
    house = add_walkers(generated(3), 4, seed=5, speeds=(0.5, 1.2), off=[start])
    assert not check_house(house)
    assert not walk_problems(house)
    speeds = [p.walk.speed for p in house.people if p.walk]
    assert len(set(speeds)) == 4
    assert 0.5 <= min(speeds) <= max(speeds) <= 1.2
    assert all(math.dist(p.position[:2], start) >= START_GAP for p in house.people if p.walk)
    assert clear_of_walkers(house, *start)
    assert not clear_of_walkers(house, *house.people[-1].position[:2])


def test_more_people_come_to_those_who_are_there() -> None:
    house = add_walkers(generated(3), 2, seed=1)
    house = add_walkers(house, 2, seed=2, like=Walk(behaviour="roam"))
    house = add_walkers(house, 2, seed=3, like=Walk(behaviour="idle", pause=(1.0, 2.0)))
    walking = [p for p in house.people if p.walk is not None]
    assert [p.id for p in walking] == [f"walker-{k}" for k in range(1, 7)]
    assert [p.walk.behaviour for p in walking] == ["loop"] * 2 + ["roam"] * 2 + ["idle"] * 2
    assert all(p.stance in STANCES for p in walking)
    assert not check_house(house)
    assert not walk_problems(house)


def test_more_people_than_fit_are_refused() -> None:
    with pytest.raises(InvalidValueError, match="no free floor for walker .* of 100"):
        add_walkers(two_rooms(), 100)


def told(person: Person, house: House | None = None) -> list[str]:
    return walk_problems(replace(house or two_rooms(), people=(person,)))


def person(*points: tuple[float, float], **walk: object) -> Person:
    return Person("ann", "ada", (1.0, 2.0, 0.0), 0.0, "room-0", walk=Walk(points, **walk))


def test_a_loop_through_a_wall_is_told() -> None:
    assert not told(person((1.0, 2.0), (6.0, 2.0)))
    (problem,) = told(person((1.0, 2.0), (4.0, 0.5)))  # in the wall between the rooms
    assert problem.startswith("$.people[0].walk.points[1]: no way for a person")
    (problem,) = told(person((1.0, 2.0), (6.0, 2.0)), two_rooms(closed=True))
    assert "points[1]" in problem
    with pytest.raises(InvalidHouseError, match="move it to free floor"):
        with_possible_walks(replace(two_rooms(), people=(person((1.0, 2.0), (4.0, 0.5)),)))


def test_people_in_walls_things_and_each_other_are_told() -> None:
    ann = person((1.0, 2.0))
    in_wall = replace(ann, position=(0.05, 2.0, 0.0))
    assert "is in wall" in told(in_wall)[0]
    house = furnished()
    table = house.object("table-0")
    assert "is in table-0" in told(replace(ann, position=table.position), house)[0]
    bob = replace(ann, id="bob", position=(1.3, 2.0, 0.0))
    assert "'bob' stands in 'ann'" in walk_problems(replace(two_rooms(), people=(ann, bob)))[0]


def test_an_area_without_floor_is_told() -> None:
    outside = ((20.0, 20.0), (21.0, 20.0), (21.0, 21.0))
    (problem,) = told(person(behaviour="roam", area=outside))
    assert problem.startswith("$.people[0].walk.area: 'ann' can reach no floor")
    assert not told(person(behaviour="roam"))
