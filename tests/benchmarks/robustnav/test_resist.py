"""Table 3: which trainings resist corruption."""

from __future__ import annotations

from pathlib import Path

from meadow.benchmarks.robustnav.resist import WAYS, resistance_table
from meadow.cli.main import run


def test_a_policy_is_found_as_a_file_or_in_its_trainings_directory(tmp_path: Path) -> None:
    exported, trained = tmp_path / "vanilla.onnx", tmp_path / "action" / "pointnav-rgb.onnx"
    adapted = tmp_path / "tuned-spatter@5.onnx"
    trained.parent.mkdir()
    for file in (exported, trained, adapted):
        file.touch()
    assert WAYS[0].policy(tmp_path, "") == exported
    assert WAYS[1].policy(tmp_path, "spatter@5") == trained
    assert WAYS[-1].policy(tmp_path, "spatter@5") == adapted
    assert WAYS[-1].policy(tmp_path, "lower_fov") is None


def test_table_three_leaves_out_what_was_not_trained() -> None:
    cell = [
        {"episode": home, "home": home, "status": "ok", "metrics": {"spl": spl, "success": 1.0}}
        for home, spl in (("a", 0.5), ("b", 0.7))
    ]
    table = resistance_table({(WAYS[1].label, "clean"): cell})
    rows = table.rows
    assert len(rows) == 7
    assert all(len(row) == len(table.header) for row in rows)
    assert rows[1][1].text.startswith("60.0")
    assert rows[1][3].text == rows[0][1].text == "–"


def test_a_folder_without_policies_is_refused(tmp_path: Path, capsys) -> None:
    assert run(["study", "robustnav", "resist", str(tmp_path)]) == 2
    assert "vanilla" in capsys.readouterr().err
