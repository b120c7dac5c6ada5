"""Homes, generators, suites and parts that a plugin registers are used like those that ship."""

from __future__ import annotations

import re

import pytest

from meadow.episodes import GENERATORS, HOUSE_SCHEMES, PARTS, SUITES
from meadow.episodes.generate import (
    Generator,
    draw_start,
    make_episode,
    opened_home,
    targets_of,
)
from meadow.episodes.houses import HouseScheme, load_house
from meadow.episodes.recipe import Recipe
from meadow.episodes.schema import Goal, HouseRef
from meadow.episodes.suites import load_suite, splits_of
from meadow.errors import InvalidEpisodeError, MeadowError
from meadow.seeding import stream
from meadow.testing.homes import one_room


def make(match):
    return {match[0]: one_room()}


def in_home(recipe, index):
    with opened_home(recipe, index, f"hut:{index}") as site:
        goal = Goal(text="the middle", point=(2.0, 2.0))
        (start,) = draw_start(recipe, stream(0, index), [(site, targets_of(goal))])
        tags = {"side": "even" if index % 2 == 0 else "odd"}
        return [make_episode(recipe, f"hut-{index}", site, goal, start, tags=tags)]


def even(episodes, side):
    return [e for e in episodes if e.tags["side"] == side]


@pytest.fixture
def huts(monkeypatch):
    for registry in (GENERATORS, HOUSE_SCHEMES, PARTS, SUITES):
        registry.names()  # plugins first, which would be forgotten with the copy
        monkeypatch.setattr(registry, "_entries", dict(registry._entries))
    scheme = HouseScheme(re.compile(r"hut:\d"), "hut:N", make, code=(__file__,))
    HOUSE_SCHEMES.register("hut")(scheme)
    GENERATORS.register("huts")(Generator(in_home, code=(__file__,)))
    SUITES.register("huts")(Recipe(name="huts", task="huts", houses=3, min_geodesic=0.1))
    PARTS.register("huts:even", side="even")(even)


def test_a_suite_of_a_plugin(huts, cache):
    episodes = load_suite("huts")
    assert [e.house.uri for e in episodes] == ["hut:0", "hut:1", "hut:2"]
    assert load_suite("huts") == episodes
    assert len([*(cache / "suites").rglob("huts-*.jsonl.gz")]) == 1
    assert load_house(episodes[0].house) == one_room()
    assert [e.id for e in load_suite("huts:even")] == ["hut-0", "hut-2"]
    assert splits_of("huts") == ["even"]


def test_what_does_not_exist_is_told_by_its_names(huts):
    with pytest.raises(InvalidEpisodeError, match="expected hut:N"):
        load_house(HouseRef("hut:x"))
    with pytest.raises(InvalidEpisodeError, match=r"known: file, generator, .*hut"):
        load_house(HouseRef("cave:1"))
    with pytest.raises(MeadowError, match="part of 'huts'.*even"):
        load_suite("huts:evn")
