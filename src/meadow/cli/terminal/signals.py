"""SIGTERM, which batch systems send before they kill, ends every command as Ctrl-C does."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class Terminated(KeyboardInterrupt):
    """SIGTERM came: the command ends as it does after Ctrl-C, but with another exit code."""


@contextmanager
def terminable() -> Iterator[None]:
    """Raise :class:`Terminated` at SIGTERM: workers are ended and finished work is kept."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread hears signals
        return

    def stop(*_: object) -> None:
        raise Terminated

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def exit_code(stop: KeyboardInterrupt) -> int:
    """128 and the number of the signal, as shells count."""
    return 128 + (signal.SIGTERM if isinstance(stop, Terminated) else signal.SIGINT)


def stopped(stop: KeyboardInterrupt, out: Path) -> int:
    """Say that finished episodes are kept; the exit code."""
    sys.stderr.write(
        f"\nmeadow: stopped. Finished episodes are kept in {out}; the same command goes on.\n"
    )
    return exit_code(stop)


class StopRequest:
    """Whether Ctrl-C or SIGTERM came: the iteration is finished and saved. A second one ends at once."""

    def __init__(self) -> None:
        self.exit_code = 0
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._note)

    def _note(self, number: int, _: object) -> None:
        self.exit_code = 128 + number
        signal.signal(number, signal.default_int_handler)
        sys.stderr.write("meadow: finishing this iteration, then saving\n")

    def __call__(self) -> bool:
        return self.exit_code != 0
