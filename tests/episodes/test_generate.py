"""Generated episodes meet their constraints, in every home, and are the same on every run."""

from __future__ import annotations

import dataclasses
import math
import subprocess
import sys

import numpy as np
import pytest

from meadow import serialize
from meadow.episodes.generate import generate_episodes
from meadow.episodes.houses import load_house
from meadow.episodes.recipe import Recipe
from meadow.episodes.schema import HouseRef, check_episode, episodes_digest
from meadow.errors import GenerationError, InvalidHouseError, InvalidValueError, UnknownIdError
from meadow.scenes.schema import write_house
from meadow.sim.simulator import MeadowSimulator
from meadow.testing.furnished import furnished
from meadow.types import Pose

TINY = Recipe(name="tiny", task="objectnav", houses=1, rooms=(1, 2), goals_per_house=1, per_goal=1)


@pytest.fixture(scope="module")
def furnished_file(tmp_path_factory):
    """A hand-made home: two rooms with a sofa, chairs, an apple and a refrigerator."""
    path = tmp_path_factory.mktemp("homes") / "two-rooms.json.gz"
    write_house(furnished(), path)
    return path.as_posix()


@pytest.mark.parametrize("kind", ["objects", "points"])
def test_every_start_is_free_and_its_distance_true(kind, request):
    recipe_episodes = request.getfixturevalue(kind)
    simulator = MeadowSimulator(recipe_episodes[0].embodiment)
    assert len({e.id for e in recipe_episodes}) == len(recipe_episodes)
    for episode in recipe_episodes:
        check_episode(episode)
        simulator.reset(load_house(episode.house), episode.pose())
        goal = episode.goal
        targets = np.array([goal.point] if goal.point else [v[:2] for v in goal.viewpoints])
        geodesic = simulator.oracle.geodesic(episode.start[:2], targets)
        assert episode.geodesic == pytest.approx(geodesic, abs=1e-4)
        assert 1.0 <= episode.geodesic <= 30.0
        assert episode.euclidean <= episode.geodesic + 1e-4
        assert episode.path[0] == episode.start[:2]
        assert np.hypot(*(targets - episode.path[-1]).T).min() < 0.002
        steps = np.diff(np.array(episode.path), axis=0)
        assert np.hypot(*steps.T).sum() == pytest.approx(episode.geodesic, abs=0.002 * len(steps))
        turns = episode.start[2] / episode.embodiment.turn
        assert turns == pytest.approx(round(turns), abs=1e-4)


def test_stop_succeeds_at_viewpoints(objects):
    episode = objects[0]
    simulator = MeadowSimulator(episode.embodiment)
    house = load_house(episode.house)
    tilt = episode.embodiment.tilt
    assert len(episode.goal.viewpoints) >= 3
    for x, y, yaw in episode.goal.viewpoints[::5]:
        seen = []
        for pitch in (0.0, -tilt, tilt):
            simulator.reset(house, Pose(x, y, yaw, pitch))
            seen += [simulator.oracle.visible(id) for id in episode.goal.objects]
        assert any(seen)


def test_every_instance_counts(objects):
    for episode in objects:
        house = load_house(episode.house)
        same = [o.id for o in house.objects if o.category == episode.goal.category]
        assert list(episode.goal.objects) == same


def test_difficulty_is_terciles_of_distance(points):
    levels = {"easy": 0, "medium": 1, "hard": 2}
    ranks = [levels[e.difficulty] for e in sorted(points, key=lambda e: e.geodesic)]
    assert ranks == sorted(ranks)
    counts = [ranks.count(k) for k in range(3)]
    assert max(counts) - min(counts) <= 2


def test_constraints_are_kept(furnished_file):
    recipe = Recipe(
        name="far",
        task="pointnav",
        house_files=(furnished_file,),
        goals_per_house=12,
        min_geodesic=2.0,
        max_geodesic=6.0,
        min_ratio=1.1,
        max_steps=77,
    )
    episodes = generate_episodes(recipe)
    assert len(episodes) > 5
    for episode in episodes:
        assert 2.0 <= episode.geodesic <= 6.0
        assert episode.geodesic >= 1.1 * episode.euclidean - 1e-3
        assert episode.max_steps == 77


