"""An interleaved comparison: each renderer has a process of its own, and they draw in turns.

A temporary disturbance of the machine then affects all of them alike. Time is CPU time of all threads and
of the processes that a renderer starts, so other programs on the machine hardly matter.
"""

from __future__ import annotations

import multiprocessing
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any

from meadow import optional
from meadow.adapters.peers import RENDERERS
from meadow.adapters.peers.workload import Contestant, Workload
from meadow.errors import MeadowError
from meadow.types import Array

CHUNK = 16
"""Number of frames between two readings of the clock."""
START = 180.0
"""Seconds that a renderer may take to begin (the first run of Meadow compiles)."""
ANSWER = 60.0
"""Seconds beyond its turn that a renderer may take to answer."""


@dataclass
class Runner:
    """One renderer and its results."""

    name: str
    version: str = ""
    rates: list[float] = field(default_factory=list)
    """Frames per CPU-second, one for each round."""
    ids: list[Array | None] = field(default_factory=list)
    failure: str = ""
    """Why it does not take part; empty when it does."""

    @property
    def fps(self) -> float:
        """The median over rounds."""
        return statistics.median(self.rates) if self.rates else 0.0


def race(
    names: Sequence[str],
    workload: Workload,
    *,
    seconds: float = 5.0,
    rounds: int = 5,
    compare: Sequence[int] = (),
    report: Callable[[str], None] = lambda text: None,
) -> list[Runner]:
    """Let renderers draw in turns.

    Args:
        names: Names of the renderers, in their order.
        workload: The frames to draw.
        seconds: CPU-seconds of each renderer in all.
        rounds: Number of turns of each renderer.
        compare: Frames whose instance ids are kept.
        report: Called with lines about the progress.
    """
    runners = []
    lines: list[tuple[Runner, _Line]] = []
    try:
        for name in names:
            runner = Runner(name)
            runners.append(runner)
            report(f"starting {name}")
            line = _Line(name, workload)
            with line.failing(runner):
                runner.version = line.receive(START)
                lines.append((runner, line))
        for turn in range(rounds):
            # Each round begins with another renderer, so that the order changes.
            lines = [(runner, line) for runner, line in lines[1:] + lines[:1] if not runner.failure]
            for runner, line in lines:
                report(f"round {turn + 1} of {rounds}: {runner.name}")
                with line.failing(runner):
                    runner.rates.append(line.ask("draw", seconds / rounds, wait=seconds + ANSWER))
        for runner, line in [pair for pair in lines if not pair[0].failure]:
            with line.failing(runner):
                runner.ids = line.ask("ids", list(compare), wait=ANSWER)
    finally:
        for _, line in lines:
            line.close()
    return runners


class _Line:
    """The connection to a renderer in another process."""

    def __init__(self, name: str, workload: Workload) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, far = context.Pipe()
        self._process = context.Process(target=_serve, args=(far, name, workload), daemon=False)
        self._process.start()
        far.close()

    def receive(self, wait: float) -> Any:
        """Return its next answer."""
        if not self._pipe.poll(wait):
            raise MeadowError(f"no answer within {wait:.0f} s")
        try:
            good, answer = self._pipe.recv()
        except EOFError:
            self._process.join(5.0)
            code = self._process.exitcode
            raise MeadowError(f"its process ended with exit code {code}") from None
        if not good:
            raise MeadowError(answer)
        return answer

    def ask(self, what: str, value: object, wait: float) -> Any:
        """Send a request and wait for the answer."""
        with suppress(BrokenPipeError):  # its answer says why
            self._pipe.send((what, value))
        return self.receive(wait)

    @contextmanager
    def failing(self, runner: Runner) -> Iterator[None]:
        """Note a failure and stop the process; the others go on."""
        try:
            yield
        except MeadowError as error:
            runner.failure = str(error)
            runner.rates.clear()
            self.close()

    def close(self) -> None:
        """The other process is asked to stop, and killed if it still runs 10 seconds later."""
        with suppress(OSError):
            self._pipe.send(("stop", None))
        self._process.join(10.0)
        if self._process.is_alive():
            self._process.kill()
        self._pipe.close()


def _serve(pipe: Connection, name: str, workload: Workload) -> None:
    """Make the renderer and answer requests; runs in the other process."""
    try:
        contestant = RENDERERS.make(name, workload=workload)
        contestant.draw(0, min(workload.frames, 2 * CHUNK))  # compiles kernels and shaders
    except Exception as error:  # whatever it is, the others go on
        pipe.send((False, str(error) or type(error).__name__))
        return
    pipe.send((True, contestant.version))
    first = 0
    with suppress(EOFError, KeyboardInterrupt):
        while True:
            what, value = pipe.recv()
            if what == "stop":
                break
            if what == "ids":
                pipe.send((True, [contestant.ids(i % workload.frames) for i in value]))
            else:
                frames, spent = _draw(contestant, first, value)
                first += frames
                pipe.send((True, frames / spent))
    contestant.close()


def _draw(contestant: Contestant, first: int, seconds: float) -> tuple[int, float]:
    """Draw for some CPU-seconds; return the number of frames and the CPU-seconds they took."""
    clock = _family_clock if contestant.children else time.process_time
    began = clock()
    frames = 0
    while (spent := clock() - began) < seconds:
        contestant.draw(first + frames, CHUNK)
        frames += CHUNK
    return frames, spent


def _family_clock() -> float:
    """CPU-seconds of this process and of all that it has started."""
    psutil = optional.require("psutil")
    total = time.process_time()
    for child in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            times = child.cpu_times()
            total += times.user + times.system
    return total
