"""Fair samples of a suite."""

from __future__ import annotations

from collections import Counter

import msgspec

from meadow.episodes.sample import balanced_order, in_turns, spread
from meadow.episodes.schema import Episode, Goal, HouseRef


def test_a_subset_is_spread_over_homes(points):
    homes = {e.house.uri for e in points}
    few = spread(points, len(homes))
    assert {e.house.uri for e in few} == homes
    order = [e.id for e in points]
    assert [order.index(e.id) for e in few] == sorted(order.index(e.id) for e in few)
    assert spread(points, 10_000) == points
    more = spread(points, len(homes) + 1)
    assert {e.id for e in few} < {e.id for e in more}


def _episode(point: Episode, home: int, setting: str, category: str, start: int) -> Episode:
    return msgspec.structs.replace(
        point,
        id=f"h{home}-{setting}-{category}-{start}",
        house=HouseRef(uri=f"home:{home}"),
        goals=(Goal(text=category, category=category),),
        tags={"setting": setting},
    )


def test_settings_and_goals_take_turns_in_every_home(points):
    """The first 60 episodes of robothor-objectnav used to look for alarm clocks only."""
    suite = [
        _episode(points[0], home, setting, category, start)
        for home in range(4)
        for setting in ("seen", "hidden")
        for category in ("mug", "vase", "clock")
        for start in range(3)
    ]
    eight = spread(suite, 8)
    assert Counter(e.tags["setting"] for e in eight) == {"seen": 4, "hidden": 4}
    assert {e.goal.category for e in eight} == {"mug", "vase", "clock"}
    all_goals = Counter(
        (e.house.uri, e.tags["setting"], e.goal.category) for e in spread(suite, 24)
    )
    assert len(all_goals) == 24


def test_queues_take_turns_until_all_are_empty():
    assert in_turns(["ab", "", "cde"]) == ["a", "c", "b", "d", "e"]
    assert in_turns([]) == []


def banded(point: Episode, homes: int = 15, each: int = 12) -> list[Episode]:
    """A suite like RobustNav's: every home's first episodes are easy, and hard ones are rarer."""
    levels = ("easy", "easy", "medium", "hard", "medium", "easy")
    return [
        msgspec.structs.replace(
            point,
            id=f"h{home}-{place}",
            house=HouseRef(uri=f"home:{home}"),
            difficulty=levels[place % len(levels)],
        )
        for home in range(homes)
        for place in range(each)
    ]


def test_every_number_of_episodes_has_the_difficulties_of_the_suite(points):
    """The first 15 episodes of robustnav-pointnav used to be easy, all of them."""
    suite = banded(points[0])
    shares = Counter(e.difficulty for e in suite)
    order = [suite[i] for i in balanced_order(suite)]
    assert sorted(e.id for e in order) == sorted(e.id for e in suite)
    for count in range(1, len(suite) + 1):
        found = Counter(e.difficulty for e in order[:count])
        for level, share in shares.items():
            assert abs(found[level] - count * share / len(suite)) <= 1.0, (count, level)
    assert len({e.house.uri for e in order[:15]}) == 15


def test_a_larger_number_contains_every_smaller_one(points):
    suite = banded(points[0], homes=4)
    order = balanced_order(suite)
    assert balanced_order(suite, 9) == order[:9]
    for count in (1, 5, 20, 25, 47):
        assert {e.id for e in spread(suite, count)} == {suite[i].id for i in order[:count]}
