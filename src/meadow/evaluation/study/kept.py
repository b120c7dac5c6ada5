"""Finished runs in small files, without replays, and which runs are taken into them.

RUNS/SUITE/AGENT@EYES/spec.json       what was run; of a study with conditions, what they have in common
RUNS/SUITE/AGENT@EYES/rows.jsonl.gz   the rows, each with how it ended or with its ``condition``
RUNS/SUITE/AGENT@EYES/log.json        seed of the suite, wall time, versions of the code, planned episodes

A kept run is a published result. Another one takes its place only when it repeats every row of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from meadow import serialize
from meadow.agents import AGENTS
from meadow.episodes import SUITES
from meadow.errors import RunError
from meadow.evaluation.failures.trials import Trial, load_runs
from meadow.evaluation.run.profiles import PROFILES, profile_of
from meadow.evaluation.run.runner import PASSING
from meadow.evaluation.run.seen import trained_under, trained_with
from meadow.evaluation.run.spec import RunSpec
from meadow.evaluation.run.store import Row, RunDirectory, decode_row, is_finished
from meadow.evaluation.run.summary import finished
from meadow.evaluation.run.worker import finished_row
from meadow.evaluation.study.plan import (
    CALIBRATED,
    CLEAN,
    Study,
    StudyJob,
    label,
    options_of,
    without_folders,
)
from meadow.evaluation.study.screen import Screen
from meadow.replay import read_replay
from meadow.tasks import TASKS

Key = TypeVar("Key", bound=Hashable)

LOG, ROWS = "log.json", "rows.jsonl.gz"
#: Options that the names of agent and eyes stand for, or that are tuned for them.
_NAMED = ("model", "threshold")
#: Packages that decide what an agent does.
_CODE = (
    *("agents", "policies", "mapping", "grounding", "exploration", "planning", "language"),
    "models",
)
#: What a row has that two runs of the same episode need not share.
_OWN = ("timings", "attempts", "retries")


class RunLog(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a run took, accumulated over the times that it was resumed."""

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
    planned: Mapping[str, int] = {}
    """Condition -> episodes that its run was meant to have; empty for a run without conditions."""

    def extended(
        self, workers: int, seconds: float, episodes: int, agents: int = 1, code: str = ""
    ) -> RunLog:
        """With another stretch of work."""
        return msgspec.structs.replace(
            self,
            workers=workers,
            seconds=round(self.seconds + seconds, 1),
            agents=max(agents, self.agents),
            episodes=self.episodes + episodes,
            code=tuple(dict.fromkeys((*self.code, code))),
        )


def code_of(study: Study) -> str:
    """Hash of the code that decides what the agents of a study do."""
    return serialize.code_version(*_CODE, *study.code)


