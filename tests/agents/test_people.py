"""How agents take people is an option with two values."""

from __future__ import annotations

import numpy as np
import pytest

from meadow.agents import AGENTS
from meadow.agents.modular import ModularAgent
from meadow.agents.people import WAYS, people_options
from meadow.errors import UnknownIdError
from meadow.sim.simulator import MeadowSimulator
from meadow.testing.homes import one_room
from meadow.types import Action, Brief, Embodiment, Pose


def test_static_tracks_nobody_and_dynamic_gives_way() -> None:
    static, dynamic = (AGENTS.make("doze-oracle", people=way) for way in WAYS)
    assert static.people is static.give_way is None
    assert dynamic.people is not None
    assert dynamic.give_way is not None
    assert dynamic.expected_ways() == []


def test_another_way_is_refused() -> None:
    with pytest.raises(UnknownIdError, match="dynamic"):
        people_options("ghosts", "eyes-s")


class Nobody:
    """Tracks nobody."""

    people = ()

    def reset(self) -> None:
        """Nothing is kept."""

    def update(self, looks, depth, camera, pose):
        return depth


class Always:
    """Gives way whatever the robot was about to do."""

    forecast = None

    def reset(self) -> None:
        """Nothing is kept."""

    def cost(self, state, people):
        return state.cost

    def choose(self, state, people, wanted, places=None):
        return Action.ROTATE_RIGHT


class Explored:
    """Has seen everything from the start."""

    spins = False

    def reset(self, brief) -> None:
        """Nothing is kept."""

    observe = start_over = reset

    def choose(self, state, towards=None):
        return None


class AtLast:
    """Names a place ahead when nothing is left to explore."""

    faces, seen_from, target = False, None, None

    def reset(self, brief, stop_distance) -> None:
        """Nothing is kept."""

    def forget(self) -> None:
        """Nothing is kept."""

    def see(self, state) -> bool:
        return False

    def goal(self, state):
        return self.target

    def exhausted(self, state) -> bool:
        self.target = np.array([[1.5, 0.0, 0.5]])
        return True

    def arrived(self, state) -> bool:
        return True

    start_over = forget

    def set_aside(self, state) -> None:
        """It stays the only place."""

    def trace(self):
        return {}

    def sightings(self, observation, looks=None):
        return None


def test_people_are_minded_on_the_way_to_what_is_left_at_last() -> None:
    agent = ModularAgent(
        seeker=AtLast(), explorer=Explored(), people=Nobody(), give_way=Always(), stop_distance=0.5
    )
    agent.reset(Brief(task="", goal="mug"))
    with_depth = MeadowSimulator(Embodiment())
    observation = with_depth.reset(one_room(), Pose(1.0, 2.0))
    assert agent.act(observation) is Action.ROTATE_RIGHT
    assert agent.trace()["mode"] == "give way"
