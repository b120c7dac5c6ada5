"""Finished runs, read for reports and comparisons: every row with how it ended and where it drove."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from meadow.episodes.record import EpisodeRecord
from meadow.episodes.schema import Episode
from meadow.errors import RunError
from meadow.evaluation.failures import TAXONOMIES
from meadow.evaluation.failures.endings import Ending, classify, classify_row
from meadow.evaluation.failures.search import Finding, find
from meadow.evaluation.run.spec import RunSpec
from meadow.evaluation.run.store import Row, RunDirectory
from meadow.evaluation.run.summary import finished, goal_rows, trial_name
from meadow.metrics.navigation import collisions
from meadow.replay import read_replay


@dataclass(frozen=True, slots=True)
class Trial:
    """One goal of an episode of one run, without the bulk of its record."""

    row: Row
    ending: Ending
    episode: Episode | None = None
    """None where no replay was kept."""
    path: NDArray[np.float32] | None = None
    """(K, 3) x, y and step of every position on the way, standing still left out."""
    collisions: tuple[tuple[float, float], ...] = ()
    """Where the robot was at steps with a person too near to it."""
    read: tuple[str, ...] = ()
    """What the agent says that it read, each text once."""

    @property
    def geodesic(self) -> float | None:
        """Length of the shortest path, metres, where it is known."""
        return self.episode.geodesic if self.episode else None


@dataclass(frozen=True, slots=True)
class LoadedRun:
    """A run with its trials in the order of its rows."""

    label: str
    """The agent's name, or the directory's where agents share one."""
    path: Path
    spec: RunSpec
    trials: tuple[Trial, ...]

    @property
    def rows(self) -> list[Row]:
        """The row of each trial, in the order of ``trials``."""
        return [t.row for t in self.trials]

    def by_name(self) -> dict[str, Trial]:
        """Trials by episode id, and by goal where an episode has several."""
        return {trial_name(t.row): t for t in self.trials}

    @property
    def episodes(self) -> int:
        """How many episodes the trials belong to."""
        return len({t.row["episode"] for t in self.trials})


def load_runs(paths: Sequence[str | Path]) -> list[LoadedRun]:
    """Read run directories; labels are made unique."""
    directories = [RunDirectory(p) for p in paths]
    specs = [d.spec() for d in directories]
    agents = Counter(spec.agent for spec in specs)
    names = Counter(d.path.resolve().name for d in directories)
    runs = []
    for directory, spec in zip(directories, specs):
        rows = directory.rows()
        if not finished(rows):
            raise RunError(
                f"{directory.path}: no episode is finished yet. Run: meadow eval {spec.suite} "
                f"--agent {spec.agent} -o {directory.path}"
            )
        name = directory.path.resolve().name
        label = spec.agent
        if agents[spec.agent] > 1:
            label = name if names[name] == 1 else str(directory.path)
        trials = tuple(trial for row in rows for trial in _trials(directory, row))
        runs.append(LoadedRun(label, directory.path, spec, trials))
    return runs


def load_findings(path: str | Path) -> list[tuple[str, Finding, dict[str, str]]]:
    """Of every goal with a replay: name, how far its search came, its class in each of ``TAXONOMIES``."""
    directory = RunDirectory(path)
    directory.spec()  # or an error that says this is no run directory
    found, replays = [], 0
    for row in directory.rows():
        file = directory.replay_path(row["episode"])
        flat = goal_rows([row])
        if row["status"] != "ok":
            found += [(trial_name(one), Finding.ERROR, _classes(one)) for one in flat]
        elif file.is_file():
            searches = read_replay(file).searches()
            replays += 1
            found += [(trial_name(a), find(b), _classes(a)) for a, b in zip(flat, searches)]
    if not found:
        why = "its episodes have no searches" if replays else "holds no replays"
        raise RunError(f"{path}: {why}, from which failures are told")
    return found


def _classes(row: Row) -> dict[str, str]:
    return {entry.name: str(entry.load()(row)) for entry in TAXONOMIES}


def _trials(directory: RunDirectory, row: Row) -> list[Trial]:
    """One for each goal of an episode, or one for an episode without goals."""
    file, flat = directory.replay_path(row["episode"]), goal_rows([row])
    if row["status"] != "ok" or not file.is_file():
        return [Trial(one, classify_row(one)) for one in flat]
    record = read_replay(file)
    legs = [*record.searches()] or [record]
    return [
        Trial(one, classify(leg), leg.episode, driven_path(leg), _collided(leg), _read(leg))
        for one, leg in zip(flat, legs)
    ]


def _collided(record: EpisodeRecord) -> tuple[tuple[float, float], ...]:
    places = (record.poses[number + 1][:2] for number in collisions(record))
    return tuple(dict.fromkeys((x, y) for x, y in places))


def _read(record: EpisodeRecord) -> tuple[str, ...]:
    texts = (str(text) for text in record.trace.get("read", ()) if text)
    return tuple(dict.fromkeys(texts))


def driven_path(record: EpisodeRecord) -> NDArray[np.float32]:
    """(K, 3) x, y, step of a record's positions; only the first step at each is kept."""
    poses = np.array(record.poses, np.float64)[:, :2]
    new = np.ones(len(poses), bool)
    new[1:] = (poses[1:] != poses[:-1]).any(axis=1)
    steps = np.arange(len(poses))[new]
    return np.column_stack([poses[new], steps]).astype(np.float32)
