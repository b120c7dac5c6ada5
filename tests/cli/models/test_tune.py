from __future__ import annotations

import pytest

from meadow import serialize
from meadow.cli.main import run
from meadow.grounding.thresholds import ThresholdTable
from meadow.models.eyes import available


def test_agents_without_a_localizer_are_refused(capsys) -> None:
    assert run(["tune", "--agent", "random"]) == 2
    assert "no localizer" in capsys.readouterr().err


def test_bad_budgets_and_places_are_refused_at_once(capsys, tmp_path) -> None:
    assert run(["tune", "--budget", "0"]) == 2
    assert run(["tune", "--out", str(tmp_path / "table.txt")]) == 2
    assert "json" in capsys.readouterr().err


@pytest.mark.skipif("eyes-s" not in available(), reason="no weights are shipped yet")
def test_the_table_is_printed_and_written(capsys, tmp_path) -> None:
    path = tmp_path / "table.json"
    for agent in ("cow-clip-grad-s", "cow-owl-s"):
        order = ["tune", "--agent", agent, "--budget", "1", "--steps", "3", "--out", str(path)]
        assert run(order) == 0
    table = serialize.read(path, ThresholdTable)
    keys = ["clip-grad/eyes-s/openai80/center", "owl/eyes-s/plain/center"]
    assert list(table.rows) == keys
    assert all(row.weights for row in table.rows.values())
    assert "confirmed" in capsys.readouterr().out
    assert "tune split" in table.source
