"""Collects the columns of a record while an episode runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from meadow.episodes.record import EpisodeRecord, LegRecord, Measured
from meadow.episodes.schema import Episode, Goal
from meadow.errors import MeadowError
from meadow.protocols import Oracle, Task
from meadow.tasks.probes import DISTANCE, PROBES
from meadow.types import Action, Brief, Verdict


class Recorder:
    """Keeps what happens in an episode, leg by leg; measures what the task's probes measure."""

    def __init__(self, task: Task, episode: Episode, oracle: Oracle) -> None:
        self._task, self._episode, self._oracle = task.name, episode, oracle
        self._probes = {name: PROBES.make(name) for name in task.probes}
        self._columns: dict[str, list[Measured]] = {name: [] for name in self._probes}
        self._columns.setdefault(DISTANCE, [])
        self._actions: list[str] = []
        self._thinking: list[float] = []
        self._moved: list[bool] = []
        self._poses: list[tuple[float, float, float, float]] = []
        self._reached: list[bool] = []
        self._trace: dict[str, list[Any]] = {}
        self._legs: list[LegRecord] = []
        self._revealed = 0
        self._first = 0
        self._goal: int | None = None
        self._entered: tuple[float, float, float, float] | None = None
        self._brief = Brief(task="", goal="")

    @property
    def steps(self) -> int:
        """The number of actions kept so far, those of earlier legs included."""
        return len(self._actions)

    @property
    def answers(self) -> list[tuple[str, ...]]:
        """The answers given in the exams so far."""
        return [leg.answers for leg in self._legs if leg.kind == "exam"]

    def begin(self, brief: Brief) -> tuple[Goal, ...]:
        """Begin a leg; the goals that are known to the agent from now on."""
        self._brief, self._first, self._goal = brief, self.steps, None
        self._entered = self._pose() if brief.enters else None
        if brief.kind == "search":
            if self._revealed >= len(self._episode.goals):
                raise MeadowError(
                    f"task {self._task!r} asks for search number {self._revealed + 1} in episode "
                    f"{self._episode.id!r}, which has {len(self._episode.goals)} goals: begin() must "
                    "return None, or a brief of another kind"
                )
            self._goal = self._revealed
            self._revealed += 1
        goal = None if self._goal is None else self._episode.goals[self._goal]
        for probe in self._probes.values():
            probe.begin(brief, goal, self._oracle)
        return self._episode.goals[: self._revealed]

    def see(self, verdict: Verdict, action: Action | None = None) -> None:
        """Keep where the robot is and what task and probes make of it."""
        if action is not None or not self._poses:
            self._poses.append(self._pose())
        reached = verdict.parts.get("reached", None if self._brief.kind == "search" else False)
        if reached is None:
            raise MeadowError(
                f'task {self._task!r}: verdict.parts has no "reached", which says whether Stop would '
                "succeed here"
            )
        self._reached.append(bool(reached))
        if DISTANCE not in self._probes:
            self._columns[DISTANCE].append(None)
        for name, probe in self._probes.items():
            self._columns[name].append(probe.measure(action, self._oracle))

    def _pose(self) -> tuple[float, float, float, float]:
        """Where the robot is, rounded so that a record is the same after a trip through JSON anywhere."""
        pose = self._oracle.pose()
        return round(pose.x, 6), round(pose.y, 6), round(pose.yaw, 6), round(pose.pitch, 6)

    def act(
        self, action: Action, moved: bool, said: Mapping[str, Any], thinking: float = 0.0
    ) -> None:
        """Keep an action, whether the world allowed it, what the agent says and how long it thought."""
        for name, value in said.items():
            column = self._trace.setdefault(name, [])
            column.extend([None] * (self.steps - len(column)))
            column.append(value)
        self._actions.append(str(action))
        self._thinking.append(thinking)
        self._moved.append(moved)

    def end(self, verdict: Verdict, answers: tuple[str, ...] = ()) -> None:
        """The leg is over; its outcome and verdict are kept, and the answers of an exam."""
        brief, taken = self._brief, self.steps - self._first
        if brief.kind == "exam":
            outcome = "answered" if any(answers) else "unanswered"
        elif taken and self._actions[-1] == Action.STOP:
            outcome = "stopped"
        else:
            outcome = "out of steps" if taken >= brief.max_steps else "ended"
        self._legs.append(
            LegRecord(
                kind=brief.kind,
                first=self._first,
                outcome=outcome,
                success=verdict.success,
                goal=self._goal,
                parts=dict(verdict.parts),
                questions=brief.questions if brief.kind == "exam" else (),
                answers=answers,
                entered=self._entered,
            )
        )

    def record(self, agent: str, *, seconds: float, agent_seconds: float) -> EpisodeRecord:
        """Everything, when the episode is over."""
        one_search = len(self._legs) == 1 and self._legs[0].kind == "search"
        distances = self._columns.pop(DISTANCE)
        return EpisodeRecord(
            episode=self._episode,
            agent=agent,
            actions=tuple(self._actions),
            moved=tuple(self._moved),
            poses=tuple(self._poses),
            distances=tuple(distances),  # type: ignore[arg-type]
            reached=tuple(self._reached),
            success=all(leg.success for leg in self._legs if leg.kind != "free"),
            stopped=self._actions[-1:] == [Action.STOP],
            parts=self._legs[-1].parts,
            trace={k: tuple(v + [None] * (self.steps - len(v))) for k, v in self._trace.items()},
            seconds=seconds,
            agent_seconds=agent_seconds,
            probes={name: tuple(column) for name, column in self._columns.items()},
            legs=() if one_search else tuple(self._legs),
            thinking=tuple(self._thinking) if any(self._thinking) else (),
        )
