"""Runs cases in forked children, which a crash, an endless loop or a huge array may cost."""

from __future__ import annotations

import faulthandler
import os
import resource
import select
import signal
import tempfile
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import msgspec

from meadow.errors import MeadowError
from meadow.seeding import stream
from meadow.testing.fuzz.targets import TARGETS, FuzzTarget

#: Seconds of work that a case may take, and seconds of waiting after which it counts as hanging.
SECONDS, PATIENCE = 20, 180.0
#: Bytes of memory that a case may use.
MEMORY = 2 << 30
#: Cases that one child runs before another takes over.
BATCH = 250


class FuzzFailure(msgspec.Struct, frozen=True):
    """A case that ended otherwise than it should."""

    target: str
    case: int
    seed: int
    kind: str
    """"error", "memory", "time" or "crash"."""
    error: str
    place: str = ""
    """File and line of the exception."""
    reproduce: str = ""


class _Said(msgspec.Struct):
    """A message of a child: a case begins, or how it ended."""

    case: int
    outcome: str = ""
    error: str = ""
    place: str = ""


@dataclass
class Tally:
    """The outcomes of the cases of one target."""

    target: str
    seed: int
    cases: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    """How many were read, and how many refused."""
    failures: list[FuzzFailure] = field(default_factory=list)
    seconds: float = 0.0

    def add(self, said: _Said) -> None:
        """Count a case that is over."""
        self.cases += 1
        if said.outcome in ("read", "refused"):
            self.outcomes[said.outcome] += 1
            return
        again = (
            f"python -m meadow.testing.fuzz --target {self.target} --seed {self.seed} "
            f"--case {said.case}"
        )
        self.failures.append(
            FuzzFailure(
                self.target, said.case, self.seed, said.outcome, said.error, said.place, again
            )
        )


def mutant(target: FuzzTarget, name: str, seed: int, case: int) -> bytes:
    """The input of a case."""
    rng = stream(seed, "fuzz", name, case)
    return target.mutate(rng.choice(target.samples), rng)


def fuzz(name: str, *, seed: int, cases: int) -> Tally:
    """Run the first ``cases`` cases of a target."""
    tally = Tally(name, seed)
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="meadow-fuzz-") as folder:
        target = TARGETS.get(name)(Path(folder))
        for sample in target.samples:
            target.feed(sample)  # valid input is read, or nothing that follows means anything
        while tally.cases < cases:
            _run_batch(tally, target, min(cases, tally.cases + BATCH))
    tally.seconds = round(time.monotonic() - began, 1)
    return tally


def _run_batch(tally: Tally, target: FuzzTarget, end: int) -> None:
    """Run cases up to ``end`` in a child, or as far as it lives."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        try:
            with os.fdopen(writer, "wb", buffering=0) as pipe:
                _work(pipe, tally, target, range(tally.cases, end))
        finally:
            os._exit(0)
    os.close(writer)
    case, silent = -1, False
    with os.fdopen(reader, "rb") as pipe:
        while True:
            silent = not select.select([pipe], [], [], PATIENCE)[0]
            line = b"" if silent else pipe.readline()
            if not line:
                break
            said = msgspec.json.decode(line, type=_Said)
            case = -1 if said.outcome else said.case
            if said.outcome:
                tally.add(said)
    if silent:
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    if case < 0:
        return
    ended = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
    if silent or ended == signal.SIGXCPU:
        tally.add(_Said(case, "time", f"still at work after {SECONDS} s"))
    else:
        tally.add(_Said(case, "crash", f"ended by signal {ended}"))


def _work(pipe: IO[bytes], tally: Tally, target: FuzzTarget, cases: range) -> None:
    """Run cases in a child and report each to the parent."""
    faulthandler.disable()  # the parent reports a crash
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _limit_memory()
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    for case in cases:
        pipe.write(msgspec.json.encode(_Said(case)) + b"\n")
        used = time.process_time()
        resource.setrlimit(resource.RLIMIT_CPU, (int(used) + SECONDS + 1, hard))
        pipe.write(msgspec.json.encode(_outcome(target, tally, case)) + b"\n")


def _limit_memory() -> None:
    """Let this process grow by the limit, however large it is: tests fuzz in processes that are."""
    pages = Path("/proc/self/statm")
    if not pages.is_file():
        return  # another system, where only errors, crashes and time are watched
    limit = int(pages.read_text().split()[0]) * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


def _outcome(target: FuzzTarget, tally: Tally, case: int) -> _Said:
    try:
        target.feed(mutant(target, tally.target, tally.seed, case))
        return _Said(case, "read")
    except MeadowError:
        return _Said(case, "refused")
    except BaseException as error:  # whatever it is, it is what is looked for
        kind = "memory" if isinstance(error, MemoryError) else "error"
        frame = traceback.extract_tb(error.__traceback__)[-1]
        own = [f for f in traceback.extract_tb(error.__traceback__) if "meadow" in f.filename]
        frame = own[-1] if own else frame
        place = f"{Path(frame.filename).name}:{frame.lineno}"
        return _Said(case, kind, f"{type(error).__name__}: {error}"[:300], place)
