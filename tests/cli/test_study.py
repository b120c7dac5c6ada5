"""``meadow study``: the same commands for every study."""

from __future__ import annotations

import dataclasses
import json
import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from meadow.agents.reference import ForwardAgent
from meadow.cli.main import renamed, run
from meadow.evaluation.run.store import RunDirectory, RunWriter
from meadow.evaluation.study import STUDIES
from meadow.evaluation.study.plan import Verb
from meadow.registry import Entry


@pytest.fixture
def call(capsys):
    """Run a command in this process; returns exit code, output and errors."""

    def called(*arguments: object) -> tuple[int, str, str]:
        code = run(["study", *map(str, arguments)])
        shown = capsys.readouterr()
        assert "Traceback" not in shown.err
        return code, shown.out, shown.err

    return called


def test_studies_are_listed_and_show_what_they_have(toy, call) -> None:
    code, shown, _ = call("list")
    assert code == 0
    assert all(entry.name in shown for entry in STUDIES)
    code, shown, _ = call("toy")
    assert code == 0
    assert all(word in shown for word in ("run", "check", "tiny", "forward, random", "both"))
    for verb in ("run", "tables", "stats", "check"):
        code, shown, _ = call("toy", verb, "--help")
        assert code == 0
        assert f"Usage: meadow study toy {verb}" in shown
        assert max(map(len, shown.splitlines())) <= 80


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("toi", "run"), "Did you mean 'toy'"),
        (("toy", "runn"), "Did you mean 'run'"),
        (("toy", "run", "--agent", "forwards"), "Did you mean 'forward'"),
        (("toy", "run", "--agents", "forward"), "`--agents` is now `--agent`"),
        (("toy", "run", "--eyes", "eyes-s"), "have eyes of their own"),
        (("toy", "run", "--part", "tin"), "Did you mean 'tiny'"),
        (("toy", "run", "--condition", "spatter@9"), "1 (mild) to 5"),
        (("toy", "run", "--episodes", "0"), "expected 1 or more"),
        (("toy", "run", "--minutes", "-1"), "above 0"),
        (("toy", "run", "--option", "weights"), "name=value"),
        (("toy", "tables"), "meadow study toy tables DIR"),
        (("toy", "tables", "nowhere"), "meadow study toy run -o DIR"),
        (("toy", "check"), "no run is kept"),
        (("toy", "stats", "-o", "x.png"), "no picture"),
    ],
)
def test_mistakes_are_explained(toy, call, tmp_path, monkeypatch, arguments, why) -> None:
    monkeypatch.chdir(tmp_path)
    code, _, errors = call(*arguments)
    assert code == 2
    assert why in errors
    assert not list(tmp_path.iterdir())


def test_old_spellings_answer_with_the_new_one(capsys) -> None:
    studies = {old: new for old, new in renamed().items() if new.startswith("study ")}
    assert {"pasture bench", "pasture tables", "stats pasture", "robust sweep"} <= set(studies)
    for old, new in studies.items():
        assert run([*old.split(), "-o", "x"]) == 2
        assert f"is now `meadow {new}`" in capsys.readouterr().err


