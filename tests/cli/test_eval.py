"""``meadow eval`` with good and with bad input."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from meadow.cli.main import run
from meadow.evaluation.spec import RunSpec
from meadow.evaluation.store import RunDirectory
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
    assert code == 0
    rows = RunDirectory(tmp_path / "run").rows()
    bad = [row for row in rows if row["status"] == "error"]
    assert {row["home"] for row in bad} == {"file:bare.json"}
    assert "has digest" in bad[0]["error"]
    assert "2 of 4 episodes could not be run and count as failures" in " ".join(shown.split())


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
    assert f"is {value}: expected a number above 0" in errors


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
