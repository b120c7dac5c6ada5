"""Goals are true of what they name and of nothing else, and starts keep to the paper's rules."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from meadow.benchmarks.langnav.descriptions import FEATURES, meant
from meadow.benchmarks.langnav.planner import SIZES, share_of
from meadow.benchmarks.langnav.statistics import read_goals
from meadow.episodes import SUITES
from meadow.episodes.generate import home_episodes
from meadow.episodes.houses import load_house
from meadow.errors import GenerationError
from meadow.language.facts import holds
from meadow.language.held_out import GOALS
from meadow.language.tags import tags
from meadow.scenes.facts import house_things
from meadow.sim.simulator import MeadowSimulator
from meadow.types import Pose


def test_words_are_true_of_every_goal_and_false_of_all_others_of_the_name(mini, things):
    for _, goal, said in read_goals(mini):
        true = {t.id for t in things if holds(said, t, things) and not t.container}
        assert set(goal.objects) == true, goal.text
        others = [t for t in things if t.category == goal.category and t.id not in true]
        assert all(holds(said, t, things) is False or t.container for t in others), goal.text


def test_tags_are_those_of_the_structure(mini):
    for _, goal, said in read_goals(mini):
        found = {FEATURES[tag]: n for tag, n in tags(said).items() if tag in FEATURES}
        assert goal.tags["features"] == (
            ", ".join(n for n in FEATURES.values() if n in found) or "no"
        )
        count = sum(found.values())
        assert goal.tags["attributes"] == (str(count) if count < 3 else "3+")


def test_goals_are_hardly_ever_named_alone_and_never_twice_in_an_episode(mini):
    for episode in mini:
        ids = [id for goal in episode.goals for id in goal.objects]
        assert len(episode.goals) == 3
        assert len(ids) == len(set(ids))


@pytest.fixture(scope="module")
def simulator(mini, home):
    with_robot = MeadowSimulator(mini[0].embodiment)
    with_robot.reset(home, mini[0].pose())
    yield with_robot
    with_robot.close()


def test_starts_keep_to_the_rules(mini, simulator):
    oracle = simulator.oracle
    for episode in mini:
        start = episode.start[:2]
        for number, goal in enumerate(episode.goals):
            views = np.array([v[:2] for v in goal.viewpoints])
            way = oracle.geodesic(start, views)
            straight = np.hypot(*(views - start).T).min()
            assert math.isfinite(way)
            assert way > straight
            outlines = [simulator.outline(id).clearance(*start)[0] for id in goal.objects]
            assert min(outlines) >= 2.0
            if number == 0:
                assert way >= 2.5
                assert episode.geodesic == pytest.approx(way, abs=1e-3)
            assert goal.geodesic >= 1.0


def test_goals_are_seen_from_their_viewpoints(mini, home, simulator):
    goals = {goal.objects: goal for episode in mini for goal in episode.goals}
    for goal in goals.values():
        for x, y, yaw in goal.viewpoints[::5]:
            simulator.reset(home, Pose(x, y, yaw))  # raises where the robot does not fit
            numbers = [simulator.instance(id) for id in goal.objects]
            assert np.isin(simulator.frames.ids, numbers).any()
            away = [simulator.outline(id).clearance(x, y)[0] for id in goal.objects]
            assert min(away) <= 1.5 + 1e-3


@pytest.mark.parametrize("kind", ["negation", "anchors", "sides", "coreference", "comparison"])
def test_words_beyond_the_paper_mean_what_counts(further, kind):
    for episode in further[kind]:
        things = house_things(load_house(episode.house))
        for _, goal, said in read_goals([episode]):
            assert set(meant(said, things)) == set(goal.objects), goal.text
            assert goal.tags["kind"] == kind


def test_words_for_earlier_goals_need_them(further):
    for episode in further["coreference"]:
        assert " it " in f"{episode.goals[1].text[:-1]} "


def test_sizes_of_the_splits_are_spread_over_their_homes():
    for name, size in SIZES.items():
        homes = SUITES.get(name).houses
        assert sum(share_of(size.episodes, homes, k) for k in range(homes)) == size.episodes
    assert not set(GOALS["described-validation"]) & set(GOALS["described-test"])
    assert (SIZES["langnav"].episodes, SIZES["langnav-test"].episodes) == (832, 750)


def test_a_home_with_too_little_to_describe_is_told():
    recipe = replace(
        SUITES.get("langnav-mini"), name="bare", categories=("teapot",), rooms=(1, 1), houses=1
    )
    with pytest.raises(GenerationError, match="with enough to describe"):
        home_episodes(recipe, 0)
