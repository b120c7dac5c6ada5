"""What an agent's detector fires at in each frame of a film: the agent is driven again on those frames."""

from __future__ import annotations

import logging

import numpy as np

from meadow.agents import AGENTS
from meadow.episodes.record import EpisodeRecord
from meadow.errors import MeadowError
from meadow.evaluation.run.spec import RunSpec
from meadow.evaluation.run.worker import make_agent
from meadow.protocols import Oracle
from meadow.tasks import TASKS
from meadow.types import Detections, Observation

log = logging.getLogger(__name__)

NOTHING = Detections(np.zeros((0, 4), np.float32), np.zeros(0, np.float32), ())


class Reenactment:
    """The agent of a run, shown what it saw then.

    Agents that can tell what they fire at have ``sightings(observation)``. Others are not driven, and
    nothing is drawn for them; nor for an agent whose model is not at hand.
    """

    def __init__(self, spec: RunSpec, record: EpisodeRecord, oracle: Oracle) -> None:
        self._episode, self._oracle = record.episode, oracle
        self._agent = None
        try:
            agent = make_agent(spec)
            if not hasattr(agent, "sightings"):
                return
            self._task = TASKS.make(spec.task, **spec.task_options)
            agent.reset(self._task.begin(record.episode, oracle))
            if "privileged" in AGENTS.entry(spec.agent).tags:
                agent.attach(oracle, record.episode.goals)  # type: ignore[attr-defined]
        except MeadowError as error:
            log.warning("no boxes in the film: %s", error)
            return
        self._agent = agent

    def sightings(self, observation: Observation, last: bool) -> Detections:
        """What fires in a frame that the agent gets; after the ``last`` it has nothing to choose."""
        if self._agent is None:
            return NOTHING
        shown = self._task.observe(observation, self._episode, self._oracle)
        if not last:
            self._agent.act(shown)
        found: Detections = self._agent.sightings(shown)  # type: ignore[attr-defined]
        return found
