"""One episode, from reset to record. Every task, agent and simulator goes through this loop."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from meadow.episodes.record import EpisodeRecord
from meadow.episodes.schema import Episode
from meadow.errors import MeadowError
from meadow.protocols import Agent, Oracle, PrivilegedAgent, Simulator, Task
from meadow.types import Action, Array, Pose


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

    def __init__(self, oracle: Oracle, goals: Array) -> None:
        self._oracle, self._goals = oracle, goals
        self.actions: list[str] = []
        self.moved: list[bool] = []
        self.poses: list[tuple[float, float, float, float]] = []
        self.distances: list[float | None] = []
        self.reached: list[bool] = []
        self.trace: dict[str, list[Any]] = {}

    def see(self, reached: bool) -> None:
        pose = self._oracle.pose()
        # Rounded so that a record is the same after a trip through JSON on any machine.
        state = (round(pose.x, 6), round(pose.y, 6), round(pose.yaw, 6), round(pose.pitch, 6))
        if self.poses and state[:2] == self.poses[-1][:2]:
            distance = self.distances[-1]
        else:
            distance = self._distance(pose)
        self.poses.append(state)
        self.distances.append(distance)
        self.reached.append(reached)

    def _distance(self, pose: Pose) -> float | None:
        if not len(self._goals):
            return None
        length = self._oracle.geodesic((pose.x, pose.y), self._goals)
        return round(float(length), 4) if np.isfinite(length) else None

    def note(self, agent: Agent) -> None:
        """Keep what the agent says of itself, if it says anything (``agent.trace()``)."""
        say = getattr(agent, "trace", None)
        if say is None:
            return
        step = len(self.actions)
        for name, value in say().items():
            column = self.trace.setdefault(name, [None] * step)
            column.extend([None] * (step - len(column)))
            column.append(value)


def run_episode(
    simulator: Simulator,
    task: Task,
    agent: Agent,
    episode: Episode,
    house: Any,
    *,
    agent_name: str = "",
    privileged: bool = False,
) -> EpisodeRecord:
    """Run one episode to its end and return what happened.

    The agent gets the brief and observations; only ``privileged`` ones are shown the oracle.
    """
    began = time.perf_counter()
    observation = simulator.reset(house, episode.pose(), seed=episode.seed, episode=episode.id)
    oracle = simulator.oracle
    recorder = _Recorder(oracle, success_positions(episode, oracle))
    brief = task.begin(episode, oracle)
    thinking = time.perf_counter()
    agent.reset(brief)
    if privileged:
        if not isinstance(agent, PrivilegedAgent):
            raise MeadowError(f"agent {agent_name!r} is tagged privileged but has no attach()")
        agent.attach(oracle, episode.goals)
    agent_seconds = time.perf_counter() - thinking
    verdict = task.judge(episode, None, 0, oracle)
    recorder.see(bool(verdict.parts["reached"]))
    action, step = None, 0
    while not verdict.done:
        observation = task.observe(observation, episode, oracle)
        thinking = time.perf_counter()
        action = agent.act(observation)
        agent_seconds += time.perf_counter() - thinking
        if action not in brief.actions:
            allowed = ", ".join(brief.actions)
            raise MeadowError(
                f"agent {agent_name!r} chose {action!r}; {task.name} allows {allowed}"
            )
        recorder.note(agent)
        observation = simulator.step(action)
        step += 1
        recorder.actions.append(str(action))
        recorder.moved.append(observation.moved)
        verdict = task.judge(episode, action, step, oracle)
        recorder.see(bool(verdict.parts["reached"]))
    return EpisodeRecord(
        episode=episode,
        agent=agent_name,
        actions=tuple(recorder.actions),
        moved=tuple(recorder.moved),
        poses=tuple(recorder.poses),
        distances=tuple(recorder.distances),
        reached=tuple(recorder.reached),
        success=verdict.success,
        stopped=action == Action.STOP,
        parts=dict(verdict.parts),
        trace={k: tuple(v + [None] * (step - len(v))) for k, v in recorder.trace.items()},
        seconds=time.perf_counter() - began,
        agent_seconds=agent_seconds,
    )
