"""The authors' episode files: ids become unique, what is missing is told, unchanged files come back."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest

from meadow.benchmarks.doze.formats import read, write
from meadow.episodes.houses import check_available
from meadow.errors import InvalidEpisodeError

EPISODE = {
    "id": "Spacial_DOZE_0_1",
    "scene": "DOZE_0",
    "initial_horizon": 10,
    "initial_orientation": 90,
    "initial_position": {"x": 1.0, "y": 0.9, "z": 2.0},
    "goal_object": "a laptop next toa bed",
    "shortest_path": [{"x": 1.0, "y": 0.0, "z": 2.0}, {"x": 2.0, "y": 0.0, "z": 2.0}],
    "shortest_path_length": 1.0,
}


@pytest.fixture
def published(tmp_path: Path) -> Path:
    """A folder as the authors publish it, with two ids alike and an unpacked twin."""
    far = {**EPISODE, "shortest_path": [], "shortest_path_length": 0.0}
    for kind in ("Spacial", "Hint"):
        folder = tmp_path / "episodes" / kind
        folder.mkdir(parents=True)
        (folder / "DOZE_0.json").write_text(json.dumps([EPISODE, far]))
    return tmp_path


def test_ids_are_unique_and_what_is_missing_is_told(published, caplog):
    with caplog.at_level(logging.WARNING):
        episodes = read(published)
    assert len({e.id for e in episodes}) == len(episodes) == 4
    assert [e.tags["kind"] for e in episodes] == ["spatial", "spatial", "hint", "hint"]
    assert "2 had an id that was used before" in caplog.text
    assert "2 have a shortest path of no length" in caplog.text
    assert "2 are about hints" in caplog.text


def test_running_them_says_which_adapter_is_needed(published):
    with pytest.raises(InvalidEpisodeError, match="AI2-THOR adapter"):
        check_available(e.house for e in read(published))


def test_what_is_not_changed_is_written_as_it_was(published, tmp_path):
    file = published / "episodes" / "Spacial" / "DOZE_0.json"
    out = tmp_path / "again.json"
    write(out, read(file))
    assert json.loads(out.read_text()) == json.loads(file.read_text())
