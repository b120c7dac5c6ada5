"""PASTURE's tables take true runs of its own suites, and nothing in place of what is kept."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from meadow import serialize
from meadow.benchmarks.pasture import study
from meadow.benchmarks.pasture.admission import check_episodes
from meadow.benchmarks.pasture.kept import load_kept
from meadow.cli.main import run
from meadow.errors import RunError


@pytest.fixture(scope="module")
def finished(suite: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished run of the tiny suite."""
    out = tmp_path_factory.mktemp("finished") / "run"
    assert run(["eval", str(suite), "--agent", "forward", "-o", str(out)]) == 0
    return out


@pytest.fixture
def copy(
    finished: Path, suite: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[Path, Path]:
    """A copy of the run below a directory of runs, and where tables go; the suite counts as PASTURE's."""
    monkeypatch.setitem(study.SPLITS, "mini", study.Split(str(suite), "12 episodes"))
    shutil.copytree(finished, tmp_path / "runs" / "run")
    return tmp_path / "runs" / "run", tmp_path / "out"


def tables(copied: Path, out: Path) -> int:
    return run(["pasture", "tables", str(copied.parent), "-o", str(out)])


def edit_rows(folder: Path, **metrics: float) -> None:
    """Change metrics in all rows."""
    file = folder / "rows.jsonl"
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    for row in rows:
        row["metrics"] |= metrics
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))


def edit_spec(folder: Path, **fields: object) -> None:
    """Change fields of the spec."""
    file = folder / "spec.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | fields))


def test_a_true_run_is_packed_and_named_by_its_digests(copy, capsys) -> None:
    folder, out = copy
    assert tables(folder, out) == 0
    (kept,) = load_kept(out / "runs")
    said = f"spec {kept.spec.digest()}, rows {kept.digest}"
    assert said in capsys.readouterr().out
    page = (out / "README.md").read_text()
    assert kept.digest in page
    assert kept.spec.digest() in page
    assert tables(folder, out) == 0, "the same run again is no other one"


def test_rows_that_their_replays_do_not_give_are_refused(copy, capsys) -> None:
    folder, out = copy
    edit_rows(folder, success=1.0)
    assert tables(folder, out) != 0
    error = capsys.readouterr().err
    assert "was edited: success is 1.0, not the 0.0 of its replay" in error
    assert not (out / "README.md").exists()


def test_an_edited_run_does_not_take_the_place_of_the_kept_one(copy, capsys) -> None:
    folder, out = copy
    assert tables(folder, out) == 0
    before = (out / "README.md").read_bytes()
    # Without replays nothing shows that rows were edited, but for the true ones that are kept.
    edit_rows(folder, success=1.0)
    shutil.rmtree(folder / "replays")
    assert tables(folder, out) != 0
    assert "has no replay" in capsys.readouterr().err
    assert (out / "README.md").read_bytes() == before


def test_another_outcome_under_the_kept_name_is_refused(copy, suite, capsys) -> None:
    """An agent that was changed makes true rows that differ; they need a place of their own."""
    folder, out = copy
    assert tables(folder, out) == 0
    shutil.rmtree(folder)
    command = ["eval", str(suite), "--agent", "random", "-o", str(folder)]
    assert run(command) == 0
    for file in (folder / "rows.jsonl", folder / "spec.json"):
        file.write_text(file.read_text().replace('"random"', '"forward"'))
    for file in (folder / "replays").iterdir():
        data = file.read_bytes()
        length = int.from_bytes(data[8:12], "little")
        head = data[12 : 12 + length].replace(b'"agent":"random"', b'"agent":"forward"')
        file.write_bytes(data[:8] + len(head).to_bytes(4, "little") + head + data[12 + length :])
    assert tables(folder, out) != 0
    error = capsys.readouterr().err
    assert "is not the kept one" in error
    assert "Kept is spec" in error


def test_kept_rows_that_were_edited_in_place_are_told(copy, capsys) -> None:
    folder, out = copy
    assert tables(folder, out) == 0
    (file,) = (out / "runs").rglob("rows.jsonl.gz")
    text = serialize.read_bytes(file).replace(b'"success":0.0', b'"success":1.0')
    serialize.write_bytes(file, text)
    assert run(["pasture", "tables", "-o", str(out)]) != 0
    assert "they were edited" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        (
            {"suite": "robustnav-pointnav", "task": "pointnav"},
            "it is a run of 'robustnav-pointnav'",
        ),
        ({"suite": "robustnav-objectnav"}, "tables are of"),
        ({"corruptions": ["spatter@5"]}, "corrupted"),
        ({"agent": "pointnav-map"}, "is made for pointnav"),
    ],
)
def test_runs_of_other_suites_and_tasks_are_refused(copy, capsys, fields, said) -> None:
    """Any run below the directory once got a line in every table."""
    folder, out = copy
    edit_spec(folder, **fields)
    assert tables(folder, out) != 0
    assert said in capsys.readouterr().err
    assert not out.joinpath("runs").exists()


def test_rows_of_another_suite_under_its_name_are_refused(run_of) -> None:
    kept = run_of("cow-owl-s", lambda *_: True)
    new = run_of("cow-mdetr-s", lambda *_: True)
    check_episodes(new, [kept])
    moved = replace(new, rows=({**new.rows[0], "home": "elsewhere"}, *new.rows[1:]))
    with pytest.raises(RunError, match="of another suite"):
        check_episodes(moved, [kept])
    foreign = replace(new, rows=({**new.rows[0], "episode": "mine-0"}, *new.rows[1:]))
    with pytest.raises(RunError, match="mine-0 is no episode of 'pasture'"):
        check_episodes(foreign, [kept])
