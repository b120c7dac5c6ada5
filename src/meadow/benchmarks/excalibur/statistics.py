"""``meadow study excalibur stats``: what is asked, beside Table 1, and what questions give away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from meadow import serialize
from meadow.benchmarks.excalibur.guessers import family_prior, most_frequent
from meadow.benchmarks.excalibur.paper import MIX
from meadow.episodes.schema import Episode, Question
from meadow.episodes.suites import load_suite
from meadow.evaluation.report.tables import Cell, Table
from meadow.evaluation.study.screen import Screen
from meadow.language.questions.answers import is_correct
from meadow.language.questions.graph import Thresholds


@dataclass(frozen=True, kw_only=True)
class Config:
    """Count what is asked, beside Table 1 of the paper, and what questions alone give away.

    Example: meadow study excalibur stats --json stats.json
    """

    suite: str = "excalibur"
    """The suite whose questions are counted; the first call generates its homes."""
    json: Path | None = None
    """Write the figures into this file."""


def run(config: Config, screen: Screen) -> int:
    """Count, show and write."""
    with screen.steps(f"homes and questions of {config.suite}") as progress:
        episodes = load_suite(config.suite, progress=progress)
    found = figures(episodes)
    screen.show(table_1(found))
    rules = Thresholds()
    screen.say(
        f"next to: a gap of {rules.adjacent:g} m, arguable to {rules.arguable:g} m; "
        f"heavier, larger, longer: by {100 * rules.margin:g} % of the greater"
    )
    screen.say(
        f"{found['questions']:,} questions; language-only {100 * found['language_only_accuracy']:.1f} %, "
        f"the most frequent answer of each family {100 * found['family_prior_accuracy']:.1f} %"
    )
    if config.json is not None:
        serialize.write_bytes(config.json, serialize.encode(found) + b"\n")
    return 0


def figures(episodes: Sequence[Episode]) -> dict[str, Any]:
    """The shares of Table 1, of families and answers, and what two guessers get right."""
    asked = [question for episode in episodes for question in episode.questions]
    counts: Counter[str] = Counter()
    for question in asked:
        counts.update({question.tags["type"], *_about(question)})
    guessed = sum(is_correct(most_frequent(q.text), q.answer) for q in asked)
    usual = sum(is_correct(family_prior(q.tags["family"], q.tags["type"]), q.answer) for q in asked)
    total = len(asked)
    return {
        "questions": total,
        "mix": {name: counts[name] / total for name in MIX},
        "families": dict(Counter(q.tags["family"] for q in asked)),
        "yes": sum(q.answer == "yes" for q in asked) / max(counts["yes-no"], 1),
        "language_only_accuracy": guessed / total,
        "family_prior_accuracy": usual / total,
    }


def _about(question: Question) -> set[str]:
    return set(question.tags["about"].split(", ")) - {""}


def table_1(found: dict[str, Any], where: str = "") -> Table:
    """Table 1 with ours beside."""
    rows = tuple(
        (Cell(name), Cell(f"{100 * found['mix'][name]:.1f}"), Cell(f"{100 * share:.1f}"))
        for name, share in MIX.items()
    )
    note = "Types of answers add up to 100 %; a question may be about several properties and relations."
    title = f"Table 1, {where}" if where else "Table 1"
    header = ("type, property or relation", "here", "paper")
    return Table(f"{title}: what is asked (%)", header, rows, note)
