"""Levels have the same goals and starts; descriptions pick out their goals; sizes are the paper's."""

from __future__ import annotations

import math
from collections import Counter

import pytest

from meadow.benchmarks.doze.episodes import DOZE, by_level
from meadow.benchmarks.doze.homes import check_level, doze_uri
from meadow.benchmarks.doze.study import pair_of, paired_order
from meadow.benchmarks.doze.task import AMOUNTS, HOMES, KINDS, LEVELS, START_GAP, episodes_of, share
from meadow.episodes.houses import home_of, load_house
from meadow.episodes.schema import HouseRef, check_episode
from meadow.episodes.suites import splits_of, suite_name
from meadow.errors import InvalidEpisodeError, InvalidValueError, UnknownIdError
from meadow.language.facts import picks_out
from meadow.language.held_out import GOALS
from meadow.language.parse import parse
from meadow.scenes.facts import house_things


def test_levels_have_the_same_goals_and_starts(mini):
    pairs: dict[str, list] = {}
    for episode in mini:
        check_episode(episode)
        pairs.setdefault(pair_of(episode.id), []).append(episode)
    assert len({e.id for e in mini}) == len(mini) == 3 * len(pairs)
    for group in pairs.values():
        assert [e.tags["level"] for e in group] == ["level1", "level2", "level3"]
        for name in ("start", "goals", "geodesic"):
            first, second, third = (getattr(e, name) for e in group)
            assert first == second == third


def test_levels_of_a_home_differ_in_people_only(mini):
    homes = {e.house.uri: load_house(e.house) for e in mini}
    assert len(homes) == 3
    assert len({home_of(HouseRef(uri)) for uri in homes}) == 1
    first, second, third = homes.values()
    assert first.objects == second.objects == third.objects
    behaviours = [{p.walk.behaviour for p in house.people} for house in homes.values()]
    assert behaviours == [{"idle"}, {"loop"}, {"roam"}]
    assert len(third.people) <= len(second.people)
    starts = [person.position for person in second.people]
    assert [person.position for person in third.people] == starts[: len(third.people)]


def test_walkers_begin_far_from_the_robot(mini):
    for episode in mini:
        if episode.tags["level"] != "level1":
            for person in load_house(episode.house).people:
                assert math.dist(episode.start[:2], person.position[:2]) >= START_GAP


def test_words_pick_out_their_goal_and_are_false_of_look_alikes(mini):
    for episode in by_level(mini, 1):
        things = house_things(load_house(episode.house))
        target = next(t for t in things if t.id == episode.goal.objects[0])
        assert picks_out(parse(episode.goal.text), target, things), episode.goal.text
        if episode.tags["kind"] in ("spatial", "appearance"):
            assert sum(t.category == target.category for t in things) >= 2, episode.goal.text


def test_open_and_hint_goals_are_from_the_held_out_lists(mini):
    lists = {"open": GOALS["open-vocabulary"], "hint": GOALS["hint"]}
    for episode in mini:
        if (kind := episode.tags["kind"]) in lists:
            assert episode.goal.category in lists[kind]


def test_shares_add_up_to_the_counts_of_the_paper():
    for kind, amount in AMOUNTS.items():
        goals = [share(amount.goals, index) for index in range(HOMES)]
        episodes = [episodes_of(kind, index) for index in range(HOMES)]
        assert sum(goals) == amount.goals
        assert sum(episodes) == amount.episodes
        if kind == "hint":
            assert episodes == [10 * count for count in goals]
    assert DOZE.houses == HOMES


def test_splits_are_levels_and_kinds(mini):
    expected = [f"level{n}{kind}" for n in LEVELS for kind in ("", *(f"-{k}" for k in KINDS))]
    assert set(expected) < set(splits_of("doze"))
    assert suite_name("doze", "level3") == "doze:level3"
    with pytest.raises(UnknownIdError, match="level4"):
        suite_name("doze", "level4")
    assert {e.tags["kind"] for e in by_level(mini, 2)} == {"spatial", "appearance", "open"}
    assert Counter(e.tags["kind"] for e in by_level(mini, 1, "hint")) == {"hint": 3}


def test_there_is_no_level_4():
    with pytest.raises(InvalidValueError, match="levels 1, 2, 3"):
        check_level(4)
    with pytest.raises(InvalidValueError, match="level 4"):
        load_house(HouseRef(doze_uri(7, 4)))
    with pytest.raises(InvalidEpisodeError, match="doze:seed=N"):
        load_house(HouseRef("doze:seed=7"))


def test_the_order_is_the_same_at_each_level(mini):
    orders = [[pair_of(e.id) for e in paired_order(by_level(mini, level))] for level in LEVELS]
    assert orders[0] == orders[1] == orders[2]
