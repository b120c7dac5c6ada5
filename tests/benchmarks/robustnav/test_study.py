"""Sweeps are read from runs, kept in small files, and never mixed."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from meadow.benchmarks.robustnav.claims import check_all
from meadow.benchmarks.robustnav.page import page
from meadow.benchmarks.robustnav.study import in_order, keep, load_kept, read_sweeps
from meadow.cli.main import run as meadow
from meadow.errors import RunError
from meadow.testing.runs import drive_record, hand_spec, write_run


def write(folder: Path, condition: str, ids: list[str], **changes: object) -> None:
    """A run of hand-made drives in one condition."""
    records = [drive_record(id, "a", [0.0, 1.0, 2.0]) for id in ids]
    spec = msgspec.structs.replace(
        hand_spec("pointnav-rgb", len(ids)),
        corruptions=tuple(name for name in condition.split("+") if name != "clean"),
        **changes,
    )
    write_run(folder / condition, spec, records)


def test_runs_become_a_sweep_and_come_back_from_small_files(tmp_path: Path) -> None:
    known = {"models": {"corruptions in training": "spatter@3"}}
    write(tmp_path / "runs", "clean", ["e-0"], **known)
    write(tmp_path / "runs" / "more", "clean", ["e-0", "e-1"], **known)
    write(tmp_path / "runs", "spatter@5+motion_drift", ["e-0"], **known)
    (sweep,) = read_sweeps(tmp_path / "runs")
    assert {c: len(rows) for c, rows in sweep.rows.items()} == {
        "clean": 2,
        "spatter@5,motion_drift": 1,
    }
    assert sweep.about.trained_under == ("spatter@3",)
    assert any("not zero-shot" in note for note in sweep.notes())
    keep(sweep, tmp_path / "kept")
    (again,) = load_kept(tmp_path / "kept")
    assert again.about == sweep.about
    assert again.rows == sweep.rows
    later = tmp_path / "later"
    write(later, "motor_failure", ["e-0"], **known)
    keep(read_sweeps(later)[0], tmp_path / "kept")
    (joined,) = in_order(load_kept(tmp_path / "kept"), ["clean", "motor_failure"])
    assert list(joined.rows) == ["clean", "motor_failure", "spatter@5,motion_drift"]


@pytest.mark.parametrize("agent", ["../../escaped", "/tmp/meadow-escaped", "a/b", "x" * 260])
def test_an_agents_name_never_leads_out_of_the_output(tmp_path: Path, agent: str) -> None:
    write(tmp_path / "runs", "clean", ["e-0"], agent=agent)
    before = {*tmp_path.rglob("*")}
    for command in ("robust", "pasture"):
        line = [command, "tables", str(tmp_path / "runs"), "-o", str(tmp_path / "a" / "out")]
        assert meadow(line) == 2
    assert {*tmp_path.rglob("*")} == before
    assert not [*Path("/tmp").glob("meadow-escaped*")]


def test_two_versions_of_an_agent_are_no_sweep(tmp_path: Path) -> None:
    write(tmp_path, "clean", ["e-0"], models={"policy x": "aa"})
    write(tmp_path, "spatter@5", ["e-0"], models={"policy x": "bb"})
    with pytest.raises(RunError, match="one version"):
        read_sweeps(tmp_path)


def test_corrupted_cells_are_compared_with_the_same_clean_episodes(tmp_path: Path) -> None:
    write(tmp_path, "clean", ["e-0", "e-1", "e-2"])
    (alone,) = read_sweeps(tmp_path)
    assert alone.alike() == {}
    write(tmp_path, "spatter@5", ["e-0", "e-2"])
    (sweep,) = read_sweeps(tmp_path)
    alike = {c: [row["episode"] for row in rows] for c, rows in sweep.alike().items()}
    assert alike == {"clean": ["e-0", "e-2"], "spatter@5": ["e-0", "e-2"]}
    told = "Clean success over the episodes of the corrupted cells alone"
    assert told in page([sweep], check_all([sweep]), {}, [])
    assert told not in page([alone], [], {}, [])
