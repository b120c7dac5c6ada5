"""Corruptions on the command line: list, show, eval, verify, sweep, bench."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from PIL import Image

from meadow.agents.reference import ForwardAgent
from meadow.benchmarks.robustnav.tables import Table
from meadow.cli.main import run
from meadow.cli.robust_sweep import _grid, fitting
from meadow.cli.terminal.console import make_console
from meadow.evaluation.run.store import RunDirectory
from meadow.policies.policy import policies_directory
from meadow.testing.tiny_suite import write_tiny_suite


@pytest.fixture(scope="module")
def suite(tmp_path_factory) -> Path:
    return write_tiny_suite(tmp_path_factory.mktemp("suite"), 4, "pointnav", max_steps=12)


@pytest.fixture
def call(capsys):
    """Run a command in this process; returns exit code, output and errors."""

    def called(*arguments: object) -> tuple[int, str, str]:
        code = run([str(a) for a in arguments])
        shown = capsys.readouterr()
        assert "Traceback" not in shown.err
        return code, shown.out, shown.err

    return called


def test_corruptions_are_listed(call):
    code, shown, _ = call("corruptions", "list")
    assert code == 0
    assert "spatter" in shown
    assert "1-5" in shown
    code, shown, _ = call("corruptions", "list", "--tag", "drive")
    assert "motor_failure" in shown
    assert "spatter" not in shown
    assert call("corruptions", "list", "--tag", "wheels")[0] == 2


def test_the_sheet_has_a_row_for_each(call, tmp_path):
    heights = []
    for names in (["low_lighting"], ["low_lighting", "speckle_noise", "spatter"]):
        out = tmp_path / "sheet.png"
        code, _, _ = call("corruptions", "show", *names, "-o", out, "--tile", 48, "--rooms", 2)
        assert code == 0
        heights.append(Image.open(out).size[1])
    assert heights[1] - heights[0] >= 2 * 48
    code, _, errors = call("corruptions", "show", "low_lightning", "-o", out)
    assert code == 2
    assert "low_lighting" in errors


def test_a_corrupted_run_says_so_and_can_be_verified(call, suite, tmp_path):
    out = tmp_path / "run"
    options = ("--agent", "forward", "--corrupt", "spatter@3,motion_drift", "--executor", "inline")
    assert call("eval", suite, *options, "-o", out)[0] == 0
    spec = RunDirectory(out).spec()
    assert spec.corruptions == ("spatter@3", "motion_drift")
    assert spec.corruption_options == {"redraw": "frame", "frame": "scaled"}
    assert call("verify", out)[0] == 0
    code, _, errors = call("eval", suite, "--agent", "forward", "--executor", "inline", "-o", out)
    assert code == 2
    assert "never mixed" in errors


@pytest.mark.parametrize(
    ("corrupt", "why"),
    [("spater@5", "Did you mean 'spatter'"), ("spatter@6", "1 (mild) to 5"), ("a,,b", "a")],
)
def test_bad_corruptions_are_explained(call, suite, tmp_path, corrupt, why):
    code, _, errors = call("eval", suite, "--corrupt", corrupt, "-o", tmp_path / "run")
    assert code == 2
    assert why in errors
    assert not (tmp_path / "run").exists()


def test_a_sweep_prints_tables_draws_figures_and_resumes(call, suite, tmp_path):
    out, file = tmp_path / "sweep", tmp_path / "sweep.json"
    command = ["robust", "sweep", "--agent", "forward", "--suite", suite, "--executor", "inline"]
    command += ["--only", "spatter@5,motion_drift,low_lighting@5+motion_drift"]
    command += ["--episodes", 3, "--clean-in-full"]
    code, shown, _ = call(*command, "-o", out, "--json", file)
    assert code == 0
    assert "Motion Drift" in shown
    found = json.loads(file.read_text())
    conditions = ["clean", "spatter@5", "motion_drift", "low_lighting@5,motion_drift"]
    assert sorted(found) == sorted(conditions)
    assert set(found["clean"]["success"]) == {"mean", "low", "high", "n"}
    assert [found[c]["success"]["n"] for c in conditions] == [4, 3, 3, 3]
    # An agent that does not look is hurt by wheels alone.
    assert found["motion_drift"] == found["low_lighting@5,motion_drift"]
    place = out / suite.name.partition(".")[0]
    for name in ("behaviour.png", "degradation.png", "tables.md"):
        assert (place / name).stat().st_size > 100
    assert (place / "forward" / "clean-in-full" / "rows.jsonl").is_file()
    rows = place / "forward" / "spatter@5" / "rows.jsonl"
    kept = rows.read_bytes()
    rows.write_bytes(kept[: kept.index(b"\n") + 1])
    assert call(*command, "-o", out, "--json", file)[0] == 0
    assert json.loads(file.read_text()) == found


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--severities", "0,5"), "from 1 to 5"),
        (("--agent", "forwards"), "Did you mean 'forward'"),
        (("--only", "spatter@9"), "1 (mild) to 5"),
        (("--episodes", "0"), "above 0"),
        (("--option", "weights"), "name=value"),
    ],
)
def test_bad_sweeps_are_explained(call, suite, options, why):
    code, _, errors = call("robust", "sweep", "--suite", suite, *options)
    assert code == 2
    assert why in errors


def test_several_agents_share_a_table(call, suite, tmp_path):
    file = tmp_path / "two.json"
    command = ["robust", "sweep", "--agent", "forward,random", "--suite", suite, "--episodes", 2]
    command += ["--only", "motion_drift", "--executor", "inline", "-o", tmp_path, "--json", file]
    assert call(*command)[0] == 0
    assert set(json.loads(file.read_text())) == {"forward", "random"}


def test_a_sweep_without_all_results_exits_with_3_until_they_are_run_again(
    call, suite, tmp_path, monkeypatch
):
    command = ["robust", "sweep", "--agent", "forward", "--suite", suite, "--executor", "inline"]
    command += ["--episodes", 2, "--only", "clean", "-o", tmp_path / "sweep"]

    def broken(self, observation):
        raise RuntimeError("no wheels")

    with monkeypatch.context() as patched:
        patched.setattr(ForwardAgent, "act", broken)
        code, _, errors = call(*command)
        assert code == 3
        assert "2 episodes have no result" in errors
    assert call(*command)[0] == 3, "errors of the agent are not run again unasked"
    assert call(*command, "--retry")[0] == 0


def test_one_page_is_drawn_from_several_sweeps(call, suite, tmp_path):
    runs, page = tmp_path / "runs", tmp_path / "page"
    command = ["robust", "sweep", "--suite", suite, "--executor", "inline", "-o", runs]
    command += ["--only", "spatter@5,motor_failure"]
    assert call(*command, "--agent", "forward,random")[0] == 0
    assert call(*command, "--agent", "pointnav-map", "--self-calibrate")[0] == 0
    code, shown, _ = call("robust", "tables", runs, "-o", page)
    assert code == 0
    assert "3 sweeps" in shown
    assert "not enough data  Corrupted agents collide more often" in shown, "it is one home"
    text = (page / "README.md").read_text()
    for part in ("pointnav-map+self-calibrate SR", "Motor Failure", "degradation-pointnav.png"):
        assert part in text
    assert json.loads((page / "findings.json").read_text())[0]["verdict"] == "not enough data"
    assert call("robust", "tables", "-o", page)[0] == 0, "what is kept is enough"
    assert (page / "README.md").read_text() == text
    (page / "static.json").write_text('{"clean": 0.4, "spatter@5": 0.1}')
    assert call("robust", "tables", "-o", page)[0] == 0
    assert "static.md" in (page / "README.md").read_text()
    table = (page / "static.md").read_text()
    assert "| Spatter (S5) | 10.0 | 75.0 |" in table
    assert "forward: relative SR drop %" in table


def test_policies_in_directories_of_one_file_name_are_rows_of_their_own(call, suite, tmp_path):
    shipped = policies_directory()
    for way in ("vanilla", "augmented"):
        (tmp_path / way).mkdir()
        for ending in (".onnx", ".json"):
            name = f"pointnav-rgb{ending}"
            (tmp_path / way / name).write_bytes((shipped / name).read_bytes())
    command = ["robust", "resist", tmp_path, "--suite", suite, "--episodes", "1"]
    command += ["--out", tmp_path / "runs", "--markdown", tmp_path / "resist.md"]
    code, _, errors = call(*command)
    assert code == 0, errors
    lines = (tmp_path / "resist.md").read_text().splitlines()
    plain, augmented = (
        next(line for line in lines if way in line) for way in ("PointNav RGB", "data aug")
    )
    assert augmented.split("|")[2:-2] == plain.split("|")[2:-2], "it is the same policy"
    assert augmented.split("|")[-2].strip().startswith("+0.0")
    kept = gzip.decompress((tmp_path / "resist.jsonl.gz").read_bytes()).splitlines()
    assert len(kept) == 2 * 5


def test_a_page_needs_runs(call, tmp_path):
    code, _, errors = call("robust", "tables", "-o", tmp_path / "page")
    assert code == 2
    assert "meadow robust tables DIR" in errors
    code, _, errors = call("robust", "tables", tmp_path / "none", "-o", tmp_path / "page")
    assert code == 2
    assert "meadow robust sweep" in errors


def test_a_policy_that_is_not_there_is_named_before_anything_runs(call, suite, tmp_path):
    command = ["robust", "sweep", "--suite", suite, "-a", "pointnav-rgb", "-o", tmp_path / "runs"]
    code, _, errors = call(*command, "--option", "weights=none")
    assert code == 2
    assert "meadow train policy none" in errors
    assert not (tmp_path / "runs").exists()


def test_the_bench_has_a_line_for_each_picture_and_size(call, tmp_path):
    file = tmp_path / "bench.json"
    code, _, _ = call("bench", "corruptions", "--rounds", 1, "--json", file)
    assert code in (0, 1)  # whether this machine is quick is not tested
    figures = json.loads(file.read_text())["figures"]
    assert {"spatter, 224x224", "motion_blur, 400x300", "depth_noise, 224x224"} <= set(figures)


def test_wide_tables_come_in_parts_that_fit():
    names = ("#", "corruption", "V")
    head = (*names, *(f"a metric with number {i}" for i in range(9)))
    rows = tuple(
        (f"{i}", f"Motion drift {i}", "x" * i, "-", *["12.3 [10.0, 15.0]"] * 8) for i in (0, 1)
    )
    table = Table("Everything", head, rows)
    assert fitting(table, make_console(width=400)) == [table]
    parts = fitting(table, make_console(width=80))
    assert len(parts) > 1
    assert all(part.head[:3] == names for part in parts)
    titles = [title.replace("\n", " ") for part in parts for title in part.head[3:]]
    assert titles == list(head[3:])
    assert {cell for part in parts for row in part.rows for cell in row[3:]} == {"-", "12.3"}
    for part in parts:
        console = make_console(width=80)
        with console.capture() as shown:
            console.print(_grid(part))
        assert "…" not in shown.get()
        assert max(map(len, shown.get().splitlines())) <= 80
        assert all(word in shown.get() for name in part.head for word in name.split())
