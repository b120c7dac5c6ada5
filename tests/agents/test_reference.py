"""The random and the forward agent."""

from __future__ import annotations

import numpy as np
import pytest

from meadow.agents import AGENTS
from meadow.protocols import Agent, PrivilegedAgent
from meadow.types import NAVIGATION_AND_LOOK, Action, Brief, Observation


def seen(moved: bool = True) -> Observation:
    return Observation(np.zeros((4, 4, 3), np.uint8), None, None, moved, 0)


def run(name: str, seed: int = 0, steps: int = 300, moved: bool = True) -> list[Action]:
    agent = AGENTS.make(name)
    assert isinstance(agent, Agent)
    assert not isinstance(agent, PrivilegedAgent)
    agent.reset(Brief(task="t", goal="g", actions=NAVIGATION_AND_LOOK, seed=seed, max_steps=300))
    return [agent.act(seen(moved)) for _ in range(steps)]


@pytest.mark.parametrize("name", ["random", "forward"])
def test_runs_repeat_and_stay_within_the_allowed_actions(name):
    assert run(name) == run(name)
    assert set(run(name)) <= set(NAVIGATION_AND_LOOK)


def test_random_uses_every_action_and_its_seed():
    assert set(run("random", steps=1000)) == set(NAVIGATION_AND_LOOK)
    assert run("random") != run("random", seed=1)


def test_forward_turns_when_it_bumps_and_stops_in_time():
    assert run("forward", steps=299) == [Action.MOVE_AHEAD] * 299
    assert run("forward")[-1] is Action.STOP
    turns = {Action.ROTATE_LEFT, Action.ROTATE_RIGHT}
    bumping = run("forward", moved=False)[:-1]
    assert all(a is Action.MOVE_AHEAD for a in bumping[::2])
    assert set(bumping[1::2]) == turns


def test_random_does_not_stop_where_that_is_not_allowed():
    agent = AGENTS.make("random", stop=1.0)
    turns = (Action.ROTATE_LEFT, Action.ROTATE_RIGHT)
    agent.reset(Brief(task="t", goal="g", actions=turns, max_steps=300))
    assert {agent.act(seen()) for _ in range(50)} == set(turns)
