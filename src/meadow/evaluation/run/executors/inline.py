"""Episodes one after another in this process: simplest, and right for debugging."""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Sequence

from meadow.evaluation.run.executors import ExecutorOptions
from meadow.evaluation.run.spec import RunSpec
from meadow.evaluation.run.worker import EpisodeJob, Outcome, WorkerGroup


def run(
    specs: Sequence[RunSpec], jobs: Sequence[EpisodeJob], options: ExecutorOptions
) -> Generator[Outcome, None, None]:
    """Yield outcomes in the order of the jobs; nothing stops one that hangs."""
    begun = ""
    with contextlib.closing(WorkerGroup(specs)) as workers:
        for job in jobs:
            if job.episode.id != begun and options.enough():
                return
            begun = job.episode.id
            if options.onlooker is None:
                yield workers.run(job)
                continue
            with options.onlooker(job.episode) as onlooker:
                outcome = workers.run(job, onlooker.watch)
            yield outcome
