"""Exploration by a trained policy: a frozen encoder and a recurrent network choose each action."""

from __future__ import annotations

import dataclasses

from meadow.errors import InvalidValueError
from meadow.exploration.protocol import Point
from meadow.mapping.state import AgentState
from meadow.policies.policy import PolicyAgent
from meadow.types import Action, Brief

#: What an explorer may do; looking up and down, and stopping, are not its business.
MOVES = (Action.MOVE_AHEAD, Action.ROTATE_LEFT, Action.ROTATE_RIGHT)


class LearnedExplorer:
    """Drives as a policy says that was trained to see new places, see ``meadow train policy``."""

    spins = False

    def __init__(self, weights: str, temperature: float | None = None) -> None:
        """Load a policy by name or ``.onnx`` file; see :class:`PolicyAgent` for the temperature."""
        self._policy = PolicyAgent(weights, temperature)
        if self._policy.card.task != "explore":
            raise InvalidValueError(
                f"policy {self._policy.card.name!r} was trained for {self._policy.card.task}, not to "
                "explore. Train one with: meadow train policy explore-houses"
            )

    def reset(self, brief: Brief) -> None:
        """Forget the last episode."""
        self._policy.reset(dataclasses.replace(brief, actions=MOVES))

    def pursue(self, brief: Brief) -> None:
        """It explores whatever the goal is, and goes on."""

    def start_over(self) -> None:
        """The policy has no map that could be emptied."""

    def observe(self, state: AgentState) -> None:
        """The policy sees the frame when it chooses."""

    def choose(self, state: AgentState, towards: Point | None = None) -> Action:
        """The policy's action; against a wall it would push for ever, so then the robot turns."""
        action = self._policy.act(state.observation)
        if action is state.refused:
            action = Action.ROTATE_LEFT
            self._policy.did(action)
        return action

    def strike(self) -> None:
        """The policy names no points that could be struck off."""
