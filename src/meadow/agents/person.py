"""A person who drives: whatever shows the frames and takes the keys is the agent's controls.

    with driven_by(controls):
        evaluate_suite("lift-mini", "person")

The run is an ordinary one: its rows, replays and films are those of any agent.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol

from meadow.errors import MeadowError
from meadow.types import Action, Brief, Observation


class Controls(Protocol):
    """What stands between a person and the robot: a terminal, a page, a headset."""

    def begin(self, brief: Brief) -> None:
        """Show what a leg is about."""

    def choose(self, observation: Observation) -> Action:
        """Show what the robot senses, and wait for an action that the brief allows."""

    def answer(self, question: str) -> str:
        """Show a question of an exam, and wait for an answer in words."""


_CONTROLS: ContextVar[Controls | None] = ContextVar("controls", default=None)


@contextmanager
def driven_by(controls: Controls) -> Iterator[None]:
    """Let agents that are made in this context be driven by a person at these controls."""
    token = _CONTROLS.set(controls)
    try:
        yield
    finally:
        _CONTROLS.reset(token)


class PersonAgent:
    """Does what a person says."""

    def __init__(self, film: bool = False) -> None:
        """Make it.

        Args:
            film: Whether the person may watch their own last leg again during an exam.
        """
        self.film = film
        self._brief: Brief | None = None

    def reset(self, brief: Brief) -> None:
        """Show the brief of the first leg."""
        self._brief = brief
        self._controls().begin(brief)

    def pursue(self, brief: Brief) -> None:
        """Show the brief of the next leg."""
        self.reset(brief)

    def act(self, observation: Observation) -> Action:
        """Ask for the next action; one that the task does not allow is asked for again."""
        assert self._brief is not None, "reset comes first"
        while True:
            action = self._controls().choose(observation)
            if action in self._brief.actions:
                return action

    def answer(self, question: str) -> str:
        """Ask for an answer."""
        return self._controls().answer(question)

    def _controls(self) -> Controls:
        controls = _CONTROLS.get()
        if controls is None:
            raise MeadowError("nobody is at the controls: drive with `meadow play SUITE`")
        return controls
