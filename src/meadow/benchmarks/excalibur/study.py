"""The study of the EXCALIBUR paper: two test sets, who explores them, and the tables of kept rows."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from meadow.evaluation.run.store import Row
from meadow.evaluation.study.kept import KeptRun
from meadow.evaluation.study.page import StudyPage
from meadow.evaluation.study.plan import Study, StudyPart, Verb

#: Who only guesses, who goes and looks, who knows. The learned ones need their networks.
AGENTS = (
    *("random-answer", "language-only"),
    *("novelty", "qa", "novelty+qa", "qa-pooled", "qa-detections"),
    *("surveyor", "surveyor-rgb", "surveyor-oracle-eyes"),
    *("oracle-memory", "oracle-answers"),
)
METRICS = (
    *("success", "exqa", "acc_exp", "acc_ref", "t3", "grounded_exp", "grounded_ref"),
    *("area", "objects_seen", "opened", "lifted"),
)
#: What decides how they answer, besides the packages that all agents share.
_CODE = (
    *("agents.py", "evidence.py", "guessers.py", "homes.py", "learned.py", "oracles.py"),
    *("sizes.py", "surveyors.py", "table.py", "trust.py"),
    *("questions.json.gz", "sizes.json.gz", "trust.json"),
)


def kept_row(row: Row) -> Row:
    """What tables are drawn from: the figures, and the answers."""
    return {
        **{name: row[name] for name in ("episode", "home", "status")},
        "tags": {},
        "metrics": {name: row["metrics"].get(name) for name in METRICS},
        "goals": [],
        "answers": row.get("answers", []),
    }


def _draw(runs: Sequence[KeptRun], out: Path) -> StudyPage:
    from meadow.benchmarks.excalibur.tables import draw

    return draw(runs)


def _verbs() -> dict[str, Verb]:
    from meadow.benchmarks.excalibur import balance, sizes, statistics, trust_counts

    return {
        "stats": Verb("what is asked, beside Table 1", statistics.Config, statistics.run),
        "balance": Verb("choose the questions, over training homes", balance.Config, balance.run),
        "sizes": Verb("count their answers by the size of homes", sizes.Config, sizes.run),
        "trust": Verb(
            "how often a surveyor's memory is right", trust_counts.Config, trust_counts.run
        ),
    }


STUDY = Study(
    name="excalibur",
    agents=AGENTS,
    parts={
        "test": StudyPart(
            suite="excalibur-test",
            summary="60 of the 1,000 generated test homes, one episode each",
            episodes=60,
            published=True,
        ),
        "architect": StudyPart(
            suite="excalibur-architect",
            summary="nine homes drawn by hand, three episodes each",
            episodes=27,
            published=True,
        ),
        "mini": StudyPart(
            suite="excalibur-mini", summary="two small homes, to try things out", episodes=2
        ),
    },
    tasks=("excalibur",),
    kept_row=kept_row,
    metrics=("exqa", "acc_exp", "acc_ref", "t3"),
    seconds=25.0,
    code=tuple(f"benchmarks/excalibur/{name}" for name in _CODE),
    draw=_draw,
    verbs=_verbs(),
)
