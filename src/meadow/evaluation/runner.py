"""Evaluate agents on episodes into run directories; the same call resumes."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

from meadow.episodes.houses import check_available
from meadow.episodes.schema import Episode
from meadow.errors import InvalidValueError
from meadow.evaluation.executors import EXECUTORS, Options
from meadow.evaluation.spec import RunSpec, check_positive
from meadow.evaluation.store import Row, RunDirectory
from meadow.evaluation.summary import summarise
from meadow.evaluation.worker import Errand
from meadow.protocols import Progress


def evaluate(
    spec: RunSpec,
    episodes: Sequence[Episode],
    out: str | Path,
    *,
    executor: str = "inline",
    options: Options | None = None,
    progress: Progress | None = None,
) -> list[Row]:
    """Run what is missing in ``out`` and return all rows in the order of the episodes.

    Scripts that use "processes" must call this under ``if __name__ == "__main__":``.
    """
    runs = [(spec, out)]
    return evaluate_together(runs, episodes, executor=executor, options=options, progress=progress)[
        0
    ]


def evaluate_together(
    runs: Sequence[tuple[RunSpec, str | Path]],
    episodes: Sequence[Episode],
    *,
    executor: str = "inline",
    options: Options | None = None,
    progress: Progress | None = None,
) -> list[list[Row]]:
    """:func:`evaluate` for several runs over the same episodes, each with a directory of its own.

    An episode is run by every agent that lacks it before its worker goes on to the next, so agents that
    see the same frames need them looked at only once. Rows are those of each run alone, but for timings.
    ``progress`` counts the rows of all, and is told which ``runs`` the ``new`` ones belong to.
    """
    options = options or Options()
    _check(runs, episodes, options)
    execute = EXECUTORS.get(executor)
    with contextlib.ExitStack() as stack:
        writers = [stack.enter_context(RunDirectory(out).writing(spec)) for spec, out in runs]
        rows = [writer.run.rows() for writer in writers]
        errands = [
            Errand(episode, run)
            for episode in episodes
            for run, writer in enumerate(writers)
            if episode.id not in writer.done
        ]
        done, total = sum(map(len, rows)), len(runs) * len(episodes)
        if progress:
            owners = [run for run, found in enumerate(rows) for _ in found]
            progress(done, total, {"new": [*chain(*rows)], "runs": owners})
        # Closed at once on any error, or workers would run on while it is shown.
        specs = [spec for spec, _ in runs]
        with contextlib.closing(execute(specs, errands, options)) as outcomes:
            for outcome in outcomes if errands else ():
                writers[outcome.run].add(outcome.row, outcome.replay)
                rows[outcome.run].append(outcome.row)
                done += 1
                if progress:
                    progress(done, total, {"new": [outcome.row], "runs": [outcome.run]})
        rank = {e.id: i for i, e in enumerate(episodes)}
        for writer, found in zip(writers, rows):
            found.sort(key=lambda r: rank[r["episode"]])
            writer.finish(list(rank), summarise(found))
    return rows


def _check(
    runs: Sequence[tuple[RunSpec, str | Path]], episodes: Sequence[Episode], options: Options
) -> None:
    """Raise before anything is written."""
    check_positive("workers", options.workers)
    check_positive("time limit", options.time_limit)
    if len({e.id for e in episodes}) != len(episodes):
        raise InvalidValueError("two episodes share an id; ids must be unique in a run")
    for houses in {spec.houses for spec, _ in runs}:
        check_available((e.house for e in episodes), houses)
    if len({spec.episodes_digest for spec, _ in runs}) > 1:
        raise InvalidValueError("runs that go together have the same episodes; these differ")