@dataclass(frozen=True, slots=True)
class KeptRun:
    """A run as it is kept: of one agent, in one condition or in several."""

    spec: RunSpec
    log: RunLog
    rows: tuple[Row, ...]

    @property
    def suite(self) -> str:
        """The suite without its part: objectnav for objectnav:few."""
        return self.spec.suite.partition(":")[0]

    @property
    def name(self) -> str:
        """Where the run is kept, below the directory of kept runs."""
        suite = self.spec.suite.partition(".")[0].replace(":", "-")
        profile = "" if self.profile == "default" else f"-{self.profile}"
        agent = label(self.agent, {}, self.eyes)
        return "/".join(
            serialize.output_name(name, "spec.json") for name in (f"{suite}{profile}", agent)
        )

    @property
    def agent(self) -> str:
        """The agent with the options that make it another than its name says: ``a+prior_over=rooms``."""
        own: dict[str, Any] = {}
        if self.spec.agent in AGENTS:
            own |= AGENTS.entry(self.spec.agent).kwargs
            if self.profile in PROFILES:
                own |= PROFILES.get(self.profile).agent_options(self.spec.agent)
        options = self.spec.agent_options.items()
        other = {k: v for k, v in options if k not in _NAMED and own.get(k) != v}
        plain = "".join(f"+{name}={value}" for name, value in sorted(other.items()))
        return f"{self.spec.agent}{plain}{CALIBRATED * self.spec.self_calibrate}"

    @property
    def digest(self) -> str:
        """Hash of the rows."""
        return serialize.digest(self.rows)

    @property
    def eyes(self) -> str:
        """The model that the agent sees with, or nothing."""
        return without_folders(str(self.spec.agent_options.get("model", "")))

    @property
    def profile(self) -> str:
        """The profile that gives the run its task options and sensors, or "other"."""
        return profile_of(self.spec.task_options, self.spec.sensors) or "other"

    @property
    def planned(self) -> Mapping[str, int]:
        """Condition -> episodes that its run was meant to have."""
        return self.log.planned or {CLEAN: self.spec.episodes}

    def by_condition(self) -> dict[str, list[Row]]:
        """The rows of each condition."""
        found: dict[str, list[Row]] = {}
        for row in self.rows:
            found.setdefault(condition_of(row), []).append(row)
        return found

    def notes(self) -> list[str]:
        """What a reader of its figures must know first."""
        name = f"{self.agent} {self.eyes}".strip() + f" on {self.spec.suite}"
        rows = self.by_condition()
        notes = []
        for condition, planned in self.planned.items():
            where = f"{name}, {condition}" if self.log.planned else name
            done = len(finished(rows.get(condition, ())))
            if done < planned:
                notes.append(f"{where}: {done} of {planned} episodes have a result.")
        if len(self.log.code) > 1:
            notes.append(f"{name}: the code of agents changed while it ran.")
        bad = [row for row in self.rows if row["status"] != "ok"]
        if bad:
            first = bad[0].get("error", bad[0]["status"])
            notes.append(f"{name}: {len(bad)} episodes could not be run; the first: {first}")
        if seen := trained_under(self.spec):
            notes.append(f"{name} was trained under {', '.join(seen)}: not zero-shot there.")
        if changes := trained_with(self.spec):
            notes.append(f"{name} was trained with pictures changed by {', '.join(changes)}.")
        return notes


def kept_name(study: Study, job: StudyJob) -> str:
    """Where the run of a job is kept, below the directory of kept runs."""
    part = study.part(job.part)
    profile = PROFILES.get(part.profile)
    spec = RunSpec(
        suite=part.suite,
        task="",
        definition="",
        agent=job.entry,
        episodes=0,
        episodes_digest="",
        agent_options={**AGENTS.entry(job.entry).kwargs, **options_of(study, job)},
        task_options=profile.task_options,
        sensors=profile.sensors,
        self_calibrate=job.agent.endswith(CALIBRATED),
    )
    return KeptRun(_without_places(spec), RunLog(), ()).name


def merged_rows(
    runs: Iterable[KeptRun], place: Callable[[KeptRun], Key | None]
) -> dict[Key, tuple[Row, ...]]:
    """The finished rows of runs that have the same place in the tables; None leaves a run out.

    An episode that several of them have counts once, with the row of the largest run.
    """
    found: dict[Key, dict[str, Row]] = {}
    for run in sorted(runs, key=lambda run: len(run.rows)):
        key = place(run)
        if key is not None:
            found.setdefault(key, {}).update({row["episode"]: row for row in finished(run.rows)})
    return {key: tuple(rows.values()) for key, rows in found.items()}


def condition_of(row: Row) -> str:
    """The condition of a kept row."""
    return str(row.get("condition", CLEAN))


def load_kept(out: Path) -> list[KeptRun]:
    """All kept runs below ``out``, by name."""
    found = []
    for file in sorted(out.rglob(ROWS)):
        spec = serialize.read(file.parent / "spec.json", RunSpec)
        lines = serialize.read_lines(file)
        rows = tuple(decode_row(line, f"{file}, line {number}") for number, line in lines)
        found.append(KeptRun(spec, read_log(file.parent, spec.suite), rows))
    return found


def write_kept(kept: KeptRun, out: Path) -> Path:
    """Write a run below ``out``; one of the same name that is kept there gives way."""
    folder = out / kept.name
    serialize.write(folder / "spec.json", kept.spec, indent=True)
    serialize.write(folder / LOG, kept.log, indent=True)
    lines = b"".join(serialize.encode(row) + b"\n" for row in kept.rows)
    serialize.write_bytes(folder / ROWS, lines)
    return folder


def read_log(run: Path, suite: str) -> RunLog:
    """The log of a run directory; an empty one where ``meadow eval`` made it."""
    file = run / LOG
    if file.is_file():
        return serialize.read(file, RunLog)
    base = suite.partition(":")[0]
    return RunLog(SUITES.get(base).seed if base in SUITES else 0)


