"""Descriptions are true of their targets and of nothing else; episodes are complete and in pairs."""

from __future__ import annotations

from collections import Counter

import pytest

from meadow.agents.oracle import OracleAgent
from meadow.benchmarks.pasture.episodes import PASTURE, by_setting, fixed, four_categories
from meadow.benchmarks.pasture.figures import pasture_statistics
from meadow.benchmarks.pasture.task import FOUR, SETTINGS
from meadow.episodes.houses import load_house
from meadow.episodes.schema import check_episode
from meadow.episodes.seeds import TRAIN_SUITE, VAL, suite_homes
from meadow.episodes.suites import SUITES, load_suite, splits_of, suite_name
from meadow.errors import UnknownIdError
from meadow.evaluation.run.rollout import run_episode
from meadow.language.facts import describes, picks_out
from meadow.language.parse import parse
from meadow.scenes.facts import house_things
from meadow.sim.simulator import MeadowSimulator
from meadow.tasks import TASKS


def test_every_object_is_asked_for_in_every_setting(mini):
    counts = Counter(e.tags["setting"] for e in mini)
    assert counts == dict.fromkeys(SETTINGS, 6)
    assert len({e.id for e in mini}) == len(mini)
    for episode in mini:
        check_episode(episode)
        assert PASTURE.min_geodesic <= episode.geodesic <= PASTURE.max_geodesic
        assert len(episode.goal.viewpoints) >= 3
        assert episode.max_steps == 250


def test_words_hold_for_the_target_and_for_no_other(mini):
    things = {}
    for episode in mini:
        house = things.setdefault(episode.house.uri, house_things(load_house(episode.house)))
        id = episode.goal.hidden or episode.goal.objects[0]
        target = next(t for t in house if t.id == id)
        if episode.tags["setting"] == "uncommon":
            same = [t for t in house if t.category == target.category]
            assert same == [target]
            continue
        goal = parse(episode.goal.text)
        assert picks_out(goal, target, house), episode.goal.text
        if episode.goal.hidden:
            (relation,) = goal.relations
            concealers = [t.id for t in house if describes(relation.anchors[0], t, house)]
            assert concealers == list(episode.goal.objects)


def test_settings_about_the_same_things_share_words_and_starts(mini):
    def of(setting):
        return [(e.goal.category, e.goal.text, e.start) for e in by_setting(mini, setting)]

    assert of("appearance") == of("appearance-distract")
    assert of("spatial") == of("spatial-distract")
    assert of("hidden") == of("hidden-distract")
    assert [s[2] for s in of("appearance")] == [s[2] for s in of("spatial")]


def test_a_robot_that_knows_the_way_succeeds(mini):
    task, agent = TASKS.make("lzson"), OracleAgent()
    simulator = MeadowSimulator(mini[0].embodiment)
    for episode in mini[::9]:
        record = run_episode(
            simulator, task, agent, episode, load_house(episode.house), privileged=True
        )
        assert record.success, episode.id
    simulator.close()


def test_parts_and_splits(mini):
    assert suite_name("pasture", "hidden") == "pasture:hidden"
    assert suite_name("pasture", "train") == "pasture-train"
    assert suite_name("pasture", "") == suite_name("pasture", "val") == "pasture"
    assert {"fixed350", "mini", *SETTINGS} <= set(splits_of("pasture"))
    with pytest.raises(UnknownIdError, match="'hidden'"):
        suite_name("pasture", "hiden")
    assert load_suite("pasture-mini:hidden") == by_setting(mini, "hidden")
    assert {e.goal.category for e in four_categories(mini)} <= set(FOUR)
    assert fixed(mini) == mini  # fewer than 50 of each setting


def test_the_suites_are_of_the_sizes_of_the_paper():
    pasture, robothor = SUITES.get("pasture"), SUITES.get("robothor-objectnav")
    assert pasture.houses * pasture.goals_per_house * pasture.per_goal * len(SETTINGS) == 2520
    assert robothor.houses * robothor.goals_per_house * robothor.per_goal == 1800
    assert robothor.seed == pasture.seed
    assert pasture.house_seed(0) in VAL
    train = SUITES.get("pasture-train")
    assert {train.house_seed(0), train.house_seed(14, 19)} <= set(suite_homes("train", TRAIN_SUITE))


def test_statistics_count_what_is_said(mini):
    found = {f.name: f.value for f in pasture_statistics(mini).figures}
    assert found["episodes"] == 42
    assert found["homes"] == 1
    looks = [parse(e.goal.text).target.attributes for e in by_setting(mini, "appearance")]
    assert found["colours per object"] == sum(len(a.colours) for a in looks) / 6
    assert found["things it is on"] == 1.0
    assert 1.0 <= found["things it is near"] <= 3.0
