"""Where the searches of a run went wrong, in a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from meadow.cli.main import run
from meadow.testing.tiny_suite import write_tiny_suite


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of four episodes, each too short to find anything."""
    folder = tmp_path_factory.mktemp("failures")
    suite = write_tiny_suite(folder, 4, max_steps=2)
    arguments = ["eval", str(suite), "--agent", "random", "--option", "stop=0.0"]
    assert run([*arguments, "--executor", "inline", "-o", str(folder / "run")]) == 0
    return folder / "run"


def test_lines_of_a_breakdown_stay_whole_in_80_columns(
    finished: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert run(["failures", str(finished), "--by", "category", "--examples", "1"]) == 0
    out = capsys.readouterr().out
    assert "…" not in out
    assert any(line.startswith("category ") for line in out.splitlines())
    assert any(line.split()[:2] == ["all", "4"] for line in out.splitlines())
    assert "By the rule of CoW's authors" in out


def test_an_unknown_tag_is_named(finished: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["failures", str(finished), "--by", "categry"]) == 2
    assert "Did you mean 'category'" in capsys.readouterr().err