def find_runs(directory: Path, study: Study) -> list[Path]:
    """Run directories below one that have a finished episode."""
    if not directory.is_dir():
        raise RunError(
            f"{directory}: no such directory; fill one with: meadow study {study.name} run -o DIR"
        )
    found = [file.parent for file in sorted(directory.rglob("spec.json"))]
    return [run for run in found if finished(RunDirectory(run).rows())]


def pack(study: Study, runs: Iterable[Path]) -> list[KeptRun]:
    """Run directories as they would be kept: one run for each agent, with all its conditions."""
    found: dict[str, tuple[KeptRun, Path]] = {}
    for path in runs:
        run = packed(study, path)
        if run.name in found:
            old, source = found[run.name]
            run = joined(old, run, source)
        found[run.name] = run, path
    return [run for run, _ in found.values()]


def packed(study: Study, path: Path) -> KeptRun:
    """A run directory as it would be kept."""
    loaded = load_runs([path])[0]
    spec = loaded.spec
    rows = [study.kept_row(row) for row in _episode_rows(loaded.trials, path)]
    log = read_log(path, spec.suite)
    if study.conditions:
        condition = ",".join(spec.corruptions) or CLEAN
        rows = [{"condition": condition, **row} for row in finished(rows)]
        log = msgspec.structs.replace(log, planned={condition: spec.episodes})
        spec = msgspec.structs.replace(spec, corruptions=())
    return KeptRun(_without_places(spec), log, _sorted(rows))


def _place(row: Row) -> tuple[str, str]:
    """The condition and the episode of a kept row, which a run has once."""
    return condition_of(row), row["episode"]


def _sorted(rows: Iterable[Row]) -> tuple[Row, ...]:
    return tuple(sorted(rows, key=_place))


def _episode_rows(trials: Sequence[Trial], path: Path) -> list[Row]:
    """One row for each episode: one of several goals holds them, each with its ending."""
    if not any("leg" in trial.row for trial in trials):
        return [_told(trial) for trial in trials]
    first = {trial.row["episode"]: trial for trial in reversed(trials)}
    return [_told(first[row["episode"]], row) for row in RunDirectory(path).rows()]


def _told(trial: Trial, row: Row | None = None) -> Row:
    """A row with what only its replay tells; ``row`` is that of an episode of several goals."""
    row = {**trial.row, "ending": str(trial.ending)} if row is None else dict(row)
    if trial.episode is not None:
        row |= {"geodesic": trial.episode.geodesic, "max_steps": trial.episode.max_steps}
    return row


def _without_places(spec: RunSpec) -> RunSpec:
    """The spec without directories of this machine, for files that others will read."""
    options = {
        name: without_folders(value) if isinstance(value, str) and "/" in value else value
        for name, value in spec.agent_options.items()
    }
    models = {without_folders(name): digest for name, digest in spec.models.items()}
    suite = Path(spec.suite).name
    return msgspec.structs.replace(
        spec, suite=suite, houses="", agent_options=options, models=models
    )


def joined(old: KeptRun, new: KeptRun, source: Path) -> KeptRun:
    """Two runs of an agent as one; a row that both have stays as the first has it.

    ``source`` is where the first lies.

    Raises:
        RunError: They are of two versions of the agent or its task, or differ in a row.
    """
    for name in ("models", "definition"):
        before, now = getattr(old.spec, name), getattr(new.spec, name)
        if before != now and not same_models(before, now):
            raise RunError(
                f"{new.name} ran with {name} {now!r} here and with {before!r} in {source}. Keep the runs "
                "of one version in a directory"
            )
    check_replaces(new, old, source)
    every = (*old.rows, *new.rows, *finished(old.rows))
    rows = {_place(row): row for row in every}
    planned = {
        condition: max(old.planned.get(condition, 0), new.planned.get(condition, 0))
        for condition in sorted({*old.planned, *new.planned})
    }
    larger = max(old, new, key=lambda run: len(run.rows))
    drawn = old.spec.corruption_options or new.spec.corruption_options
    spec = msgspec.structs.replace(larger.spec, corruption_options=drawn)
    log = larger.log
    if old.log.planned or new.log.planned:
        log = msgspec.structs.replace(log, planned=planned)
    return KeptRun(spec, log, _sorted(rows.values()))