def test_a_study_is_run_goes_on_is_drawn_and_checked(toy, call, tmp_path) -> None:
    runs, out = tmp_path / "runs", tmp_path / "out"
    command = ["toy", "run", "--workers", 1, "-o", runs]
    code, shown, _ = call(*command, "--minutes", "0.00001")
    assert code == 3, "no time at all: no episode is begun"
    assert shown.index("This takes about 1 min on 1 idle core") < shown.index("time is up")
    code, shown, errors = call(*command)
    assert code == 0
    assert "tiny, 2 agents: 12/12" in errors
    for agent in ("forward", "random"):
        rows = RunDirectory(runs / "tiny" / agent / "clean").rows()
        assert len(rows) == 12
        assert all(row["timings"]["together"] == 2 for row in rows)
        assert len(RunDirectory(runs / "tiny" / agent / "motor_failure").rows()) == 4
    file = runs / "tiny" / "forward" / "clean" / "rows.jsonl"
    before = file.read_bytes()
    file.write_bytes(before[: before.index(b"\n") + 1])
    assert call(*command, "--executor", "inline")[0] == 0
    assert len(file.read_bytes().splitlines()) == 12, "it goes on where it ended"
    code, shown, _ = call("toy", "tables", runs, "-o", out)
    assert code == 0
    assert "not enough data  Bad wheels shorten episodes" in shown, "it is two homes"
    assert "2 runs" in shown
    page = (out / "README.md").read_text()
    assert json.loads((out / "results.json").read_text())["claims"][0]["who"] == "forward"
    assert call("toy", "tables", "-o", out)[0] == 0, "what is kept is enough"
    assert (out / "README.md").read_text() == page
    code, shown, _ = call("toy", "run", "--missing", "--kept", out, "-o", tmp_path / "more")
    assert code == 0
    assert "nothing is missing" in shown
    code, shown, _ = call("toy", "check", "--episodes", 5, "--kept", out)
    assert code == 0
    assert "5 of 5 kept rows are equal" in shown
    code, shown, _ = call("toy", "stats")
    assert code == 0
    assert "shortest path" in shown


def test_episodes_without_a_result_are_told_of(toy, call, tmp_path, monkeypatch) -> None:
    command = ["toy", "run", "--agent", "forward", "--condition", "clean", "--episodes", 2]
    command += ["--executor", "inline", "-o", tmp_path]

    def broken(self, observation):
        raise RuntimeError("no wheels")

    with monkeypatch.context() as patched:
        patched.setattr(ForwardAgent, "act", broken)
        code, shown, _ = call(*command)
        assert code == 3
        assert "2 episodes have no result" in shown
    assert call(*command)[0] == 3, "errors of the agent are not run again unasked"
    assert call(*command, "--retry")[0] == 0


def test_an_agent_that_cannot_be_made_is_named_and_the_others_run(toy, call, tmp_path) -> None:
    command = ["toy", "run", "--condition", "clean", "--episodes", 1, "--executor", "inline"]
    code, shown, _ = call(
        *command, "--agent", "pointnav-rgb", "--option", "weights=none", "-o", tmp_path
    )
    assert code != 0
    assert "meadow train policy none" in shown


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_study_in_a_terminal_and_rows_are_kept(
    toy, in_terminal: Callable, tmp_path: Path, number: signal.Signals
) -> None:
    rows = tmp_path / "tiny" / "random" / "clean" / "rows.jsonl"

    add = RunWriter.add

    def add_and_stop(*told: object) -> None:
        add(*told)
        if rows.is_file() and rows.stat().st_size:
            os.kill(os.getpid(), number)

    def work() -> int:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(RunWriter, "add", add_and_stop)
            return run(["study", "toy", "run", "--executor", "inline", "-o", str(tmp_path)])

    ended = in_terminal(work)
    assert ended.code == 128 + number, ended.text
    assert "Finished episodes are kept" in ended.text
    assert "Traceback" not in ended.text
    assert RunDirectory(rows.parent).rows()


def test_a_study_of_sound_robots_refuses_to_break_them(toy, call, tmp_path, monkeypatch) -> None:
    """Its tables take no such runs, which was only told when they were done."""
    sound = Entry("toy", dataclasses.replace(toy, conditions={}), summary="a toy")
    monkeypatch.setitem(STUDIES._entries, "toy", sound)
    code, _, errors = call("toy", "run", "--condition", "spatter@5", "-o", tmp_path / "runs")
    assert code == 2
    assert "are never corrupted" in errors
    assert not (tmp_path / "runs").exists()


@dataclasses.dataclass(frozen=True, kw_only=True)
class Nothing:
    """Write nothing."""


def test_a_verb_that_writes_nothing_can_be_interrupted(toy, call, monkeypatch) -> None:
    def interrupted(config, screen):
        raise KeyboardInterrupt

    verbs = {"look": Verb("look", Nothing, interrupted)}
    with_verb = Entry("toy", dataclasses.replace(toy, verbs=verbs), summary="a toy")
    monkeypatch.setitem(STUDIES._entries, "toy", with_verb)
    code, _, errors = call("toy", "look")
    assert code == 128 + signal.SIGINT
    assert "interrupted" in errors
