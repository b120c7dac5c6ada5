"""The paper's tables with our figures beside its own. What was not run says so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from meadow.benchmarks.langnav import paper
from meadow.benchmarks.langnav.agents import EYES
from meadow.benchmarks.langnav.claims import check_all
from meadow.benchmarks.langnav.metrics import ATTRIBUTES, COLUMNS
from meadow.benchmarks.langnav.study import (
    COARSE,
    DETECTOR_ONLY,
    DETECTORS,
    GOAT,
    IMAGE_LEVEL,
    MAP_ONLY,
    METHODS,
    NO_KERNEL,
    ORACLES,
    PAPERS,
    SHARES,
    SUITE,
    TAUGHT,
    AgentGoals,
    GoalResults,
)
from meadow.benchmarks.langnav.task import FURTHER
from meadow.evaluation.failures.beliefs import Blame, tally
from meadow.evaluation.report.tables import Cell, Table, figure, interval
from meadow.evaluation.run.store import Row
from meadow.evaluation.run.summary import HEADLINES, by_tag, headlines
from meadow.evaluation.study.page import StudyPage
from meadow.evaluation.study.zero_shot import zero_shot_table

MISSING, NOT_PRINTED = Cell("not run"), Cell("–")
NOTE = (
    "Success (SR) and SPL, % [95 % interval, bootstrapped over homes]; n counts goals. Lines marked "
    "*paper* are quoted. A feature's column is the success of the goals that have it."
)
COMMON = "Ours are of the goals that all of ours here searched for."
ERRORS = (Blame.WRONG_DETECTION, Blame.WRONG_ON_MAP, Blame.OUT_OF_TIME)
BESIDE = {
    "notes.md": "Why figures are as they are, from replays: [notes.md](notes.md).",
    "goals.md": "100 generated goals beside pictures of their targets: [goals.md](goals.md).",
    "heights.json": "How well the eyes name things at 1.5 m and at 0.87 m: `heights.json`.",
}

#: A line of a table: its name, our goals, and the paper's line.
Line = tuple[str, AgentGoals, paper.PrintedRow | None]


def draw(results: GoalResults, out: Path) -> StudyPage:
    """The study's page with its claims and tables; it has no figures to draw into ``out``."""
    makers = (
        *(
            table_3,
            seen_table,
            position_table,
            rule_table,
            table_4,
            table_5,
            table_6,
            table_7,
            table_8,
            table_9,
        ),
        *(table_10, further_table),
    )
    return StudyPage(
        title="LangNavBench: which maps find what sentences describe, ours beside the paper's",
        lead=(
            "Three goals in a row, each described in a sentence and revealed after the one before "
            "(Raychaudhuri et al. 2025), on generated homes with the embedded eyes. Table 2 is "
            "`meadow study langnav stats`. Map features and boxes of the embedded eyes come from one "
            "network, so that the agreement of map and detector says less than in the paper, where they "
            "are of two. Verbs beyond *go to* and *find* are left out.",
        ),
        claims=tuple(check_all(results)),
        body=("## Tables", *(table for make in makers if (table := make(results)).rows)),
        beside=BESIDE,
        data={"agents": [_data(entry) for entry in results.of(SUITE)]},
    )


def _data(entry: AgentGoals) -> dict[str, Any]:
    """The figures of an agent, as fractions with intervals."""
    features = by_tag(entry.goals, "features")
    return {
        "agent": entry.agent,
        "eyes": entry.eyes,
        **headlines(entry.goals),
        "features": {name: headlines(features.get(name, [])) for name in COLUMNS},
        "failures": tally(row.get("blame", "") for row in entry.goals),
    }


def cells(goals: Sequence[Row], metrics: Sequence[str] = ("success", "spl")) -> list[Cell]:
    """Means with intervals, or that nothing was run."""
    if not goals:
        return [MISSING] * len(metrics)
    found = headlines(goals)
    return [Cell(interval(metric, found[metric])) for metric in metrics]


def _feature_cells(entry: AgentGoals) -> list[Cell]:
    found = []
    for name in COLUMNS:
        goals = entry.with_feature(name).goals
        value = headlines(goals)["success"]
        found.append(
            Cell(figure("success", value.mean), f"n = {value.n}") if goals else NOT_PRINTED
        )
    return found


def _printed(row: paper.PrintedRow, more: Sequence[Cell] = ()) -> tuple[Cell, ...]:
    values = (row.success, row.spl, *row.features)
    return (*(Cell(f"{v:.1f}") for v in values), *more, NOT_PRINTED)


