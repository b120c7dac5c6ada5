"""What happened in an episode. Metrics, failure analysis, reports and videos are computed from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from meadow.episodes.schema import Episode
from meadow.types import LegKind

#: Records of version 1 have one leg, and no probes: what their recorder measured stands in the trace.
SCHEMA = "meadow/record/2"

#: Seconds of world time that choosing one action may take.
MAX_THINKING = 600.0

#: What a probe measures at one moment.
Measured = str | bool | float | None


class LegRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How one leg went."""

    kind: LegKind
    first: int
    """Actions taken before it."""
    outcome: str
    """"stopped", "out of steps", "ended" by the task, "answered" or "unanswered"."""
    success: bool
    goal: int | None = None
    """Number of its goal among the episode's, for a search."""
    parts: Mapping[str, bool | float] = {}
    """The named conditions behind ``success``."""
    questions: tuple[str, ...] = ()
    """What an exam asked."""
    answers: tuple[str, ...] = ()
    """What the agent answered to each; empty where it did not."""
    entered: tuple[float, float, float, float] | None = None
    """x, y, yaw, pitch at which the robot came in again before the leg; None if it stayed where it was."""


class EpisodeRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The trace of one episode of T actions in L legs.

    ``distances``, ``reached`` and ``probes`` have a value for the start of each leg and one after each of
    its actions, T + L in all: where one leg ends and the next begins, two goals are measured.
    """

    episode: Episode
    agent: str
    actions: tuple[str, ...]
    """T actions in order."""
    moved: tuple[bool, ...]
    """T flags: False where the world refused the action."""
    poses: tuple[tuple[float, float, float, float], ...]
    """T + 1 of x, y, yaw, pitch."""
    distances: tuple[float | None, ...]
    """Geodesic distances to the nearest success position of the leg's goal; None where there is no way."""
    reached: tuple[bool, ...]
    """Whether Stop would have succeeded there."""
    success: bool
    """Every leg that is a search or an exam was solved."""
    stopped: bool
    """The agent said Stop, rather than run out of steps."""
    parts: Mapping[str, bool | float] = {}
    """The named conditions behind ``success``, of the last leg."""
    trace: Mapping[str, tuple[str | float | None, ...]] = {}
    """What the agent says about itself, a column per name, a value per action."""
    seconds: float = 0.0
    """Wall time of the whole episode; timings are not part of equality."""
    agent_seconds: float = 0.0
    """Wall time inside the agent."""
    error: str = ""
    """Why the episode could not be run to its end; empty otherwise."""
    schema: str = SCHEMA
    probes: Mapping[str, tuple[Measured, ...]] = {}
    """What the task's probes measured, a column per name."""
    legs: tuple[LegRecord, ...] = ()
    """Empty for an episode of one search."""
    thinking: tuple[float, ...] = ()
    """T seconds of world time that passed before each action, while the agent chose it; empty for none."""

    @property
    def steps(self) -> int:
        """Number of actions, Stop included."""
        return len(self.actions)

    def before_actions(self, probe: str, old: str = "") -> tuple[Measured, ...]:
        """What a probe measured before each action of a one-leg record; empty if it did not.

        Records of version 1 have it in their trace, under an ``old`` name.
        """
        column: tuple[Measured, ...] = self.probes.get(probe, ())[: self.steps]
        return column or self.trace.get(old or probe, ())

    def last(self, probe: str) -> Measured:
        """What a probe measured in the end, also in records of version 1; None if it did not."""
        column = self.probes.get(probe) or self.trace.get(probe) or (None,)
        return column[-1]

    def searches(self) -> Iterator[EpisodeRecord]:
        """The record of each leg that is a search."""
        if not self.legs:
            yield self
        for number, leg in enumerate(self.legs):
            if leg.goal is not None:
                yield self.leg(number)

    def leg(self, number: int) -> EpisodeRecord:
        """One leg as an ordinary record of one goal, whose episode begins where the leg did."""
        if not self.legs and number == 0:
            return self
        leg = self.legs[number]
        ends = [later.first for later in self.legs[number + 1 : number + 2]] or [self.steps]
        actions = slice(leg.first, ends[0])
        moments = slice(leg.first + number, ends[0] + number + 1)
        poses = self.poses[leg.first : ends[0] + 1]
        if leg.entered is not None:
            poses = (leg.entered, *poses[1:])
        share = (ends[0] - leg.first) / self.steps if self.steps else 0.0
        return EpisodeRecord(
            episode=self._episode_of(leg, poses[0]),
            agent=self.agent,
            actions=self.actions[actions],
            moved=self.moved[actions],
            poses=poses,
            distances=self.distances[moments],
            reached=self.reached[moments],
            success=leg.success,
            stopped=leg.outcome == "stopped",
            parts=leg.parts,
            trace={name: column[actions] for name, column in self.trace.items()},
            seconds=share * self.seconds,
            agent_seconds=share * self.agent_seconds,
            error=self.error,
            schema=self.schema,
            probes={name: column[moments] for name, column in self.probes.items()},
            thinking=self.thinking[actions],
        )

    def _episode_of(self, leg: LegRecord, pose: tuple[float, float, float, float]) -> Episode:
        """The episode as if it had begun with a leg."""
        goals = () if leg.goal is None else self.episode.goals[leg.goal : leg.goal + 1]
        first = not leg.first
        return msgspec.structs.replace(
            self.episode,
            goals=goals,
            start=pose[:3],
            pitch=pose[3],
            geodesic=self.episode.geodesic if first else None,
            euclidean=self.episode.euclidean if first else None,
            path=self.episode.path if first else (),
            questions=(),
        )
