"""RobustNav's suites, small."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from meadow.benchmarks.robustnav.episodes import OBJECTNAV, POINTNAV
from meadow.episodes.generate import generate_episodes
from meadow.episodes.sample import spread
from meadow.episodes.suites import SUITES
from meadow.tasks import TASKS

SMALL = (("easy", 0.0, 1.5, 5), ("medium", 1.5, 3.0, 4), ("hard", 3.0, 9.0, 3))


@pytest.fixture(scope="module")
def episodes():
    small = replace(POINTNAV, houses=2, rooms=(2, 3), include="", bands=SMALL, goals_per_house=3)
    return generate_episodes(small)


def test_the_counts_are_those_of_the_paper():
    assert sum(count for *_, count in POINTNAV.bands) == 1100
    assert sum(count for *_, count in OBJECTNAV.bands) == 1095
    for name in ("robustnav-pointnav", "robustnav-objectnav"):
        recipe = SUITES.get(name)
        assert (recipe.houses, recipe.max_steps) == (15, 300)


def test_bands_have_their_counts_and_distances(episodes):
    assert Counter(e.difficulty for e in episodes) == {"easy": 5, "medium": 4, "hard": 3}
    for label, low, high, _ in SMALL:
        assert all(low <= e.geodesic <= high for e in episodes if e.difficulty == label)
    assert len({e.id for e in episodes}) == len(episodes)


def test_a_small_sample_has_all_difficulties(episodes):
    assert len({e.difficulty for e in spread(episodes, 6)}) == 3


def test_objectnav_has_no_gps_and_pointnav_has():
    assert TASKS.make("robustnav-objectnav").gps is False
    assert SUITES.get("robustnav-objectnav").task == "robustnav-objectnav"
    assert SUITES.get("robustnav-pointnav").task == "pointnav"
