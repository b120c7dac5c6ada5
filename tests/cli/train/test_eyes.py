"""``meadow train eyes``: which training the options name."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest

pytest.importorskip("torch")

from meadow.cli.main import run
from meadow.learning.eyes.train import EyesTrainer, EyesTrainingConfig, write_weights

CONFIG = EyesTrainingConfig(steps=3, batch_size=2, imagenet=False, zero_shot=True)


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    """The weights of a training that has taken all its steps, with one exam beside them."""
    trainer = EyesTrainer(CONFIG)
    trainer.step = 3
    write_weights(trainer, tmp_path / "kept" / "weights.npz")
    (tmp_path / "kept" / "exams.jsonl").write_text(json.dumps({"step": 3, "hours": 0.1}) + "\n")
    return tmp_path / "kept" / "weights.npz"


def resume(weights: Path, *options: str) -> int:
    fixed = ("--no-export", "--no-exams", "--workers", "0", "--threads", "1")
    return run(["train", "eyes", "--resume", "--start", str(weights), *fixed, *options])


def test_a_lost_training_goes_on_from_its_weights(
    weights: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    monkeypatch.setenv("MEADOW_CACHE", str(weights.parent / "cache"))
    assert resume(weights, "--zero-shot") == 0
    assert f"going on from {weights} after 3 steps" in " ".join(capsys.readouterr().out.split())
    directory = weights.parent / "cache" / "trainings" / "eyes-s-zs"
    assert EyesTrainer.load(directory).step == 3
    assert json.loads((directory / "exams.jsonl").read_text())["step"] == 3


def test_a_training_that_logs_nothing_ends_without_curves(
    weights: Path, tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    (weights.parent / "exams.jsonl").unlink()
    assert resume(weights, "--out", str(tmp_path / "own")) == 0
    assert run(["train", "status", str(tmp_path / "own")]) == 0
    assert "no step is logged" in capsys.readouterr().out
    assert not (tmp_path / "own" / "curves.png").exists()


def test_a_checkpoint_with_more_steps_wins(
    weights: Path, tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    trainer = EyesTrainer(dataclasses.replace(CONFIG, steps=5))
    trainer.step = 5
    trainer.save(tmp_path / "own")
    assert resume(weights, "--out", str(tmp_path / "own")) == 0
    assert "going on from the checkpoint" in " ".join(capsys.readouterr().out.split())
    assert EyesTrainer.load(tmp_path / "own").step == 5


def test_options_that_contradict_are_explained(
    weights: Path, tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    assert resume(weights, "--words-only") != 0
    assert "leave out --resume" in capsys.readouterr().err
    other = EyesTrainer(dataclasses.replace(CONFIG, zero_shot=False))
    write_weights(other, tmp_path / "all.npz")
    assert resume(tmp_path / "all.npz", "--zero-shot") != 0
    assert "leave out --zero-shot" in capsys.readouterr().err
