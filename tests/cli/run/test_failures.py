"""Where the searches of a run went wrong, in a terminal."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from meadow.cli.main import run
from meadow.episodes.record import LegRecord
from meadow.testing.runs import drive_record, hand_spec, write_run
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


def test_what_has_no_searches_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["failures", str(tmp_path)]) == 2
    assert "not a run directory" in capsys.readouterr().err
    exam = LegRecord(kind="exam", first=0, outcome="unanswered", success=False)
    record = msgspec.structs.replace(drive_record("a-0", "a", [0.0, 1.0]), legs=(exam,))
    write_run(tmp_path / "run", hand_spec("someone", 1), [record])
    assert run(["failures", str(tmp_path / "run")]) == 2
    assert "its episodes have no searches" in capsys.readouterr().err
