"""What a study prints when its runs end; that they run is tested in ``tests/cli/test_study.py``."""

from __future__ import annotations

from meadow.evaluation.study.plan import StudyJob
from meadow.evaluation.study.run import summary_table


def test_the_table_shows_the_studys_own_metrics() -> None:
    rows = [
        {
            "episode": str(n),
            "home": str(n),
            "status": "ok",
            "metrics": {"success": 0.0, "exqa": 0.5},
        }
        for n in range(3)
    ]
    lines = [(StudyJob("test", "clean", "language-only"), rows)]
    table = summary_table(lines, ("exqa", "t3"))
    assert table.header == ("agent", "part", "condition", "exqa (%)", "t3", "n")
    (row,) = table.rows
    assert row[0].text == "language-only"
    assert row[3].text.startswith("50.0")
    assert [cell.text for cell in row[4:]] == ["–", "3"]
