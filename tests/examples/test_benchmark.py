"""A third party's benchmark in one short file is evaluated and studied like those that ship."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PLUGIN = Path(__file__).parents[2] / "examples" / "benchmark" / "roomnav.py"
COMMANDS = re.findall(r"^    meadow (.*)$", (PLUGIN.parent / "README.md").read_text(), re.MULTILINE)


def test_it_is_short() -> None:
    assert len(PLUGIN.read_text().splitlines()) < 150


def test_every_command_of_its_page_runs(tmp_path: Path) -> None:
    assert len(COMMANDS) == 5
    said = {}
    for command in COMMANDS:
        told = subprocess.run(
            [sys.executable, "-m", "meadow", *command.split()],
            env={**os.environ, "MEADOW_PLUGINS": str(PLUGIN)},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert told.returncode == 0, f"{command}: {told.stdout}{told.stderr}"
        said[command.split()[0], command.split()[2]] = told.stdout
    assert "inside a room of the named type" in said["tasks", "roomnav"]
    page = (tmp_path / "results" / "roomnav" / "README.md").read_text()
    assert "**Moving helps.**" in page
    for agent in ("roomnav-sitter", "roomnav-wanderer"):
        assert f"| {agent} |" in page


@pytest.mark.parametrize("name", ["roomnav-sitter", "roomnav-wanderer"])
def test_without_the_plugin_nothing_of_it_is_there(name: str) -> None:
    from meadow.agents import AGENTS

    assert name not in AGENTS
