"""The command line as a newcomer meets it."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import pytest

from meadow.cli.main import COMMANDS, main, run

README = Path(__file__).parents[2] / "README.md"


def test_the_overview_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == 0
    text = capsys.readouterr().out
    assert all(f"meadow {name}" in text for name in COMMANDS)
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize(("told", "threads"), [({}, "1"), ({"OPENBLAS_NUM_THREADS": "4"}, "4")])
def test_matrices_take_one_thread_unless_told(
    told: dict[str, str], threads: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "environ", dict(told))
    with pytest.raises(SystemExit):
        main(["--version"])
    assert os.environ["OPENBLAS_NUM_THREADS"] == threads


def test_a_group_lists_its_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tasks"]) == 0
    assert "meadow tasks show" in capsys.readouterr().out


def test_a_slip_is_answered_with_the_nearest_command(capsys: pytest.CaptureFixture[str]) -> None:
    for slip, meant in {
        "evla": "eval",
        "evall objectnav": "eval",
        "tasks shwo objectnav": "tasks show",
        "task show objectnav": "tasks show",
        "benhc sim": "bench sim",
    }.items():
        assert run(slip.split()) == 2
        assert f"Did you mean '{meant}'" in capsys.readouterr().err


def test_the_readme_names_only_commands_that_exist() -> None:
    lines = [line.strip() for line in README.read_text().splitlines()]
    commands = [shlex.split(line, comments=True) for line in lines if line.startswith("meadow ")]
    assert commands
    for words in commands:
        assert words[1] in COMMANDS or " ".join(words[1:3]) in COMMANDS, words
