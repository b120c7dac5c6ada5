"""Small suites, generated once for all tests of episodes."""

from __future__ import annotations

import pytest

from meadow.episodes.generate import generate_episodes
from meadow.episodes.recipe import Recipe

OBJECTS = Recipe(name="objects", task="objectnav", houses=2, rooms=(2, 3), goals_per_house=3)
POINTS = Recipe(name="points", task="pointnav", houses=2, rooms=(2, 3), goals_per_house=4)


@pytest.fixture(scope="session")
def objects(cache):
    """ObjectNav episodes."""
    return generate_episodes(OBJECTS)


@pytest.fixture(scope="session")
def points(cache):
    """PointNav episodes."""
    return generate_episodes(POINTS)
