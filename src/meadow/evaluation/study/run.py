"""Runs what a study asks for; the same call goes on where it ended."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from meadow import serialize
from meadow.episodes.schema import Episode
from meadow.errors import MeadowError, MissingWeightsError
from meadow.evaluation.report.tables import Cell, Table, interval, metric_title
from meadow.evaluation.run.executors import ExecutorOptions
from meadow.evaluation.run.runner import evaluate_together
from meadow.evaluation.run.spec import RunSpec
from meadow.evaluation.run.store import Row, RunDirectory, is_finished
from meadow.evaluation.run.summary import finished, summarise
from meadow.evaluation.run.worker import make_agent
from meadow.evaluation.study.kept import LOG, RunLog, code_of, kept_name, load_kept, read_log
from meadow.evaluation.study.plan import (
    CLEAN,
    Study,
    StudyJob,
    core_seconds,
    groups,
    spec_of,
    whole_part,
)
from meadow.evaluation.study.screen import Screen
from meadow.protocols import Progress


@dataclass(frozen=True, kw_only=True)
class RunSettings:
    """How jobs are run."""

    out: Path
    episodes: int | None = None
    """At most so many of each job."""
    workers: int = 1
    executor: str = "processes"
    minutes: float | None = None
    """Begin no episode after so many minutes."""
    time_limit: float = 600.0
    retry: bool = False


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """What became of the jobs."""

    ran: int = 0
    """Jobs that were run, or were finished already."""
    failed: int = 0
    """Jobs that could not be started."""
    missing: int = 0
    """Episodes that were tried and have no result."""
    in_time: bool = True
    """Whether all episodes were begun before the time was up."""


@dataclass(frozen=True, slots=True)
class _Ready:
    """A job that can be run."""

    job: StudyJob
    spec: RunSpec
    out: Path


def asked(study: Study, job: StudyJob, episodes: int | None) -> int:
    """How many episodes a job is meant to have."""
    planned = study.part(job.part).planned(job.condition)
    return planned if episodes is None else min(planned, episodes)


def missing_jobs(study: Study, planned: Sequence[StudyJob], kept: Path) -> list[StudyJob]:
    """The jobs that kept runs do not have in full."""
    had = {
        (run.name, condition): len(finished(rows))
        for run in load_kept(kept)
        for condition, rows in run.by_condition().items()
    }
    return [
        job
        for job in planned
        if had.get((kept_name(study, job), job.condition), 0) < asked(study, job, None)
    ]


def estimate_seconds(study: Study, planned: Sequence[StudyJob], settings: RunSettings) -> float:
    """How long the jobs take on idle cores, homes not included."""
    total = sum(
        asked(study, group[0], settings.episodes) * core_seconds(study, group)
        for group in groups(planned).values()
    )
    limit = 60.0 * settings.minutes if settings.minutes else float("inf")
    return min(total / settings.workers, limit)


def run_jobs(
    study: Study, planned: Sequence[StudyJob], settings: RunSettings, screen: Screen
) -> RunOutcome:
    """Run what is missing, group by group; agents of a group run together."""
    deadline = time.monotonic() + 60.0 * (settings.minutes or float("inf"))
    parts: dict[str, tuple[list[Episode], list[Episode]]] = {}
    failed = missing = 0
    lines: list[tuple[StudyJob, list[Row]]] = []
    for (part, condition), group in groups(planned).items():
        if part not in parts:
            with screen.steps(f"homes and episodes of {study.part(part).suite}") as steps:
                parts[part] = whole_part(study, part, workers=settings.workers, progress=steps)
        whole, chosen = parts[part]
        episodes = chosen[: asked(study, group[0], settings.episodes)]
        ready = _ready(study, group, settings.out, episodes, whole, screen)
        failed += len(group) - len(ready[0]) - ready[1]
        if not ready[0]:
            continue
        name = part if condition == CLEAN else f"{part}, {condition}"
        rows = _run_group(study, name, ready[0], episodes, settings, deadline, screen)
        lines += [(one.job, found) for one, found in zip(ready[0], rows)]
        missing += sum(not is_finished(row) for found in rows for row in found)
        if any(len(found) < len(episodes) for found in rows):
            return RunOutcome(len(lines), failed, missing, in_time=False)
    if lines:
        screen.show(summary_table(lines, study.metrics))
    return RunOutcome(len(lines), failed, missing)


def _ready(
    study: Study,
    group: Sequence[StudyJob],
    out: Path,
    episodes: Sequence[Episode],
    whole: Sequence[Episode],
    screen: Screen,
) -> tuple[list[_Ready], int]:
    """The jobs that can be run, and the number of those left out for want of weights."""
    runs, left_out = [], 0
    for job in group:
        try:
            spec = spec_of(study, job, episodes, whole)
            make_agent(spec)  # better now than in a worker
            with RunDirectory(out / job.directory).writing(
                spec
            ):  # held by another, or of another run?
                runs.append(_Ready(job, spec, out / job.directory))
        except MeadowError as error:
            no_weights = any(isinstance(e, MissingWeightsError) for e in (error, error.__cause__))
            left_out += no_weights
            screen.say(f"{'left out' if no_weights else 'failed'} {job.directory}: {error}")
    return runs, left_out


class _Counting:
    """Counts the new rows of each run on their way to the screen."""

    def __init__(self, show: Progress) -> None:
        self._show, self._told = show, False
        self.fresh: Counter[int] = Counter()

    def __call__(self, done: int, total: int, note: Mapping[str, Any]) -> None:
        if self._told:
            self.fresh.update(
                run for run, row in zip(note["runs"], note["new"]) if is_finished(row)
            )
        self._told = True
        self._show(done, total, note)


def _run_group(
    study: Study,
    title: str,
    runs: Sequence[_Ready],
    episodes: Sequence[Episode],
    settings: RunSettings,
    deadline: float,
    screen: Screen,
) -> list[list[Row]]:
    """Run what is missing until time ends it; what it took is logged however it ends."""
    options = ExecutorOptions(
        workers=settings.workers,
        time_limit=settings.time_limit,
        enough=lambda: time.monotonic() > deadline,
    )
    began, names = time.monotonic(), [one.job.label for one in runs]
    shown = f"{title}: {names[0]}" if len(names) == 1 else f"{title}, {len(names)} agents"
    with screen.episodes(shown, names, len(episodes)) as progress:
        counting = _Counting(progress)
        try:
            return evaluate_together(
                [(one.spec, one.out) for one in runs],
                episodes,
                executor=settings.executor,
                options=options,
                progress=counting,
                retry=settings.retry,
            )
        finally:
            took = time.monotonic() - began
            for place, one in enumerate(runs):
                if fresh := counting.fresh[place]:
                    log: RunLog = read_log(one.out, one.spec.suite)
                    log = log.extended(settings.workers, took, fresh, len(runs), code_of(study))
                    serialize.write(one.out / LOG, log, indent=True)


def summary_table(lines: Sequence[tuple[StudyJob, Sequence[Row]]], metrics: Sequence[str]) -> Table:
    """Some metrics of every job."""
    rows = []
    for job, found in lines:
        summary = summarise(finished(found))
        cells = [interval(m, summary[m]) if m in summary else "–" for m in metrics]
        rows.append((job.label, job.part, job.condition, *cells, str(len(finished(found)))))
    header = ("agent", "part", "condition", *map(metric_title, metrics), "n")
    return Table("mean [95 % interval]", header, tuple(tuple(map(Cell, row)) for row in rows))
