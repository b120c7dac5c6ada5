"""Runs episodes one at a time: an agent, or several that share homes, simulators and what they see."""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from meadow import secrets, serialize
from meadow.agents import AGENTS
from meadow.agents.self_calibrate import SelfCalibrating
from meadow.corruptions import CorruptionOptions, corrupted, parse
from meadow.episodes.houses import HouseCache, home_of
from meadow.episodes.record import EpisodeRecord
from meadow.episodes.schema import Episode, Goal
from meadow.errors import MeadowError, RunError, interrupt_behind
from meadow.evaluation.failures.beliefs import Blame, blame
from meadow.evaluation.failures.endings import Ending, classify
from meadow.evaluation.run.rollout import Moment, run_episode
from meadow.evaluation.run.spec import RunSpec
from meadow.evaluation.run.store import Row
from meadow.metrics import episode_metrics, row_metrics
from meadow.models.eyes.memory import FrameMemory, remembering
from meadow.protocols import Agent, Simulator
from meadow.provenance import source_of
from meadow.replay import encode_replay
from meadow.sim.sensors import SensorNoise, Sensors
from meadow.tasks import TASKS
from meadow.tasks.senses import named
from meadow.types import Arm, Camera, Embodiment, Pose

#: Where things lie in memory differs from run to run.
_ADDRESS = re.compile(r"0x[0-9a-f]{6,}")


class EpisodeJob(msgspec.Struct, frozen=True):
    """An episode for one of the runs that go together."""

    episode: Episode
    run: int = 0
    """Place of the run among them."""


class Outcome(msgspec.Struct, frozen=True):
    """A finished episode on its way to the store."""

    row: Row
    replay: bytes | None
    run: int = 0
    """Place of its run among them."""
    traceback: str = ""
    """Of the error that ended the episode, if one did."""


class SimulatorPool:
    """Homes, and a simulator for each body, under the conditions of a run."""

    def __init__(self, spec: RunSpec) -> None:
        self._spec = spec
        self._simulators: dict[tuple[Embodiment, Arm | None], Simulator] = {}
        self.houses = HouseCache(spec.houses)

    @staticmethod
    def conditions(spec: RunSpec) -> str:
        """Equal for runs that can share their simulators."""
        return serialize.digest(
            [spec.houses, spec.sensors, spec.corruptions, spec.corruption_options]
        )

    def simulator(self, episode: Episode) -> Simulator:
        """The simulator of an episode's body, made when it is first asked for."""
        body = episode.embodiment, episode.arm
        if body not in self._simulators:
            self._simulators[body] = make_simulator(self._spec, episode)
        return self._simulators[body]

    def close(self) -> None:
        """The simulators of all bodies are closed, which frees what they hold."""
        for simulator in self._simulators.values():
            simulator.close()


class Worker:
    """One robot's lifetime of episodes. Results depend on the episode alone, not on what came before."""

    def __init__(self, spec: RunSpec, simulators: SimulatorPool | None = None) -> None:
        """Prepare; a :class:`RunError` says why this spec cannot be run at all."""
        self._spec = spec
        self._task = TASKS.make(spec.task, **spec.task_options)
        _check_source(spec)
        self._agent = make_agent(spec)
        self._privileged = "privileged" in AGENTS.entry(spec.agent).tags
        self._simulators = simulators or SimulatorPool(spec)

    def run(self, episode: Episode, watch: Callable[[Moment], None] | None = None) -> Outcome:
        """Run an episode; whatever goes wrong inside becomes a row with its error."""
        try:
            record = run_episode(
                self._simulators.simulator(episode),
                self._task,
                self._agent,
                episode,
                self._simulators.houses.load(episode.house),
                agent_name=self._spec.agent,
                privileged=self._privileged,
                watch=watch,
            )
            return Outcome(finished_row(self._spec, record), encode_replay(record))
        except (Exception, SystemExit) as error:  # must cost one row, not the run
            pass_on_interrupt(error)
            row = failed_row(self._spec, episode, "error", _describe(error))
            told = secrets.redact("".join(traceback.format_exception(error)))
            # What an agent remembers after a fault is anyone's guess: the next episode gets a new one.
            self._agent = make_agent(self._spec)
            return Outcome(row, None, traceback=told)

    def close(self) -> None:
        """Its simulators are closed, also those that it shares with other workers."""
        self._simulators.close()


class WorkerGroup:
    """The workers of runs that go together, in one process.

    Agents that explore alike see the same frames until they part; those that come to an episode one after
    another share what the eyes said about them.
    """

    def __init__(self, specs: Sequence[RunSpec]) -> None:
        self._pools: dict[str, SimulatorPool] = {}
        self._workers = [Worker(spec, self._pool_of(spec)) for spec in specs]
        self._episode = ""
        self._memory = FrameMemory()

    def _pool_of(self, spec: RunSpec) -> SimulatorPool:
        conditions = SimulatorPool.conditions(spec)
        if conditions not in self._pools:
            self._pools[conditions] = SimulatorPool(spec)
        return self._pools[conditions]

    def run(self, job: EpisodeJob, watch: Callable[[Moment], None] | None = None) -> Outcome:
        """Run a job; as with :meth:`Worker.run`, no fault leaves here."""
        episode, worker = job.episode, self._workers[job.run]
        if len(self._workers) == 1:
            return worker.run(episode, watch)
        if episode.id != self._episode:
            self._episode = episode.id
            self._memory.clear()
        self._memory.begin_run()
        with remembering(self._memory):
            outcome = worker.run(episode, watch)
        if outcome.row["timings"]:  # others did a part of the work
            outcome.row["timings"]["together"] = len(self._workers)
        return msgspec.structs.replace(outcome, run=job.run)

    def close(self) -> None:
        """The simulators of all workers are closed, which frees what they hold."""
        for pool in self._pools.values():
            pool.close()


