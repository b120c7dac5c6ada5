"""Playing in a terminal: keys are actions, lines are answers, and all phases of a task are told."""

from __future__ import annotations

import io
import os
import select
import subprocess
import sys

import pytest
from rich.console import Console

from meadow.cli.main import run as meadow
from meadow.evaluation.run.store import RunDirectory
from meadow.types import MANIPULATION, Action, Brief
from meadow.viewer.controls import TerminalControls, key_lines, question_lines

SUITE, STEPS, QUESTIONS = "excalibur-mini", 120, 8


def test_all_phases_are_played_with_keys_and_lines(tmp_path, monkeypatch, capsys) -> None:
    explore = ("wwad" * STEPS)[:STEPS]
    first, second = ["yes", "", *["no"] * 6], ["no"] * QUESTIONS
    # Keys that stand for nothing do not count; enter in phase III is Stop, and ends it.
    keys = f"?{explore}" + "".join(f"{said}\n" for said in first) + "aay\n"
    keys += "".join(f"{said}\n" for said in second)
    monkeypatch.setattr("sys.stdin", io.StringIO(keys))
    out = tmp_path / "played"
    assert meadow(["play", SUITE, "--terminal", "--episodes", "1", "-o", str(out)]) == 0
    shown = capsys.readouterr().out
    assert "key '?' is for nothing here" in shown
    assert shown.count("Type each answer") == 2
    assert shown.count("you said: no") == 6
    assert shown.count("you did not say") == 1
    (row,) = RunDirectory(out).rows()
    assert [list(said) for said in row["answers"]] == [first, second]
    assert row["metrics"]["t3"] == 2
    assert row["metrics"]["exqa"] is not None
    assert meadow(["verify", str(out)]) == 0


def test_the_end_of_the_input_stops_and_loses_nothing(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("w" * STEPS + "yes\n"))
    assert meadow(["play", SUITE, "--terminal", "--episodes", "1", "-o", str(tmp_path)]) == 130
    assert RunDirectory(tmp_path).rows() == []


def test_phase_three_tells_questions_and_answers() -> None:
    brief = Brief(task="t", goal="g", kind="free", questions=("A?", "B?"), answers=("yes", ""))
    assert question_lines(brief) == ["  A?  you said: yes", "  B?  you did not say"]
    assert question_lines(Brief(task="t", goal="g")) == []


def test_an_exam_shows_no_keys() -> None:
    console = Console(file=io.StringIO(), width=80)
    controls = TerminalControls(console, lambda: "")
    controls.begin(Brief(task="t", goal="answer", kind="exam", actions=MANIPULATION))
    assert str(Action.MOVE_AHEAD) not in console.file.getvalue()
    assert any(str(Action.MOVE_AHEAD) in line for line in key_lines(Brief(task="t", goal="g")))


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are POSIX's")
def test_answers_are_shown_while_they_are_typed() -> None:
    """Single keys are read without echo, lines with it."""
    import pty

    code = (
        "from meadow.viewer.controls import keyboard\n"
        "with keyboard() as (read, ask):\n"
        "    print('ready', flush=True); key = read(); said = ask('who? ')\n"
        "print(repr((key, said)))"
    )
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdin=slave, stdout=slave, stderr=slave
    )
    os.close(slave)
    seen = b""

    def until(text: bytes) -> None:
        nonlocal seen
        while text not in seen:
            assert select.select([master], [], [], 60.0)[0], f"{text!r} is not in {seen!r}"
            seen += os.read(master, 1024)

    until(b"ready")
    os.write(master, b"w")
    until(b"who? ")
    os.write(master, b"me\n")
    until(b"('w', 'me')")
    assert process.wait(30) == 0
    os.close(master)
    typed = seen.split(b"who? ")[1]
    assert typed.startswith(b"me\r\n")
    assert b"w" not in seen.split(b"ready")[1].split(b"who?")[0]
