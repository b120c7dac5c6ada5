"""``meadow train status``: says how far a training is, from its files alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from meadow.cli.main import run
from meadow.learning.eyes.exam.scaling import KEPT


def write_training(directory: Path, steps: int) -> None:
    directory.mkdir(parents=True)
    rows = [
        {"step": 20 * k, "minutes": 0.3 * k, "loss": 9.0 / k, "named": 0.1, "choice": 5.0}
        for k in range(1, steps // 20 + 1)
    ]
    cut_off = '{"step": 99'
    (directory / "log.jsonl").write_text("".join(json.dumps(r) + "\n" for r in rows) + cut_off)
    (directory / "plan.json").write_text(json.dumps({"model": "eyes-s", "zero_shot": True}))
    (directory / "checkpoint.pt").write_bytes(b"")
    exam = {"step": 2000, "hours": 0.5} | dict.fromkeys(KEPT, 0.125)
    (directory / "exams.jsonl").write_text(json.dumps(exam) + "\n")


def test_it_tells_step_speed_and_exams(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    write_training(tmp_path / "one", 2400)
    assert run(["train", "status", str(tmp_path / "one")]) == 0
    out = capsys.readouterr().out
    assert "eyes-s-zs" in out
    assert "step 2,400" in out
    assert "0.90 s a step; next exam at step 4,000" in out
    assert "0.125" in out
    assert (tmp_path / "one" / "curves.png").stat().st_size > 10_000


def test_exams_from_before_a_figure_existed_are_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    write_training(tmp_path / "one", 4400)
    later = list(KEPT)[list(KEPT).index("stop_view_recall") :]
    old = {key: 0.25 for key in KEPT if key not in later}
    rows = [
        {"step": 2000, "hours": 0.5} | old,
        {"step": 4000, "hours": 1.0} | dict.fromkeys(KEPT, 0.375) | {"stop_view_recall": None},
    ]
    text = "".join(json.dumps(row) + "\n" for row in rows)
    (tmp_path / "one" / "exams.jsonl").write_text(text)
    assert run(["train", "status", str(tmp_path / "one")]) == 0
    out = capsys.readouterr().out.splitlines()
    first, second = (
        next(line for line in out if f" {step} " in line) for step in ("2,000", "4,000")
    )
    assert first.split()[2:] == ["0.250"] * len(old) + ["-"] * len(later)
    assert second.split()[2:] == ["0.375"] * len(old) + ["-"] + ["0.375"] * (len(later) - 1)


def test_trainings_in_the_cache_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    monkeypatch.setenv("MEADOW_CACHE", str(tmp_path))
    assert run(["train", "status"]) == 0
    assert "start one with" in capsys.readouterr().out
    write_training(tmp_path / "trainings" / "eyes-s-zs", 400)
    assert run(["train", "status", "--no-curves"]) == 0
    assert "step 400" in capsys.readouterr().out


def test_a_directory_without_a_training_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    assert run(["train", "status", str(tmp_path)]) != 0
    assert "holds no training" in capsys.readouterr().err
