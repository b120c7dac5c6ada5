"""Runs episodes one at a time: holds a simulator per body and one agent."""

from __future__ import annotations

import traceback
from typing import Any

import msgspec

from meadow.agents import AGENTS
from meadow.episodes.houses import HouseCache
from meadow.episodes.record import EpisodeRecord
from meadow.episodes.schema import Episode
from meadow.evaluation.rollout import run_episode
from meadow.evaluation.spec import RunSpec
from meadow.evaluation.store import Row
from meadow.metrics import row_metrics
from meadow.protocols import Simulator
from meadow.replay import encode_replay
from meadow.sim.simulator import MeadowSimulator
from meadow.tasks import TASKS
from meadow.types import Embodiment


class Outcome(msgspec.Struct, frozen=True):
    """A finished episode on its way to the store."""

    row: Row
    replay: bytes | None


class Worker:
    """One robot's lifetime of episodes. Results depend on the episode alone, not on what came before."""

    def __init__(self, spec: RunSpec) -> None:
        self._spec = spec
        self._task = TASKS.make(spec.task, **spec.task_options)
        self._agent = AGENTS.make(spec.agent, **spec.agent_options)
        self._privileged = "privileged" in AGENTS.entry(spec.agent).tags
        self._simulators: dict[Embodiment, Simulator] = {}
        self._houses = HouseCache()

    def run(self, episode: Episode) -> Outcome:
        """Run an episode; whatever goes wrong inside becomes a row with its error."""
        try:
            record = run_episode(
                self._simulator(episode.embodiment),
                self._task,
                self._agent,
                episode,
                self._houses.load(episode.house),
                agent_name=self._spec.agent,
                privileged=self._privileged,
            )
        except Exception as error:  # any fault of an agent must cost one row, not the run
            where = traceback.extract_tb(error.__traceback__)[-1]
            location = f"{where.filename.rpartition('/')[2]}:{where.lineno}"
            text = f"{type(error).__name__}: {error} ({location})"
            return Outcome(failed_row(self._spec, episode, "error", text), None)
        return Outcome(finished_row(self._spec, record), encode_replay(record))

    def _simulator(self, embodiment: Embodiment) -> Simulator:
        if embodiment not in self._simulators:
            self._simulators[embodiment] = MeadowSimulator(embodiment)
        return self._simulators[embodiment]

    def close(self) -> None:
        """Free the simulators."""
        for simulator in self._simulators.values():
            simulator.close()


def _base_row(spec: RunSpec, episode: Episode) -> Row:
    tags: dict[str, Any] = {**episode.goal.tags, **episode.tags}
    if episode.difficulty:
        tags["difficulty"] = episode.difficulty
    if episode.goal.category:
        tags["category"] = episode.goal.category
    return {
        "episode": episode.id,
        "home": episode.house.uri,
        "agent": spec.agent,
        "goal": episode.goal.text,
        "tags": tags,
    }


def finished_row(spec: RunSpec, record: EpisodeRecord) -> Row:
    """The row of a record. ``timings`` is the only part that differs between repetitions."""
    metrics = {k: None if v is None else round(v, 6) for k, v in row_metrics(record).items()}
    timings = {
        "seconds": round(record.seconds, 4),
        "agent_seconds": round(record.agent_seconds, 4),
    }
    return {
        **_base_row(spec, record.episode),
        "status": "ok",
        "metrics": metrics,
        "timings": timings,
    }


def failed_row(spec: RunSpec, episode: Episode, status: str, error: str) -> Row:
    """The row of an episode that could not be run; it counts as a failure in every rate."""
    return {
        **_base_row(spec, episode),
        "status": status,
        "error": error,
        "metrics": {"success": 0.0, "spl": None if episode.geodesic is None else 0.0},
        "timings": {},
    }
