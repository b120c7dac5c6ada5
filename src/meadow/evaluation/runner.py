"""Evaluate an agent on episodes into a run directory; the same call resumes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from meadow.episodes.houses import check_available
from meadow.episodes.schema import Episode
from meadow.errors import InvalidValueError
from meadow.evaluation.executors import EXECUTORS, Options
from meadow.evaluation.spec import RunSpec, check_positive
from meadow.evaluation.store import Row, RunDirectory
from meadow.evaluation.summary import summarise
from meadow.protocols import Progress


def evaluate(
    spec: RunSpec,
    episodes: Sequence[Episode],
    out: str | Path,
    *,
    executor: str = "",
    options: Options | None = None,
    progress: Progress | None = None,
) -> list[Row]:
    """Run what is missing in ``out`` and return all rows in the order of the episodes.

    ``executor`` defaults to "processes" for several workers and "inline" for one.
    """
    options = options or Options()
    check_positive("workers", options.workers)
    check_positive("time limit", options.time_limit)
    if len({e.id for e in episodes}) != len(episodes):
        raise InvalidValueError("two episodes share an id; ids must be unique in a run")
    execute = EXECUTORS.get(executor or ("processes" if options.workers > 1 else "inline"))
    check_available(e.house for e in episodes)
    run = RunDirectory(out)
    with run.writing(spec) as writer:
        missing = [e for e in episodes if e.id not in writer.done]
        rows = run.rows()
        if progress:
            progress(len(rows), len(episodes), {"rows": rows})
        for outcome in execute(spec, missing, options) if missing else ():
            writer.add(outcome.row, outcome.replay)
            rows.append(outcome.row)
            if progress:
                progress(len(rows), len(episodes), {"rows": rows, "row": outcome.row})
        rank = {e.id: i for i, e in enumerate(episodes)}
        rows.sort(key=lambda r: rank[r["episode"]])
        writer.finish([e.id for e in episodes], summarise(rows))
    return rows
