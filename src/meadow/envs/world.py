"""The interface between an environment, single or batched, and the world of its task."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from meadow.sim.simulator import MeadowSimulator
from meadow.types import Action, Array, Frames, Observation


class TaskWorld(Protocol):
    """One robot with a task: it begins episodes, acts, and observes."""

    simulator: MeadowSimulator

    @property
    def instruction(self) -> str:
        """What the robot is told."""

    def place(self, seed: int) -> None:
        """Begin an episode; everything in it follows from the seed."""

    def act(self, action: Action) -> tuple[float, bool]:
        """Do an action without rendering; return the reward, and whether the episode is over."""

    def observe(self, frames: Frames | None = None) -> Observation:
        """Render, or take frames that a batch rendered."""

    def senses(self, observation: Observation) -> dict[str, Array]:
        """Return the entries of the observation besides ``rgb`` and ``depth``."""

    def info(self) -> dict[str, Any]:
        """Return the numbers for Gymnasium's ``info``."""

    def state(self) -> dict[str, Any]:
        """Return what :meth:`restore` needs, as plain JSON values."""

    def restore(self, state: Mapping[str, Any]) -> None:
        """Return to a :meth:`state`."""
