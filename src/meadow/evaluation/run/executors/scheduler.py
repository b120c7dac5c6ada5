"""The policy of every parallel executor: who gets which job, and what a lost worker costs.

A pool starts workers somewhere (processes, Ray actors) and carries bytes to and from them. The first
message of a worker says that it is ready: it is empty, or says why the worker cannot work. Every later
one is an outcome. Workers may hang or die at any time.
"""

from __future__ import annotations

import os
import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

import msgspec

from meadow.errors import MeadowError, RunError
from meadow.evaluation.run.executors import ExecutorOptions
from meadow.evaluation.run.executors.queue import JobQueue
from meadow.evaluation.run.spec import RunSpec
from meadow.evaluation.run.warmup import warm_up
from meadow.evaluation.run.worker import EpisodeJob, Outcome, WorkerGroup, failed_row

#: So many workers may die one after another before they report for duty.
MAX_FALSE_STARTS = 5
#: Seconds without any worker on duty after which a run ends; models may take minutes to load.
START_LIMIT = 900.0
#: Seconds between looks at the clock.
TICK = 0.5


class AwakeClock:
    """Seconds that passed while this process was awake.

    Whoever waits looks every :data:`TICK` seconds. A longer gap between two looks means that the process
    was suspended, with its workers, or had no processor: no more than two ticks of it count.
    """

    def __init__(self) -> None:
        self._last = time.monotonic()
        self._seconds = 0.0

    def look(self) -> float:
        """The time of this clock."""
        now = time.monotonic()
        self._seconds += min(now - self._last, 2 * TICK)
        self._last = now
        return self._seconds


class RemoteWorker(Protocol):
    """A worker in another process or on another machine, which does one job at a time."""

    def send(self, job: bytes) -> None:
        """Start a job; a dead worker is noticed later, never here."""

    def stop(self) -> None:
        """End it at once, whatever it is doing."""


Worker = TypeVar("Worker", bound=RemoteWorker)


class WorkerPool(Protocol[Worker]):
    """Where workers come from."""

    def start(self) -> Worker:
        """Start a worker, without waiting for it."""

    def poll(self, workers: Sequence[Worker], timeout: float) -> dict[Worker, bytes | None]:
        """Messages that have arrived, at most one for each worker; None when it is gone."""


@dataclass
class _Slot(Generic[Worker]):
    """A place for a worker, and what that worker is at work on."""

    worker: Worker
    ready: bool = False
    job: EpisodeJob | None = None
    since: float = 0.0
    place: str = ""


class Scheduler(Generic[Worker]):
    """Runs jobs on the workers of a pool; lost workers are replaced, their job retried once."""

    def __init__(
        self,
        pool: WorkerPool[Worker],
        specs: Sequence[RunSpec],
        jobs: Sequence[EpisodeJob],
        options: ExecutorOptions,
    ) -> None:
        self._pool, self._specs, self._options = pool, specs, options
        self._queue = JobQueue(jobs, together=len(specs) > 1)
        self._slots: list[_Slot[Worker]] = []
        self._false_starts = 0
        self._clock = AwakeClock()
        self._now = self._last_duty = self._clock.look()

    def outcomes(self) -> Generator[Outcome, None, None]:
        """Outcomes as they finish. Workers end with this generator, however it ends."""
        try:
            for _ in range(min(self._options.workers, len(self._queue))):
                self._slots.append(_Slot(self._pool.start()))
            while self._queue or any(slot.job for slot in self._slots):
                if self._options.enough():
                    self._queue.drop_unbegun()
                self._hand_out()
                arrived = self._pool.poll([slot.worker for slot in self._slots], TICK)
                self._now = self._clock.look()
                for slot in list(self._slots):
                    if slot.worker in arrived:
                        yield from self._answer(slot, arrived[slot.worker])
                    elif self._late(slot):
                        yield from self._lose(slot, "timeout")
                self._check_duty()
        finally:
            for slot in self._slots:
                slot.worker.stop()

    def _hand_out(self) -> None:
        self._now = self._clock.look()
        for slot in self._slots:
            if slot.ready and slot.job is None and self._queue:
                busy = {s.place for s in self._slots if s.job}
                slot.job = self._queue.take(slot.place, busy)
                slot.place, slot.since = self._queue.place(slot.job), self._now
                slot.worker.send(msgspec.json.encode(slot.job))

    def _answer(self, slot: _Slot[Worker], message: bytes | None) -> Iterator[Outcome]:
        if message is None:
            yield from self._lose(slot, "lost")
        elif not slot.ready:
            if message:
                raise RunError(message.decode())
            slot.ready = True
            self._false_starts = 0
        else:
            slot.job = None
            yield msgspec.msgpack.decode(message, type=Outcome)

    def _late(self, slot: _Slot[Worker]) -> bool:
        return slot.job is not None and self._now - slot.since > self._options.time_limit

    def _lose(self, slot: _Slot[Worker], status: str) -> Iterator[Outcome]:
        """Replace a worker that died or hangs; its job has one more try."""
        job = slot.job
        self._slots.remove(slot)
        slot.worker.stop()
        if not slot.ready:
            self._count_false_start()
        if job is not None and not self._queue.retry(job):
            limit = f"{self._options.time_limit:g} s"
            fate = {"lost": "its worker died", "timeout": f"it took longer than {limit}"}[status]
            spec = self._specs[job.run]
            row = failed_row(spec, job.episode, status, f"{fate}, twice")
            yield Outcome(row, None, job.run)
        if self._queue:
            self._slots.append(_Slot(self._pool.start()))

    def _count_false_start(self) -> None:
        self._false_starts += 1
        if self._false_starts >= MAX_FALSE_STARTS:
            raise RunError(
                f"{self._false_starts} workers in a row died while they started; their own messages "
                "are above. Try --executor inline to see why. In a script, evaluate() must be called "
                'under `if __name__ == "__main__":`. Finished episodes are kept'
            )

    def _check_duty(self) -> None:
        if any(slot.ready for slot in self._slots):
            self._last_duty = self._now
        elif self._now - self._last_duty > START_LIMIT:
            raise RunError(
                f"no worker has been ready for {START_LIMIT:g} s: the machine or cluster has no room "
                "for one, or they hang while they start. Finished episodes are kept"
            )


class WorkerService:
    """The side of a :class:`RemoteWorker` that works: reports for duty, then runs jobs, all as bytes."""

    def report(self, specs: bytes) -> bytes:
        """Prepare; the message is empty, or says why this cannot work."""
        try:
            self._workers = WorkerGroup(msgspec.json.decode(specs, type=list[RunSpec]))
        except MeadowError as error:
            return str(error).encode()
        warm_up()  # loading compiled code must not count against the time limit of an episode
        return b""

    def run(self, job: bytes) -> bytes:
        """A job is done and its outcome returned; a fault becomes a row with its error."""
        decoded = msgspec.json.decode(job, type=EpisodeJob)
        return msgspec.msgpack.encode(self._workers.run(decoded))


def worker_environment() -> dict[str, str]:
    """Variables for workers: one thread each unless the user says otherwise, and where things are.

    Workers do not import from the working directory, where a file may be called numpy.py.
    """
    threads = ("OMP", "OPENBLAS", "MKL", "NUMBA")
    single = {f"{name}_NUM_THREADS": "1" for name in threads}
    ours = {k: v for k, v in os.environ.items() if k.startswith("MEADOW_")}
    chosen = {k: os.environ[k] for k in single if k in os.environ}
    return {**single, **chosen, **ours, "PYTHONSAFEPATH": "1"}
