"""Files of the working directory that are called like modules are not imported."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from meadow.testing.tiny_suite import write_tiny_suite


@pytest.mark.parametrize("start", ["script", "module"])
def test_workers_do_not_import_from_the_working_directory(tmp_path, start) -> None:
    here, tool = tmp_path / "here", tmp_path / "tool"
    here.mkdir()
    tool.mkdir()
    # As the installed command does.
    (tool / "command.py").write_text(
        "from meadow.cli.main import main\nif __name__ == '__main__':\n    main()\n"
    )
    for name in ("numpy", "numba", "msgspec", "PIL", "struct", "socket"):
        (here / f"{name}.py").write_text(f"open('imported-{name}', 'w')\nraise SystemExit(9)\n")
    suite = write_tiny_suite(tmp_path / "suite", 1, max_steps=2)
    command = {"script": [str(tool / "command.py")], "module": ["-m", "meadow"]}[start]
    settings = [
        "eval",
        str(suite),
        "--agent",
        "random",
        "--workers",
        "1",
        "-o",
        str(tmp_path / "run"),
    ]
    ran = subprocess.run([sys.executable, *command, *settings], cwd=here, capture_output=True)
    assert not list(here.glob("imported-*")), ran.stderr
    assert ran.returncode == 0, ran.stderr
    rows = [json.loads(line) for line in (tmp_path / "run" / "rows.jsonl").read_text().splitlines()]
    assert [row["status"] for row in rows] == ["ok"]
