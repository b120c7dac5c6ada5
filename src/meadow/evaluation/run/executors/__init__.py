"""Where episodes run: in this process, in several, or on a Ray cluster.

An executor is a generator function ``(specs, jobs, options)`` that yields each :class:`Outcome` as
it finishes, in any order, and ends its workers when it is closed. A job is an episode for one of the
specs; all jobs of an episode go to one worker, as long as there are others for the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from meadow.episodes.schema import Episode
from meadow.evaluation.run.rollout import Moment
from meadow.evaluation.run.spec import RunSpec
from meadow.evaluation.run.worker import EpisodeJob, Outcome
from meadow.registry import Registry


class Onlooker(Protocol):
    """A live view, open while its episode runs."""

    def __enter__(self) -> Onlooker: ...

    def __exit__(self, *error: Any) -> None: ...

    def watch(self, moment: Moment) -> None:
        """Told of every step."""


@dataclass(frozen=True, kw_only=True)
class ExecutorOptions:
    """How an executor spreads its work; nothing here changes a result."""

    workers: int = 1
    """Processes or actors."""
    time_limit: float = 600.0
    """Seconds for one episode before its worker counts as hanging; not watched by "inline"."""
    ray_address: str = ""
    """Address of a running Ray cluster; empty starts one on this machine."""
    onlooker: Callable[[Episode], Onlooker] | None = None
    """Opens a live view of each episode; only "inline" has one."""
    enough: Callable[[], bool] = lambda: False
    """Asked again and again; once it says yes, no episode is begun, and those under way are finished by
    everyone."""


Executor = Callable[
    [Sequence[RunSpec], Sequence[EpisodeJob], ExecutorOptions], Generator[Outcome, None, None]
]

EXECUTORS: Registry[Executor] = Registry("executor")
for _name, _what in (
    ("inline", "in this process, one episode after another"),
    ("processes", "in worker processes on this machine"),
    ("ray", "in Ray actors on this machine or a cluster"),
):
    EXECUTORS.lazy(_name, f"meadow.evaluation.run.executors.{_name}:run", summary=_what)
