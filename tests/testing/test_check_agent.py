"""The check of agents finds what is wrong with them."""

from __future__ import annotations

import contextlib
import inspect

import pytest

from meadow.agents import AGENTS
from meadow.errors import PrivilegedAccessError
from meadow.testing.check_agent import check_agent
from meadow.types import Action


class Spinner:
    """Turns and stops; the base of the agents below."""

    def reset(self, brief):
        self.steps = 0

    def act(self, observation):
        self.steps += 1
        return Action.STOP if self.steps > 5 else Action.ROTATE_LEFT


class Cheat(Spinner):
    """Looks for the oracle in the frames of its callers, and swallows what it gets for that."""

    def act(self, observation):
        frame = inspect.currentframe()
        while frame is not None:
            if "oracle" in frame.f_locals:
                with contextlib.suppress(PrivilegedAccessError):
                    frame.f_locals["oracle"].pose()
            frame = frame.f_back
        return super().act(observation)


class Disobedient(Spinner):
    def act(self, observation):
        return Action.OPEN


class Nostalgic(Spinner):
    """Remembers earlier episodes."""

    total = 0

    def act(self, observation):
        self.total += 1
        action = super().act(observation)
        return Action.MOVE_AHEAD if self.total > 12 and self.steps == 2 else action


class Individual(Spinner):
    """No two are alike."""

    made = 0

    def __init__(self):
        Individual.made += 1
        self.number = Individual.made

    def act(self, observation):
        action = super().act(observation)
        return action if self.number % 2 or self.steps > 5 else Action.ROTATE_RIGHT


class Mistagged(Spinner):
    def attach(self, oracle, goals):
        pass


@pytest.fixture
def register():
    names = []

    def add(kind, tags=()):
        name = f"check-{kind.__name__.lower()}"
        AGENTS.register(name, tags=tags)(kind)
        names.append(name)
        return name

    yield add
    for name in names:
        del AGENTS._entries[name]


def test_a_good_agent_passes(register):
    check_agent(register(Spinner))


@pytest.mark.parametrize(
    ("kind", "complaint"),
    [
        (Cheat, "reached for ground truth: oracle.pose"),
        (Disobedient, "chose <Action.OPEN"),
        (Nostalgic, "reset\\(\\) must forget"),
        (Individual, "two agents of this name"),
        (Mistagged, "go together"),
    ],
)
def test_broken_promises_are_named(register, kind, complaint):
    with pytest.raises(AssertionError, match=complaint):
        check_agent(register(kind))