def feature_table(
    title: str, lines: Iterable[Line], note: str = "", *, errors: bool = False
) -> Table:
    """Success and SPL overall and success by feature: our line, then the paper's."""
    rows: list[tuple[Cell, ...]] = []
    for name, entry, printed in lines:
        shares = [*map(Cell, error_shares(entry.goals))] if errors else []
        overall = (*cells(entry.goals), *_feature_cells(entry))
        rows.append((Cell(name), *overall, *shares, Cell(str(len(entry.goals)))))
        if printed is not None:
            more = [Cell(f"{v:.1f}") for v in printed.errors] if errors else []
            rows.append((Cell(f"paper: {name}"), *_printed(printed, more)))
    columns = ("", "SR", "SPL", *COLUMNS, *(map(str, ERRORS) if errors else ()), "n")
    return Table(title, columns, tuple(rows), f"{NOTE} {note}".strip())


def error_shares(goals: Sequence[Row]) -> list[str]:
    """Shares of the three errors of the paper among the failures, %."""
    counts = tally(row.get("blame", "") for row in goals)
    failed = sum(counts.values())
    return [f"{100 * counts[str(b)] / failed:.1f}" if failed else "–" for b in ERRORS]


def table_3(results: GoalResults) -> Table:
    """All methods, ours, and those with perfect or taught eyes."""
    printed = {row.name: row for row in paper.TABLE_3}
    lines: list[Line] = [
        (name, results.get(name), printed.get(PAPERS.get(name, ""))) for name in METHODS
    ]
    lines += [(name, results.get(name), None) for name in ORACLES]
    lines += [(entry.title, entry, None) for entry in results.of(SUITE) if entry.eyes == TAUGHT]
    note = (
        f"Eyes are {EYES} unless a line says taught; the next table tells what was held out from them. "
        "mlfm-oracle sees ids of pixels: what the map gives when sight is perfect. Where n differs, a line "
        "is of more episodes of the test split than others; claims compare the same goals."
    )
    return feature_table("Table 3: methods", lines, note)


def seen_table(results: GoalResults) -> Table:
    """Goals that the eyes were taught, and goals that were held out from them."""
    entries = [results.get(name) for name in METHODS]
    return zero_shot_table((entry.agent, entry.goals, entry.unseen) for entry in entries)


def position_table(results: GoalResults) -> Table:
    """Success by place of the goal in its episode and by number of attributes."""
    rows = []
    for entry in results.of(SUITE):
        if "+" in entry.agent:
            continue
        legs, counts = by_tag(entry.goals, "leg"), by_tag(entry.goals, "attributes")
        groups = [legs.get(k, []) for k in ("1", "2", "3")]
        groups += [counts.get(k, []) for k in ATTRIBUTES]
        found = [cells(goals, ("success",))[0] if goals else MISSING for goals in groups]
        rows.append((Cell(entry.title), *found, Cell(str(len(entry.goals)))))
    header = ("", "goal 1", "goal 2", "goal 3", *(f"attributes: {k}" for k in ATTRIBUTES), "n")
    note = "Success, % [95 % interval]. The paper's Figure 1 shows success falling with attributes."
    return Table("By place in the episode and by number of attributes", header, tuple(rows), note)


def rule_table(results: GoalResults) -> Table:
    """Both rules of success and both kinds of SPL."""
    rows = [
        (Cell(entry.title), *cells(entry.goals, HEADLINES), Cell(str(len(entry.goals))))
        for entry in results.of(SUITE)
        if "+" not in entry.agent
    ]
    note = (
        "Success is Stop within 1.5 m of the outline, as the paper says; success viewpoint is 1.0 m of way "
        "to a viewpoint, as the authors' code has it. SPL begins where the robot is when a goal is "
        "revealed; SPL chained where the shortest way to the goal before ended, as their code has it."
    )
    header = ("", *(name.replace("_", " ") for name in HEADLINES), "n")
    return Table("Two rules of success, two SPLs", header, tuple(rows), note)


def table_4(results: GoalResults) -> Table:
    """What failures are blamed on, for goals with a state and for all."""
    rows: list[tuple[Cell, ...]] = []
    for name in ("mlfm", "onemap-v2"):
        entry = results.get(name)
        states = entry.with_feature("state")
        for label, goals in ((f"{name}, state", states.goals), (f"{name}, all", entry.goals)):
            counts = tally(row.get("blame", "") for row in goals)
            failed = sum(counts.values())
            shares = [f"{100 * n / failed:.1f}" if failed else "–" for n in counts.values()]
            rows.append((Cell(label), *map(Cell, shares), Cell(str(failed))))
        printed = paper.TABLE_4[PAPERS[name]]
        rows.append(_errors_line(f"paper: {name}, state", printed))
    rows.append(_errors_line("paper: mlfm, all", paper.ALL_FAILURES))
    header = ("", *tally(()), "failed goals")
    note = "Shares of the failed goals, %. A place counts as believed where the agent drove to it."
    return Table("Table 4: what failures are blamed on", header, tuple(rows), note)


def _errors_line(name: str, printed: Sequence[float]) -> tuple[Cell, ...]:
    order = (*ERRORS, Blame.NOT_REACHED)
    known = {str(b): f"{v:.1f}" for b, v in zip(order, printed)}
    return (Cell(name), *(Cell(known.get(b, "–")) for b in tally(())), NOT_PRINTED)


