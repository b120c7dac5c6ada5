"""Several ranks run the very command that was typed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("torch")

from torch.distributed.run import get_args_parser

from meadow.cli.terminal.options import this_command
from meadow.errors import InvalidValueError
from meadow.learning.ranks import in_ranks, torchrun_options


def test_torchrun_leaves_our_options_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = ["train", "eyes", "--start", "runs/a", "--ranks", "2"]
    monkeypatch.setattr(sys, "argv", ["meadow", *typed])
    understood = get_args_parser().parse_args(torchrun_options(2, this_command()))
    assert understood.nproc_per_node == "2"
    assert understood.module
    assert understood.training_script == "meadow.cli.main"
    assert understood.training_script_args == typed


def test_a_single_rank_works_in_this_process() -> None:
    assert in_ranks(1, 1, lambda crew: 10 * crew.size + crew.rank) == 10


def test_no_ranks_are_refused() -> None:
    with pytest.raises(InvalidValueError, match="--ranks"):
        in_ranks(0, 1, lambda crew: 0)


RANK = """
import os, signal, sys, time
from pathlib import Path

def stop(*_):
    time.sleep(1.0)  # saving takes a while
    Path("saved-" + os.environ["RANK"]).touch()
    sys.exit(143)

signal.signal(signal.SIGTERM, stop)
if "fail" in sys.argv:
    sys.exit(3)
Path("began-" + os.environ["RANK"]).touch()
time.sleep(60)
"""

LAUNCH = """
import sys
from meadow.cli.terminal.signals import terminable
from meadow.learning.ranks import in_ranks
with terminable():
    sys.exit(in_ranks(2, 1, lambda crew: 0, ["rank_of_a_test", *sys.argv[1:]]))
"""


def launched(folder: Path, *words: str) -> subprocess.Popen[str]:
    (folder / "rank_of_a_test.py").write_text(RANK)
    path = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])
    return subprocess.Popen(
        [sys.executable, "-c", LAUNCH, *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path},
        stderr=subprocess.PIPE,
        text=True,
    )


def test_ranks_have_time_to_save_when_the_command_is_ended(tmp_path: Path) -> None:
    """The launcher was once killed at once, and its ranks trained on for ever."""
    process = launched(tmp_path)
    for _ in range(600):
        if len(list(tmp_path.glob("began-*"))) == 2:
            break
        time.sleep(0.1)
    process.send_signal(signal.SIGTERM)
    _, told = process.communicate(timeout=60)
    assert process.returncode == 128 + signal.SIGTERM
    assert {path.name for path in tmp_path.glob("saved-*")} == {"saved-0", "saved-1"}
    assert "Traceback" not in told


def test_the_exit_code_is_that_of_a_rank_that_failed(tmp_path: Path) -> None:
    process = launched(tmp_path, "fail")
    _, told = process.communicate(timeout=120)
    assert process.returncode == 3
    assert "Traceback" not in told
