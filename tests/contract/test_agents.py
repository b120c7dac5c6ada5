"""Every registered agent keeps the promises of its kind."""

from __future__ import annotations

import pytest

from meadow.agents import AGENTS
from meadow.agents.person import driven_by
from meadow.errors import MissingWeightsError
from meadow.testing.check_agent import check_agent
from meadow.types import Action, Brief, Observation


class Patient:
    """Somebody who turns twice and stops."""

    def begin(self, brief: Brief) -> None: ...

    def choose(self, observation: Observation) -> Action:
        return Action.ROTATE_LEFT if observation.step < 2 else Action.STOP

    def answer(self, question: str) -> str:
        return "yes"


@pytest.mark.parametrize("name", AGENTS.names())
def test_agent(name):
    try:
        AGENTS.make(name)
    except MissingWeightsError as missing:
        pytest.skip(str(missing))
    with driven_by(Patient()):
        check_agent(name)
