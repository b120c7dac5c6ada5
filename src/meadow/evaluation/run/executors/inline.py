"""Episodes one after another in this process: simplest, and right for debugging."""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Sequence

from meadow.evaluation.run.executors import Options
from meadow.evaluation.run.spec import RunSpec
from meadow.evaluation.run.worker import Errand, Outcome, Workers


def run(
    specs: Sequence[RunSpec], errands: Sequence[Errand], options: Options
) -> Generator[Outcome, None, None]:
    """Yield outcomes in the order of the errands; nothing stops one that hangs."""
    begun = ""
    with contextlib.closing(Workers(specs)) as workers:
        for errand in errands:
            if errand.episode.id != begun and options.enough():
                return
            begun = errand.episode.id
            if options.onlooker is None:
                yield workers.run(errand)
                continue
            with options.onlooker(errand.episode) as onlooker:
                outcome = workers.run(errand, onlooker.watch)
            yield outcome
