"""Kept rows are run again, and what differs is told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from meadow.evaluation.study.check import check_kept
from meadow.evaluation.study.kept import KeptRun, find_runs, pack
from meadow.evaluation.study.plan import jobs
from meadow.evaluation.study.run import RunSettings, run_jobs
from meadow.evaluation.study.screen import Silence


@pytest.fixture
def kept(toy, tmp_path: Path) -> list[KeptRun]:
    """Both agents in both conditions."""
    settings = RunSettings(out=tmp_path / "runs", episodes=4, executor="inline")
    outcome = run_jobs(toy, jobs(toy), settings, Silence())
    assert (outcome.failed, outcome.missing, outcome.in_time) == (0, 0, True)
    return pack(toy, find_runs(tmp_path / "runs", toy))


def test_rows_of_the_same_code_are_equal(toy, kept) -> None:
    assert [run.planned for run in kept] == [{"clean": 4, "motor_failure": 4}] * 2
    found = check_kept(toy, kept, 6, 0, Silence())
    assert sum(one.rows for one in found) == 6
    assert len(found) == 4, "all runs and conditions have their turn"
    assert not any(one.different for one in found)
    assert str(found[0]).startswith("equal")


def test_a_difference_is_told_with_what_has_changed(toy, kept) -> None:
    run = kept[0]
    rows = tuple({**row, "metrics": {**row["metrics"], "steps": 99.0}} for row in run.rows)
    spec = msgspec.structs.replace(run.spec, models={"the agent": "revision 1"})
    edited = KeptRun(spec, run.log, rows)
    found = check_kept(toy, [edited], 2, 0, Silence())
    assert [one.different for one in found] == [1, 1]
    assert "metrics.steps was 99.0, is" in found[0].first
    assert "revision 1" in found[0].changed
    assert "DIFFERENT" in str(found[0])
    assert "Another revision" in str(found[0])


def test_runs_that_cannot_be_made_here_are_left_out(toy, kept) -> None:
    lost = replace(kept[0], spec=msgspec.structs.replace(kept[0].spec, agent_options={"x": 1}))
    found = check_kept(toy, [lost, kept[1]], 2, 0, Silence())
    assert [bool(one.left_out) for one in found].count(True) >= 1
    assert sum(one.rows for one in found) == 2
    assert not any(one.different for one in found)
