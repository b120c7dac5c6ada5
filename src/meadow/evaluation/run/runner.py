"""Evaluate agents on episodes into run directories; the same call resumes."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path

from meadow.corruptions import parse, rehearse
from meadow.episodes.houses import check_available
from meadow.episodes.schema import Episode
from meadow.errors import InvalidValueError
from meadow.evaluation.run.executors import EXECUTORS, ExecutorOptions
from meadow.evaluation.run.spec import RunSpec, check_positive
from meadow.evaluation.run.store import Row, RunDirectory, is_finished
from meadow.evaluation.run.summary import run_summary
from meadow.evaluation.run.worker import EpisodeJob
from meadow.protocols import Progress

#: What ends an episode although the agent may be sound: a machine without memory, or too slow.
PASSING = ("lost", "timeout")
#: So many later calls run such an episode again.
RETRIES = 2


def evaluate(
    spec: RunSpec,
    episodes: Sequence[Episode],
    out: str | Path,
    *,
    executor: str = "inline",
    options: ExecutorOptions | None = None,
    progress: Progress | None = None,
    retry: bool = False,
) -> list[Row]:
    """Run what is missing in ``out`` and return the rows of the episodes in their order.

    Episodes whose worker died or hung are run again by up to :data:`RETRIES` later calls; with ``retry``
    so is every episode that was not finished, whatever ended it and however often it was tried.
    Scripts that use "processes" must call this under ``if __name__ == "__main__":``.
    """
    runs = [(spec, out)]
    found = evaluate_together(
        runs, episodes, executor=executor, options=options, progress=progress, retry=retry
    )
    return found[0]


def evaluate_together(
    runs: Sequence[tuple[RunSpec, str | Path]],
    episodes: Sequence[Episode],
    *,
    executor: str = "inline",
    options: ExecutorOptions | None = None,
    progress: Progress | None = None,
    retry: bool = False,
) -> list[list[Row]]:
    """:func:`evaluate` for several runs over the same episodes, each with a directory of its own.

    An episode is run by every agent that lacks it before its worker goes on to the next, so agents that
    see the same frames need them looked at only once. Rows are those of each run alone, but for timings.
    ``progress`` counts the rows of all, and is told which ``runs`` the ``new`` ones belong to.
    """
    options = options or ExecutorOptions()
    _check(runs, episodes, options)
    execute = EXECUTORS.get(executor)
    with contextlib.ExitStack() as stack:
        writers = [stack.enter_context(RunDirectory(out).writing(spec)) for spec, out in runs]
        ids = [episode.id for episode in episodes]
        for writer, (spec, _) in zip(writers, runs):
            writer.plan(spec, ids)
        jobs = [
            EpisodeJob(episode, run)
            for episode in episodes
            for run, writer in enumerate(writers)
            if is_wanted(writer.rows.get(episode.id), retry)
        ]
        rows = [_there(writer.rows, ids, retry) for writer in writers]
        done, total = sum(map(len, rows)), len(runs) * len(episodes)
        if progress:
            owners = [run for run, found in enumerate(rows) for _ in found]
            progress(done, total, {"new": [*chain(*rows)], "runs": owners})
        # Closed at once on any error, or workers would run on while it is shown.
        specs = [spec for spec, _ in runs]
        with contextlib.closing(execute(specs, jobs, options)) as outcomes:
            for outcome in outcomes if jobs else ():
                writers[outcome.run].add(outcome.row, outcome.replay, outcome.traceback)
                done += 1
                if progress:
                    progress(done, total, {"new": [outcome.row], "runs": [outcome.run]})
        for writer in writers:
            spec = writer.run.spec()
            writer.finish(ids, run_summary(writer.in_order(ids), spec.episodes, spec.task))
        return [[writer.rows[id] for id in ids if id in writer.rows] for writer in writers]


def _there(rows: Mapping[str, Row], ids: Sequence[str], retry: bool) -> list[Row]:
    """The rows of episodes that are not run again."""
    return [rows[id] for id in ids if not is_wanted(rows.get(id), retry)]


def is_wanted(row: Row | None, retry: bool = False) -> bool:
    """Whether the next call runs an episode, by what became of it before."""
    if row is None or (retry and not is_finished(row)):
        return True
    return row["status"] in PASSING and row.get("attempts", 1) <= RETRIES


def _check(
    runs: Sequence[tuple[RunSpec, str | Path]],
    episodes: Sequence[Episode],
    options: ExecutorOptions,
) -> None:
    """Raise before anything is written."""
    check_positive("workers", options.workers)
    check_positive("time limit", options.time_limit)
    if len({e.id for e in episodes}) != len(episodes):
        raise InvalidValueError("two episodes share an id; ids must be unique in a run")
    for houses in {spec.houses for spec, _ in runs}:
        check_available((e.house for e in episodes), houses)
    for spec, _ in runs:
        rehearse(parse(spec.corruptions))
    if len({spec.episodes_digest for spec, _ in runs}) > 1:
        raise InvalidValueError("runs that go together have the same episodes; these differ")
