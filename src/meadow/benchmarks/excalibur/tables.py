"""The page of the study: Table 2 with ours beside, what was explored, and claims."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from meadow.benchmarks.excalibur.agents import ROWS
from meadow.benchmarks.excalibur.claims import claims_of
from meadow.benchmarks.excalibur.learned import weights_file
from meadow.benchmarks.excalibur.paper import TABLE_2, Published
from meadow.benchmarks.excalibur.statistics import figures, table_1
from meadow.episodes.schema import Episode, Question
from meadow.episodes.suites import load_suite
from meadow.evaluation.report.tables import Cell, Table
from meadow.evaluation.run.store import Row
from meadow.evaluation.run.summary import finished, values_of
from meadow.evaluation.study.kept import KeptRun
from meadow.evaluation.study.page import StudyPage
from meadow.language.questions.answers import is_correct
from meadow.metrics.statistics import Estimate, estimate
from meadow.policies.policy import PolicyCard, read_policy

#: Names of agents in the order of tables.
AGENTS = tuple(row.name for row in ROWS)
#: Suites of the two test sets.
TEST_SETS = {"excalibur-test": "test", "excalibur-architect": "architect"}


def draw(runs: Sequence[KeptRun]) -> StudyPage:
    """The page of kept runs."""
    body: list[str | Table] = []
    if cards := trained_agents(runs):
        body.append(trainings(cards))
    for suite, name in TEST_SETS.items():
        own = sorted((run for run in runs if run.suite == suite), key=_place)
        if own:
            episodes = load_suite(suite)
            asked = table_1(figures(episodes), f"{name} homes")
            body += [asked, table_2(own, name), explored(own, name), by_kind(own, episodes, name)]
    return StudyPage(
        title="EXCALIBUR: explore, answer, go back in, answer again",
        lead=(
            "ExQA = Acc_exp + (Acc_ref - Acc_exp) exp(-k T3) with k = 5e-4, for each episode, then "
            "averaged. The paper's homes and questions are not public: those here are others, so its "
            "figures stand beside ours for orientation.",
        ),
        beside={"learned.md": "How far the learned agents are trained: [learned.md](learned.md)."},
        claims=tuple(claims_of([run for run in runs if run.suite in TEST_SETS])),
        body=tuple(body),
    )


def trained_agents(runs: Sequence[KeptRun]) -> dict[str, PolicyCard]:
    """The cards of the shipped networks of agents that ran, by agent."""
    named = sorted({run.agent: _place(run) for run in runs}.items(), key=lambda one: one[1])
    files = {agent: weights_file(agent) for agent, _ in named}
    return {agent: read_policy(file)[0] for agent, file in files.items() if file.is_file()}


def trainings(cards: Mapping[str, PolicyCard]) -> Table:
    """How far the learned agents were trained, and what they see with."""
    rows = tuple(
        tuple(map(Cell, (agent, f"{card.frames:,}", card.senses[0], _decoder(card), card.command)))
        for agent, card in cards.items()
    )
    header = ("agent", "frames", "sees", "answers by", "command")
    note = "Rewards, losses and phases while learning: the cards in `benchmarks/excalibur/weights`."
    return Table("Learned agents", header, rows, note)


def _decoder(card: PolicyCard) -> str:
    return card.language_model or "a small trained decoder"


def _place(run: KeptRun) -> int:
    """Where an agent stands in tables: the paper's, then who knows, then ours."""
    return AGENTS.index(run.agent) if run.agent in AGENTS else len(AGENTS)


