"""Files of sweeps, of one agent or several, beside a detector's figures."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from meadow.cli.robust_static import _agents, _sweeps
from meadow.errors import FileFormatError, InvalidValueError

CELL = {"success": {"mean": 0.5, "low": 0.4, "high": 0.6, "n": 10}}


def test_one_agent_goes_by_the_files_name_and_several_by_their_own(tmp_path: Path) -> None:
    alone, both = tmp_path / "alone.json", tmp_path / "both.json"
    alone.write_text(json.dumps({"clean": CELL, "spatter@5": CELL}))
    both.write_text(json.dumps({"a": {"clean": CELL}, "b": {"clean": CELL}}))
    assert _sweeps(alone)["alone"]["spatter@5"]["success"].mean == 0.5
    assert set(_sweeps(both)) == {"a", "b"}


@pytest.mark.parametrize("text", ["{}", '{"a": {"spatter@5": {}}}', '{"a": 3}', "nonsense"])
def test_other_files_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "sweep.json"
    path.write_text(text)
    with pytest.raises(FileFormatError, match="sweep.json"):
        _sweeps(path)


def test_agents_of_one_name_do_not_take_each_others_place(tmp_path: Path) -> None:
    for name, agents in {"flats": "ab", "houses": "bc"}.items():
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps({agent: {"clean": CELL, name: CELL} for agent in agents}))
    found = _agents([tmp_path / "flats.json", tmp_path / "houses.json"])
    assert list(found) == ["a", "b (flats)", "b (houses)", "c"]
    assert "flats" in found["b (flats)"]
    assert "houses" in found["b (houses)"]
    with pytest.raises(InvalidValueError, match=r"flats\.json.*'a'.*Rename"):
        _agents([tmp_path / "flats.json", tmp_path / "flats.json"])
