"""What happened in an episode. Metrics, failure analysis, reports and videos are computed from it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from meadow.episodes.schema import Episode

SCHEMA = "meadow/record/1"


class EpisodeRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The trace of one episode; index 0 of ``poses``, ``distances`` and ``reached`` is the start."""

    episode: Episode
    agent: str
    actions: tuple[str, ...]
    """T actions in order."""
    moved: tuple[bool, ...]
    """T flags: False where the world refused the action."""
    poses: tuple[tuple[float, float, float, float], ...]
    """T + 1 of x, y, yaw, pitch."""
    distances: tuple[float | None, ...]
    """T + 1 geodesic distances to the nearest success position; None where there is no way."""
    reached: tuple[bool, ...]
    """T + 1: whether Stop would have succeeded there."""
    success: bool
    stopped: bool
    """The agent said Stop, rather than run out of steps."""
    parts: Mapping[str, bool | float] = {}
    """The named conditions behind ``success``."""
    trace: Mapping[str, tuple[str | float | None, ...]] = {}
    """What the agent says about itself, a column per name, a value per action."""
    seconds: float = 0.0
    """Wall time of the whole episode; timings are not part of equality."""
    agent_seconds: float = 0.0
    """Wall time inside the agent."""
    error: str = ""
    """Why the episode could not be run to its end; empty otherwise."""
    schema: str = SCHEMA

    @property
    def steps(self) -> int:
        """Number of actions, Stop included."""
        return len(self.actions)
