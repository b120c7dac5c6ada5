"""What an agent's detector fires at in each frame of a film: the agent is driven again on those frames."""

from __future__ import annotations

import dataclasses
import logging
from collections.abc import Callable

import numpy as np

from meadow.agents import AGENTS
from meadow.episodes.record import EpisodeRecord
from meadow.errors import MeadowError
from meadow.evaluation.run.spec import RunSpec
from meadow.evaluation.run.worker import make_agent
from meadow.mapping.goal_map import GoalBelief
from meadow.protocols import Oracle
from meadow.tasks import TASKS
from meadow.types import Array, Detections, Observation, Pose

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
        self._leg = self._searches = self._step = 0
        self._exam = False
        try:
            agent = make_agent(spec)
            if not hasattr(agent, "sightings"):
                return
            self._task = TASKS.make(spec.task, **spec.task_options)
            self._privileged = "privileged" in AGENTS.entry(spec.agent).tags
        except MeadowError as error:
            log.warning("no boxes in the film: %s", error)
            return
        self._agent = agent

    def begin(self, leg: int) -> None:
        """Begin a leg as the agent began it then."""
        self._leg, self._step = leg, 0
        if self._agent is None:
            return
        brief = self._task.begin(self._episode, self._oracle, leg)
        assert brief is not None, "the record has this leg"
        begin = getattr(self._agent, "pursue", self._agent.reset) if leg else self._agent.reset
        begin(brief)
        self._searches += brief.kind == "search"
        self._exam = brief.kind == "exam"
        if self._privileged:
            goals = self._episode.goals[: self._searches]
            self._agent.attach(self._oracle, goals)  # type: ignore[attr-defined]

    def glanced(self) -> list[Array]:
        """Parts of the last frame that the agent looked at closely, as x0, y0, x1, y1 in its pixels."""
        tell = getattr(self._agent, "glanced", None)
        return [] if tell is None or self._exam else list(tell())

    def expected_ways(self) -> list[Array]:
        """Ways that the agent expects people to take, each (N, 2) points of the home; often none."""
        if self._agent is None or not hasattr(self._agent, "expected_ways"):
            return []
        start = self._episode.pose()
        moved = [[start.after(Pose(x, y)) for x, y in way] for way in self._agent.expected_ways()]
        return [np.array([(pose.x, pose.y) for pose in way]) for way in moved]

    @property
    def has_map(self) -> bool:
        """Whether the agent has a memory that can be shown."""
        return getattr(self._agent, "memory", None) is not None

    def belief(self) -> GoalBelief | None:
        """What the agent's memory knows about its goal after the last frame."""
        show: Callable[[], GoalBelief | None] = getattr(self._agent, "belief", lambda: None)
        return show() if self.has_map else None

    def sightings(self, observation: Observation, last: bool) -> Detections:
        """What fires in a frame that the agent gets; after the ``last`` it has nothing to choose."""
        if self._agent is None or self._exam:
            return NOTHING
        shown = self._task.observe(observation, self._episode, self._oracle, self._leg)
        shown = dataclasses.replace(shown, step=self._step)
        self._step += 1
        if not last:
            self._agent.act(shown)
        found: Detections = self._agent.sightings(shown)  # type: ignore[attr-defined]
        return found
