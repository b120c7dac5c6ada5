"""``meadow eval`` with good and with bad input."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from meadow import registry
from meadow.agents import AGENTS
from meadow.cli.main import run
from meadow.corruptions.opencv import opencv
from meadow.evaluation.run.spec import RunSpec
from meadow.evaluation.run.store import RunDirectory
from meadow.replay import read_replay
from meadow.testing.tiny_suite import write_tiny_suite


@pytest.fixture(scope="module")
def suite(tmp_path_factory) -> Path:
    return write_tiny_suite(tmp_path_factory.mktemp("suite"), 4, max_steps=15)


@pytest.fixture
def evaluate(capsys):
    """Run ``meadow eval`` in this process; returns exit code, output and errors."""

    def call(*arguments: object) -> tuple[int, str, str]:
        code = run(["eval", *map(str, arguments), "--executor", "inline"])
        shown = capsys.readouterr()
        assert "Traceback" not in shown.err
        return code, shown.out, shown.err

    return call


def test_a_run_leaves_everything_in_its_directory_and_resumes(evaluate, suite, tmp_path):
    out = tmp_path / "run"
    code, shown, errors = evaluate(suite, "--agent", "random", "-o", out)
    assert code == 0
    assert "success" in shown
    assert "Stop with any instance visible within 1 m" in shown
    assert "4/4" in errors
    assert {p.name for p in out.iterdir()} >= {"spec.json", "rows.jsonl", "summary.json", "replays"}
    summary = json.loads((out / "summary.json").read_text())
    assert summary["success"].keys() >= {"mean", "low", "high", "n"}
    before = (out / "rows.jsonl").read_bytes()
    assert evaluate(suite, "--agent", "random", "-o", out)[0] == 0
    assert (out / "rows.jsonl").read_bytes() == before


def test_episodes_steps_and_options_can_be_given(evaluate, suite, tmp_path):
    settings = ("--episodes", 2, "--max-steps", 3, "--option", "stop=0.0")
    assert evaluate(suite, "--agent", "random", *settings, "-o", tmp_path / "run")[0] == 0
    run = RunDirectory(tmp_path / "run")
    assert [row["metrics"]["steps"] for row in run.rows()] == [3, 3]
    assert run.spec().agent_options == {"stop": 0.0}


def test_pictures_can_be_larger(evaluate, suite, tmp_path):
    settings = ("--episodes", 1, "--max-steps", 1, "--image-height", 96)
    assert evaluate(suite, "--agent", "random", *settings, "-o", tmp_path / "run")[0] == 0
    (replay,) = (tmp_path / "run" / "replays").iterdir()
    camera = read_replay(replay).episode.embodiment.camera
    assert (camera.width, camera.height) == (96, 96)


def test_homes_are_found_beside_their_episodes(evaluate, suite, tmp_path, monkeypatch):
    monkeypatch.chdir(suite.parent)
    assert evaluate(suite.name, "--agent", "random", "-o", tmp_path / "here")[0] == 0
    monkeypatch.chdir(tmp_path)
    assert evaluate(suite, "--agent", "random", "-o", tmp_path / "there")[0] == 0
    here, there = (RunDirectory(tmp_path / name).rows() for name in ("here", "there"))
    assert [r["home"] for r in here] == [r["home"] for r in there]
    assert here[0]["home"] in ("file:furnished.json", "file:bare.json")


def test_an_empty_suite_is_an_error(evaluate, tmp_path):
    empty = tmp_path / "empty.jsonl"
    empty.write_text("\n")
    code, _, errors = evaluate(empty, "-o", tmp_path / "run")
    assert code == 2
    assert "empty.jsonl: holds no episodes" in errors


def test_near_names_of_agents_are_offered(evaluate, suite, tmp_path):
    code, _, errors = evaluate(suite, "--agent", "frontier-oracel", "-o", tmp_path / "run")
    assert code == 2
    assert "unknown agent 'frontier-oracel'. Did you mean 'frontier-oracle'" in errors
    assert not (tmp_path / "run").exists()


def test_near_names_of_suites_are_offered(evaluate, tmp_path):
    code, _, errors = evaluate("objectnaf", "-o", tmp_path / "run")
    assert code == 2
    assert "unknown suite 'objectnaf'. Did you mean 'objectnav'" in errors


def test_a_corrupt_line_is_named_and_can_be_skipped(evaluate, suite, tmp_path):
    lines = suite.read_text().splitlines()
    lines[1] = lines[1][:50]
    broken = suite.parent / "broken.jsonl"
    broken.write_text("\n".join(lines))
    code, _, errors = evaluate(broken, "--agent", "random", "-o", tmp_path / "run")
    assert code == 2
    assert "broken.jsonl, line 2" in errors
    assert "--skip-bad" in errors
    assert evaluate(broken, "-a", "random", "--skip-bad", "-o", tmp_path / "run")[0] == 0
    assert len(RunDirectory(tmp_path / "run").rows()) == 3


def test_a_missing_home_is_named_before_anything_runs(evaluate, suite, tmp_path):
    lost = tmp_path / "lost.jsonl"
    lost.write_bytes(suite.read_bytes())
    code, _, errors = evaluate(lost, "--agent", "random", "-o", tmp_path / "run")
    assert code == 2
    assert f"house 'file:bare.json': no such file in {tmp_path}" in errors
    assert not (tmp_path / "run").exists()


def test_a_changed_home_costs_its_episodes_with_the_reason(evaluate, suite, tmp_path):
    moved = tmp_path / suite.name
    moved.write_bytes(suite.read_bytes())
    for file in ("furnished.json", "bare.json"):
        (tmp_path / file).write_bytes((suite.parent / "furnished.json").read_bytes())
    code, shown, _ = evaluate(moved, "--agent", "random", "-o", tmp_path / "run")
    assert code == 3
    rows = RunDirectory(tmp_path / "run").rows()
    bad = [row for row in rows if row["status"] == "error"]
    assert {row["home"] for row in bad} == {"file:bare.json"}
    assert "has digest" in bad[0]["error"]
    assert "2 of 4 episodes have no result (2 error)" in " ".join(shown.split())


def test_a_run_directory_that_is_a_file_is_named(evaluate, suite, tmp_path):
    (tmp_path / "file").write_text("mine")
    code, _, errors = evaluate(suite, "--agent", "random", "-o", tmp_path / "file")
    assert code == 2
    assert "is a file; a run needs a directory" in errors
    assert (tmp_path / "file").read_text() == "mine"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_directory_is_named(evaluate, suite, tmp_path):
    tmp_path.chmod(0o500)
    code, _, errors = evaluate(suite, "--agent", "random", "-o", tmp_path / "run")
    tmp_path.chmod(0o700)
    assert code == 2
    assert "cannot be written" in errors


@pytest.mark.parametrize(
    ("option", "value"),
    [("--episodes", "-1"), ("--max-steps", "0"), ("--workers", "-2"), ("--time-limit", "-0.5")],
)
def test_budgets_must_be_positive(evaluate, suite, tmp_path, option, value):
    code, _, errors = evaluate(suite, "-a", "random", f"{option}={value}", "-o", tmp_path / "run")
    assert code == 2
    assert f"{option} {value}: expected" in errors


def test_a_negative_budget_in_an_episode_is_named(evaluate, suite, tmp_path):
    episodes = [json.loads(line) for line in suite.read_text().splitlines()]
    episodes[2]["max_steps"] = -5
    bad = suite.parent / "negative.jsonl"
    bad.write_text("\n".join(map(json.dumps, episodes)))
    code, _, errors = evaluate(bad, "-a", "random", "-o", tmp_path / "run")
    assert code == 2
    assert "negative.jsonl, line 3: $.max_steps is -5, expected at least 1" in errors


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("seed", "--option 'seed': expected name=value"),
        ("speed=3", "agent 'random' cannot be started with the options {'speed': 3}"),
    ],
)
def test_bad_options_of_agents_are_named(evaluate, suite, tmp_path, option, message):
    code, _, errors = evaluate(suite, "-a", "random", "--option", option, "-o", tmp_path / "run")
    assert code == 2
    assert message in errors


def test_two_processes_on_one_directory(evaluate, suite, tmp_path):
    spec = RunSpec("suite", "objectnav", "stop near it", "someone", 3, "digest")
    with RunDirectory(tmp_path / "run").writing(spec):
        code, _, errors = evaluate(suite, "-a", "random", "-o", tmp_path / "run")
    assert code == 2
    assert f"is in use by process {os.getpid()}" in errors


def test_a_changed_spec_refuses_to_mix(evaluate, suite, tmp_path):
    assert evaluate(suite, "-a", "random", "-o", tmp_path / "run")[0] == 0
    code, _, errors = evaluate(suite, "-a", "forward", "-o", tmp_path / "run")
    assert code == 2
    assert "agent: 'random' -> 'forward'" in errors
    assert "results are never mixed" in errors


PLUGIN = """
from meadow.agents import AGENTS
from meadow.agents.reference import RandomAgent

