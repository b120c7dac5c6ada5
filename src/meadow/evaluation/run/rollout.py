"""One episode, from reset to record. Every task, agent and simulator goes through this loop."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from meadow.episodes.record import EpisodeRecord
from meadow.episodes.schema import Episode, Goal
from meadow.errors import MeadowError
from meadow.protocols import Agent, Oracle, PrivilegedAgent, Simulator, Task
from meadow.types import Action, Array, Brief, Observation, Pose, Verdict


def success_positions(episode: Episode, oracle: Oracle) -> Array:
    """(N, 2) positions where Stop can succeed, from the goal's point or stored viewpoints."""
    goal = episode.goal
    if goal.point is not None:
        return np.array([goal.point])
    if goal.viewpoints:
        return np.array([v[:2] for v in goal.viewpoints])
    found = [oracle.viewpoints(id)[:, :2] for id in goal.objects]
    return np.concatenate(found) if found else np.zeros((0, 2))


class _Recorder:
    """Collects the columns of a record while an episode runs."""

    def __init__(self, episode: Episode, oracle: Oracle) -> None:
        self._episode, self._oracle = episode, oracle
        self._goals = success_positions(episode, oracle)
        self._actions: list[str] = []
        self._moved: list[bool] = []
        self._poses: list[tuple[float, float, float, float]] = []
        self._distances: list[float | None] = []
        self._reached: list[bool] = []
        self._trace: dict[str, list[Any]] = {}
        self._in_view = 0.0
        kinds = {o.category for o in oracle.house.objects if o.id in episode.goal.objects}
        self._distractors = [
            o.id
            for o in oracle.house.objects
            if o.category in kinds | {episode.goal.category} and o.id not in episode.goal.objects
        ]

    def see(self, verdict: Verdict) -> None:
        """Keep where the robot is and what the task thinks of it."""
        pose = self._oracle.pose()
        # Rounded so that a record is the same after a trip through JSON on any machine.
        state = (round(pose.x, 6), round(pose.y, 6), round(pose.yaw, 6), round(pose.pitch, 6))
        if self._poses and state[:2] == self._poses[-1][:2]:
            distance = self._distances[-1]
        else:
            distance = self._distance(pose)
        self._poses.append(state)
        self._distances.append(distance)
        self._reached.append(bool(verdict.parts["reached"]))
        goals = self._episode.goal.objects
        self._in_view = float(any(self._oracle.visible(id, math.inf) for id in goals))

    def _distance(self, pose: Pose) -> float | None:
        if not len(self._goals):
            return None
        length = self._oracle.geodesic((pose.x, pose.y), self._goals)
        return round(float(length), 4) if np.isfinite(length) else None

    def act(self, action: Action, moved: bool, said: Mapping[str, Any]) -> None:
        """Keep an action, whether the world allowed it, and what the agent says of itself."""
        step = len(self._actions)
        if self._episode.goal.objects:
            # For failure analysis: was the goal in view, and what stands here when the agent says Stop?
            said = {**said, "seen": self._in_view}
            if action is Action.STOP:
                said["beside"] = next(
                    (d for d in self._distractors if self._oracle.visible(d)), None
                )
        for name, value in said.items():
            column = self._trace.setdefault(name, [])
            column.extend([None] * (step - len(column)))
            column.append(value)
        self._actions.append(str(action))
        self._moved.append(moved)

    def record(
        self, agent: str, verdict: Verdict, *, seconds: float, agent_seconds: float
    ) -> EpisodeRecord:
        """Everything, when the episode is over."""
        steps = len(self._actions)
        return EpisodeRecord(
            episode=self._episode,
            agent=agent,
            actions=tuple(self._actions),
            moved=tuple(self._moved),
            poses=tuple(self._poses),
            distances=tuple(self._distances),
            reached=tuple(self._reached),
            success=verdict.success,
            stopped=self._actions[-1:] == [Action.STOP],
            parts=dict(verdict.parts),
            trace={k: tuple(v + [None] * (steps - len(v))) for k, v in self._trace.items()},
            seconds=seconds,
            agent_seconds=agent_seconds,
        )


class _Driver:
    """An agent whose time is taken and whose actions are checked."""

    def __init__(self, agent: Agent, name: str, brief: Brief) -> None:
        self._agent, self._name, self._brief = agent, name, brief
        self._say = getattr(agent, "trace", dict)
        self.seconds = 0.0

    def begin(self, oracle: Oracle | None, goals: Sequence[Goal]) -> None:
        """Hand out the brief, and the oracle to an agent that may have it."""
        began = time.perf_counter()
        self._agent.reset(self._brief)
        if oracle is not None:
            if not isinstance(self._agent, PrivilegedAgent):
                raise MeadowError(f"agent {self._name!r} is tagged privileged but has no attach()")
            self._agent.attach(oracle, goals)
        self.seconds += time.perf_counter() - began

    def act(self, observation: Observation) -> Action:
        """The next action, one that the task allows."""
        began = time.perf_counter()
        action = self._agent.act(observation)
        self.seconds += time.perf_counter() - began
        if action not in self._brief.actions:
            allowed = ", ".join(self._brief.actions)
            raise MeadowError(
                f"agent {self._name!r} chose {action!r}; {self._brief.task} allows {allowed}"
            )
        return Action(action)

    def say(self) -> Mapping[str, Any]:
        """What the agent says of itself, if it says anything (``agent.trace()``)."""
        said: Mapping[str, Any] = self._say()
        return said


@dataclass(frozen=True, slots=True)
class Moment:
    """What an onlooker sees after a step."""

    step: int
    observation: Observation
    pose: Pose
    """Where the robot truly is."""
    said: Mapping[str, Any]
    """What the agent says of itself."""
    verdict: Verdict


def run_episode(
    simulator: Simulator,
    task: Task,
    agent: Agent,
    episode: Episode,
    house: Any,
    *,
    agent_name: str = "",
    privileged: bool = False,
    watch: Callable[[Moment], None] | None = None,
) -> EpisodeRecord:
    """Run one episode to its end and return what happened.

    The agent gets the brief and observations; only ``privileged`` ones are shown the oracle.
    ``watch`` is told of every step, for live views.
    """
    began = time.perf_counter()
    observation = simulator.reset(house, episode.pose(), seed=episode.seed, episode=episode.id)
    oracle = simulator.oracle
    recorder = _Recorder(episode, oracle)
    driver = _Driver(agent, agent_name, task.begin(episode, oracle))
    driver.begin(oracle if privileged else None, episode.goals)
    verdict = task.judge(episode, None, 0, oracle)
    recorder.see(verdict)
    step = 0
    while not verdict.done:
        action = driver.act(task.observe(observation, episode, oracle))
        observation = simulator.step(action)
        step += 1
        verdict = task.judge(episode, action, step, oracle)
        said = driver.say()
        recorder.act(action, observation.moved, said)
        recorder.see(verdict)
        if watch:
            watch(Moment(step, observation, oracle.pose(), said, verdict))
    seconds = time.perf_counter() - began
    return recorder.record(agent_name, verdict, seconds=seconds, agent_seconds=driver.seconds)
