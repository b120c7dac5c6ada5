"""The policy of every parallel executor: who gets which errand, and what a lost worker costs.

A pool starts workers somewhere (processes, Ray actors) and carries bytes to and from them. The first
message of a worker is its report for duty: empty, or why it cannot work. Every later one is an
outcome. Silence for ever and sudden death are normal here.
"""

from __future__ import annotations

import os
import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import msgspec

from meadow.errors import MeadowError, RunError
from meadow.evaluation.run.executors import Options
from meadow.evaluation.run.executors.queue import Queue
from meadow.evaluation.run.spec import RunSpec
from meadow.evaluation.run.warmup import warm_up
from meadow.evaluation.run.worker import Errand, Outcome, Workers, failed_row

#: So many workers may die one after another before they report for duty.
MAX_FALSE_STARTS = 5
#: Seconds without any worker on duty after which a run ends; models may take minutes to load.
START_LIMIT = 900.0
#: Seconds between looks at the clock.
TICK = 0.5


class Clock:
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


class Hand(Protocol):
    """A worker elsewhere."""

    def send(self, errand: bytes) -> None:
        """Start an errand; a dead worker is noticed later, never here."""

    def stop(self) -> None:
        """End it at once, whatever it is doing."""


class Pool(Protocol):
    """Where workers come from."""

    def hire(self) -> Hand:
        """Start a worker, without waiting for it."""

    def hear(self, hands: Sequence[Hand], timeout: float) -> dict[Hand, bytes | None]:
        """Messages that have arrived, at most one for each worker; None when it is gone."""


@dataclass
class _Seat:
    """A place in the crew: its worker and what that is at work on."""

    hand: Hand
    ready: bool = False
    errand: Errand | None = None
    since: float = 0.0
    place: str = ""


class Crew:
    """Runs errands on the workers of a pool; lost workers are replaced, their errand retried once."""

    def __init__(
        self, pool: Pool, specs: Sequence[RunSpec], errands: Sequence[Errand], options: Options
    ) -> None:
        self._pool, self._specs, self._options = pool, specs, options
        self._queue = Queue(errands, together=len(specs) > 1)
        self._seats: list[_Seat] = []
        self._false_starts = 0
        self._clock = Clock()
        self._now = self._last_duty = self._clock.look()

    def outcomes(self) -> Generator[Outcome, None, None]:
        """Outcomes as they finish. Workers end with this generator, however it ends."""
        try:
            for _ in range(min(self._options.workers, len(self._queue))):
                self._seats.append(_Seat(self._pool.hire()))
            while self._queue or any(seat.errand for seat in self._seats):
                if self._options.enough():
                    self._queue.drop_unbegun()
                self._hand_out()
                heard = self._pool.hear([seat.hand for seat in self._seats], TICK)
                self._now = self._clock.look()
                for seat in list(self._seats):
                    if seat.hand in heard:
                        yield from self._answer(seat, heard[seat.hand])
                    elif self._late(seat):
                        yield from self._lose(seat, "timeout")
                self._check_duty()
        finally:
            for seat in self._seats:
                seat.hand.stop()

    def _hand_out(self) -> None:
        self._now = self._clock.look()
        for seat in self._seats:
            if seat.ready and seat.errand is None and self._queue:
                busy = {s.place for s in self._seats if s.errand}
                seat.errand = self._queue.take(seat.place, busy)
                seat.place, seat.since = self._queue.place(seat.errand), self._now
                seat.hand.send(msgspec.json.encode(seat.errand))

    def _answer(self, seat: _Seat, message: bytes | None) -> Iterator[Outcome]:
        if message is None:
            yield from self._lose(seat, "lost")
        elif not seat.ready:
            if message:
                raise RunError(message.decode())
            seat.ready = True
            self._false_starts = 0
        else:
            seat.errand = None
            yield msgspec.msgpack.decode(message, type=Outcome)

    def _late(self, seat: _Seat) -> bool:
        return seat.errand is not None and self._now - seat.since > self._options.time_limit

    def _lose(self, seat: _Seat, status: str) -> Iterator[Outcome]:
        """Replace a worker that died or hangs; its errand has one more try."""
        errand = seat.errand
        self._seats.remove(seat)
        seat.hand.stop()
        if not seat.ready:
            self._count_false_start()
        if errand is not None and not self._queue.retry(errand):
            limit = f"{self._options.time_limit:g} s"
            fate = {"lost": "its worker died", "timeout": f"it took longer than {limit}"}[status]
            spec = self._specs[errand.run]
            row = failed_row(spec, errand.episode, status, f"{fate}, twice")
            yield Outcome(row, None, errand.run)
        if self._queue:
            self._seats.append(_Seat(self._pool.hire()))

    def _count_false_start(self) -> None:
        self._false_starts += 1
        if self._false_starts >= MAX_FALSE_STARTS:
            raise RunError(
                f"{self._false_starts} workers in a row died while they started; their own messages "
                "are above. Try --executor inline to see why. In a script, evaluate() must be called "
                'under `if __name__ == "__main__":`. Finished episodes are kept'
            )

    def _check_duty(self) -> None:
        if any(seat.ready for seat in self._seats):
            self._last_duty = self._now
        elif self._now - self._last_duty > START_LIMIT:
            raise RunError(
                f"no worker has been ready for {START_LIMIT:g} s: the machine or cluster has no room "
                "for one, or they hang while they start. Finished episodes are kept"
            )


class Post:
    """The worker's side of a hand: reports for duty, then runs errands, all as bytes."""

    def report(self, specs: bytes) -> bytes:
        """Prepare; the message is empty, or says why this cannot work."""
        try:
            self._workers = Workers(msgspec.json.decode(specs, type=list[RunSpec]))
        except MeadowError as error:
            return str(error).encode()
        warm_up()  # loading compiled code must not count against the time limit of an episode
        return b""

    def run(self, errand: bytes) -> bytes:
        """Run an errand."""
        decoded = msgspec.json.decode(errand, type=Errand)
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