def test_own_homes_and_categories(furnished_file):
    recipe = Recipe(
        name="mine",
        task="objectnav",
        house_files=(furnished_file,),
        categories=("apple", "fridge", "piano"),
        per_goal=1,
    )
    episodes = generate_episodes(recipe)
    assert {e.goal.category for e in episodes} == {"apple", "fridge"}
    assert {e.house for e in episodes} == {HouseRef(f"file:{furnished_file}", furnished().digest())}
    assert episodes == generate_episodes(recipe)


def test_processes_make_the_same(furnished_file):
    recipe = Recipe(
        name="mine", task="pointnav", house_files=(furnished_file,) * 2, goals_per_house=3
    )
    calls = []
    alone = generate_episodes(recipe, lambda done, total, note: calls.append((done, total)))
    assert calls == [(1, 2), (2, 2)]
    assert generate_episodes(recipe, workers=2) == alone


def test_another_process_and_hash_seed_make_the_same(points, cache):
    code = (
        "from meadow.episodes.generate import generate_episodes\n"
        "from meadow.episodes.recipe import Recipe\n"
        "from meadow.episodes.schema import episodes_digest\n"
        "for task in ('pointnav', 'objectnav'):\n"
        "    recipe = Recipe(name='tiny', task=task, houses=1, rooms=(1, 2), goals_per_house=1,"
        " per_goal=1)\n"
        "    print(episodes_digest(generate_episodes(recipe)))\n"
    )
    out = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONHASHSEED": "7", "MEADOW_CACHE": str(cache / "other"), "HOME": str(cache)},
        capture_output=True,
        text=True,
        check=True,
    )
    recipes = [dataclasses.replace(TINY, task=task) for task in ("pointnav", "objectnav")]
    assert out.stdout.split() == [episodes_digest(generate_episodes(r)) for r in recipes]


def test_a_seed_changes_everything():
    other = generate_episodes(dataclasses.replace(TINY, task="pointnav", seed=1))
    first = generate_episodes(dataclasses.replace(TINY, task="pointnav"))
    assert other[0].house != first[0].house
    assert other[0].start != first[0].start


@pytest.mark.parametrize(
    "fields",
    [
        {"split": "dev"},
        {"houses": 0},
        {"houses": -3},
        {"per_goal": 0},
        {"max_steps": -1},
        {"min_viewpoints": 0},
        {"min_geodesic": -1.0},
        {"min_geodesic": 5.0, "max_geodesic": 4.0},
        {"min_ratio": -0.5},
        {"seed": 1000},
        {"seed": -1},
    ],
)
def test_impossible_recipes_are_refused(fields):
    with pytest.raises(InvalidValueError, match=next(iter(fields)).rpartition("_")[2]):
        dataclasses.replace(TINY, **fields)


def test_what_cannot_be_met_is_said(furnished_file):
    recipe = Recipe(
        name="no",
        task="pointnav",
        house_files=(furnished_file,),
        min_geodesic=500,
        max_geodesic=900,
    )
    with pytest.raises(GenerationError, match="Loosen the distances"):
        generate_episodes(recipe)


def test_unknown_names_offer_the_nearest():
    with pytest.raises(UnknownIdError, match="garbage can"):
        generate_episodes(dataclasses.replace(TINY, categories=("garbage cn",)))
    with pytest.raises(UnknownIdError, match="pointnav"):
        generate_episodes(dataclasses.replace(TINY, task="pointnv"))


def test_a_bad_home_is_refused_with_all_its_problems(tmp_path):
    broken = serialize.decode(serialize.encode(furnished()), dict)
    broken["objects"][0]["category"] = "unicorn"
    broken["objects"][1]["size"] = [math.pi, -1.0, 0.0]
    serialize.write(tmp_path / "broken.json", broken)
    recipe = dataclasses.replace(TINY, house_files=(str(tmp_path / "broken.json"),))
    with pytest.raises(InvalidHouseError) as error:
        generate_episodes(recipe)
    assert len(error.value.problems) >= 2
