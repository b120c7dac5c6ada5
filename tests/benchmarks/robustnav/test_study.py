"""Kept runs become sweeps whose conditions are compared over the same episodes."""

from __future__ import annotations

from pathlib import Path

import msgspec

from meadow.benchmarks.robustnav.study import STUDY, by_suite, sweeps_of
from meadow.benchmarks.robustnav.tables import draw
from meadow.evaluation.study.kept import KeptRun, find_runs, load_kept, pack, write_kept
from meadow.evaluation.study.page import page_text
from meadow.evaluation.study.plan import jobs
from meadow.evaluation.study.run import missing_jobs
from meadow.testing.runs import drive_record, hand_spec, write_run

RESULTS = Path(__file__).parents[3] / "results" / "robustnav"


def write(folder: Path, condition: str, ids: list[str], **changes: object) -> None:
    """A run of hand-made drives in one condition."""
    records = [drive_record(id, "a", [0.0, 1.0, 2.0]) for id in ids]
    spec = msgspec.structs.replace(
        hand_spec("pointnav-rgb", len(ids)),
        corruptions=tuple(name for name in condition.split("+") if name != "clean"),
        **changes,
    )
    write_run(folder / condition, spec, records)


def packed(folder: Path) -> list[KeptRun]:
    return pack(STUDY, find_runs(folder, STUDY))


def test_runs_become_a_sweep_and_come_back_from_small_files(tmp_path: Path) -> None:
    known = {"models": {"corruptions in training": "spatter@3"}}
    write(tmp_path / "runs", "clean", ["e-0"], **known)
    write(tmp_path / "runs" / "more", "clean", ["e-0", "e-1"], **known)
    write(tmp_path / "runs", "spatter@5+motion_drift", ["e-0"], **known)
    (run,) = packed(tmp_path / "runs")
    (sweep,) = sweeps_of([run])
    assert {c: len(rows) for c, rows in sweep.rows.items()} == {
        "clean": 2,
        "spatter@5,motion_drift": 1,
    }
    assert sweep.trained_under == ("spatter@3",)
    assert any("not zero-shot" in note for note in run.notes())
    assert set(sweep.rows["clean"][0]) == {
        *("condition", "episode", "home", "status", "tags", "metrics"),
    }
    write_kept(run, tmp_path / "kept")
    (again,) = load_kept(tmp_path / "kept")
    assert again == run


def test_corrupted_cells_are_compared_with_the_same_clean_episodes(tmp_path: Path) -> None:
    write(tmp_path, "clean", ["e-0", "e-1", "e-2"])
    (alone,) = sweeps_of(packed(tmp_path))
    assert alone.alike() == {}
    write(tmp_path, "spatter@5", ["e-0", "e-2"])
    runs = packed(tmp_path)
    (sweep,) = sweeps_of(runs)
    alike = {c: [row["episode"] for row in rows] for c, rows in sweep.alike().items()}
    assert alike == {"clean": ["e-0", "e-2"], "spatter@5": ["e-0", "e-2"]}
    told = "Clean success over the episodes of the corrupted cells alone"
    out = tmp_path / "page"
    assert told in page_text(STUDY, draw([sweep], out), runs, out)
    assert told not in page_text(STUDY, draw([alone], out), runs, out)


def test_nothing_of_the_published_study_is_missing() -> None:
    published = [name for name, part in STUDY.parts.items() if part.published]
    planned = jobs(STUDY, parts=published)
    assert len(planned) == 4 * 36 + 2 * 19
    assert missing_jobs(STUDY, planned, RESULTS / "runs") == []
    more = jobs(STUDY, parts=["objectnav"], conditions=["table-5"])
    assert len(missing_jobs(STUDY, more, RESULTS / "runs")) == 2 * (36 - 19)


def test_kept_runs_are_sweeps_in_the_papers_order() -> None:
    sweeps = by_suite(sweeps_of(load_kept(RESULTS / "runs")))
    assert [sweep.agent for sweep in sweeps["robustnav-pointnav"]][:3] == [
        *("pointnav-rgb", "pointnav-rgbd", "pointnav-depth"),
    ]
    assert list(sweeps["robustnav-pointnav"][0].rows)[:2] == ["clean", "low_lighting@3"]
