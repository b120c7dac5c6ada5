"""Episodes in worker processes that may die or hang at any moment without costing the run."""

from __future__ import annotations

import contextlib
import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

import msgspec

from meadow.episodes.schema import Episode
from meadow.evaluation.executors import Options
from meadow.evaluation.executors.queue import Queue
from meadow.evaluation.spec import RunSpec
from meadow.evaluation.worker import Outcome, Worker, failed_row

#: Forking a process that has compiled code and threads is not safe; a fresh one is.
_CONTEXT = multiprocessing.get_context("spawn")


def run(spec: RunSpec, episodes: Sequence[Episode], options: Options) -> Iterator[Outcome]:
    """Yield outcomes as they finish; lost workers are replaced and their episode retried once."""
    queue = Queue(episodes)
    crew = [_Member(spec) for _ in range(min(options.workers, len(episodes)))]
    try:
        while queue or any(m.episode for m in crew):
            for member in crew:
                if member.episode is None:
                    busy = {m.episode.house.uri for m in crew if m.episode}
                    member.give(queue.take(member.home, busy))
            yield from _collect(spec, crew, queue, options)
    finally:
        for member in crew:
            member.stop()


def _collect(
    spec: RunSpec, crew: list[_Member], queue: Queue, options: Options
) -> Iterator[Outcome]:
    """Wait for the next message or death and turn it into outcomes or retries."""
    waiting = [m.pipe for m in crew if m.episode]
    ready = set(multiprocessing.connection.wait(waiting, timeout=0.5))
    for member in crew:
        episode = member.episode
        if episode is None:
            continue
        if member.pipe in ready:
            outcome = member.take()
            if outcome is not None:
                yield outcome
                continue
            fate = "its worker process died"
        elif time.monotonic() - member.since > options.time_limit:
            fate = f"it took longer than the time limit of {options.time_limit:g} s"
        else:
            continue
        member.replace()
        if not queue.retry(episode):
            status = "timeout" if "time limit" in fate else "lost"
            yield Outcome(failed_row(spec, episode, status, f"{fate}, twice"), None)


class _Member:
    """A worker process and the pipe to it."""

    def __init__(self, spec: RunSpec) -> None:
        self._spec = spec
        self.home = ""
        self._start()

    def _start(self) -> None:
        self.pipe: Connection
        self.pipe, theirs = _CONTEXT.Pipe()
        self._process: BaseProcess = _CONTEXT.Process(
            target=_serve, args=(theirs, msgspec.json.encode(self._spec)), daemon=True
        )
        self._process.start()
        theirs.close()
        self.episode: Episode | None = None
        self.since = time.monotonic()

    def give(self, episode: Episode | None) -> None:
        self.episode, self.since = episode, time.monotonic()
        if episode is None:
            return
        self.home = episode.house.uri
        with contextlib.suppress(OSError):  # a dead worker is noticed when its answer is due
            self.pipe.send_bytes(msgspec.json.encode(episode))

    def take(self) -> Outcome | None:
        """The outcome, or None when the worker is gone."""
        try:
            outcome = msgspec.msgpack.decode(self.pipe.recv_bytes(), type=Outcome)
        except (EOFError, OSError):
            return None
        self.episode = None
        return outcome

    def replace(self) -> None:
        self.stop()
        self._start()

    def stop(self) -> None:
        self._process.kill()
        self._process.join()
        self.pipe.close()


def _serve(pipe: Connection, spec: bytes) -> None:
    """The worker's main loop: episodes in, outcomes out, until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the main process's to handle
    _die_with_parent()
    worker = Worker(msgspec.json.decode(spec, type=RunSpec))
    with contextlib.suppress(EOFError, OSError):
        while True:
            episode = msgspec.json.decode(pipe.recv_bytes(), type=Episode)
            pipe.send_bytes(msgspec.msgpack.encode(worker.run(episode)))


def _die_with_parent() -> None:
    """A killed main process must not leave workers behind that still burn a core."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