def table_2(runs: Sequence[KeptRun], test_set: str) -> Table:
    """Accuracy after exploring and after going back in, steps and ExQA, beside the paper's."""
    rows = []
    for run in runs:
        paper = TABLE_2.get(run.agent, {}).get(test_set, Published(None, None, None, None))
        printed = (paper.acc_exp, paper.acc_ref, paper.t3, paper.exqa)
        cells = [Cell(run.agent), Cell(str(len(finished(run.rows))))]
        for metric, theirs in zip(("acc_exp", "acc_ref", "t3", "exqa"), printed, strict=True):
            found = _estimate(run, metric)
            scale = 1.0 if metric == "t3" else 100.0
            cells += [Cell(_figure(found, scale), _interval(found, scale)), Cell(_printed(theirs))]
        rows.append(tuple(cells))
    ours = {run.agent for run in runs}
    for name, printed_sets in TABLE_2.items():
        if name not in ours and test_set in printed_sets:
            theirs_only = printed_sets[test_set]
            cells = [Cell(name), Cell("–")]
            for value in (
                theirs_only.acc_exp,
                theirs_only.acc_ref,
                theirs_only.t3,
                theirs_only.exqa,
            ):
                cells += [Cell("–"), Cell(_printed(value))]
            rows.append(tuple(cells))
    header = ("agent", "n", "Acc exp", "paper", "Acc ref", "paper", "T3", "paper", "ExQA", "paper")
    return Table(f"Table 2, {test_set} homes (%, steps)", header, tuple(rows))


def explored(runs: Sequence[KeptRun], test_set: str) -> Table:
    """What was seen, opened and lifted, and answers that rest on it."""
    names = ("grounded_exp", "grounded_ref", "area", "objects_seen", "opened", "lifted")
    rows = []
    for run in runs:
        scale = [100.0 if name.startswith("grounded") else 1.0 for name in names]
        figures = [_figure(_estimate(run, n), s) for n, s in zip(names, scale, strict=True)]
        rows.append((Cell(run.agent), *map(Cell, figures)))
    header = (
        "agent",
        "grounded exp (%)",
        "grounded ref (%)",
        "area (m2)",
        "seen",
        "opened",
        "lifted",
    )
    note = "Grounded: right, and decided by what was seen, opened or lifted in the run."
    return Table(f"What was explored, {test_set} homes", header, tuple(rows), note)


def by_kind(runs: Sequence[KeptRun], episodes: Sequence[Episode], test_set: str) -> Table:
    """Accuracy after exploring by type of answer, family, and property or relation."""
    asked = {episode.id: episode.questions for episode in episodes}
    kinds = {
        f"{title}: {name}": (tag, name)
        for title, tag in (("type", "type"), ("family", "family"), ("about", "about"))
        for name in sorted({n for qs in asked.values() for q in qs for n in _named(q, tag)})
    }
    rows = []
    for label, (tag, name) in kinds.items():
        cells = [Cell(label)]
        for run in runs:
            right = [
                is_correct(said, question.answer)
                for row in finished(run.rows)
                for said, question in zip(_first_answers(row), asked.get(row["episode"], ()))
                if name in _named(question, tag)
            ]
            share = f"{100 * sum(right) / len(right):.1f}" if right else "–"
            cells.append(Cell(share, f"{len(right)} answers"))
        rows.append(tuple(cells))
    header = ("questions", *(run.agent for run in runs))
    note = "A question may be about several properties and relations."
    return Table(f"Right answers after exploring, {test_set} homes (%)", header, tuple(rows), note)


def _named(question: Question, tag: str) -> set[str]:
    return set(question.tags.get(tag, "").split(", ")) - {""}


def _first_answers(row: Row) -> Sequence[str]:
    exams: Sequence[Sequence[str]] = row.get("answers") or [()]
    return exams[0]


def _estimate(run: KeptRun, metric: str) -> Estimate:
    rows = finished(run.rows)
    return estimate(values_of(rows, metric), [row["home"] for row in rows])


def _figure(found: Estimate, scale: float) -> str:
    return "–" if found.mean is None else f"{scale * found.mean:.1f}"


def _interval(found: Estimate, scale: float) -> str:
    if found.low is None or found.high is None:
        return ""
    return f"{scale * found.low:.1f} to {scale * found.high:.1f}"


def _printed(value: float | None) -> str:
    return "–" if value is None else f"{value:.1f}"
