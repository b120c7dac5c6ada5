"""The tables of RobustNav."""

from __future__ import annotations

import pytest

from meadow.benchmarks.robustnav import paper
from meadow.benchmarks.robustnav.study import (
    BEHAVIOUR,
    BY_DIFFICULTY,
    STUDY,
    conditions,
    kind,
    title,
)
from meadow.benchmarks.robustnav.tables import (
    behaviour,
    by_difficulty,
    degradation_tables,
    rank_correlation,
    static_against_embodied,
    summary_of,
)
from meadow.errors import UnknownIdError
from meadow.evaluation.report.tables import Table
from meadow.metrics.statistics import Estimate


def texts(table: Table) -> list[list[str]]:
    return [[cell.text for cell in line] for line in table.rows]


def row(home, success, difficulty="easy", **metrics):
    found = {"success": success, "spl": 0.9 * success, "oracle_success": 1.0, **metrics}
    return {"home": home, "tags": {"difficulty": difficulty}, "metrics": found}


ROWS = {
    "clean": [row("a", 1.0), row("a", 1.0, "hard"), row("b", 1.0), row("b", 1.0, "hard")],
    "spatter@5": [row("a", 1.0), row("a", 0.0, "hard"), row("b", 1.0), row("b", 0.0, "hard")],
}


def test_the_conditions_are_those_of_the_paper():
    assert len(conditions()) == 19  # Table 2
    assert len(conditions((3, 5))) == 36  # Table 5
    assert len(conditions(challenge=True)) == 25  # and Table 4
    for known in (BEHAVIOUR, BY_DIFFICULTY):
        assert set(known) <= set(conditions())
    kinds = [kind(c) for c in conditions()]
    assert [kinds.count(k) for k in ("clean", "vis", "dyn", "vis+dyn")] == [1, 7, 5, 6]


def test_the_study_has_the_papers_lists_of_conditions():
    assert [len(found) for found in STUDY.conditions.values()] == [36, 19, 7, 6, 1]
    assert len(STUDY.chosen_conditions([])) == 36
    assert STUDY.chosen_conditions(["spatter@3", "clean"]) == ["clean", "spatter@3"]


def test_titles_are_those_of_the_paper():
    assert title("spatter@5,motion_bias_stochastic") == "Spatter (S5) + Motion Bias (S)"
    assert title("clean") == "Clean"


def test_tables_show_success_and_mark_what_was_trained_on():
    summary = summary_of(ROWS)
    assert summary["spatter@5"]["success"] == Estimate(0.5, 0.5, 0.5, 4)
    (table,) = degradation_tables({"x": summary}, {"x": ["spatter@2"]})
    rows = texts(table)
    assert [r[1] for r in rows] == ["Clean", "Spatter (S5)"]
    assert rows[0][4].startswith("100.0 [")
    assert rows[1][4].endswith("]*")
    assert rows[1][:4] == ["2", "Spatter (S5)", "x", ""]
    assert "seen in training" in table.note


def test_further_severities_and_the_challenge_have_tables_of_their_own():
    names = ["clean", "spatter@3", "spatter@5", "spatter@5,no_noise"]
    summary = summary_of(dict.fromkeys(names, ROWS["clean"]))
    tables = degradation_tables({"pointnav-rgb": summary}, {}, beside=True)
    assert [len(table.rows) for table in tables] == [2, 3, 2]
    assert [table.title.partition(":")[0] for table in tables] == ["Table 2", "Table 5", "Table 4"]
    assert tables[0].header[-1] == "paper SR, SPL"
    assert texts(tables[0])[1][-1] == "33.6, 24.7"


def test_the_paper_prints_every_row_of_table_2():
    assert set(paper.TABLE_2) == set(conditions())
    assert paper.printed("pointnav-map", "clean") is None


def test_difficulty_is_a_table_of_its_own():
    table = by_difficulty({"x": ROWS})
    spatter = dict(zip(table.header, texts(table)[1]))
    assert spatter["easy SR"].startswith("100.0")
    assert spatter["hard SR"].startswith("0.0")
    assert spatter["medium SR"] == "–"


def test_behaviour_has_metres_and_shares():
    summary = {"clean": {"distance_to_goal": Estimate(0.214, None, None, 1)}}
    table = behaviour({"x": summary})
    assert "0.21" in texts(table)[0]
    assert texts(table)[0].count("–") == 6


def sweep(**success):
    known = {"clean": 1.0, **success}
    return {c: {"success": Estimate(v, None, None, 9)} for c, v in known.items()}


def test_static_is_compared_by_rank():
    static = {"clean": 0.5, "camera_crack": 0.4, "lower_fov": 0.2, "motion_drift": 0.1}
    same = sweep(camera_crack=0.9, lower_fov=0.5, motion_drift=0.2)
    opposite = sweep(camera_crack=0.1, lower_fov=0.5, motion_drift=0.8)
    table = static_against_embodied(static, {"a": same, "b": opposite})
    assert texts(table)[-1][-2:] == ["1.00", "-1.00"]
    assert texts(table)[1][:3] == ["Camera Crack", "40.0", "20.0"]
    assert rank_correlation([1.0, 2.0], [1.0, 2.0]) is None
    assert rank_correlation([1.0, 2.0, 3.0], [1.0, 1.0, 1.0]) is None
    with pytest.raises(UnknownIdError, match="reference"):
        static_against_embodied({"lower_fov": 0.2}, {})
