"""One episode, from reset to record. Every task, agent and simulator goes through this loop."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from meadow.episodes.record import MAX_THINKING, EpisodeRecord
from meadow.episodes.schema import Episode, Goal
from meadow.errors import MeadowError
from meadow.evaluation.run.recorder import Recorder
from meadow.protocols import (
    Agent,
    AnsweringAgent,
    ExamTask,
    Oracle,
    PrivilegedAgent,
    PursuingAgent,
    Simulator,
    Task,
    ThinkingAgent,
)
from meadow.scenes.schema import House, Person
from meadow.types import Action, Brief, Observation, Pose, Verdict

#: An episode has at most so many legs: a task that never ends it is told so.
MAX_LEGS = 100
#: Answers are shorter than this, in characters.
LONGEST_ANSWER = 4000


class _Driver:
    """An agent whose time is taken, and whose actions and answers are checked."""

    def __init__(self, agent: Agent, name: str, oracle: Oracle | None) -> None:
        self._agent, self._name, self._oracle = agent, name, oracle
        self._brief: Brief | None = None
        self._say = getattr(agent, "trace", dict)
        self._thinker = agent if isinstance(agent, ThinkingAgent) else None
        self.seconds = 0.0

    def begin(self, brief: Brief, goals: Sequence[Goal]) -> None:
        """Hand out the brief of a leg, and the oracle to an agent that may have it."""
        began = time.perf_counter()
        if self._brief is not None and isinstance(self._agent, PursuingAgent):
            self._agent.pursue(brief)
        else:
            self._agent.reset(brief)
        self._brief = brief
        if self._oracle is not None:
            if not isinstance(self._agent, PrivilegedAgent):
                raise MeadowError(f"agent {self._name!r} is tagged privileged but has no attach()")
            self._agent.attach(self._oracle, goals)
        self.seconds += time.perf_counter() - began

    def act(self, observation: Observation) -> Action:
        """The next action, one that the task allows."""
        began = time.perf_counter()
        action = self._agent.act(observation)
        self.seconds += time.perf_counter() - began
        assert self._brief is not None
        if action not in self._brief.actions:
            allowed = ", ".join(self._brief.actions)
            raise MeadowError(
                f"agent {self._name!r} chose {action!r}; {self._brief.task} allows {allowed}"
            )
        return Action(action)

    def thinking(self) -> float:
        """Seconds of world time that choosing the last action took."""
        if self._thinker is None:
            return 0.0
        seconds = float(self._thinker.thinking())
        if not 0.0 <= seconds <= MAX_THINKING:
            raise MeadowError(
                f"agent {self._name!r} thought for {seconds} s: expected 0 to {MAX_THINKING:g} seconds "
                "of world time for an action"
            )
        return round(seconds, 6)

    def answers(self, questions: Sequence[str]) -> tuple[str, ...]:
        """The answer to each question; empty texts from an agent that cannot be asked."""
        if not isinstance(self._agent, AnsweringAgent):
            return ("",) * len(questions)
        began = time.perf_counter()
        found = tuple(self._agent.answer(question) for question in questions)
        self.seconds += time.perf_counter() - began
        for question, text in zip(questions, found):
            if not isinstance(text, str) or len(text) > LONGEST_ANSWER:
                shown = f"{str(text)[:60]!r}" if isinstance(text, str) else repr(text)
                raise MeadowError(
                    f"agent {self._name!r} answered {shown} to {question!r}: expected a text of at most "
                    f"{LONGEST_ANSWER} characters"
                )
        return found

    def say(self) -> Mapping[str, Any]:
        """What the agent says of itself, if it says anything (``agent.trace()``)."""
        said: Mapping[str, Any] = self._say()
        return said


@dataclass(frozen=True, slots=True)
class Moment:
    """What an onlooker sees after a step."""

    step: int
    """Actions taken in the episode."""
    observation: Observation
    pose: Pose
    """Where the robot truly is."""
    said: Mapping[str, Any]
    """What the agent says of itself."""
    verdict: Verdict
    brief: Brief
    """What the agent was told for this leg."""
    goal: Goal | None = None
    """What the leg is about, where it is a search."""
    leg_step: int = 0
    """Actions taken in this leg."""
    people: tuple[Person, ...] | None = None
    """Everybody in the home, where they are now."""


Watch = Callable[[Moment], None]


def run_episode(
    simulator: Simulator,
    task: Task,
    agent: Agent,
    episode: Episode,
    house: House,
    *,
    agent_name: str = "",
    privileged: bool = False,
    watch: Watch | None = None,
) -> EpisodeRecord:
    """Run one episode, leg by leg, to its end and return what happened.

    The agent gets briefs and observations; only ``privileged`` ones are shown the oracle, and of the goals
    those that were revealed. ``watch`` is told of every step, for live views.
    """
    began = time.perf_counter()
    observation = simulator.reset(house, episode.pose(), seed=episode.seed, episode=episode.id)
    oracle = simulator.oracle
    recorder = Recorder(task, episode, oracle)
    driver = _Driver(agent, agent_name, oracle if privileged else None)
    leg, brief = 0, _brief(task, episode, oracle, 0)
    while brief is not None:
        if brief.enters:
            observation = simulator.enter(episode.pose())
        if brief.kind == "free" and brief.questions and recorder.answers:
            brief = dataclasses.replace(brief, answers=recorder.answers[-1])
        goals = recorder.begin(brief)
        driver.begin(brief, goals)
        if brief.kind == "exam":
            verdict = _ask(task, driver, recorder, episode, oracle, brief, leg)
        else:
            goal = goals[-1] if brief.kind == "search" else None
            told = _Leg(leg, brief, goal)
            observation, verdict = _drive(
                simulator, task, driver, recorder, episode, observation, told, watch
            )
        if verdict.done:
            break
        leg += 1
        brief = _brief(task, episode, oracle, leg)
    seconds = time.perf_counter() - began
    return recorder.record(agent_name, seconds=seconds, agent_seconds=driver.seconds)


@dataclass(frozen=True, slots=True)
class _Leg:
    number: int
    brief: Brief
    goal: Goal | None


def _brief(task: Task, episode: Episode, oracle: Oracle, leg: int) -> Brief | None:
    """What the task says of a leg; an error that names the task where it says nothing useful."""
    brief = task.begin(episode, oracle, leg)
    if brief is None and leg == 0:
        raise MeadowError(f"task {task.name!r} has no brief for the first leg of {episode.id!r}")
    if brief is not None and leg >= MAX_LEGS:
        raise MeadowError(
            f"task {task.name!r} goes on after {MAX_LEGS} legs of {episode.id!r}: begin() must return "
            "None after the last one"
        )
    if brief is not None and not isinstance(brief, Brief):
        raise MeadowError(f"task {task.name!r}: begin() gave {brief!r}, expected a Brief or None")
    return brief


def _drive(
    simulator: Simulator,
    task: Task,
    driver: _Driver,
    recorder: Recorder,
    episode: Episode,
    observation: Observation,
    leg: _Leg,
    watch: Watch | None,
) -> tuple[Observation, Verdict]:
    """A leg of actions: a search or free time."""
    oracle, first, step = simulator.oracle, recorder.steps, 0
    verdict = task.judge(episode, None, 0, oracle, leg.number)
    recorder.see(verdict)
    while not (verdict.done or verdict.leg_done):
        if step >= leg.brief.max_steps:
            raise MeadowError(
                f"task {task.name!r} did not end leg {leg.number} of {episode.id!r} at its budget of "
                f"{leg.brief.max_steps} steps: judge() must say done or leg_done then"
            )
        shown = task.observe(observation, episode, oracle, leg.number)
        if first:
            shown = dataclasses.replace(shown, step=step)
        action = driver.act(shown)
        thought = driver.thinking()
        if thought:
            simulator.wait(thought)
        observation = simulator.step(action)
        step += 1
        verdict = task.judge(episode, action, step, oracle, leg.number)
        said = driver.say()
        recorder.act(action, observation.moved, said, thought)
        recorder.see(verdict, action)
        if watch:
            told = (said, verdict, leg.brief, leg.goal, step, oracle.house.people)
            watch(Moment(first + step, observation, oracle.pose(), *told))
    recorder.end(verdict)
    return observation, verdict


def _ask(
    task: Task,
    driver: _Driver,
    recorder: Recorder,
    episode: Episode,
    oracle: Oracle,
    brief: Brief,
    leg: int,
) -> Verdict:
    """A leg of questions."""
    if not isinstance(task, ExamTask):
        raise MeadowError(f"task {task.name!r} has an exam but no grade() to judge its answers")
    answers = driver.answers(brief.questions)
    verdict = task.grade(episode, answers, oracle, leg)
    recorder.see(verdict)
    recorder.end(verdict, answers)
    return verdict
