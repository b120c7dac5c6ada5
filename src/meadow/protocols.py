"""The seams of Meadow. Read this file first.

    House -> Simulator -> Observation -> Agent -> Action -> Simulator
    Task.judge -> Verdict;  EpisodeRecord -> metrics -> row -> report

An agent sees ``Brief`` and ``Observation`` only. Ground truth lives behind ``Oracle``, which tasks,
metrics, recorders and agents tagged ``privileged`` may use and nobody else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from meadow.types import (
    Action,
    Array,
    Brief,
    Embodiment,
    Frames,
    Observation,
    Pose,
    StepResult,
    Verdict,
)

if TYPE_CHECKING:  # names for type checkers; nothing above this layer is imported
    from meadow.episodes.record import EpisodeRecord
    from meadow.episodes.schema import Episode, Goal
    from meadow.scenes.schema import House


@runtime_checkable
class Oracle(Protocol):
    """Ground truth about the world as it is now."""

    @property
    def house(self) -> House:
        """The home as it is now: people walk, and things may be moved."""

    @property
    def embodiment(self) -> Embodiment:
        """The robot's body: its size, its camera, and how far one action moves it."""

    def pose(self) -> Pose:
        """The robot's true pose."""

    def frames(self) -> Frames:
        """What the main camera sees, with instance ids."""

    def categories(self) -> list[str]:
        """Every category in the home, sorted."""

    def instances(self, category: str) -> list[str]:
        """Ids of the objects of a category."""

    def visible(self, object_id: str, distance: float = 1.0) -> bool:
        """At least 0.1 % of the frame's pixels show it and its outline is within ``distance``."""

    def sees(self, object_id: str, poses: Array, distance: float = 1.0) -> Array:
        """From which of (N, 4) poses x, y, yaw, pitch the object would be visible."""

    def distance_to(self, object_id: str) -> float:
        """Horizontal distance from the robot's centre to the object's outline."""

    def geodesic(self, start: tuple[float, float], goals: Array) -> float:
        """Length of the shortest path to the nearest of (N, 2) goals; inf when none is reachable."""

    def distances(self, starts: Array, goals: Array, margin: float = 0.0) -> Array:
        """:meth:`geodesic` from each of (M, 2) starts, of paths that keep ``margin`` more off things."""

    def path(self, start: tuple[float, float], goals: Array) -> Array:
        """(K, 2) way points of that path, empty when there is none."""

    def viewpoints(
        self, object_id: str, distance: float = 1.0, tilts: Sequence[float] = (0.0,)
    ) -> Array:
        """(N, 3) x, y, yaw of free poses from which the object is visible at one of the tilts."""

    def gap_to_people(self) -> float:
        """Metres between the robot's disc and the nearest person's; inf without people."""

    def held(self) -> str:
        """Id of what the robot holds, empty for nothing."""

    def raised(self, object_id: str) -> float:
        """How much higher an object is than the home was built with it, metres."""

    def hand(self) -> tuple[float, float, float] | None:
        """The point between the robot's fingers in the world; None for a robot without an arm."""

    def free_floor(self, object_id: str, distance: float = 1.0) -> Array:
        """(N, 2) free points within a distance of an object's outline, seen from there or not."""

    def navigable(self, x: float, y: float) -> bool:
        """Whether the robot's disc fits there."""

    def clear(self, x0: float, y0: float, x1: float, y1: float) -> bool:
        """Whether the robot can drive straight from one point to another."""


