"""The methods: all rows keep their promises, see a frame once, and know no goal before it is told."""

from __future__ import annotations

import math
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from meadow.agents import AGENTS
from meadow.benchmarks.langnav.agents import EYES, ROWS
from meadow.benchmarks.langnav.task import BODY, GoalSequence
from meadow.episodes.schema import Episode, Goal, HouseRef
from meadow.errors import MeadowError
from meadow.evaluation.run.rollout import run_episode
from meadow.models.eyes import Eyes, available
from meadow.sim.simulator import MeadowSimulator
from meadow.testing.homes import thing, two_rooms
from meadow.types import Action, Brief, Camera, Pose

SMALL = replace(BODY, camera=Camera(width=128, height=128, hfov=math.radians(90.0), elevation=1.5))
THINGS = [
    thing("sofa-1", "sofa", (0.8, 3.2, 0.0), room="room-0"),
    thing("fridge-1", "fridge", (6.4, 0.6, 0.0), room="room-1"),
]
PRIVILEGED = [row.name for row in ROWS if "privileged" in row.tags]
SEEING = [row.name for row in ROWS if "privileged" not in row.tags]
needs_eyes = pytest.mark.skipif(EYES not in available(), reason="the eyes' weights are not here")


def brief(goal: str, steps: int = 200) -> Brief:
    return Brief(task="", goal=goal, embodiment=SMALL, max_steps=steps)


@needs_eyes
@pytest.mark.parametrize("name", SEEING)
def test_a_frame_is_looked_at_once(monkeypatch, name: str) -> None:
    runs: list[int] = []
    original = Eyes._run

    def counted(self, stack, part):
        runs.extend([1] * len(stack))
        return original(self, stack, part)

    monkeypatch.setattr(Eyes, "_run", counted)
    agent = AGENTS.make(name)
    agent.reset(brief("the red sofa on the rug"))
    simulator = MeadowSimulator(SMALL)
    observation = simulator.reset(two_rooms(THINGS), Pose(3.0, 1.0))
    for step in range(1, 4):
        action = agent.act(observation)
        assert len(runs) == step
        agent.sightings(observation)
        assert len(runs) == step, "films ask for a frame that was looked at"
        observation = simulator.step(action)


def search(agent, goals: list[str]) -> list[int]:
    """Search for things one after another; the steps that each took. They must be near at Stop."""
    simulator = MeadowSimulator(SMALL)
    observation, told, steps = simulator.reset(two_rooms(THINGS), Pose(3.0, 1.0)), [], []
    for n, goal in enumerate(goals):
        told.append(SimpleNamespace(objects=(f"{goal}-1",), text=goal))
        (agent.pursue if n else agent.reset)(brief(goal))
        agent.attach(simulator.oracle, told)
        for count in range(200):
            action = agent.act(replace(observation, step=count))
            if action is Action.STOP:
                break
            observation = simulator.step(action)
        assert simulator.oracle.distance_to(f"{goal}-1") <= 1.5, goal
        steps.append(count)
    return steps


@pytest.mark.parametrize("name", PRIVILEGED)
def test_perfect_eyes_find_each_goal_and_remember_what_they_passed(name: str) -> None:
    agent = AGENTS.make(name)
    steps = search(agent, ["sofa", "fridge", "sofa"])
    assert steps[2] < 60, "the way to a known place"
    assert agent.memory.features.count, "the map is kept"


@needs_eyes
def test_a_goal_that_is_told_later_changes_nothing_before() -> None:
    """Until it is told, an agent acts alike whatever the second goal will be. One that peeks does not."""

    def actions(second: str) -> list[Action]:
        agent = AGENTS.make("mlfm")
        simulator = MeadowSimulator(SMALL)
        observation = simulator.reset(two_rooms(THINGS), Pose(3.0, 1.0))
        agent.reset(brief("sofa"))
        done = []
        for step in range(12):
            if step == 8:
                agent.pursue(brief(second))
            done.append(agent.act(replace(observation, step=step % 8)))
            observation = simulator.step(done[-1]) if done[-1] is not Action.STOP else observation
        return done

    assert actions("fridge")[:8] == actions("sofa")[:8]


