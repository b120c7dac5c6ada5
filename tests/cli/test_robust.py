"""Corruptions on the command line: list, show, eval, verify, resist, bench."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from PIL import Image

from meadow.cli.main import run
from meadow.cli.terminal.console import make_console
from meadow.cli.terminal.tables import _grid, fitting
from meadow.evaluation.report.tables import Cell, Table
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


def test_policies_in_directories_of_one_file_name_are_rows_of_their_own(call, suite, tmp_path):
    shipped = policies_directory()
    for way in ("vanilla", "augmented"):
        (tmp_path / way).mkdir()
        for ending in (".onnx", ".json"):
            name = f"pointnav-rgb{ending}"
            (tmp_path / way / name).write_bytes((shipped / name).read_bytes())
    command = ["study", "robustnav", "resist", tmp_path, "--suite", suite, "--episodes", "1"]
    command += ["--out", tmp_path / "runs", "--kept", tmp_path]
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
        tuple(map(Cell, (f"{i}", f"Motion drift {i}", "x" * i, "–", *["12.3 [10.0, 15.0]"] * 8)))
        for i in (0, 1)
    )
    table = Table("Everything", head, rows)
    assert fitting(table, make_console(width=400)) == [table]
    parts = fitting(table, make_console(width=80))
    assert len(parts) > 1
    assert all(part.header[:3] == names for part in parts)
    titles = [title.replace("\n", " ") for part in parts for title in part.header[3:]]
    assert titles == list(head[3:])
    shown = {cell.text for part in parts for row in part.rows for cell in row[3:]}
    assert shown == {"–", "12.3"}
    for part in parts:
        console = make_console(width=80)
        with console.capture() as shown:
            console.print(_grid(part))
        assert "…" not in shown.get()
        assert max(map(len, shown.get().splitlines())) <= 80
        assert all(word in shown.get() for name in part.header for word in name.split())
