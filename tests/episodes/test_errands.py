"""Errands: what is searched for, asked and walked through in a home."""

from __future__ import annotations

from collections import Counter

import pytest

from meadow.episodes.errands import NOUNS, SOUGHT
from meadow.episodes.houses import load_house
from meadow.episodes.suites import load_suite
from meadow.episodes.walked import passage
from meadow.errors import InvalidValueError
from meadow.sim.populate import add_walkers
from meadow.sim.world import World
from meadow.types import Embodiment


@pytest.fixture(scope="module")
def episodes():
    return load_suite("errands-mini")


@pytest.fixture(scope="module")
def house(episodes):
    return load_house(episodes[0].house)


def test_goals_are_all_instances_of_a_kind_in_one_room(episodes, house):
    things = {thing.id: thing for thing in house.objects}
    for episode in episodes:
        assert len({goal.text for goal in episode.goals}) == len(episode.goals) == 2
        for goal in episode.goals:
            assert goal.category in SOUGHT
            assert {*goal.objects} == {o.id for o in house.objects if o.category == goal.category}
            assert len({things[id].room for id in goal.objects}) == 1


def test_answers_are_facts_of_the_home_and_yes_is_as_frequent_as_no(episodes, house):
    counts = Counter(thing.category for thing in house.objects)
    for episode in episodes:
        assert [q.tags["form"] for q in episode.questions] == ["exists", "count", "exists"]
        for question in episode.questions:
            noun, form = question.tags["category"], question.tags["form"]
            assert noun in NOUNS
            number = counts[noun]
            true = str(number) if form == "count" else "yes" if number else "no"
            assert question.answer == true
        said = [q.answer for q in episode.questions if q.tags["form"] == "exists"]
        assert sorted(said) == ["no", "yes"]


def test_what_is_there_was_in_a_room_of_a_goal(episodes, house):
    rooms = {thing.id: thing.room for thing in house.objects}
    for episode in episodes:
        visited = {rooms[id] for goal in episode.goals for id in goal.objects}
        for question in episode.questions:
            noun = question.tags["category"]
            assert {o.room for o in house.objects if o.category == noun} <= visited


def test_somebody_walks_in_the_room_with_the_most_doors(house):
    world, room = World(house, Embodiment()), passage(house)
    (walker,) = (person for person in house.people if person.walk)
    assert len(walker.walk.points) > 1
    assert {world.room_at(*point) for point in walker.walk.points} == {room}
    walls = {wall.id: wall for wall in house.walls}
    doors = Counter(
        side for door in house.doorways for side in (walls[door.wall].left, walls[door.wall].right)
    )
    assert doors[room] == max(doors[r.id] for r in house.rooms)


def test_a_room_that_nobody_can_walk_in_is_named(house):
    with pytest.raises(InvalidValueError, match="nobody can walk in the room 'cellar-1'"):
        add_walkers(house, 1, room="cellar-1")
