"""The paper's findings, told from rows."""

from __future__ import annotations

import pytest

from meadow.benchmarks.robustnav.claims import check_all, level
from meadow.benchmarks.robustnav.study import Sweep
from meadow.evaluation.run.spec import RunSpec
from meadow.evaluation.study.claims import ClaimVerdict, in_short

HOMES = 8
PARTS = ("spatter@3", "spatter@5", "motion_drift", "motor_failure", "spatter@5,motion_drift")


def rows(success, homes=HOMES, **metrics):
    """Three episodes in each home; the first ``success`` of them succeed."""
    out = []
    for home in range(homes):
        for k, difficulty in enumerate(("easy", "medium", "hard")):
            values = {"success": float(k < success), "spl": float(k < success), **metrics}
            values.setdefault("oracle_success", 1.0)
            out.append(
                {
                    "episode": f"e{home}-{k}",
                    "home": f"home{home}",
                    "status": "ok",
                    "tags": {"difficulty": difficulty},
                    "metrics": values,
                }
            )
    return out


def sweep(agent, successes, task="pointnav", homes=HOMES, collide=0.3):
    found = {"clean": rows(successes[0], homes, failed_actions=0.1, min_distance_to_goal=0.1)}
    for condition, success in zip(PARTS, successes[1:]):
        found[condition] = rows(
            success, homes, failed_actions=collide, min_distance_to_goal=0.5, stop_fail_pos=0.5
        )
    return Sweep(agent, RunSpec("robustnav", task, "Stop near it.", agent, 3, ""), found)


def verdicts(sweeps):
    return {(f.claim, f.who, f.what): f.verdict for f in check_all(sweeps)}


def test_what_the_rows_show_is_found():
    found = verdicts([sweep("pointnav-rgb", (3, 2, 1, 3, 0, 0)), sweep("pointnav-rgbd", (3,) * 6)])
    pair = "pointnav-rgb, pointnav-rgbd"
    expected = {
        ("A clean depth sensor helps to resist visual corruption", pair): ClaimVerdict.HOLDS,
        ("The worse the severity, the lower the success", "pointnav-rgb"): ClaimVerdict.HOLDS,
        (
            "Motor failure is the worst of the dynamics corruptions",
            "pointnav-rgb",
        ): ClaimVerdict.HOLDS,
        (
            "Under visual corruption harder episodes fail more often",
            "pointnav-rgb",
        ): ClaimVerdict.HOLDS,
        ("The worse the severity, the lower the success", "pointnav-rgbd"): ClaimVerdict.OPEN,
    }
    short = {(claim, who): verdict for (claim, who, _), verdict in found.items()}
    for key, verdict in expected.items():
        assert short[key] is verdict, key
    both = "Visual and dynamics corruption together are worse than either alone"
    assert found[both, "pointnav-rgb", "both - visual alone"] is ClaimVerdict.HOLDS
    assert not any("ObjectNav" in claim for claim, _, _ in found)


def test_the_opposite_is_told_and_replays_are_named():
    odd = sweep("pointnav-rgb", (3, 1, 2, 3, 3, 3), collide=0.05)
    found = {(f.claim, f.what): f for f in check_all([odd])}
    order = found["The worse the severity, the lower the success", "severity 5 - severity 3"]
    assert order.verdict is ClaimVerdict.FAILS
    assert order.value.mean == pytest.approx(1 / 3)
    assert set(order.against) <= {f"spatter@5 e{home}-1" for home in range(HOMES)}
    assert order.against
    assert (
        found["Corrupted agents collide more often", "visual - clean"].verdict is ClaimVerdict.FAILS
    )
    text = in_short(check_all([odd]))
    assert "- **The worse the severity, the lower the success.** does not hold: all." in text


def test_few_homes_tell_nothing():
    found = check_all([sweep("pointnav-rgb", (3, 2, 1, 3, 0, 0), homes=4)])
    assert {f.verdict for f in found} == {ClaimVerdict.OPEN}


def test_stopping_is_asked_of_objectnav_alone():
    agent = sweep("objectnav-rgb", (3, 2, 1, 3, 0, 0), task="robustnav-objectnav")
    gain = [f for f in check_all([agent]) if f.metric == "oracle_gain"]
    assert [f.verdict for f in gain] == [ClaimVerdict.HOLDS]
    # Nothing is said about what no episode can decide.
    assert not [f for f in check_all([agent]) if f.metric == "stop_fail_neg"]


def test_a_level_leaves_out_what_is_not_defined():
    agent = sweep("x", (3, 2, 1, 3, 0, 0))
    agent.rows["spatter@5"][0]["metrics"]["success"] = None
    both = level(agent, ["spatter@3", "spatter@5"], "success")
    assert both["e0-0"] == 1.0
    assert both["e0-1"] == 0.5
