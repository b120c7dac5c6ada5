"""Claims are decided by the rows and by nothing else."""

from __future__ import annotations

import pytest

from meadow.benchmarks.pasture.claims import check_all
from meadow.benchmarks.pasture.endings import CowFailure, blame, shares
from meadow.benchmarks.pasture.paper import TABLE_1
from meadow.benchmarks.pasture.study import Results, collect
from meadow.evaluation.study.claims import Claim, ClaimVerdict


def found(results: Results, claim: str, who: str) -> list[Claim]:
    return [c for c in check_all(results) if c.claim.startswith(claim) and c.who == who]


def test_what_the_rule_makes_true_holds(results: Results) -> None:
    distract, spatial = found(results, "Distractors hurt", "cow-owl-s")[:2]
    # Two of four things with a description, one with distractors; in home 0 one less of each.
    assert distract.value.mean == pytest.approx(-0.25)
    assert distract.verdict is ClaimVerdict.HOLDS
    assert spatial.value.mean == 0.0
    assert spatial.verdict is ClaimVerdict.OPEN
    (uncommon,) = found(results, "Uncommon", "cow-owl-s")
    assert uncommon.value.mean == pytest.approx(0.25)
    assert uncommon.verdict is ClaimVerdict.HOLDS


def test_the_papers_figures_stand_beside(results: Results) -> None:
    printed = TABLE_1["OWL B/32"]
    assert printed.success is not None
    (uncommon,) = found(results, "Uncommon", "cow-owl-s")
    assert uncommon.paper == pytest.approx(printed.success[0] - printed.robothor[1])


def test_the_opposite_does_not_hold(run_of) -> None:
    def backwards(setting: str, home: int, thing: str) -> bool:
        return "distract" in setting

    results = collect([run_of("cow-owl-s", backwards)])
    for check in found(results, "Distractors hurt", "cow-owl-s"):
        assert check.verdict is ClaimVerdict.FAILS
        assert check.against, "episodes that show it are named"
    assert all("-distract-" not in e for e in check.against)


def test_few_homes_decide_nothing(run_of) -> None:
    def clear(setting: str, home: int, thing: str) -> bool:
        return "distract" not in setting

    run = run_of("cow-owl-s", clear)
    few = tuple(row for row in run.rows if int(row["home"][-1]) < 3)
    results = collect([type(run)(run.spec, run.log, few)])
    checks = found(results, "Distractors hurt", "cow-owl-s")
    assert {c.verdict for c in checks} == {ClaimVerdict.OPEN}


def test_ten_points_are_asked_of_attributes(results: Results, run_of) -> None:
    (check,) = found(results, "cow-attributes beats", "distractor settings")
    assert check.verdict is ClaimVerdict.HOLDS
    (check,) = found(results, "cow-attributes beats", "those with a visible target")
    assert check.value.n == 2 * 8 * 4 * 2, "hidden things are left out"

    def one_home_more(setting: str, home: int, thing: str) -> bool:
        return thing == "apple" or (thing == "mug" and home < 2)

    def apples(setting: str, home: int, thing: str) -> bool:
        return thing == "apple"

    small = collect([run_of("cow-owl-s", apples), run_of("cow-attributes", one_home_more)])
    (check,) = found(small, "cow-attributes beats", "distractor settings")
    assert check.value.mean == pytest.approx(0.25 * 2 / 8)
    assert check.verdict is not ClaimVerdict.HOLDS


def test_oracle_counts_only_visible_targets_within_reach(results: Results, run_of) -> None:
    (check,) = found(results, "cow-oracle finds", "cow-oracle")
    assert check.verdict is ClaimVerdict.HOLDS
    assert check.value.n == 5 * 8 * 4 * 2

    def misses_an_apple(setting: str, home: int, thing: str) -> bool:
        return thing != "apple"

    worse = collect([run_of("cow-oracle", misses_an_apple, eyes="")])
    (check,) = found(worse, "cow-oracle finds", "cow-oracle")
    assert check.verdict is ClaimVerdict.FAILS
    assert all("apple" in episode for episode in check.against)


def test_authors_classes() -> None:
    def row(stopped: bool, in_range: bool) -> dict:
        stop = 1.0 if stopped else None
        metrics = {"success": 0.0, "stop_fail_pos": stop, "oracle_success": float(in_range)}
        return {"status": "ok", "metrics": metrics}

    rows = [row(True, True), row(True, False), row(False, True), row(False, False)]
    assert [blame(r) for r in rows] == [
        *(
            CowFailure.LOCALISATION,
            CowFailure.LOCALISATION,
            CowFailure.PLANNING,
            CowFailure.EXPLORATION,
        ),
    ]
    assert shares(rows)[CowFailure.LOCALISATION] == 0.5
    assert shares([{"status": "ok", "metrics": {"success": 1.0}}]) == {}
