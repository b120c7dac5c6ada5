"""Episodes in worker processes that may die or hang at any moment without costing the run."""

from __future__ import annotations

import contextlib
import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
from collections.abc import Generator, Iterator, Sequence
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection

import msgspec

from meadow.evaluation.run.executors import ExecutorOptions
from meadow.evaluation.run.executors.scheduler import Scheduler, WorkerService, worker_environment
from meadow.evaluation.run.spec import RunSpec
from meadow.evaluation.run.warmup import warm_up
from meadow.evaluation.run.worker import EpisodeJob, Outcome

#: Forking a process that has compiled code and threads is not safe; a fresh one is.
_CONTEXT = multiprocessing.get_context("spawn")


def run(
    specs: Sequence[RunSpec], jobs: Sequence[EpisodeJob], options: ExecutorOptions
) -> Generator[Outcome, None, None]:
    """Yield outcomes as they finish."""
    warm_up()  # once here, or every worker compiles for itself
    yield from Scheduler(_Processes(specs), specs, jobs, options).outcomes()


class _Processes:
    """Starts worker processes and listens to their pipes."""

    def __init__(self, specs: Sequence[RunSpec]) -> None:
        self._specs = msgspec.json.encode(specs)

    def start(self) -> _Process:
        return _Process(self._specs)

    def poll(self, workers: Sequence[_Process], timeout: float) -> dict[_Process, bytes | None]:
        by_pipe: dict[object, _Process] = {worker.pipe: worker for worker in workers}
        ready = multiprocessing.connection.wait([worker.pipe for worker in workers], timeout)
        return {by_pipe[pipe]: by_pipe[pipe].receive() for pipe in ready}


class _Process:
    """A worker process and the pipe to it."""

    def __init__(self, specs: bytes) -> None:
        self.pipe: Connection
        self.pipe, theirs = _CONTEXT.Pipe()
        self._process = _CONTEXT.Process(target=_serve, args=(theirs, specs), daemon=True)
        with _environment(worker_environment()), _without_interrupts():
            self._process.start()
        theirs.close()

    def send(self, job: bytes) -> None:
        with contextlib.suppress(OSError):  # a dead worker is noticed when its answer is due
            self.pipe.send_bytes(job)

    def receive(self) -> bytes | None:
        """The message that is there, or None when the worker is gone."""
        try:
            return self.pipe.recv_bytes()
        except (EOFError, OSError):
            return None

    def stop(self) -> None:
        self._process.kill()
        self._process.join()
        self.pipe.close()


@contextlib.contextmanager
def _environment(variables: dict[str, str]) -> Iterator[None]:
    """What a process started here finds in its environment: libraries read it when they load."""
    before = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


@contextlib.contextmanager
def _without_interrupts() -> Iterator[None]:
    """Processes started here inherit that Ctrl-C, sent to all, is the main process's to handle."""
    # The first process to be started would start this one, which lets interrupts through again.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(pipe: Connection, specs: bytes) -> None:
    """The worker's main loop: jobs in, outcomes out, until the pipe closes."""
    _die_with_parent()
    service = WorkerService()
    with contextlib.suppress(EOFError, OSError):
        pipe.send_bytes(service.report(specs))
        while True:
            pipe.send_bytes(service.run(pipe.recv_bytes()))


def _die_with_parent() -> None:
    """A killed main process must not leave workers behind that still burn a core."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
