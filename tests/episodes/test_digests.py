"""Shipped suites and generated homes are what they were, to the byte: published results rest on them.

``digests.json`` holds what was published. A digest that changes means that results of before and after
cannot be compared: change the code, not the digest. A new suite adds its own, which these tests print.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from meadow import serialize
from meadow.episodes.generate import generate_episodes, home_episodes
from meadow.episodes.houses import generator_uri, load_house
from meadow.episodes.schema import Episode, HouseRef, check_episode, episodes_digest
from meadow.episodes.seeds import (
    ENCODER_EXAM,
    EYES_CALIBRATION,
    EYES_FOREIGN,
    EYES_REPORTED,
    EYES_TRAINING,
    EYES_VALIDATION,
    FIRST_POLICY_HOME,
    TUNING,
)
from meadow.episodes.suites import SUITES, load_suite
from meadow.learning.eyes.data.scenes import training_stage

#: As they ship: before a test registers more.
NAMES = tuple(SUITES.names())
PINS = serialize.read(Path(__file__).with_name("digests.json"), dict[str, Any])
#: Suites that are made in seconds are pinned as a whole in every run of the tests.
QUICK = (
    *("errands-mini", "objectnav-mini", "pasture-mini", "pointnav", "pointnav-mini"),
    *("robustnav-pointnav", "langnav-mini", "lift-mini", "doze-mini", "excalibur-mini"),
    "excalibur-practice",
)
#: Suites of a thousand homes and more, which are made on demand, are pinned by their first one alone.
LARGE = tuple(name for name in NAMES if not SUITES.get(name).redraws)


#: Home whose first goals are pinned, where the first home of a suite takes many attempts.
HOME = {"pasture-2": 12}


def pin(episodes: Sequence[Episode]) -> dict[str, Any]:
    """What tells a list of episodes from every other, and whether the homes changed or the episodes."""
    homes = {e.house.uri: e.house.digest for e in episodes}
    return {
        "count": len(episodes),
        "homes": len(homes),
        "homes_digest": serialize.digest(sorted(homes.items())),
        "episodes_digest": episodes_digest(episodes),
    }


def test_every_shipped_suite_is_pinned():
    assert {*PINS["first_goals"], *QUICK} == set(NAMES)
    assert {*PINS["suites"], *LARGE} == set(NAMES)


@pytest.mark.parametrize("name", QUICK)
def test_quick_suites_are_what_they_were(name):
    episodes = load_suite(name)
    for episode in episodes:
        check_episode(episode)
    assert pin(episodes) == PINS["suites"][name]


@pytest.mark.parametrize("name", [name for name in NAMES if name not in QUICK])
def test_first_goals_of_every_suite_are_what_they_were(name):
    """One goal of each kind in one home; what a home is like does not depend on that."""
    recipe = replace(SUITES.get(name), per_goal=1, goals_per_house=1)
    episodes = home_episodes(recipe, HOME.get(name, 0))
    for episode in episodes:
        check_episode(episode)
    assert pin(episodes) == PINS["first_goals"][name]


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in NAMES if name not in LARGE])
def test_suites_are_what_they_were(name):
    assert pin(generate_episodes(SUITES.get(name))) == PINS["suites"][name]


@pytest.mark.parametrize("seed", [0, FIRST_POLICY_HOME, ENCODER_EXAM.start, TUNING.start])
def test_generated_homes_are_what_they_were(seed):
    uri = generator_uri(seed, (1, 3))
    assert load_house(HouseRef(uri)).digest() == PINS["homes"][uri]


@pytest.mark.parametrize(
    ("purpose", "number"),
    [
        ("training", EYES_TRAINING.start),
        ("reported", EYES_REPORTED.start),
        ("calibration", EYES_CALIBRATION.start),
        ("foreign", EYES_FOREIGN.start),
        ("validation", EYES_VALIDATION.start),
    ],
)
def test_homes_of_the_eyes_are_what_they_were(purpose, number):
    """Learnt in, and examined in: figures before and after a change are about the same pictures."""
    house = training_stage(0, number, held_out=purpose != "training").house
    data = msgspec.json.encode(house, order="deterministic", enc_hook=float)  # some are NumPy's
    assert {"source": house.source, "digest": serialize.digest(data)} == PINS["eyes"][purpose]
