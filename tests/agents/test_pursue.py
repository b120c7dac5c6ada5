"""The next goal of an episode: what was learnt of the home is kept, what belonged to the goal is not."""

from __future__ import annotations

import math
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from meadow.agents.frontier_oracle import FrontierOracle
from meadow.agents.modular import ModularAgent
from meadow.agents.oracle import OracleAgent
from meadow.agents.prior import PriorFirst
from meadow.agents.self_calibrate import SelfCalibrating
from meadow.exploration.value import ValueExplorer
from meadow.sim.simulator import MeadowSimulator
from meadow.testing.homes import thing, two_rooms
from meadow.types import NAVIGATION, Action, Brief, Camera, Embodiment, Pose

BODY = Embodiment(camera=Camera(width=112, height=112, hfov=math.radians(90.0)))


def brief(goal: str, steps: int = 100) -> Brief:
    return Brief(task="", goal=goal, embodiment=BODY, max_steps=steps)


class Everywhere:
    """A localizer that is sure of all that it sees."""

    def reset(self, brief: Brief) -> None:
        self.goal = brief.goal

    def locate(self, observation):
        return np.full(observation.rgb.shape[:2], 1.0 if self.goal == "wall" else 0.0, np.float32)


class Recorder:
    """An agent that writes down what it is told."""

    def __init__(self, *, pursues: bool = True) -> None:
        self.told: list[tuple[str, str]] = []
        if pursues:
            self.pursue = lambda brief: self.told.append(("pursue", brief.goal))

    def reset(self, brief: Brief) -> None:
        self.told.append(("reset", brief.goal))

    def act(self, observation) -> Action:
        return Action.ROTATE_LEFT


def drive(agent, simulator, observation):
    """Drive until the agent stops; returns what it sees then, and after how many steps."""
    for count in range(120):
        action = agent.act(observation)
        if action is Action.STOP:
            return observation, count
        observation = simulator.step(action)
    raise AssertionError("no Stop within 120 steps")


def test_the_map_is_kept_and_the_goal_is_not() -> None:
    explorer = ValueExplorer(lambda picture, text: 0.5)
    agent = ModularAgent(Everywhere(), explorer=explorer)
    agent.reset(brief("wall"))
    simulator = MeadowSimulator(BODY)
    agent.act(simulator.reset(two_rooms(), Pose(2.0, 2.0)))
    explorer._target = (1.0, 1.0)
    explorer.strike()
    map, grid = agent._map, agent._map.grid.copy()
    assert map.scores.any()
    assert map.layer("value").any()
    agent.pursue(brief("mug"))
    assert agent._map is map
    assert np.array_equal(map.grid, grid)
    assert not map.scores.any()
    assert not map.layer("value").any()
    assert len(map.confident(0.1)) == 0
    assert explorer._struck == [(1.0, 1.0)]
    assert agent.act(simulator.step(Action.ROTATE_LEFT)) is not Action.STOP


def test_without_a_goal_the_robot_explores_and_marks_nothing() -> None:
    agent = ModularAgent(Everywhere(), restarts=0)
    agent.reset(brief("wall"))
    simulator = MeadowSimulator(BODY)
    agent.act(simulator.reset(two_rooms(), Pose(2.0, 2.0)))
    free = replace(brief("wall"), kind="free", actions=NAVIGATION[:3])
    agent.pursue(free)
    observation = simulator.step(Action.ROTATE_LEFT)
    for _ in range(150):
        action = agent.act(observation)
        assert action in free.actions, "Stop is not allowed"
        observation = simulator.step(action)
    assert not agent._map.scores.any()
    assert agent.trace()["mode"] == "give up"


def test_a_known_home_is_not_explored_again() -> None:
    """The second goal stands where the robot has been: it drives there at once."""
    things = [
        thing("sofa-1", "sofa", (0.8, 3.2, 0.0), room="room-0"),
        thing("fridge-1", "fridge", (6.4, 0.6, 0.0), room="room-1"),
    ]
    house, agent = two_rooms(things), FrontierOracle()
    simulator = MeadowSimulator(BODY)
    observation, goals, steps = simulator.reset(house, Pose(3.0, 1.0)), [], []
    for n, item in enumerate(things[:1] + things[1:] + things[:1]):
        goals.append(SimpleNamespace(objects=(item.id,), point=None, viewpoints=()))
        begin = agent.reset if n == 0 else agent.pursue
        begin(brief(item.category))
        agent.attach(simulator.oracle, goals)
        observation, count = drive(agent, simulator, observation)
        assert simulator.oracle.visible(item.id)
        steps.append(count)
    assert max(steps) < 60
    assert steps[2] < steps[1]


@pytest.mark.parametrize("agent", [OracleAgent(), FrontierOracle()])
def test_privileged_agents_search_for_the_goal_that_was_revealed_last(agent) -> None:
    things = [
        thing("sofa-1", "sofa", (0.8, 3.2, 0.0), room="room-0"),
        thing("fridge-1", "fridge", (6.4, 0.6, 0.0), room="room-1"),
    ]
    simulator = MeadowSimulator(BODY)
    observation = simulator.reset(two_rooms(things), Pose(3.0, 1.0))
    goals = [SimpleNamespace(objects=(item.id,), point=None, viewpoints=()) for item in things]
    agent.reset(brief("sofa"))
    agent.attach(simulator.oracle, goals[:1])
    agent.act(observation)
    getattr(agent, "pursue", agent.reset)(brief("fridge"))
    agent.attach(simulator.oracle, goals)
    drive(agent, simulator, observation)
    assert simulator.oracle.visible("fridge-1")


@pytest.mark.parametrize("pursues", [True, False])
def test_wrappers_hand_the_next_goal_on(pursues: bool) -> None:
    inner = Recorder(pursues=pursues)
    agent = SelfCalibrating(inner)
    agent.reset(brief("sofa"))
    agent.pursue(brief("mug"))
    assert inner.told == [("reset", "sofa"), ("pursue" if pursues else "reset", "mug")]
    inner.answer = lambda question: "yes"
    assert agent.answer("was there a mug?") == "yes"


def test_a_prior_keeps_the_map_of_later_goals_only() -> None:
    inner = Recorder()
    agent = PriorFirst(inner, "prior", share=0.02)
    observation = MeadowSimulator(BODY).reset(two_rooms(), Pose(2.0, 2.0))
    for begin, goal in ((agent.reset, "mug"), (agent.pursue, "toothbrush")):
        begin(brief(goal))
        for _ in range(4):
            agent.act(observation)
    assert [how for how, _ in inner.told] == ["reset", "reset", "pursue", "pursue"]
    assert [goal for _, goal in inner.told[1::2]] == ["mug", "toothbrush"]
