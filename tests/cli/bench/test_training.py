"""``meadow bench training`` measures what it names and writes it down."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("torch")

from meadow.cli.main import run


def test_figures_are_printed_and_written(tmp_path: Path, capsys) -> None:
    file = tmp_path / "training.json"
    words = ["--preset", "pointnav-depth", "--homes", "1", "--rounds", "1", "--num-envs", "2"]
    assert (
        run(["bench", "training", *words, "--steps", "4", "--ranks", "1", "--json", str(file)]) == 0
    )
    assert "sampling over stepping" in capsys.readouterr().out
    figures = json.loads(file.read_text())["figures"]
    assert figures["sampling over stepping"]["bound"] == ">= 0.45"
    shares = [
        figures[f"share of {part}"]["value"] for part in ("simulation", "inference", "learning")
    ]
    assert all(0.0 < share < 1.0 for share in shares)
    assert 0.8 < sum(shares) < 1.05
    assert figures["training, frames/s"]["value"] > 0


def test_bad_options_are_named(capsys) -> None:
    assert run(["bench", "training", "--preset", "pointnav-rbg"]) == 2
    assert "pointnav-rgb" in capsys.readouterr().err
    assert run(["bench", "training", "--rounds", "0"]) == 2
    assert "--rounds" in capsys.readouterr().err
