"""Check that a registered agent keeps its promises; authors of agents call it in their tests.

    check_agent("random")

drives the agent through short episodes and fails with a list of all broken promises: it only chooses
actions that the task allows, does the same in the same episode whatever it did before, and does not
touch ground truth unless it is tagged ``privileged``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from meadow.agents import AGENTS
from meadow.episodes.record import EpisodeRecord
from meadow.episodes.schema import Episode
from meadow.errors import MeadowError, PrivilegedAccessError
from meadow.evaluation.run.rollout import run_episode
from meadow.protocols import Agent, Oracle
from meadow.sim.simulator import MeadowSimulator
from meadow.tasks import TASKS
from meadow.testing.tiny_suite import BODY, tiny_episodes, tiny_homes
from meadow.types import Action, Brief, Observation

#: Tasks whose episodes every agent can be driven through, unless its tags name some of them.
KINDS = ("objectnav", "pointnav")
#: A task of several legs with questions, for reference agents and those whose tags name it.
LEGS = "errands"


def check_agent(name: str, **options: Any) -> None:
    """Fail with everything that is wrong with an agent, made with the given options."""
    tags = AGENTS.entry(name).tags
    kinds = [kind for kind in (*KINDS, LEGS) if kind in tags] or [*KINDS]
    kinds += [LEGS] if "reference" in tags else []
    problems = [p for kind in kinds for p in _problems(name, options, kind)]
    if problems:
        shown = "\n".join(f"  - {p}" for p in problems)
        raise AssertionError(f"agent {name!r}: {len(problems)} problems\n{shown}")


def _problems(name: str, options: dict[str, Any], kind: str) -> Iterator[str]:
    privileged = "privileged" in AGENTS.entry(name).tags
    agent, other = (AGENTS.make(name, **options) for _ in range(2))
    first, second = (_askable(agent, episode) for episode in tiny_episodes(2, kind))
    if privileged != hasattr(agent, "attach"):
        yield "the tag 'privileged' and the method attach() go together"
        return
    guard = Guard()
    try:
        before = guard.drive(agent, first, privileged)
        guard.drive(agent, second, privileged)
        if guard.drive(agent, first, privileged) != before:
            yield f"{kind}: an episode runs differently after another one; reset() must forget that"
        if guard.drive(other, first, privileged) != before:
            yield f"{kind}: two agents of this name run the same episode differently"
    except MeadowError as error:
        yield f"{kind}: {error}"
    if guard.touched:
        yield f"{kind}: it reached for ground truth: {', '.join(sorted(guard.touched))}"


def _askable(agent: Agent, episode: Episode) -> Episode:
    """The episode, with a goal that the agent knows if its ``goals`` lists the only ones."""
    known = getattr(agent, "goals", ())
    if not known or episode.goals[0].text in known:
        return episode
    goal = msgspec.structs.replace(episode.goals[0], text=known[0])
    return msgspec.structs.replace(episode, goals=(goal,))


class Guard:
    """Runs episodes with an oracle that must not be touched during the agent's turn."""

    def __init__(self) -> None:
        self.agents_turn = False
        self.touched: set[str] = set()
        """Attributes that an agent accessed, also when it swallowed the error."""

    def drive(self, agent: Agent, episode: Episode, privileged: bool) -> EpisodeRecord:
        """The record of an episode, without its timings."""
        simulator: Any = MeadowSimulator(BODY)
        house = tiny_homes()[episode.house.uri.removeprefix("file:")]
        if not privileged:
            simulator, agent = _Guarded(simulator, self, "simulator"), _Watched(agent, self)
        task = TASKS.make(episode.task)
        record = run_episode(simulator, task, agent, episode, house, privileged=privileged)
        simulator.close()
        return msgspec.structs.replace(record, seconds=0.0, agent_seconds=0.0)

    def check(self, what: str) -> None:
        """Raise when it is the agent's turn."""
        if self.agents_turn:
            self.touched.add(what)
            raise PrivilegedAccessError(
                f"the agent touched {what}; only agents tagged 'privileged' may, through attach()"
            )


class _Guarded:
    """A simulator or oracle whose every attribute is watched."""

    def __init__(self, thing: MeadowSimulator | Oracle, guard: Guard, name: str) -> None:
        self._thing, self._guard, self._name = thing, guard, name

    def __getattr__(self, name: str) -> Any:
        self._guard.check(f"{self._name}.{name}")
        value = getattr(self._thing, name)
        return _Guarded(value, self._guard, "oracle") if name == "oracle" else value


class _Watched:
    """An agent that raises the guard during its turn."""

    def __init__(self, agent: Agent, guard: Guard) -> None:
        self._agent, self._guard = agent, guard

    def reset(self, brief: Brief) -> None:
        self._take_turn(self._agent.reset, brief)

    def act(self, observation: Observation) -> Action:
        action: Action = self._take_turn(self._agent.act, observation)
        return action

    def _take_turn(self, method: Callable[[Any], Any], argument: Brief | Observation) -> Any:
        self._guard.agents_turn = True
        try:
            return method(argument)
        finally:
            self._guard.agents_turn = False
