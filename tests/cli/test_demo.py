"""The demo, whole, as `make demo` runs it."""

from __future__ import annotations

from pathlib import Path

import pytest

from meadow.cli.main import run


def test_the_demo_leaves_a_picture_a_report_and_a_film(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("imageio_ffmpeg")
    assert run(["demo", "-o", str(tmp_path), "--workers", "1"]) == 0
    for name in ("home.png", "report/report.html", "report/report.md", "episode.mp4"):
        assert (tmp_path / name).stat().st_size > 1000, name
    text = capsys.readouterr().out
    assert "frontier-oracle on objectnav-mini" in text
    assert str(tmp_path / "report" / "report.html") in text
