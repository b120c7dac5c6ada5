"""Benchmarks ask for names of one table, and zero-shot eyes were never shown what it holds out."""

from __future__ import annotations

import itertools

import pytest

from meadow.episodes.categories import ROBOTHOR
from meadow.episodes.suites import SUITES, load_suite
from meadow.language.held_out import CATALOGUE_REVISION, GOALS, UNSEEN, UNSEEN_LISTS
from meadow.scenes.catalogue import CATEGORIES, tagged
from meadow.serialize import digest


def test_the_table_is_what_trainings_rest_on() -> None:
    """Weights say which revision they saw: neither its lists nor what was unseen may change."""
    lists = [list(goals) for goals in GOALS.values()]
    unseen = {str(revision): sorted(names) for revision, names in UNSEEN.items()}
    assert digest([lists, unseen]) == "31d7fdde7ccf6a6d"


@pytest.mark.parametrize("name", GOALS)
def test_every_goal_is_in_the_catalogue(name: str) -> None:
    goals = GOALS[name]
    assert list(goals) == sorted(set(goals))
    assert set(goals) <= set(CATEGORIES)
    assert not any("imported" in CATEGORIES[goal].tags for goal in goals)


def test_lists_share_no_category() -> None:
    for first, second in itertools.combinations(sorted(GOALS.keys() - {"hint"}), 2):
        assert not set(GOALS[first]) & set(GOALS[second]), (first, second)


def test_lists_are_as_long_as_the_benchmarks_ask() -> None:
    lengths = {name: len(goals) for name, goals in GOALS.items()}
    assert lengths["described-validation"] == 19
    assert lengths["described-test"] == 12
    assert lengths["open-vocabulary"] == 48
    assert lengths["uncommon"] == 12
    assert lengths["robothor-held-out"] == 3


def test_three_of_the_twelve_are_held_out() -> None:
    assert set(GOALS["robothor-held-out"]) < set(ROBOTHOR)
    # The house plant is a goal of another held-out list.
    assert len(UNSEEN[CATALOGUE_REVISION] & set(ROBOTHOR)) == 4


def test_no_list_is_partly_unseen() -> None:
    unseen = UNSEEN[CATALOGUE_REVISION]
    assert unseen == {goal for name in UNSEEN_LISTS for goal in GOALS[name]}
    assert not unseen & set(GOALS["described-validation"])


def test_suites_ask_for_no_other_names() -> None:
    recipes = [SUITES.get(name) for name in SUITES.names()]
    assert {r.include for r in recipes} == {"", "robothor"}
    assert set(tagged("robothor")) == set(ROBOTHOR)
    asked = {episode.goal.category for episode in load_suite("pasture-mini")}
    assert asked & set(ROBOTHOR)
    assert asked & set(GOALS["uncommon"])
    assert asked <= {*ROBOTHOR, *GOALS["uncommon"]}
