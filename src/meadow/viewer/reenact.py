"""A recorded episode once more: the world does what it did, and the agent is shown what it saw then."""

from __future__ import annotations

import dataclasses
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from meadow.agents import AGENTS
from meadow.episodes.record import EpisodeRecord
from meadow.errors import MeadowError
from meadow.evaluation.run.spec import RunSpec
from meadow.evaluation.run.worker import make_agent, make_simulator
from meadow.language.things import Thing
from meadow.mapping.goal_map import GoalBelief
from meadow.protocols import Oracle, Simulator
from meadow.scenes.schema import House
from meadow.tasks import TASKS
from meadow.types import Action, Array, Camera, Detections, Observation, Pose

log = logging.getLogger(__name__)

NOTHING = Detections(np.zeros((0, 4), np.float32), np.zeros(0, np.float32), ())


#: What an agent that is worth driving again can tell.
TELLS = ("sightings", "belief", "facts")


@dataclass(frozen=True, slots=True)
class ReenactedMoment:
    """A moment of an episode: the start of a leg, or what came of an action."""

    leg: int
    step: int
    """Actions taken in this leg."""
    total: int
    """Actions taken in the episode."""
    last: bool
    """Whether the leg ends here."""
    observation: Observation
    found: Detections
    """What the agent's detector fires at."""
    simulator: Simulator
    agent: Reenactment


def reenact(
    record: EpisodeRecord,
    house: House,
    spec: RunSpec,
    cameras: Mapping[str, Camera] | None = None,
    *,
    agent: bool = True,
) -> Iterator[ReenactedMoment]:
    """Every moment of a recorded episode, under the conditions of its run.

    Args:
        record: The episode.
        house: Its home.
        spec: The run that it belongs to.
        cameras: Further cameras of the robot, for those who look on.
        agent: Whether the agent is driven again too; else only the world is.

    Raises:
        MeadowError: The world does otherwise than the record says.
    """
    episode = record.episode
    simulator = make_simulator(spec, episode, dict(cameras or {}))
    try:
        observation = simulator.reset(house, episode.pose(), seed=episode.seed, episode=episode.id)
        driven = Reenactment(spec, record, simulator.oracle, agent=agent)
        before = 0
        for number in range(max(1, len(record.legs))):
            leg = record.leg(number)
            entered = record.legs[number].entered if record.legs else None
            if entered is not None:
                observation = simulator.enter(episode.pose())
            driven.begin(number)
            for step in range(leg.steps + 1):
                if step:
                    if leg.thinking:
                        simulator.wait(leg.thinking[step - 1])
                    observation = simulator.step(Action(leg.actions[step - 1]))
                if step or entered is None:
                    check_pose(simulator.oracle.pose(), record, before + step)
                last = step == leg.steps
                found = driven.sightings(observation, last)
                where = (number, step, before + step, last)
                yield ReenactedMoment(*where, observation, found, simulator, driven)
            before += leg.steps
    finally:
        simulator.close()


def home_after(record: EpisodeRecord, house: House, spec: RunSpec, leg: int) -> House:
    """The home as it was when a leg of a recorded episode had ended; nobody looks on the way.

    Raises:
        MeadowError: The world does otherwise than the record says.
    """
    episode = record.episode
    simulator: Any = make_simulator(spec, episode)
    try:
        simulator.place(house, episode.pose(), seed=episode.seed, episode=episode.id)
        done = 0
        for number in range(leg + 1):
            part = record.leg(number)
            if record.legs and record.legs[number].entered is not None:
                simulator.enter(episode.pose())
            for step, action in enumerate(part.actions):
                if part.thinking:
                    simulator.wait(part.thinking[step])
                simulator.advance(Action(action))
                done += 1
                check_pose(simulator.oracle.pose(), record, done)
        now: House = simulator.oracle.house
        return now
    finally:
        simulator.close()


def check_pose(pose: Pose, record: EpisodeRecord, step: int) -> None:
    """Raise where the robot is not where the record says that it was after a step."""
    stored = record.poses[step]
    if pose.distance(*stored[:2]) > 1e-4:
        raise MeadowError(
            f"{record.episode.id}: after step {step} the robot is at ({pose.x:.4f}, {pose.y:.4f}), the "
            f"replay says ({stored[0]:.4f}, {stored[1]:.4f}). Check the run with: meadow verify"
        )


class Reenactment:
    """The agent of a run, shown what it saw then.

    Agents that can tell what they fire at have ``sightings(observation)``, those that have a map
    ``belief()``. Others are not driven, and nothing is shown for them; nor for an agent whose model is not
    at hand: ``problem`` then says why.
    """

    def __init__(
        self, spec: RunSpec, record: EpisodeRecord, oracle: Oracle, *, agent: bool = True
    ) -> None:
        self._record, self._episode, self._oracle = record, record.episode, oracle
        self._agent: Any = None
        self._leg = self._searches = self._step = 0
        self._exam = False
        self.problem = ""
        self.chose: Action | None = None
        if not agent:
            return
        try:
            made = make_agent(spec)
            if not any(hasattr(made, name) for name in TELLS):
                return
            self._task = TASKS.make(spec.task, **spec.task_options)
            self._privileged = "privileged" in AGENTS.entry(spec.agent).tags
        except MeadowError as error:
            log.warning("no boxes in the film: %s", error)
            self.problem = str(error)
            return
        self._agent = made

    @property
    def driven(self) -> bool:
        """Whether there is an agent that has something to tell."""
        return self._agent is not None

    def begin(self, leg: int) -> None:
        """Begin a leg as the agent began it then; the questions of an exam are asked again."""
        self._leg, self._step = leg, 0
        self.chose = None
        if self._agent is None:
            return
        brief = self._task.begin(self._episode, self._oracle, leg)
        assert brief is not None, "the record has this leg"
        answered = [one.answers for one in self._record.legs[:leg] if one.kind == "exam"]
        if brief.kind == "free" and brief.questions and answered:
            brief = dataclasses.replace(brief, answers=answered[-1])
        begin = getattr(self._agent, "pursue", self._agent.reset) if leg else self._agent.reset
        begin(brief)
        self._searches += brief.kind == "search"
        self._exam = brief.kind == "exam"
        if self._privileged:
            self._agent.attach(self._oracle, self._episode.goals[: self._searches])
        if self._exam and leg + 1 < len(self._record.legs) and hasattr(self._agent, "answer"):
            for question in brief.questions:
                self._agent.answer(question)

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
        """Whether the agent has a memory of what it saw, which films show."""
        return getattr(self._agent, "memory", None) is not None

    def belief(self) -> GoalBelief | None:
        """What the agent's map and memory know after the last frame; None for one without."""
        show: Callable[[], GoalBelief | None] = getattr(self._agent, "belief", lambda: None)
        return show()

    def facts(self) -> Sequence[Thing] | None:
        """What the agent remembers of things; None for one that does not tell."""
        tell: Callable[[], Sequence[Thing]] | None = getattr(self._agent, "facts", None)
        return None if tell is None else tell()

    def sightings(self, observation: Observation, last: bool) -> Detections:
        """What fires in a frame that the agent gets; after the ``last`` it has nothing to choose."""
        if self._agent is None or self._exam:
            return NOTHING
        shown = self._task.observe(observation, self._episode, self._oracle, self._leg)
        shown = dataclasses.replace(shown, step=self._step)
        self._step += 1
        self.chose = None if last else self._agent.act(shown)
        if not hasattr(self._agent, "sightings"):
            return NOTHING
        found: Detections = self._agent.sightings(shown)
        return found
