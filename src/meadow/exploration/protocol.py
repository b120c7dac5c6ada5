"""What an agent asks of its explorer."""

from __future__ import annotations

from typing import Protocol

from meadow.mapping.state import AgentState
from meadow.types import Action, Brief

Point = tuple[float, float]


class Explorer(Protocol):
    """Says where to look next: a point to drive to, or the next action itself."""

    spins: bool
    """Whether the robot first looks all around."""

    def reset(self, brief: Brief) -> None:
        """A new episode begins with an empty map; nothing from the last one counts any more."""

    def pursue(self, brief: Brief) -> None:
        """Another goal in the same episode: the map stays, and so do targets that were struck off."""

    def start_over(self) -> None:
        """The map was emptied: targets on it mean nothing any more."""

    def observe(self, state: AgentState) -> None:
        """Called at every step, whatever the agent is about."""

    def choose(self, state: AgentState, towards: Point | None = None) -> Point | Action | None:
        """Where to go, or what to do; None when nothing is left to explore.

        ``towards`` is where the goal is believed to be when no way leads there yet.
        """

    def strike(self) -> None:
        """The point that was chosen last cannot be reached, or is reached and shows nothing new."""
