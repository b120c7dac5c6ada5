"""``meadow train encoder``: what it leaves behind is what ``meadow train policy`` begins with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

from meadow.cli.main import run  # noqa: E402

WORDS = ["train", "encoder", "--homes", "2", "--rooms", "1"]


@pytest.fixture(scope="module")
def encoder(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("encoder")
    assert run([*WORDS, "--frames", "1024", "--out", str(folder)]) == 0
    return folder


def test_it_says_how_well_it_sees_and_shows_it(encoder: Path, capsys) -> None:
    assert run([*WORDS, "--frames", "1500", "--out", str(encoder), "--resume"]) == 0
    said = capsys.readouterr().out
    assert "2,048 frames" in said
    assert "without looking" in said
    assert f"--encoder-weights {encoder}" in said
    assert (encoder / "distances.png").read_bytes().startswith(b"\x89PNG")
    rows = [json.loads(line) for line in (encoder / "log.jsonl").read_text().splitlines()]
    assert [row["frames"] for row in rows] == [1024, 2048]
    assert all(row["way"] > 0.0 and 0.0 < row["blind_way"] < 1.0 for row in rows)


def test_a_policy_begins_with_it(encoder: Path, tmp_path: Path) -> None:
    small = ["--homes", "2", "--num-envs", "2", "--hidden", "16", "--rooms", "1", "--no-export"]
    begun = ["--encoder-weights", str(encoder), "--freeze", "--out", str(tmp_path)]
    short = ["--dagger-frames", "64", "--ppo-frames", "0"]
    assert run(["train", "policy", "pointnav-rgb", *small, *begun, *short]) == 0
    ours, theirs = (
        torch.load(folder / "checkpoint.pt", weights_only=True)["policy"]
        for folder in (encoder, tmp_path)
    )
    assert ours.keys() == {name for name in theirs if name.startswith("encoder.")}
    assert all(torch.equal(value, theirs[name]) for name, value in ours.items())


def test_what_cannot_be_is_said_before_the_work_begins(encoder: Path, tmp_path: Path, capsys):
    assert run([*WORDS, "--out", str(encoder)]) == 2
    assert "add --resume" in capsys.readouterr().err
    assert run([*WORDS, "--out", str(encoder), "--resume", "--seed", "3"]) == 2
    assert "begun with seed 0, not with seed 3" in capsys.readouterr().err
    assert run([*WORDS, "--out", str(tmp_path / "new"), "--first-home", "9999999"]) == 2
    assert "suites" in capsys.readouterr().err
    start = ["train", "policy", "pointnav-rgb", "--start", str(encoder), "--homes", "1"]
    assert run([*start, "--num-envs", "1", "--hidden", "16", "--out", str(tmp_path / "b")]) == 2
    assert "--encoder-weights" in capsys.readouterr().err
