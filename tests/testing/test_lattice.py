"""The oracle agent against the best that its actions allow."""

from __future__ import annotations

import math

import msgspec
import pytest

from meadow.agents import AGENTS
from meadow.episodes.generate import generate_episodes
from meadow.episodes.houses import HouseCache
from meadow.episodes.recipe import Recipe
from meadow.episodes.schema import Episode, Goal, HouseRef
from meadow.evaluation.run.rollout import run_episode
from meadow.metrics.navigation import driven, spl
from meadow.sim.simulator import MeadowSimulator
from meadow.tasks import TASKS
from meadow.testing.homes import one_room
from meadow.testing.lattice import best_drive
from meadow.types import NO_NOISE, Embodiment

BODY = Embodiment(noise=NO_NOISE)


@pytest.mark.parametrize(
    ("goal", "yaw", "best"),
    [
        ((2.9, 1.0), 0.0, 1.75),  # 1.9 m straight on, the last of which need not be driven
        ((2.9, 1.0), 15.0, 2.0),  # headings at 15 degrees to either side cost a step
        ((1.1, 1.1), 0.0, 0.0),  # there already
        ((1.0, 2.9), 0.0, 1.75),  # turning costs nothing
    ],
)
def test_the_best_drive_in_an_empty_room(goal, yaw, best):
    episode = Episode(
        id="e",
        task="pointnav",
        house=HouseRef("file:one-room.json"),
        start=(1.0, 1.0, math.radians(yaw)),
        goals=(Goal(text="go", point=goal),),
    )
    simulator = MeadowSimulator(BODY)
    simulator.reset(one_room(), episode.pose())
    assert best_drive(simulator, TASKS.make("pointnav"), episode) == pytest.approx(best)


def runs(recipe: Recipe):
    """Each episode without noise: its record by the oracle, the simulator and the task."""
    simulator, houses = MeadowSimulator(BODY), HouseCache()
    task, agent = TASKS.make(recipe.task), AGENTS.make("oracle")
    for episode in generate_episodes(recipe):
        episode = msgspec.structs.replace(episode, embodiment=BODY)
        house = houses.load(episode.house)
        record = run_episode(simulator, task, agent, episode, house, privileged=True)
        yield record, simulator, task, house


@pytest.mark.parametrize(
    ("recipe", "sampled"),
    [
        (Recipe(name="p", task="pointnav", houses=4, rooms=(2, 5), goals_per_house=5), 2),
        (Recipe(name="o", task="objectnav", houses=4, rooms=(2, 4), goals_per_house=4), 8),
    ],
    ids=["pointnav", "objectnav"],
)
def test_the_oracle_always_succeeds_and_drives_nearly_the_best_way(recipe, sampled):
    reached, optimal, count = 0.0, 0.0, 0
    for index, (record, simulator, task, house) in enumerate(runs(recipe)):
        episode = record.episode
        assert record.success, episode.id
        count += 1
        if index % sampled:
            continue
        simulator.reset(house, episode.pose())
        best = best_drive(simulator, task, episode)
        assert best is not None
        assert driven(record) >= best - 1e-6  # nothing beats an exhaustive search
        reached += spl(record)
        optimal += episode.geodesic / max(best, episode.geodesic)
    assert count >= 20
    assert reached >= 0.98 * optimal
