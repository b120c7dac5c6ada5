"""Frontier exploration with a perfect detector: what exploration alone costs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from meadow.agents.modular import ModularAgent
from meadow.agents.people import people_options
from meadow.grounding.look import LookPart
from meadow.mapping.state import AgentState
from meadow.protocols import Oracle
from meadow.types import Action, Array, Brief, Camera, Detections, Observation


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


class OraclePeople:
    """Marks the true pixels of people in the robot's own frame, and nothing else. Privileged.

    It stands for a model that looks, as far as a tracker of people asks one.
    """

    def __init__(self) -> None:
        self._oracle: Oracle | None = None

    def attach(self, oracle: Oracle) -> None:
        """Learn which instance ids are people."""
        self._oracle = oracle
        self._first = len(oracle.house.objects) + 1

    def look(self, image: Array, parts: LookPart, camera: Camera | None = None) -> OraclePeople:
        """The frame that the robot sees now."""
        return self

    def people(self) -> Detections:
        """Everybody of whom a pixel shows."""
        assert self._oracle is not None
        ids = self._oracle.frames().ids
        masks = np.array([ids == n for n in np.unique(ids[ids >= self._first])], bool)
        corners = [np.argwhere(mask) for mask in masks]
        boxes = [(*c.min(axis=0)[::-1], *(c.max(axis=0)[::-1] + 1)) for c in corners]
        return Detections(
            np.array(boxes, np.float32).reshape(-1, 4),
            np.ones(len(boxes), np.float32),
            ("person",) * len(boxes),
            masks.reshape(-1, *ids.shape),
        )


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
        self._perfect, self._perfect_people = OracleLocalizer(), OraclePeople()
        self._needs_view = confirm_share is not None
        eyes: Any = self._perfect_people  # all that a tracker asks of a model
        options |= people_options(people, eyes)
        super().__init__(
            self._perfect, confirm_share=confirm_share, stop_distance=stop_distance, **options
        )

    def attach(self, oracle: Oracle, goals: Sequence[Any]) -> None:
        """Pass the oracle on to the localizer."""
        self._perfect.attach(oracle, goals)
        self._perfect_people.attach(oracle)

    def _approach(self, state: AgentState) -> Action | None:
        """Where no view is asked for, stop as soon as a part of the goal that was seen is near enough."""
        goal = None if self._needs_view else self.seeker.goal(state)
        if goal is not None:
            away = np.hypot(goal[:, 0] - state.pose.x, goal[:, 1] - state.pose.y)
            if away.min() <= self.stop_distance:
                return self._do("stop", Action.STOP)
        return super()._approach(state)
