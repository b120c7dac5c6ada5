"""What an environment asks of the world behind it; single and batched environments share it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from meadow.sim.simulator import MeadowSimulator
from meadow.types import Action, Array, Frames, Observation


class TaskWorld(Protocol):
    """One robot with a task: places itself, acts, and says what it senses besides pictures."""

    simulator: MeadowSimulator
    instruction: str

    def place(self, seed: int) -> None:
        """Begin an episode; everything in it follows from the seed."""

    def act(self, action: Action) -> tuple[float, bool]:
        """Do an action without looking; the reward, and whether the episode is over."""

    def observe(self, frames: Frames | None = None) -> Observation:
        """Look, or take frames that a batch rendered."""

    def senses(self, observation: Observation) -> dict[str, Array]:
        """Entries of the observation besides ``rgb`` and ``depth``."""

    def info(self) -> dict[str, Any]:
        """What Gymnasium's ``info`` tells of this moment, as numbers."""

    def state(self) -> dict[str, Any]:
        """What :meth:`restore` needs, as plain JSON values."""

    def restore(self, state: Mapping[str, Any]) -> None:
        """Return to a :meth:`state`."""
