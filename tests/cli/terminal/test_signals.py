"""SIGTERM ends a command as Ctrl-C does, with exit code 143."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import pytest

from meadow.cli.terminal.signals import StopRequest, Terminated, exit_code, terminable
from meadow.scenes.schema import read_house


def test_sigterm_keeps_finished_homes(tmp_path) -> None:
    command = ["generate", "houses", "-n", "5000", "--rooms", "1", "-o"]
    process = subprocess.Popen(
        [sys.executable, "-m", "meadow", *command, str(tmp_path)], stderr=subprocess.PIPE
    )
    while not list(tmp_path.glob("*.json.gz")):
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGTERM)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 143
    assert b"Traceback" not in said
    for file in tmp_path.iterdir():  # whole ones alone
        read_house(file)


def test_exit_codes_are_those_of_shells() -> None:
    assert exit_code(KeyboardInterrupt()) == 130
    assert exit_code(Terminated()) == 143
    with pytest.raises(Terminated), terminable():
        signal.raise_signal(signal.SIGTERM)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_training_is_asked_to_finish_its_iteration(number, code) -> None:
    before = {n: signal.getsignal(n) for n in (signal.SIGINT, signal.SIGTERM)}
    try:
        asked = StopRequest()
        assert not asked()
        signal.raise_signal(number)
        assert asked()
        assert asked.exit_code == code
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(number)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
