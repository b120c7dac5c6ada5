"""Episodes one after another in this process: simplest, and right for debugging."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from meadow.episodes.schema import Episode
from meadow.evaluation.executors import Options
from meadow.evaluation.spec import RunSpec
from meadow.evaluation.worker import Outcome, Worker


def run(
    spec: RunSpec, episodes: Sequence[Episode], options: Options
) -> Generator[Outcome, None, None]:
    """Yield outcomes in the order of the episodes; nothing stops one that hangs."""
    worker = Worker(spec)
    try:
        for episode in episodes:
            if options.onlooker is None:
                yield worker.run(episode)
                continue
            with options.onlooker(episode) as onlooker:
                outcome = worker.run(episode, onlooker.watch)
            yield outcome
    finally:
        worker.close()
