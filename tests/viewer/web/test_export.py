"""Exported pages: files for all that the index names, and the same command goes on."""

from __future__ import annotations

from pathlib import Path

from meadow.cli.main import run as meadow
from meadow.testing.runs import point_run


def test_a_run_is_exported_and_written_again(tmp_path: Path) -> None:
    run, out = point_run(tmp_path), tmp_path / "window"
    assert meadow(["view", str(run), "--export", str(out)]) == 0
    files = {str(file.relative_to(out)): file.stat().st_mtime_ns for file in out.rglob("*.*")}
    key = f"data/runs/{run.name}"
    assert {"index.html", "window.js", "window.css", "data/index.json"} <= files.keys()
    assert f"{key}/rows.json" in files
    assert sum(name.endswith("world.bin") for name in files) == 3
    assert b'"live":false' in (out / "data/index.json").read_bytes()
    assert meadow(["view", str(run), "--export", str(out)]) == 0
    world = f"{key}/episodes/point-0/world.bin"
    assert (out / world).stat().st_mtime_ns == files[world], "worlds are not made twice"