@AGENTS.register("test-mine")
class Mine(RandomAgent):
    '''{what}'''

    def act(self, observation):
        {act}
"""


@pytest.fixture
def plugin(tmp_path, monkeypatch):
    """Write the file of a plugin agent as it stands now, and load it as a new process would."""
    file = tmp_path / "mine.py"
    monkeypatch.setenv("MEADOW_PLUGINS", str(file))

    def write(what: str = "It.", act: str = "return super().act(observation)") -> Path:
        file.write_text(PLUGIN.format(what=what, act=act))
        AGENTS._entries.pop("test-mine", None)
        monkeypatch.setattr(registry, "_plugins_loaded", False)
        return file

    yield write
    AGENTS._entries.pop("test-mine", None)


def test_rows_that_were_there_are_told_from_new_ones(evaluate, suite, tmp_path):
    command = (suite, "-a", "random", "-o", tmp_path / "run", "--episodes")
    assert "0 rows were there already, 2 new" in evaluate(*command, 2)[1]
    assert "2 rows were there already, 0 new" in evaluate(*command, 2)[1]
    assert "2 rows were there already, 2 new" in evaluate(*command, 4)[1]
    assert RunDirectory(tmp_path / "run").spec().episodes == 4
    before = (tmp_path / "run" / "rows.jsonl").read_bytes()
    code, shown, _ = evaluate(*command, 3)
    assert code == 0
    assert "4 rows were there already, 0 new" in shown
    assert "1 of them are beyond the 3 episodes asked for; they are kept and counted" in shown
    assert (tmp_path / "run" / "rows.jsonl").read_bytes() == before


def test_a_changed_plugin_refuses_to_mix(evaluate, suite, plugin, tmp_path):
    """Its old rows used to come back as if they were those of the changed agent."""
    plugin()
    command = (suite, "-a", "test-mine", "-o", tmp_path / "run")
    assert evaluate(*command)[0] == 0
    plugin()
    assert "4 rows were there already, 0 new" in evaluate(*command)[1]
    before = (tmp_path / "run" / "rows.jsonl").read_bytes()
    plugin(what="It was changed.")
    code, shown, errors = evaluate(*command)
    assert code == 2
    assert shown == ""
    assert "the code of agent 'test-mine' has changed since these rows were made" in errors
    assert "it was mine.py " in errors
    assert "Choose another directory with -o" in errors
    assert (tmp_path / "run" / "rows.jsonl").read_bytes() == before


def test_an_agent_that_always_fails_has_no_success_of_zero(evaluate, suite, plugin, tmp_path):
    plugin(act="raise KeyError('lamp')")
    command = (suite, "-a", "test-mine", "-o", tmp_path / "run")
    code, shown, errors = evaluate(*command)
    told = " ".join(shown.split())
    assert code == 3
    assert "no episode was finished" in told
    assert "4 of 4 episodes have no result (4 error)" in told
    assert "KeyError: 'lamp'" in told
    assert "see errors/" in told
    assert "success (%)" not in told
    assert "0%" not in errors
    summary = json.loads((tmp_path / "run" / "summary.json").read_text())
    assert summary == {"episodes": {"planned": 4, "finished": 0, "missing": 4}}
    code, shown, _ = evaluate(*command)
    assert code == 3, "as long as they remain"
    assert "4 rows were there already, 0 new" in shown
    assert "0 rows were there already, 4 new" in evaluate(*command, "--retry")[1]


def test_a_missing_package_is_told_of_before_the_run(evaluate, suite, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "cv2", None)
    opencv.cache_clear()
    corrupt = ("--corrupt", "defocus_blur@3")
    code, _, errors = evaluate(suite, "-a", "random", *corrupt, "-o", tmp_path / "run")
    assert code == 2
    assert "cv2 is needed" in errors
    assert "[robust]" in errors
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    code, _, errors = evaluate(suite, "-a", "pointnav-rgb", "-o", tmp_path / "run")
    assert code == 2
    assert "onnxruntime is needed" in errors
    assert "pip install onnxruntime" in errors
    assert not (tmp_path / "run").exists()
