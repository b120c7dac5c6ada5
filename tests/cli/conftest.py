"""What tests of commands share: how they are refused, and a terminal to run them in."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from meadow.cli.main import run

COLUMNS, LINES = 80, 30
_ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


@pytest.fixture
def assert_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[[list[str], str], None]:
    """Checks that a command is refused in these words and leaves no file behind."""

    def check(arguments: list[str], words: str) -> None:
        monkeypatch.chdir(tmp_path)
        assert run(arguments) == 2
        assert words in capsys.readouterr().err
        assert not list(tmp_path.iterdir())

    return check


@dataclass(frozen=True)
class Ended:
    """What some work left on its terminal."""

    code: int
    raw: str

    @property
    def lines(self) -> list[str]:
        """The lines without colours, and without what was drawn over in place."""
        lines = []
        for line in self.raw.replace("\r\n", "\n").split("\n"):
            shown = _ESCAPE.sub("", line.rpartition("\x1b[2K")[2])
            lines.append(shown.rpartition("\r")[2])
        return lines

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


@pytest.fixture
def in_terminal() -> Callable[..., Ended]:
    """Does some work in a forked process whose input, output and errors are a terminal of 80x30.

    The work is a function that returns an exit code, or that becomes another program.
    """

    def run_there(work: Callable[[], int], timeout: float = 240.0) -> Ended:
        pid, terminal = pty.fork()
        if pid == 0:
            _become(work)
        raw, deadline = b"", time.monotonic() + timeout
        while True:
            if not select.select([terminal], [], [], max(0.0, deadline - time.monotonic()))[0]:
                os.kill(pid, signal.SIGKILL)
                break
            try:
                some = os.read(terminal, 65536)
            except OSError:  # Linux says EIO when the last process has closed the terminal
                break
            if not some:
                break
            raw += some
        os.close(terminal)
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        return Ended(code, raw.decode(errors="replace"))

    return run_there


def _become(work: Callable[[], int]) -> None:
    """The forked process: never returns into the test."""
    code = 70
    try:
        fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
        for name in ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR"):
            os.environ.pop(name, None)
        os.environ["TERM"] = "xterm-256color"
        sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w")
        code = work()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
