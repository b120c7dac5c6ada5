"""Finished runs in small files: spec, rows with how each ended, and what it took. Replays stay behind.

RUNS/SUITE/AGENT@EYES/spec.json       what was run
RUNS/SUITE/AGENT@EYES/rows.jsonl.gz   its rows, each with ``ending``, ``geodesic`` and ``max_steps``
RUNS/SUITE/AGENT@EYES/log.json        seed of the suite, workers, wall time, versions of the code
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from meadow import serialize
from meadow.agents import AGENTS
from meadow.benchmarks.pasture.study import short_eyes
from meadow.episodes.suites import SUITES
from meadow.errors import RunError
from meadow.evaluation.failures.trials import Trial, load_runs
from meadow.evaluation.run.profiles import PROFILES
from meadow.evaluation.run.spec import RunSpec
from meadow.evaluation.run.store import Row, RunDirectory, decode_row

LOG = "log.json"
#: Options that the names of agent and eyes stand for, or that are tuned for them.
_NAMED = ("model", "threshold")
#: Packages that decide what an agent does.
_CODE = (
    "agents",
    "policies",
    "mapping",
    "grounding",
    "exploration",
    "planning",
    "language",
    "models",
    "benchmarks/pasture/agents.py",
)


class Log(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a run took, added up over the times that it was gone on with."""

    seed: int = 0
    """Root seed of the suite; everything random follows from it and the episode's id."""
    workers: int = 0
    seconds: float = 0.0
    """Wall time, start of workers included; that of all agents where several ran together."""
    agents: int = 1
    """Agents that ran the same episodes in that time."""
    episodes: int = 0
    """Episodes that were run in that time."""
    code: tuple[str, ...] = ()
    """Hashes of the agents' code; more than one means that it changed on the way."""

    def extended(self, workers: int, seconds: float, episodes: int, agents: int = 1) -> Log:
        """With another stretch of work."""
        return Log(
            seed=self.seed,
            workers=workers,
            seconds=round(self.seconds + seconds, 1),
            agents=max(agents, self.agents),
            episodes=self.episodes + episodes,
            code=tuple(dict.fromkeys((*self.code, serialize.code_version(*_CODE)))),
        )


@dataclass(frozen=True, slots=True)
class Kept:
    """A run as it is kept."""

    spec: RunSpec
    log: Log
    rows: tuple[Row, ...]

    @property
    def suite(self) -> str:
        """Without the part: pasture for pasture:fixed350."""
        return self.spec.suite.partition(":")[0]

    @property
    def name(self) -> str:
        """Where it is kept, below the directory of kept runs."""
        return _name(self)

    @property
    def digest(self) -> str:
        """Hash of its rows."""
        return serialize.digest(self.rows)

    @property
    def eyes(self) -> str:
        """The model that the agent sees with, or nothing."""
        return short_eyes(str(self.spec.agent_options.get("model", "")))

    @property
    def profile(self) -> str:
        """The conditions that it was run under."""
        return profile_of(self.spec)

    @property
    def variant(self) -> str:
        """Options that make this another agent than its name says, e.g. ``+prior_over=rooms``."""
        own: dict[str, Any] = {}
        if self.spec.agent in AGENTS:
            own |= AGENTS.entry(self.spec.agent).kwargs
            if self.profile in PROFILES:
                own |= PROFILES.get(self.profile).agent_options(self.spec.agent)
        other = {
            k: v
            for k, v in sorted(self.spec.agent_options.items())
            if k not in _NAMED and own.get(k) != v
        }
        return "".join(f"+{k}={v}" for k, v in other.items())


def profile_of(spec: RunSpec) -> str:
    """The profile that gives a spec its task options and sensors, or "other"."""
    for entry in PROFILES:
        profile = entry.load()
        same = dict(profile.task_options) == dict(spec.task_options)
        if same and dict(profile.sensors) == dict(spec.sensors):
            return entry.name
    return "other"


def seed_of(suite: str) -> int:
    """Root seed of a shipped suite."""
    base = suite.partition(":")[0]
    return SUITES.get(base).seed if base in SUITES else 0


def read_log(run: Path, suite: str) -> Log:
    """The log of a run directory; an empty one where ``meadow eval`` made it."""
    file = run / LOG
    return serialize.read(file, Log) if file.is_file() else Log(seed_of(suite))


def find_runs(directory: Path) -> list[Path]:
    """Run directories below one that have rows."""
    if not directory.is_dir():
        raise RunError(
            f"{directory}: no such directory; fill one with: meadow pasture bench -o DIR"
        )
    found = [file.parent for file in sorted(directory.rglob("spec.json"))]
    return [run for run in found if RunDirectory(run).rows()]


def packed(run: Path) -> Kept:
    """A run directory as it would be kept."""
    loaded = load_runs([run])[0]
    spec = _without_places(loaded.spec)
    rows = sorted((_kept_row(trial) for trial in loaded.trials), key=lambda row: row["episode"])
    return Kept(spec, read_log(run, spec.suite), tuple(rows))


def write_kept(kept: Kept, out: Path) -> Path:
    """Write a run below ``out``; one of the same name that is kept there gives way."""
    folder = out / kept.name
    serialize.write(folder / "spec.json", kept.spec, indent=True)
    serialize.write(folder / LOG, kept.log, indent=True)
    lines = b"".join(serialize.encode(row) + b"\n" for row in kept.rows)
    serialize.write_bytes(folder / "rows.jsonl.gz", lines)
    return folder


def keep_runs(runs: Path, out: Path) -> None:
    """Keep every run below a directory."""
    for run in find_runs(runs):
        write_kept(packed(run), out)


def _without_places(spec: RunSpec) -> RunSpec:
    """The spec without directories of this machine, for files that others will read."""
    options = dict(spec.agent_options)
    if "model" in options:
        options["model"] = short_eyes(str(options["model"]))
    models = {short_eyes(name): digest for name, digest in spec.models.items()}
    suite = Path(spec.suite).name
    return msgspec.structs.replace(
        spec, suite=suite, houses="", agent_options=options, models=models
    )


def _name(kept: Kept) -> str:
    suite = kept.spec.suite.partition(".")[0].replace(":", "-")
    profile = "" if kept.profile == "default" else f"-{kept.profile}"
    eyes = f"@{kept.eyes.replace(':', '-')}" if kept.eyes else ""
    variant = kept.variant.replace("/", "-")  # an option may be a path
    names = (f"{suite}{profile}", f"{kept.spec.agent}{variant}{eyes}")
    return "/".join(serialize.output_name(name, "spec.json") for name in names)


def _kept_row(trial: Trial) -> Row:
    row = {**trial.row, "ending": str(trial.ending)}
    if trial.episode is not None:
        row |= {"geodesic": trial.episode.geodesic, "max_steps": trial.episode.max_steps}
    return row


def _read_rows(path: Path) -> list[Row]:
    lines = serialize.read_lines(path)
    return [decode_row(line, f"{path}, line {number}") for number, line in lines]


def load_kept(out: Path) -> list[Kept]:
    """All kept runs below ``out``, by name."""
    return list(_load(out))


def _load(out: Path) -> Iterator[Kept]:
    for file in sorted(out.rglob("rows.jsonl.gz")):
        spec = serialize.read(file.parent / "spec.json", RunSpec)
        yield Kept(spec, read_log(file.parent, spec.suite), tuple(_read_rows(file)))