def same_models(before: object, now: object) -> bool:
    """Whether models differ only in how earlier versions wrote them down: the hash by the name alone."""
    if not isinstance(before, Mapping) or not isinstance(now, Mapping):
        return False
    told = " ".join(f"{key} {value}" for key, value in now.items())
    return bool(before) and all(key in told and str(v)[:8] in told for key, v in before.items())


def take(study: Study, runs: Path, out: Path, screen: Screen) -> list[KeptRun]:
    """Check all runs below a directory and keep those that say more than what is kept.

    One that is refused keeps all from being packed. Returned are the runs that are kept now, and those
    that gave every row of what was kept before: tables may be drawn from their rows.
    """
    found = find_runs(runs, study)
    if not found:
        raise RunError(f"{runs}: no run below has a finished episode")
    with screen.steps("checking runs") as progress:
        for done, path in enumerate(found, start=1):
            check_run(study, path)
            progress(done, len(found), {})
    before = {run.name: run for run in load_kept(out)}
    sizes: Counter[str] = Counter()
    for part in study.parts.values():
        if part.choose is list:  # one part may be the whole suite, another its first episodes
            sizes[Path(part.suite).name] = max(sizes[Path(part.suite).name], part.episodes)
    fresh, repeated = [], []
    for run in pack(study, found):
        check_episodes(run, before.values(), sizes)
        old = before.get(run.name)
        given = {_place(row) for row in run.rows}
        if old is not None:
            run = joined(old, run, out / run.name)
        if old is None or run.rows != _sorted(old.rows):
            fresh.append(run)
        elif given >= {_place(row) for row in old.rows}:
            repeated.append(run)
    for run in fresh:
        write_kept(run, out)
        digests = f"spec {run.spec.digest()}, rows {run.digest}"
        screen.say(f"packed  {run.name}: {len(run.rows)} rows, {digests}")
    return fresh + repeated


def check_run(study: Study, path: Path) -> None:
    """Raise unless a run belongs to a study and its rows are what its replays give."""
    directory = RunDirectory(path)
    spec = directory.spec()
    if reason := _foreign(study, spec):
        raise RunError(
            f"{path} is refused: {reason}. Give a directory that holds runs of the study "
            f"{study.name!r} alone"
        )
    for row in directory.rows():
        if row["agent"] != spec.agent:
            raise RunError(
                f"{path}: the row of {row['episode']} is of agent {row['agent']!r}, the run of "
                f"{spec.agent!r}. Rows of two runs were mixed"
            )
        if row["status"] == "ok":
            _check_row(row, directory, spec)


def _foreign(study: Study, spec: RunSpec) -> str:
    """Why a run is none of a study's, or nothing."""
    suites = sorted({Path(part.suite).name.partition(":")[0] for part in study.parts.values()})
    if Path(spec.suite).name.partition(":")[0] not in suites or (
        study.tasks and spec.task not in study.tasks
    ):
        return (
            f"it is a run of {spec.suite!r} (task {spec.task}), tables are of {', '.join(suites)}"
        )
    if (spec.corruptions or spec.self_calibrate) and not study.conditions:
        return "its robot was corrupted or calibrated itself, and this study has no such conditions"
    if KeptRun(spec, RunLog(), ()).profile == "other":
        return "its task options or sensors are those of no profile"
    own = {name.partition("+")[0] for part in study.parts.values() for name in part.agents}
    if study.tasks and spec.agent in AGENTS and spec.agent not in own:
        made_for = set(AGENTS.entry(spec.agent).tags) & set(TASKS.names())
        if made_for and not made_for & set(study.tasks):
            return f"agent {spec.agent!r} is made for {', '.join(sorted(made_for))}"
    return ""


