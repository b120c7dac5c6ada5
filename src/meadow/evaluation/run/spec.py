"""What a run is: everything that decides its rows, resolved and hashed."""

from __future__ import annotations

import platform
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from meadow import __version__, secrets, serialize
from meadow.agents import AGENTS
from meadow.corruptions import CorruptionOptions, parse
from meadow.episodes.schema import Episode, episodes_digest
from meadow.errors import InvalidValueError, MissingDependencyError, RunError
from meadow.protocols import Task
from meadow.provenance import noting, source_of
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
    """How many episodes the run is meant to have; not part of its identity, a run may be extended."""
    episodes_digest: str
    """Content hash of these episodes in the order of the suite."""
    agent_options: Mapping[str, Any] = {}
    task_options: Mapping[str, Any] = {}
    corruptions: tuple[str, ...] = ()
    corruption_options: Mapping[str, str] = {}
    """How they are drawn, the fields of ``corruptions.CorruptionOptions``; empty without corruptions."""
    sensors: Mapping[str, float] = {}
    """Noise of the senses, the fields of ``sim.sensors.SensorNoise``; empty for exact ones."""
    self_calibrate: bool = False
    """Whether the agent runs in ``agents.self_calibrate.SelfCalibrating``."""
    models: Mapping[str, str] = {}
    """Name -> what was loaded or looked up in making the agent: models with hash, tuned thresholds..."""
    meadow: str = __version__
    agent_source: str = ""
    """The agent's code, as ``provenance.source_of`` tells it; empty where it is not known."""
    suite_digest: str = ""
    """Content hash of all episodes that the run's were taken from, with the changes made for the run."""
    houses: str = ""
    """Directory where relative "file:" references to houses start; not part of the run's identity."""
    environment: Mapping[str, str] = {}
    """Versions that should not matter but may; not part of the run's identity."""
    schema: str = SCHEMA

    def identity(self) -> dict[str, Any]:
        """What must be equal for two runs to be the same run: suite, agent and options.

        Where the whole suite is not known, as in specs of earlier versions, its episodes stand for it.
        """
        # As it is read back from its file, where an option that is a tuple is a list.
        fields: dict[str, Any] = msgspec.json.decode(serialize.encode(self))
        out = {"environment", "houses"}
        out |= {name for name in ("agent_source", "suite_digest") if not fields[name]}
        if self.suite_digest:
            out |= {"episodes", "episodes_digest"}
        return {k: v for k, v in fields.items() if k not in out}

    def digest(self) -> str:
        """Hash of the identity."""
        return serialize.digest(self.identity())


def changes(before: RunSpec, now: RunSpec) -> dict[str, tuple[Any, Any]]:
    """What keeps two specs from being of the same run: field -> (before, now).

    What an earlier version did not write down is taken for equal; a run of a whole suite can be told by
    the hash of its episodes.
    """
    if not before.suite_digest:
        before = msgspec.structs.replace(before, suite_digest=before.episodes_digest)
    if not before.agent_source:
        before = msgspec.structs.replace(before, agent_source=now.agent_source)
    if not now.suite_digest:
        now = msgspec.structs.replace(now, suite_digest=now.episodes_digest)
    one, other = before.identity(), now.identity()
    names = [name for name in RunSpec.__struct_fields__ if one.get(name) != other.get(name)]
    return {name: (one.get(name), other.get(name)) for name in names}


def make_spec(
    suite: str,
    episodes: Sequence[Episode],
    agent: str,
    *,
    whole: Sequence[Episode] | None = None,
    agent_options: Mapping[str, Any] | None = None,
    task_options: Mapping[str, Any] | None = None,
    corruptions: str | Sequence[str] = (),
    corruption_options: CorruptionOptions | None = None,
    self_calibrate: bool = False,
    sensors: Mapping[str, float] | None = None,
    houses: str = "",
) -> RunSpec:
    """Resolve a run: names are checked, defaults filled in, episodes hashed.

    ``whole`` are all episodes that ``episodes`` were taken from: runs of more or fewer of them are the same
    run. ``houses`` is where relative references to house files start, see ``episodes.suites``.
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
        agent_source=source_of(entry.target),
        suite_digest=episodes_digest(whole or episodes),
        houses=houses,
        environment=_environment(),
    )


def _ingredients(agent: str, options: Mapping[str, Any]) -> dict[str, str]:
    """What an agent is made of; an agent that cannot be made is told of when the run starts.

    Only a missing package is told of at once, with the command that installs it.

    Agents of plugins are asked only when they are tagged ``models``: code that is not ours may take its
    process down while it starts, and this is the wrong process for that.
    """
    entry = AGENTS.entry(agent)
    ours = isinstance(entry.target, str) and entry.target.startswith("meadow.")
    with noting() as notes:
        try:
            if ours or "models" in entry.tags:
                AGENTS.make(agent, **options)
        except MissingDependencyError:
            raise
        except Exception:  # of any kind; the worker that makes the agent again says why
            notes.clear()
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
