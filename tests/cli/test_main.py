"""The command line as a newcomer meets it."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import pytest

from meadow.cli.main import COMMANDS, OVERVIEW, main, renamed, run

README = Path(__file__).parents[2] / "README.md"


def test_the_overview_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == 0
    text = capsys.readouterr().out
    lines = text.splitlines()
    assert max(map(len, lines)) <= 80
    assert len(lines) < 30, "it does not fit a terminal of 80x30 with its prompt"
    words = [word for rows in OVERVIEW.values() for row in rows for word in row]
    assert sorted(words) == sorted({name.partition(" ")[0] for name in COMMANDS})
    assert all(re.search(rf"^.{{9}}.*\b{word}\b", text, re.M) for word in words)


def test_every_command_is_explained_by_a_verb() -> None:
    """Such as "draw a home", not "what a home looks like" or "the home"."""
    lines = [what for _, what in COMMANDS.values()]
    lines += [what for rows in OVERVIEW.values() for what in rows.values()]
    for what in lines:
        assert not re.match(r"(the|a|an|what|how|which|where|one|of|frames?)\b", what), what


@pytest.mark.parametrize(("old", "present"), sorted(renamed().items()))
def test_an_old_spelling_is_answered_with_the_present_one(
    old: str, present: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if old.startswith("--"):
        assert present.startswith("--")
        return
    assert old not in COMMANDS
    assert run([*old.split(), "something"]) == 2
    assert f"`meadow {old}` is now `meadow {present}`" in capsys.readouterr().err
    assert run([*present.split(), "--help"]) == 0


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


def test_an_interrupt_within_compiled_code_is_no_traceback(monkeypatch, capsys) -> None:
    def dispatch(args: list[str]) -> int:
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt as stop:
            raise SystemError("returned a result with an exception set") from stop

    monkeypatch.setattr("meadow.cli.main._dispatch", dispatch)
    assert run(["doctor"]) == 130
    assert "interrupted" in capsys.readouterr().err


def test_other_errors_of_the_interpreter_are_not_hidden(monkeypatch) -> None:
    def dispatch(args: list[str]) -> int:
        raise SystemError("bad call")

    monkeypatch.setattr("meadow.cli.main._dispatch", dispatch)
    with pytest.raises(SystemError, match="bad call"):
        run(["doctor"])