class Peeker:
    """An agent that would stop at the second goal first, if it only knew it."""

    def __init__(self) -> None:
        self.known: list[tuple[str, ...]] = []

    def reset(self, brief: Brief) -> None:
        self.told = [brief]

    def pursue(self, brief: Brief) -> None:
        self.told.append(brief)

    def attach(self, oracle, goals) -> None:
        self.known.append(tuple(goal.text for goal in goals))

    def act(self, observation) -> Action:
        return Action.STOP


def test_a_goal_is_told_to_nobody_before_its_turn() -> None:
    goals = tuple(Goal(item.category, objects=(item.id,)) for item in THINGS)
    episode = Episode(
        id="peek",
        task="langnav",
        house=HouseRef("file:none"),
        start=(3.0, 1.0, 0.0),
        goals=goals,
        max_steps=20,
        embodiment=SMALL,
    )
    agent = Peeker()
    run_episode(
        MeadowSimulator(SMALL), GoalSequence(), agent, episode, two_rooms(THINGS), privileged=True
    )
    assert agent.known == [("sofa",), ("sofa", "fridge")]
    assert [told.goal for told in agent.told] == ["sofa", "fridge"]
    assert "fridge" not in repr(agent.told[0])


def test_an_agent_with_perfect_eyes_knows_only_goals_that_were_revealed() -> None:
    agent = AGENTS.make("mlfm-oracle")
    simulator = MeadowSimulator(SMALL)
    simulator.reset(two_rooms(THINGS), Pose(3.0, 1.0))
    agent.reset(brief("sofa"))
    agent.attach(simulator.oracle, [SimpleNamespace(objects=("sofa-1",), text="sofa")])
    assert agent._vision.meant("sofa") == [1]
    assert agent._vision._goal == [1], "nothing of the fridge"


def test_map_and_scores_from_goal_to_goal() -> None:
    agent = AGENTS.make("mlfm-oracle")
    simulator = MeadowSimulator(SMALL)
    observation = simulator.reset(two_rooms(THINGS), Pose(3.0, 1.0))
    goals = [SimpleNamespace(objects=(item.id,), text=item.category) for item in THINGS]
    agent.reset(brief("sofa"))
    agent.attach(simulator.oracle, goals[:1])
    agent.act(observation)
    sums, scores = agent.memory.features.sums.copy(), agent.memory.query.scores.copy()
    agent.pursue(brief("fridge"))
    agent.attach(simulator.oracle, goals)
    assert np.array_equal(agent.memory.features.sums, sums)
    assert not np.array_equal(agent.memory.query.scores, scores)


@needs_eyes
@pytest.mark.parametrize(
    ("options", "layers", "cell"),
    [
        ({}, 3, 0.06),
        ({"layers": "1"}, 1, 0.06),
        ({"layers": "5"}, 5, 0.06),
        ({"layers": "authors"}, 4, 0.06),
        ({"cell": 0.1, "exploit": "sticky", "level": "image", "kernel": False}, 3, 0.1),
    ],
)
def test_ablations_are_options(options: dict, layers: int, cell: float) -> None:
    config = AGENTS.make("mlfm", **options).memory.features.config
    assert (config.layers, config.cell) == (layers, cell)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"layers": "many"}, "authors"),
        ({"fusion": "median"}, "confidence or mean"),
        ({"memory": "dreams"}, "dreams"),
        ({"threshold": 0.0}, "threshold 0.0"),
        ({"memory": "names", "reading": "aloud"}, "kernel or words"),
    ],
)
def test_bad_options_are_named(options: dict, message: str) -> None:
    with pytest.raises(MeadowError, match=message):
        AGENTS.make("mlfm-oracle", **options)


@needs_eyes
def test_a_glance_at_the_best_place_sharpens_the_map() -> None:
    """The best place of the map is looked at closely where the camera has more pixels than a look."""
    large = replace(BODY, camera=replace(BODY.camera, width=480, height=480))
    told = Brief(task="", goal="chair", embodiment=large, max_steps=200)
    home = two_rooms([thing("chair-1", "chair", (0.8, 3.2, 0.0), room="room-0")])
    weights = []
    for glances in (0, 1):
        agent = AGENTS.make("shepherd", glances=glances)
        agent.reset(told)
        observation = MeadowSimulator(large).reset(home, Pose(3.0, 1.0, 2.3))
        for step in range(3):
            agent.act(replace(observation, step=step))
        weights.append(float(agent.memory.features.weights.sum()))
        if glances:
            assert agent.memory.in_doubt(agent._state) is not None
    assert weights[1] > weights[0]
