"""Frontier exploration with a perfect detector: what exploration alone costs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from meadow.agents.modular import ModularAgent
from meadow.agents.oracle_vision import OracleVision
from meadow.agents.people import people_options
from meadow.mapping.state import AgentState
from meadow.protocols import Oracle
from meadow.types import Action, Array, Brief, Observation


class OracleLocalizer:
    """Marks the true pixels of the goal objects. Privileged."""

    def __init__(self) -> None:
        self._oracle: Oracle | None = None
        self._ids = np.zeros(0, np.int32)

    def reset(self, brief: Brief) -> None:
        """Wait for the oracle of the new episode or goal."""
        self._oracle = None

    def attach(self, oracle: Oracle, goals: Sequence[Any]) -> None:
        """Learn which instance ids count: those of the goal that was revealed last."""
        self._oracle = oracle
        index = {item.id: i + 1 for i, item in enumerate(oracle.house.objects)}
        self._ids = np.array([index[o] for goal in goals[-1:] for o in goal.objects], np.int32)

    def locate(self, observation: Observation) -> Array:
        """1 on the goal object that fills most of the view, 0 elsewhere."""
        assert self._oracle is not None
        ids = self._oracle.frames().ids
        masks = [ids == number for number in self._ids]
        best = max(masks, key=np.count_nonzero, default=np.zeros(ids.shape, bool))
        return best.astype(np.float32)


class FrontierOracle(ModularAgent):
    """A :class:`ModularAgent` whose localizer is handed the oracle."""

    def __init__(
        self,
        *,
        confirm_share: float | None = 0.001,
        stop_distance: float = 0.995,
        people: str = "static",
        **options: Any,
    ) -> None:
        """Put it together; its detections and depth are exact, and so are its defaults.

        Args:
            confirm_share: Stop only while the goal fills this share of the frame; None asks for no view.
            stop_distance: From how near to stop, metres on the floor.
            people: ``static`` takes people for furniture, ``dynamic`` tracks them and gives way.
            options: Of :class:`meadow.agents.modular.ModularAgent`.
        """
        self._perfect, self._eyes = OracleLocalizer(), OracleVision()
        self._needs_view = confirm_share is not None
        options |= people_options(people, self._eyes)
        super().__init__(
            self._perfect, confirm_share=confirm_share, stop_distance=stop_distance, **options
        )

    def attach(self, oracle: Oracle, goals: Sequence[Any]) -> None:
        """Pass the oracle on to what marks the goal and to what sees people."""
        self._perfect.attach(oracle, goals)
        self._eyes.attach(oracle, ())

    def _approach(self, state: AgentState) -> Action | None:
        """Where no view is asked for, stop as soon as a part of the goal that was seen is near enough."""
        goal = None if self._needs_view else self.seeker.goal(state)
        if goal is not None:
            away = np.hypot(goal[:, 0] - state.pose.x, goal[:, 1] - state.pose.y)
            if away.min() <= self.stop_distance:
                return self._do("stop", Action.STOP)
        return super()._approach(state)