@runtime_checkable
class Simulator(Protocol):
    """A world that an agent can act in; the embedded one or an adapter to another."""

    embodiment: Embodiment

    def reset(self, house: House, pose: Pose, *, seed: int = 0, episode: str = "") -> Observation:
        """Load a home (kept when it is the same) and place the robot."""

    def step(self, action: Action, target: str = "") -> Observation:
        """Do one action. A blocked one changes nothing and ``observation.moved`` is False."""

    def wait(self, seconds: float) -> None:
        """Let time pass in which the robot does nothing and senses nothing."""

    def enter(self, pose: Pose) -> Observation:
        """Come in again at a pose; the home stays as it was left."""

    def last_result(self) -> StepResult:
        """What the world did with the last action."""

    def snapshot(self) -> bytes:
        """The exact state, for :meth:`restore`."""

    def restore(self, state: bytes) -> Observation:
        """Return to a snapshot and observe from there."""

    @property
    def oracle(self) -> Oracle:
        """Privileged: never handed to an ordinary agent."""

    def close(self) -> None:
        """Free what it holds; calling twice is fine."""


@runtime_checkable
class Agent(Protocol):
    """Something that drives a robot."""

    def reset(self, brief: Brief) -> None:
        """Forget the last episode and read what this one is about."""

    def act(self, observation: Observation) -> Action:
        """Choose the next action."""


@runtime_checkable
class PursuingAgent(Agent, Protocol):
    """An agent that keeps what it remembers from leg to leg; others are reset for each leg."""

    def pursue(self, brief: Brief) -> None:
        """Begin the next leg of the same episode."""


@runtime_checkable
class AnsweringAgent(Agent, Protocol):
    """An agent that can be asked; the exams of others stay unanswered."""

    def answer(self, question: str) -> str:
        """Answer in words; an empty text is no answer."""


@runtime_checkable
class ThinkingAgent(Agent, Protocol):
    """An agent that takes world time to choose; the choices of others take none."""

    def thinking(self) -> float:
        """Seconds for which the world went on while it chose its last action; not those of a wall clock."""


@runtime_checkable
class PrivilegedAgent(Agent, Protocol):
    """An agent that may use ground truth; its registry entry is tagged ``privileged``."""

    def attach(self, oracle: Oracle, goals: Sequence[Goal]) -> None:
        """Called after ``reset`` and ``pursue`` with the oracle and the goals revealed so far.

        The goal of the current leg is the last of them; before the first search there is none.
        """


@runtime_checkable
class Task(Protocol):
    """What counts: a recipe of begin, observe and judge. It keeps no state.

    An episode is a sequence of legs, numbered from 0. The n-th leg that is a search is about the n-th of
    the episode's goals.
    """

    @property
    def name(self) -> str:
        """Name of the task."""

    @property
    def probes(self) -> Sequence[str]:
        """Names in ``tasks.probes.PROBES`` of what is measured at each step."""

    def definition(self) -> str:
        """Success in one sentence, with its numbers."""

    def begin(self, episode: Episode, oracle: Oracle, leg: int = 0) -> Brief | None:
        """What the agent is told at the beginning of a leg; None after the last one."""

    def observe(
        self, observation: Observation, episode: Episode, oracle: Oracle, leg: int = 0
    ) -> Observation:
        """Add or withhold senses, e.g. the PointNav goal."""

    def judge(
        self, episode: Episode, action: Action | None, step: int, oracle: Oracle, leg: int = 0
    ) -> Verdict:
        """Judge after each action of a leg (``step`` counts from 1) and once before the first (None, 0).

        In a search ``verdict.parts["reached"]`` says whether Stop would succeed here.
        """


@runtime_checkable
class ExamTask(Task, Protocol):
    """A task with legs that are exams."""

    def grade(self, episode: Episode, answers: Sequence[str], oracle: Oracle, leg: int) -> Verdict:
        """Judge the answers to the questions of a leg, in their order; empty ones are no answers.

        ``verdict.parts["correct"]`` and ``["asked"]`` are numbers of questions.
        """


class Metric(Protocol):
    """A pure function of a record; None when it has no denominator for this episode."""

    def __call__(self, record: EpisodeRecord) -> float | None:
        """The value for one episode."""


class Progress(Protocol):
    """How long work reports to whoever shows it."""

    def __call__(self, done: int, total: int, note: Mapping[str, object]) -> None:
        """Called after each finished item."""
