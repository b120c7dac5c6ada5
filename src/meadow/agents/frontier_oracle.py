"""Frontier exploration with a perfect detector: what exploration alone costs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from meadow.agents.modular import ModularAgent
from meadow.protocols import Oracle
from meadow.types import Array, Brief, Observation


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
        self, *, confirm_share: float = 0.001, stop_distance: float = 0.995, **options: Any
    ) -> None:
        """Put it together; its detections and depth are exact, and so are its defaults.

        Args:
            confirm_share: Stop only while the goal fills this share of the frame.
            stop_distance: From how near to stop, metres on the floor.
            options: Of :class:`meadow.agents.modular.ModularAgent`.
        """
        self._perfect = OracleLocalizer()
        super().__init__(
            self._perfect, confirm_share=confirm_share, stop_distance=stop_distance, **options
        )

    def attach(self, oracle: Oracle, goals: Sequence[Any]) -> None:
        """Pass the oracle on to the localizer."""
        self._perfect.attach(oracle, goals)
