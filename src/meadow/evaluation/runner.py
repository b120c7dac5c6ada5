"""Evaluate an agent on episodes into a run directory; the same call resumes."""

from __future__ import annotations

import contextlib
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
    executor: str = "inline",
    options: Options | None = None,
    progress: Progress | None = None,
) -> list[Row]:
    """Run what is missing in ``out`` and return all rows in the order of the episodes.

    Scripts that use "processes" must call this under ``if __name__ == "__main__":``.
    """
    options = options or Options()
    check_positive("workers", options.workers)
    check_positive("time limit", options.time_limit)
    if len({e.id for e in episodes}) != len(episodes):
        raise InvalidValueError("two episodes share an id; ids must be unique in a run")
    execute = EXECUTORS.get(executor)
    check_available((e.house for e in episodes), spec.houses)
    run = RunDirectory(out)
    with run.writing(spec) as writer:
        missing = [e for e in episodes if e.id not in writer.done]
        rows = run.rows()
        if progress:
            progress(len(rows), len(episodes), {"new": rows})
        # Closed at once on any error, or workers would run on while it is shown.
        with contextlib.closing(execute(spec, missing, options)) as outcomes:
            for outcome in outcomes if missing else ():
                writer.add(outcome.row, outcome.replay)
                rows.append(outcome.row)
                if progress:
                    progress(len(rows), len(episodes), {"new": [outcome.row]})
        rank = {e.id: i for i, e in enumerate(episodes)}
        rows.sort(key=lambda r: rank[r["episode"]])
        writer.finish([e.id for e in episodes], summarise(rows))
    return rows
