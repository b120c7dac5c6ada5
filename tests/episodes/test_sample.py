"""Fair samples of a suite."""

from __future__ import annotations

from collections import Counter

import msgspec

from meadow.episodes.sample import in_turns, spread
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
