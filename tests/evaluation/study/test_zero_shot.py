"""What was taught and what was held out never stand in one figure."""

from __future__ import annotations

from typing import Any

from meadow.evaluation.study.zero_shot import zero_shot_table

UNSEEN = frozenset({"tent", "radio"})


def goal(category: str, success: float, home: int = 0) -> dict[str, Any]:
    return {
        "episode": f"{category}-{home}",
        "home": f"home-{home}",
        "status": "ok",
        "tags": {"category": category},
        "metrics": {"success": success, "spl": success},
    }


def test_goals_are_split_by_what_the_eyes_were_taught() -> None:
    goals = [goal("tent", 0.0), goal("radio", 1.0, 1), goal("mug", 1.0), goal("sofa", 1.0, 1)]
    table = zero_shot_table([("finder", goals, UNSEEN), ("taught", goals, frozenset())])
    ((name, taught, n, held_out, m),) = [[cell.text for cell in row] for row in table.rows]
    assert (name, n, m) == ("finder", "2", "2")
    assert taught.startswith("100.0 [")
    assert held_out.startswith("50.0 [")


def test_a_part_without_goals_has_no_figure() -> None:
    table = zero_shot_table([("finder", [goal("mug", 1.0)], UNSEEN), ("idle", [], UNSEEN)])
    (row,) = table.rows
    assert [cell.text for cell in row[3:]] == ["–", "0"]
