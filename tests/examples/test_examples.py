"""Every example runs, uses the public interface alone, and is in the list."""

from __future__ import annotations

import ast
import runpy
import sys
from pathlib import Path

import pytest

import meadow
from meadow.agents import AGENTS

FOLDER = Path(__file__).parents[2] / "examples"
SCRIPTS = sorted(FOLDER.glob("*.py"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_an_example_runs(
    script: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(AGENTS, "_entries", dict(AGENTS._entries))
    monkeypatch.setattr(sys, "argv", [str(script), str(tmp_path)])
    runpy.run_path(str(script), run_name="__main__")
    assert capsys.readouterr().out.strip()
    told = ast.get_docstring(ast.parse(script.read_text()))
    assert told
    assert told.endswith(".")


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_an_example_uses_the_public_interface_alone(script: Path) -> None:
    for node in ast.walk(ast.parse(script.read_text())):
        if isinstance(node, ast.ImportFrom):
            assert not str(node.module).startswith("meadow"), node.module
        elif isinstance(node, ast.Import):
            assert not [a.name for a in node.names if a.name.startswith("meadow.")]
        elif isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == "meadow":
            assert node.attr in (*meadow.__all__, "__version__")


def test_the_list_names_every_example() -> None:
    text = (FOLDER / "README.md").read_text()
    assert SCRIPTS
    assert all(f"`{path.name}`" in text for path in SCRIPTS)
