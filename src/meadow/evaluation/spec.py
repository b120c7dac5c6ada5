"""What a run is: everything that decides its rows, resolved and hashed."""

from __future__ import annotations

import contextlib
import platform
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from meadow import __version__, secrets, serialize
from meadow.agents import AGENTS
from meadow.corruptions import Options as CorruptionOptions
from meadow.corruptions import parse
from meadow.episodes.schema import Episode, episodes_digest
from meadow.errors import InvalidValueError, RunError
from meadow.protocols import Task
from meadow.provenance import noting
from meadow.tasks import TASKS

SCHEMA = "meadow/run/1"


class RunSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The resolved description of a run, written to ``spec.json`` before its first episode."""

    suite: str
    task: str
    definition: str
    """The task's definition of success, with its numbers."""
    agent: str
    episodes: int
    episodes_digest: str
    """Content hash of the episodes in order."""
    agent_options: Mapping[str, Any] = {}
    task_options: Mapping[str, Any] = {}
    corruptions: tuple[str, ...] = ()
    corruption_options: Mapping[str, str] = {}
    """How they are drawn, the fields of ``corruptions.Options``; empty without corruptions."""
    sensors: Mapping[str, float] = {}
    """Noise of the senses, the fields of ``sim.sensors.SensorNoise``; empty for exact ones."""
    self_calibrate: bool = False
    """Whether the agent runs in ``agents.self_calibrate.SelfCalibrating``."""
    models: Mapping[str, str] = {}
    """Name -> what was loaded or looked up in making the agent: models with hash, tuned thresholds..."""
    meadow: str = __version__
    houses: str = ""
    """Directory where relative "file:" references to houses start; not part of the run's identity."""
    environment: Mapping[str, str] = {}
    """Versions that should not matter but may; not part of the run's identity."""
    schema: str = SCHEMA

    def identity(self) -> dict[str, Any]:
        """What must be equal for two runs to be the same run."""
        fields: dict[str, Any] = msgspec.to_builtins(self)
        return {k: v for k, v in fields.items() if k not in ("environment", "houses")}

    def digest(self) -> str:
        """Hash of the identity."""
        return serialize.digest(self.identity())


def make_spec(
    suite: str,
    episodes: Sequence[Episode],
    agent: str,
    *,
    agent_options: Mapping[str, Any] | None = None,
    task_options: Mapping[str, Any] | None = None,
    corruptions: str | Sequence[str] = (),
    corruption_options: CorruptionOptions | None = None,
    self_calibrate: bool = False,
    sensors: Mapping[str, float] | None = None,
    houses: str = "",
) -> RunSpec:
    """Resolve a run: names are checked, defaults filled in, episodes hashed.

    ``houses`` is where relative references to house files start, see ``episodes.suites``.
    """
    if not episodes:
        raise RunError(f"suite {suite!r} has no episodes to run")
    tasks = {e.task for e in episodes}
    if len(tasks) != 1:
        raise RunError(f"suite {suite!r} mixes the tasks {sorted(tasks)}; a run has one")
    name = tasks.pop()
    entry = AGENTS.entry(agent)
    task = _make_task(name, task_options or {})
    options = {**entry.kwargs, **(agent_options or {})}
    secrets.refuse_in(options, f"agent {agent!r}: the option")
    chosen = parse(corruptions)
    drawn = (corruption_options or CorruptionOptions()).as_dict()
    return RunSpec(
        suite=suite,
        task=name,
        definition=task.definition(),
        agent=agent,
        episodes=len(episodes),
        episodes_digest=episodes_digest(episodes),
        agent_options=options,
        task_options=dict(task_options or {}),
        corruptions=tuple(one.name for one in chosen),
        corruption_options=drawn if chosen else {},
        models=_ingredients(agent, options),
        self_calibrate=self_calibrate,
        sensors=dict(sensors or {}),
        houses=houses,
        environment=_environment(),
    )


def _ingredients(agent: str, options: Mapping[str, Any]) -> dict[str, str]:
    """What an agent is made of; an agent that cannot be made is told of when the run starts.

    Agents of plugins are asked only when they are tagged ``models``: code that is not ours may take its
    process down while it starts, and this is the wrong process for that.
    """
    entry = AGENTS.entry(agent)
    ours = isinstance(entry.target, str) and entry.target.startswith("meadow.")
    with noting() as notes, contextlib.suppress(Exception):
        if ours or "models" in entry.tags:
            AGENTS.make(agent, **options)
    return dict(sorted(notes.items()))


def _make_task(name: str, options: Mapping[str, Any]) -> Task:
    try:
        task: Task = TASKS.make(name, **options)
    except TypeError as error:
        raise InvalidValueError(
            f"task {name!r} cannot be made with the options {dict(options)} ({error}). "
            "A profile or option for another task was chosen"
        ) from error
    return task


def _environment() -> dict[str, str]:
    import numba
    import numpy

    return {
        "python": platform.python_version(),
        "numpy": numpy.__version__,
        "numba": numba.__version__,
        "machine": platform.machine(),
        "system": platform.system(),
    }


def check_positive(name: str, value: int | float | None) -> None:
    """Budgets and counts must be above zero."""
    if value is not None and not value > 0:
        raise InvalidValueError(f"{name} is {value}: expected a number above 0")