def _beside(results: GoalResults, agents: Mapping[str, str]) -> dict[str, AgentGoals]:
    """Line -> the goals of an agent that all agents here searched for."""
    entries = {line: results.get(agent) for line, agent in agents.items()}
    return {line: entry.among([*entries.values()]) for line, entry in entries.items()}


def table_5(results: GoalResults) -> Table:
    """Features of patches against those of whole images, and other detectors."""
    found = _beside(results, {"patch": "mlfm", "image": IMAGE_LEVEL})
    lines: list[Line] = [
        ("embedded eyes, patch", found["patch"], paper.TABLE_5["YOLO-World", "SED", "patch"]),
        ("embedded eyes, image", found["image"], paper.TABLE_5["YOLO-World", "CLIP", "image"]),
    ]
    lines += [(f"detector: {a.rpartition('=')[2]}", results.get(a), None) for a in DETECTORS]
    lines += [
        (", ".join(key), AgentGoals("", ""), row)
        for key, row in paper.TABLE_5.items()
        if key[1] not in ("SED", "CLIP") or key[0] != "YOLO-World"
    ]
    note = (
        "Patch and image are of the goals that both searched for, other detectors of all of theirs, which "
        "are fewer. Features of single pixels are not available from the embedded eyes. The paper's names "
        "stand for its models; ours are the embedded eyes throughout."
    )
    return feature_table("Table 5: features and detectors", lines, note)


def table_6(results: GoalResults) -> Table:
    """What the number of layers and the size of cells change, beside the paper's figures."""
    agents = {f"6 cm, {n} layers": f"mlfm+layers={n}" for n in (1, 2, 4, 5)}
    agents = {**agents, "6 cm, 3 layers": "mlfm", "10 cm, 3 layers": COARSE}
    found = _beside(results, agents)
    lines: list[Line] = [
        (f"{cm} cm, {n} layers", found[f"{cm} cm, {n} layers"], row)
        for (cm, n), row in paper.TABLE_6.items()
    ]
    return feature_table("Table 6: cells and layers", lines, COMMON)


def table_7(results: GoalResults) -> Table:
    """Shares of steps that explore and exploit."""
    agents = {f"{share} %": SHARES.get(share, "mlfm") for share in paper.TABLE_7}
    found = _beside(results, agents)
    lines: list[Line] = [(f"{s} %", found[f"{s} %"], row) for s, row in paper.TABLE_7.items()]
    note = f"{COMMON} The last three columns are shares of failures, %."
    return feature_table(
        "Table 7: share of steps that explore and exploit", lines, note, errors=True
    )


def table_8(results: GoalResults) -> Table:
    """What map and detector find alone and together, beside the paper's figures."""
    agents = {"map": MAP_ONLY, "detector": DETECTOR_ONLY, "both": "mlfm"}
    found = _beside(results, agents)
    lines: list[Line] = [(name, found[name], row) for name, row in paper.TABLE_8.items()]
    return feature_table("Table 8: map and detector", lines, COMMON)


def table_9(results: GoalResults) -> Table:
    """Text as a kernel."""
    names = {False: "without", True: "text as a kernel"}
    found = _beside(results, {names[False]: NO_KERNEL, names[True]: "mlfm"})
    lines: list[Line] = [(names[on], found[names[on]], row) for on, row in paper.TABLE_9.items()]
    return feature_table("Table 9: text as a kernel", lines, COMMON)


def table_10(results: GoalResults) -> Table:
    """Five goals in a row by Goat-Bench's rule."""
    rows: list[tuple[Cell, ...]] = []
    ours = {paper_name: name for name, paper_name in PAPERS.items()}
    for name, printed in paper.TABLE_10.items():
        if name in ours:
            entry = results.get(ours[name], suite=GOAT)
            rows.append((Cell(ours[name]), *cells(entry.goals), Cell(str(len(entry.goals)))))
        rows.append((Cell(f"paper: {name}"), *(Cell(f"{v:.1f}") for v in printed), NOT_PRINTED))
    note = (
        "Ours is the split goat-like: five described goals in a row in homes of the test split, success "
        "within 0.25 m of a viewpoint. The two RL rows are as printed; they were trained on Goat-Bench."
    )
    return Table("Table 10: Goat-Bench's rule", ("", "SR", "SPL", "n"), tuple(rows), note)


def further_table(results: GoalResults) -> Table:
    """Words beyond the paper's."""
    rows = []
    for name, summary in FURTHER.items():
        for agent in ("mlfm", "shepherd"):
            entry = results.get(agent, suite=f"langnav-{name}")
            found = cells(entry.goals)
            rows.append((Cell(name, summary), Cell(agent), *found, Cell(str(len(entry.goals)))))
    header = ("split", "agent", "SR", "SPL", "n")
    return Table("Beyond the paper: other words", header, tuple(rows), "% [95 % interval].")