def make_simulator(
    spec: RunSpec, episode: Episode, cameras: Mapping[str, Camera] | None = None
) -> Simulator:
    """The simulator of a run, for the body of an episode, with further ``cameras``."""
    sensors = Sensors(cameras=cameras or {}, noise=SensorNoise(**spec.sensors))
    words: Mapping[str, Any] = (
        spec.corruption_options
    )  # looked at when the options are made of them
    options = CorruptionOptions(**words)
    return corrupted(episode.embodiment, parse(spec.corruptions), options, sensors, episode.arm)


def make_agent(spec: RunSpec) -> Agent:
    """The agent of a run; an error that names its options when it cannot be made."""
    try:
        agent: Agent = AGENTS.make(spec.agent, **spec.agent_options)
    except MeadowError as error:
        raise RunError(f"agent {spec.agent!r} cannot be started: {error}") from error
    except Exception as error:  # the code of agents is not ours
        raise RunError(
            f"agent {spec.agent!r} cannot be started with the options {dict(spec.agent_options)}: "
            f"{_describe(error)}"
        ) from error
    return SelfCalibrating(agent) if spec.self_calibrate else agent


def pass_on_interrupt(error: BaseException) -> None:
    """Raise the Ctrl-C behind an error, if there is one."""
    stop = interrupt_behind(error)
    if stop is not None:
        raise stop


def _check_source(spec: RunSpec) -> None:
    """Raise when a worker would run other code than the spec says, e.g. of a file changed meanwhile."""
    found = source_of(AGENTS.entry(spec.agent).target)
    if spec.agent_source and found != spec.agent_source:
        raise RunError(
            f"the code of agent {spec.agent!r} has changed since the run began: it was "
            f"{spec.agent_source}, it is {found}. Finished episodes are kept. Undo the change to go on, "
            "or choose another directory with -o for the changed agent."
        )


def _describe(error: BaseException) -> str:
    """Kind, message and place of an error, the same wherever and whenever it happens."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    text = _ADDRESS.sub("0x...", secrets.redact(str(error)))
    return f"{type(error).__name__}: {text} ({Path(where.filename).name}:{where.lineno})"


def _tags(episode: Episode) -> dict[str, str]:
    """What reports break an episode's results down by."""
    tags = dict(episode.tags)
    if episode.difficulty:
        tags["difficulty"] = episode.difficulty
    return tags


def _goal_tags(goal: Goal) -> dict[str, str]:
    tags = dict(goal.tags)
    if goal.category:
        tags["category"] = goal.category
    return tags


def _base_row(spec: RunSpec, episode: Episode, *, legs: bool) -> Row:
    """What a row says of its episode: of one goal, or with several ``legs`` of all of them."""
    goal = episode.goal
    text = "; ".join(goal.text for goal in episode.goals) if legs else goal.text
    own = {} if legs else {"category": goal.category} if goal.category else {}
    tags = {**({} if legs else goal.tags), **_tags(episode), **own}
    home = home_of(episode.house)
    row: Row = {"episode": episode.id, "home": home}
    row |= {"agent": spec.agent, "goal": text, "tags": tags}
    task = TASKS.make(spec.task, **spec.task_options)
    if hasattr(task, "senses"):  # they are an option of the task
        row["sensors"] = named(task.senses, arm=episode.arm is not None)
    return row


def finished_row(spec: RunSpec, record: EpisodeRecord) -> Row:
    """The row of a record. ``timings`` is the only part that differs between repetitions.

    With several legs its ``metrics`` are about the whole episode, ``goals`` has those of each search, and
    ``answers`` what was answered in each exam.
    """
    timings = {
        "seconds": round(record.seconds, 4),
        "agent_seconds": round(record.agent_seconds, 4),
    }
    row = _base_row(spec, record.episode, legs=bool(record.legs))
    if not record.legs:
        return {**row, "status": "ok", "metrics": _rounded(row_metrics(record)), "timings": timings}
    metrics = _rounded(episode_metrics(record))
    start = record.episode.pose()
    goals = [_goal_row(leg, start) for leg in record.searches()]
    if not goals:
        metrics = {"success": float(record.success), **metrics}
    answers = [list(leg.answers) for leg in record.legs if leg.kind == "exam"]
    return {
        **row,
        "status": "ok",
        "metrics": metrics,
        "goals": goals,
        "answers": answers,
        "timings": timings,
    }


def _goal_row(leg: EpisodeRecord, start: Pose) -> dict[str, Any]:
    """What a row says of one of several searches of an episode that began at ``start``."""
    goal = leg.episode.goal
    return {
        "goal": goal.text,
        "tags": _goal_tags(goal),
        "metrics": _rounded(row_metrics(leg)),
        "ending": str(classify(leg)),
        "blame": str(blame(leg, start)),
    }


def _rounded(metrics: Mapping[str, float | None]) -> dict[str, float | None]:
    return {k: None if v is None else round(v, 6) for k, v in metrics.items()}


def failed_row(spec: RunSpec, episode: Episode, status: str, error: str) -> Row:
    """The row of an episode that could not be run to its end: it has a reason and no metrics.

    All goals of an episode of several legs have failed with it.
    """
    legs = len(episode.goals) > 1 or bool(episode.questions)
    row: Row = {
        **_base_row(spec, episode, legs=legs),
        "status": status,
        "error": error,
        "metrics": {},
        "timings": {},
    }
    if legs:
        row["goals"] = [
            {
                "goal": g.text,
                "tags": _goal_tags(g),
                "metrics": {},
                "ending": str(Ending.ERROR),
                "blame": str(Blame.ERROR),
            }
            for g in episode.goals
        ]
    return row
