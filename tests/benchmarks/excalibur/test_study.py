"""Claims and tables over kept rows."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import pytest

from meadow import serialize
from meadow.benchmarks.excalibur import learned
from meadow.benchmarks.excalibur.claims import claims_of
from meadow.benchmarks.excalibur.study import STUDY, kept_row
from meadow.benchmarks.excalibur.tables import (
    _place,
    by_kind,
    table_2,
    trained_agents,
    trainings,
)
from meadow.episodes.suites import load_suite
from meadow.evaluation.study.claims import ClaimVerdict
from meadow.evaluation.study.kept import code_of
from meadow.policies.policy import PolicyCard

HOMES = 12


@dataclass
class Kept:
    """What claims and tables read of a kept run."""

    agent: str
    acc_exp: float
    acc_ref: float
    suite: str = "excalibur-test"

    @property
    def rows(self):
        wobble = [0.002 * (n % 3) for n in range(HOMES)]
        return [
            {
                "episode": f"e{n}",
                "home": f"h{n}",
                "status": "ok",
                "metrics": {"acc_exp": self.acc_exp + w, "acc_ref": self.acc_ref + 2 * w},
            }
            for n, w in enumerate(wobble)
        ]


def verdicts(runs) -> dict[str, ClaimVerdict]:
    return {claim.title: claim.verdict for claim in claims_of(runs)}


def test_claims_are_decided_by_their_figures() -> None:
    runs = [
        Kept("language-only", 0.45, 0.45),
        Kept("novelty", 0.46, 0.5),
        Kept("qa", 0.6, 0.59),
        Kept("novelty+qa", 0.75, 0.8),
    ]
    found = verdicts(runs)
    needed = (
        "the questions need exploration (novelty+qa, excalibur-test: novelty+qa - language-only)"
    )
    assert found[needed] is ClaimVerdict.HOLDS
    little = (
        "novelty alone is little better than language (excalibur-test: novelty - language-only)"
    )
    assert found[little] is ClaimVerdict.HOLDS
    close = "questions teach nearly as well alone as with novelty (excalibur-test: novelty+qa - qa)"
    assert found[close] is ClaimVerdict.FAILS
    assert (
        found["going back in helps (qa, excalibur-test: acc_ref - acc_exp)"] is ClaimVerdict.FAILS
    )
    assert (
        found["going back in helps (novelty, excalibur-test: acc_ref - acc_exp)"]
        is ClaimVerdict.HOLDS
    )


def test_what_was_not_run_is_not_tested() -> None:
    found = verdicts([])
    assert len(found) == 3
    assert set(found.values()) == {ClaimVerdict.UNTESTED}


def test_table_2_prints_people_beside_ours() -> None:
    table = table_2([Kept("qa", 0.5, 0.6)], "architect")
    names = [row[0].text for row in table.rows]
    assert names[0] == "qa"
    assert "people" in names
    people = table.rows[names.index("people, with a film of what they did")]
    assert people[-1].text == "90.1"


def test_accuracy_by_kind_counts_the_answers_of_the_first_exam() -> None:
    episodes = load_suite("excalibur-mini")[:1]
    true = [question.answer for question in episodes[0].questions]
    run = Kept("oracle-answers", 1.0, 1.0)
    rows = [{"episode": episodes[0].id, "home": "h", "status": "ok", "answers": [true, ["?"] * 8]}]
    run = type("Run", (), {"agent": run.agent, "rows": rows})()
    table = by_kind([run], episodes, "mini")
    assert {row[1].text for row in table.rows} == {"100.0"}


def test_kept_rows_have_what_tables_and_checks_need() -> None:
    row = {
        "episode": "e",
        "home": "h",
        "status": "ok",
        "metrics": {"success": 0.0, "exqa": 0.5, "spl": 1.0},
        "answers": [["yes"], ["no"]],
    }
    kept = kept_row(row)
    assert kept["metrics"]["success"] == 0.0
    assert kept["metrics"]["exqa"] == 0.5
    assert "spl" not in kept["metrics"]


def test_the_code_of_a_run_has_what_its_agents_answer_by(monkeypatch) -> None:
    """A memory that is trusted otherwise once left no trace in what was kept of a run."""
    read: list[str] = []
    monkeypatch.setattr(serialize, "code_version", lambda *sources: read.extend(sources) or "")
    code_of(STUDY)
    assert {f"benchmarks/excalibur/{n}" for n in ("trust.json", "guessers.py")} <= set(read)
    monkeypatch.undo()
    assert code_of(STUDY)


@pytest.mark.parametrize("part", ["test", "architect"])
def test_both_test_sets_are_published(part) -> None:
    assert STUDY.parts[part].published


def test_tables_are_in_the_order_of_the_paper_and_say_how_agents_learned(monkeypatch, tmp_path):
    card = PolicyCard(
        name="excalibur-novelty",
        task="excalibur",
        senses=("rgb",),
        goal="vector",
        actions=("Stop",),
        width=64,
        height=48,
        hfov=90.0,
        hidden=8,
        last_action=True,
        sha256=hashlib.sha256(b"").hexdigest(),
        frames=1_000_000,
        command="meadow train policy excalibur-novelty",
    )
    (tmp_path / "novelty.onnx").write_bytes(b"")
    serialize.write(tmp_path / "novelty.json", card)
    monkeypatch.setattr(learned, "WEIGHTS", tmp_path)
    runs = [Kept("surveyor", 0.6, 0.6), Kept("novelty", 0.5, 0.5), Kept("random-answer", 0.4, 0.4)]
    assert [run.agent for run in sorted(runs, key=_place)] == [
        "random-answer",
        "novelty",
        "surveyor",
    ]
    cards = trained_agents(runs)
    assert list(cards) == ["novelty"]
    (row,) = trainings(cards).rows
    assert [cell.text for cell in row] == [
        *("novelty", "1,000,000", "rgb", "a small trained decoder", card.command)
    ]
