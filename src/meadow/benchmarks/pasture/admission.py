"""Which runs PASTURE's tables take: of its suites and tasks, with the rows that their replays give.

A kept run is a published result. Another one takes its place only when it repeats every row of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from meadow.agents import AGENTS
from meadow.benchmarks.pasture import study
from meadow.benchmarks.pasture.kept import Kept, profile_of
from meadow.errors import RunError
from meadow.evaluation.run.spec import RunSpec
from meadow.evaluation.run.store import Row, RunDirectory
from meadow.evaluation.run.worker import finished_row
from meadow.replay import read_replay
from meadow.tasks import TASKS

#: Tasks that search for things by words.
SEARCHES = ("objectnav", "lzson")
#: What a row has that two runs of the same episode need not share.
_OWN = ("timings", "attempts", "retries")


def check_run(path: Path) -> None:
    """Raise unless a run belongs into the tables and its rows are what its replays give."""
    directory = RunDirectory(path)
    spec = directory.spec()
    _check_spec(spec, path)
    for row in directory.rows():
        if row["agent"] != spec.agent:
            raise RunError(
                f"{path}: the row of {row['episode']} is of agent {row['agent']!r}, the run of "
                f"{spec.agent!r}. Rows of two runs were mixed"
            )
        if row["status"] == "ok":
            _check_row(row, directory, spec)


def _check_spec(spec: RunSpec, path: Path) -> None:
    suites = sorted({Path(split.suite).name.partition(":")[0] for split in study.SPLITS.values()})
    suite = Path(spec.suite).name.partition(":")[0]
    reason = ""
    if suite not in suites or spec.task not in SEARCHES:
        reason = (
            f"it is a run of {spec.suite!r} (task {spec.task}), tables are of {', '.join(suites)}"
        )
    elif spec.corruptions or spec.self_calibrate:
        reason = "its robot was corrupted or calibrated itself; see meadow robust tables"
    elif profile_of(spec) == "other":
        reason = "its task options or sensors are those of no profile"
    elif spec.agent in AGENTS:
        made_for = set(AGENTS.entry(spec.agent).tags) & set(TASKS.names())
        if made_for and not made_for & set(SEARCHES):
            reason = f"agent {spec.agent!r} is made for {', '.join(sorted(made_for))}"
    if reason:
        raise RunError(
            f"{path} is refused: {reason}. Give a directory that holds runs of PASTURE alone"
        )


def _check_row(row: Row, directory: RunDirectory, spec: RunSpec) -> None:
    """A row says what its replay says."""
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
    different = _first_difference(row["metrics"], true["metrics"])
    for name in ("home", "goal", "tags"):
        if row[name] != true[name]:
            different = f"{name} is {row[name]}, not the {true[name]}"
    if different:
        raise RunError(
            f"{path}: the row of {id} was edited: {different} of its replay. "
            "Look at the run with: meadow verify"
        )


def _first_difference(said: Mapping[str, Any], true: Mapping[str, Any]) -> str:
    for name, value in true.items():
        if name in said and said[name] != value:
            return f"{name} is {said[name]}, not the {value}"
    return ""


def check_episodes(new: Kept, others: Iterable[Kept]) -> None:
    """Raise when rows are of other episodes than those that kept runs of the same suite have."""
    known: dict[str, tuple[str, str]] = {}
    whole = False
    for kept in others:
        if kept.suite == new.suite:
            known |= {row["episode"]: (row["home"], row["goal"]) for row in kept.rows}
            whole |= kept.spec.suite == kept.suite and len(kept.rows) >= kept.spec.episodes
    for row in new.rows:
        before = known.get(row["episode"])
        if before not in (None, (row["home"], row["goal"])):
            raise RunError(
                f"{new.name}: {row['episode']} is about {row['goal']!r} in {row['home']}; in kept runs of "
                f"{new.suite!r} it is another. It is of another suite"
            )
        if before is None and whole:
            raise RunError(
                f"{new.name}: {row['episode']} is no episode of {new.suite!r}, of which a whole run is "
                "kept. It is of another suite"
            )


def check_replaces(new: Kept, before: Kept, folder: Path) -> None:
    """Raise when a run differs in any row from the kept one that it would take the place of."""
    rows = {row["episode"]: _comparable(row) for row in new.rows}
    for row in before.rows:
        found = rows.get(row["episode"])
        if found is None or found == _comparable(row):
            continue
        what = _first_difference(found["metrics"], row["metrics"]) or "it differs"
        raise RunError(
            f"{new.name}: the row of {row['episode']} is not the kept one ({what} that is kept). "
            f"Kept is spec {before.spec.digest()}, rows {before.digest}; given is spec "
            f"{new.spec.digest()}, rows {new.digest}. If the agent itself has changed, remove {folder}"
        )


def _comparable(row: Row) -> Row:
    return {name: value for name, value in row.items() if name not in _OWN}


def check_drawn(kept: Sequence[Kept], drawn: Mapping[str, str], fresh: Iterable[str]) -> None:
    """Raise when kept rows are not those that the last tables were drawn from, and nobody packed others.

    ``drawn`` has the digest of each run's rows by name; ``fresh`` names the runs that were packed now.
    """
    packed = set(fresh)
    for run in kept:
        before = drawn.get(run.name, run.digest)
        if before != run.digest and run.name not in packed:
            raise RunError(
                f"runs/{run.name}: its rows have the digest {run.digest}, those that results.json was "
                f"drawn from had {before}: they were edited. Restore them, or pack the run again"
            )
