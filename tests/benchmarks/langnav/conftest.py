"""Episodes of one home, made once for all tests."""

from __future__ import annotations

from dataclasses import replace

import pytest

from meadow.episodes import SUITES
from meadow.episodes.generate import home_episodes
from meadow.episodes.houses import load_house
from meadow.episodes.suites import load_suite
from meadow.scenes.facts import house_things


@pytest.fixture(scope="session")
def mini():
    return load_suite("langnav-mini")


@pytest.fixture(scope="session")
def home(mini):
    """The home of the mini suite."""
    return load_house(mini[0].house)


@pytest.fixture(scope="session")
def things(home):
    return house_things(home)


@pytest.fixture(scope="session")
def further():
    """A few episodes of each split beyond the paper's, by name."""
    names = ("negation", "anchors", "sides", "coreference", "comparison")
    recipes = {name: replace(SUITES.get(f"langnav-{name}"), goals_per_house=2) for name in names}
    return {name: home_episodes(recipe, 0) for name, recipe in recipes.items()}