def _check_row(row: Row, directory: RunDirectory, spec: RunSpec) -> None:
    """Raise unless a row says what its replay says."""
    path, id = directory.path, row["episode"]
    file = directory.replay_path(id)
    if not file.is_file():
        raise RunError(
            f"{path}: {id} has no replay, so nobody can tell whether its row is true. "
            "Run the same command again without it"
        )
    record = read_replay(file)
    true = finished_row(spec, record)
    if (record.episode.id, record.agent) != (id, row["agent"]):
        raise RunError(f"{path}: the replay of {id} is of {record.episode.id} by {record.agent}")
    different = first_difference(row["metrics"], true["metrics"])
    for said, goal in zip(row.get("goals", ()), true.get("goals", ())):
        different = different or first_difference(said["metrics"], goal["metrics"])
    for name in ("home", "goal", "tags"):
        if row[name] != true[name]:
            different = f"{name} is {row[name]}, not the {true[name]}"
    if different:
        raise RunError(
            f"{path}: the row of {id} was edited: {different} of its replay. "
            "Look at the run with: meadow verify"
        )


def first_difference(said: Mapping[str, Any], true: Mapping[str, Any]) -> str:
    """The first value of the second that the first has another for."""
    for name, value in true.items():
        if name in said and said[name] != value:
            return f"{name} is {said[name]}, not the {value}"
    return ""


def comparable(row: Row) -> Row:
    """A row without what two runs of the same episode need not share."""
    return {name: value for name, value in row.items() if name not in _OWN}


def check_episodes(new: KeptRun, others: Iterable[KeptRun], sizes: Mapping[str, int]) -> None:
    """Raise when rows are of other episodes than those that kept runs of the same suite have.

    ``sizes`` has the number of episodes of whole suites, as far as it is known.
    """
    known: dict[str, tuple[str, str]] = {}
    whole = False
    for kept in others:
        if kept.suite == new.suite:
            known |= {row["episode"]: _about(row) for row in kept.rows}
            rows = kept.by_condition().get(CLEAN, ())
            whole |= kept.suite in sizes and len(rows) >= sizes[kept.suite]
    for row in new.rows:
        before = known.get(row["episode"])
        if before not in (None, _about(row)):
            raise RunError(
                f"{new.name}: {row['episode']} is about {row.get('goal', '')!r} in {row['home']}; in kept "
                f"runs of {new.suite!r} it is another. It is of another suite"
            )
        if before is None and whole:
            raise RunError(
                f"{new.name}: {row['episode']} is no episode of {new.suite!r}, of which a whole run is "
                "kept. It is of another suite"
            )


def _about(row: Row) -> tuple[str, str]:
    return row["home"], row.get("goal", "")


def check_replaces(new: KeptRun, before: KeptRun, folder: Path) -> None:
    """Raise when a run differs in any row from the kept one that it would take the place of."""
    rows = {_place(row): comparable(row) for row in new.rows}
    for row in before.rows:
        found = rows.get(_place(row))
        if found is None or found == comparable(row) or not is_finished(row):
            continue
        if found["status"] in PASSING:  # which says nothing of the agent
            continue
        what = first_difference(found["metrics"], row["metrics"])
        told = f"{what} that is kept" if what else "it differs"
        raise RunError(
            f"{new.name}: the row of {row['episode']} is not the kept one ({told}). "
            f"Kept is spec {before.spec.digest()}, rows {before.digest}; given is spec "
            f"{new.spec.digest()}, rows {new.digest}. If the agent itself has changed, remove {folder}"
        )


def check_drawn(kept: Sequence[KeptRun], drawn: Mapping[str, str], fresh: Iterable[str]) -> None:
    """Raise when kept rows are not those that the last tables were drawn from, and nobody packed others.

    ``drawn`` has the digest of each run's rows by name; ``fresh`` names the runs that were packed now.
    """
    packed_now = set(fresh)
    for run in kept:
        before = drawn.get(run.name, run.digest)
        if before != run.digest and run.name not in packed_now:
            raise RunError(
                f"runs/{run.name}: its rows have the digest {run.digest}, those that results.json was "
                f"drawn from had {before}: they were edited. Restore them, or pack the run again"
            )


def chosen_runs(
    study: Study, out: Path, agents: Sequence[str], parts: Sequence[str]
) -> list[KeptRun]:
    """Kept runs of some agents and parts, or all; an error where there are none."""
    suites = {Path(study.part(name).suite).name for name in parts}
    runs = [
        run
        for run in load_kept(out)
        if (not agents or run.agent in agents) and (not parts or run.spec.suite in suites)
    ]
    if not runs:
        told = ", ".join([*agents, *parts])
        raise RunError(f"{out}: no run is kept there" + (f" of {told}" if told else ""))
    return runs
