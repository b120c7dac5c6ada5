"""The tables of RobustNav (Chattopadhyay et al. 2021): what became of agents in each condition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from meadow import serialize
from meadow.benchmarks.robustnav import paper, resist
from meadow.benchmarks.robustnav.claims import check_all, level
from meadow.benchmarks.robustnav.figures import draw_figures
from meadow.benchmarks.robustnav.study import (
    BEHAVIOUR,
    BY_DIFFICULTY,
    CHALLENGE,
    Sweep,
    by_suite,
    conditions,
    kind,
    title,
)
from meadow.errors import UnknownIdError
from meadow.evaluation.report.markdown import escape, table_text
from meadow.evaluation.report.tables import Cell, Table, figure, interval
from meadow.evaluation.run.seen import familiar
from meadow.evaluation.run.store import Row
from meadow.evaluation.run.summary import by_tag, summarise
from meadow.evaluation.study.page import Picture, StudyPage
from meadow.evaluation.study.plan import CALIBRATED, CLEAN
from meadow.metrics.statistics import Estimate, paired_difference
from meadow.policies.policy import shipped_card

Summary = Mapping[str, Mapping[str, Estimate]]
"""Condition -> metric -> estimate."""
PER_CENT = "Success and SPL, % [95 % interval]"
BESIDE = {
    "notes.md": "What corruptions cost and how they were checked: [notes.md](notes.md).",
    "resist.md": "Which trainings resist (Table 3): [resist.md](resist.md).",
    "static.md": "Static against embodied (Table 1): [static.md](static.md).",
}


def draw(sweeps: Sequence[Sweep], out: Path) -> StudyPage:
    """The page, its figures, and the pages of Tables 1 and 3 where what they are made of is kept."""
    body: list[str | Table | Picture] = []
    for suite, own in by_suite(sweeps).items():
        body += [f"## {suite}", *_suite(own, out)]
    if (out / "static.json").is_file():
        static = serialize.read(out / "static.json", dict[str, float])
        told = (
            "Success of agents, clean success too, is that of the episodes of the corrupted cells."
        )
        write_table(static_table(static, sweeps), out / "static.md", told)
    if (out / resist.ROWS).is_file():
        write_table(resist.resistance_table(resist.load(out)), out / "resist.md")
    return StudyPage(
        title="RobustNav: what corruption does to agents, and what of the paper holds here",
        lead=(
            "Agents that were trained on a sound robot, run on one whose camera or wheels are broken, "
            "after RobustNav (Chattopadhyay et al. 2021).",
            "\n".join(_facts(sweeps)),
        ),
        claims=tuple(check_all(sweeps)),
        body=tuple(body),
        beside=BESIDE,
    )


def write_table(table: Table, path: Path, note: str = "") -> None:
    """Write a page of one table."""
    parts = [f"### {escape(table.title)}", table_text(table), note]
    serialize.write_bytes(path, ("\n\n".join(filter(None, parts)) + "\n").encode())


def summary_of(rows: Mapping[str, Sequence[Row]]) -> dict[str, dict[str, Estimate]]:
    """{condition: {metric: {mean, low, high, n}}} with intervals clustered by home."""
    return {condition: summarise(group) for condition, group in rows.items()}


def shown(summary: Mapping[str, Estimate], metric: str, mark: str = "") -> Cell:
    """A metric with its interval, or a dash."""
    return Cell((interval(metric, summary[metric]) if metric in summary else "–") + mark)


def seen(condition: str, trained: Sequence[str]) -> bool:
    """Whether a condition has a corruption that occurred in training."""
    return bool(familiar(condition.split(","), trained))


def degradation_tables(
    agents: Mapping[str, Summary], trained: Mapping[str, Sequence[str]], *, beside: bool = False
) -> list[Table]:
    """Table 2; Table 5 where there are further severities or pairs; Table 4 where its conditions were run.

    ``trained`` has the corruptions that an agent has seen in training; those cells are marked. ``beside``
    adds the paper's success of agents that it has too.
    """
    run = list(dict.fromkeys(c for summary in agents.values() for c in summary))
    worst = [c for c in run if c in conditions()]
    other = [c for c in run if c not in CHALLENGE]
    challenge = [CLEAN, *(c for c in run if c in CHALLENGE)]
    tables = [_degradation("Table 2: the worst severity", worst, agents, trained, beside)]
    if len(other) > len(worst):
        tables.append(_degradation("Table 5: all severities and pairs", other, agents, trained))
    if len(challenge) > 1:
        name = "Table 4: the noise of the Habitat Challenge"
        tables.append(_degradation(name, challenge, agents, trained))
    return tables


def _degradation(
    name: str,
    rows_of: Sequence[str],
    agents: Mapping[str, Summary],
    trained: Mapping[str, Sequence[str]],
    beside: bool = False,
) -> Table:
    """Success and SPL in every condition, in per cent, of each agent that was run in one beyond clean."""
    broken = [c for c in rows_of if c != CLEAN]
    agents = {a: found for a, found in agents.items() if any(c in found for c in broken)} or agents
    head = ["#", "corruption", "V", "D"]
    for agent in agents:
        head += [f"{agent} SR", f"{agent} SPL"]
        head += ["paper SR, SPL"] if beside and agent in paper.AGENTS else []
    rows = []
    for number, condition in enumerate(rows_of, start=1):
        kinds = kind(condition)
        row = [str(number), title(condition), "x" * ("vis" in kinds), "x" * ("dyn" in kinds)]
        cells = [*map(Cell, row)]
        for agent, summary in agents.items():
            mark = "*" if seen(condition, trained.get(agent, ())) else ""
            cell = summary.get(condition, {})
            cells += [shown(cell, "success", mark), shown(cell, "spl")]
            if beside and agent in paper.AGENTS:
                printed = paper.printed(agent, condition)
                cells.append(
                    Cell("–" if printed is None else f"{printed[0]:.1f}, {printed[1]:.1f}")
                )
        rows.append(tuple(cells))
    marked = any("*" in cell.text for row in rows for cell in row)
    note = "; * seen in training" if marked else ""
    return Table(name, tuple(head), tuple(rows), f"{PER_CENT}{note}.")


def by_difficulty(agents: Mapping[str, Mapping[str, Sequence[Row]]]) -> Table:
    """Tables 6 and 7: the same by easy, medium and hard episodes."""
    levels = ("easy", "medium", "hard")
    head = ("agent", "corruption", *(f"{level} {m}" for level in levels for m in ("SR", "SPL")))
    rows = []
    for agent, found in agents.items():
        for condition in found:
            if condition not in BY_DIFFICULTY and len(found) > len(BY_DIFFICULTY):
                continue
            groups = by_tag(found[condition], "difficulty")
            summaries = [summarise(groups.get(level, [])) for level in levels]
            cells = [shown(one, metric) for one in summaries for metric in ("success", "spl")]
            rows.append((Cell(agent), Cell(title(condition)), *cells))
    return Table("Tables 6 and 7: by difficulty", head, tuple(rows), f"{PER_CENT}.")


def behaviour(agents: Mapping[str, Summary]) -> Table:
    """The numbers behind figures 4, 7 and 8."""
    columns = {
        "failed_actions": "failed actions %",
        "distance_to_goal": "distance at end m",
        "min_distance_to_goal": "least distance m",
        "stop_fail_pos": "Stop-Fail (Pos) %",
        "stop_fail_neg": "Stop-Fail (Neg) %",
        "success": "SR %",
        "oracle_success": "SR with oracle Stop %",
    }
    rows = [
        (Cell(agent), Cell(title(c)), *(shown(summary[c], metric) for metric in columns))
        for agent, summary in agents.items()
        for c in summary
        if c in BEHAVIOUR or len(summary) <= len(BEHAVIOUR)
    ]
    head = ("agent", "corruption", *columns.values())
    return Table("Figures 4, 7 and 8: behaviour", head, tuple(rows), "Means [95 % interval].")


def rank_correlation(a: Sequence[float], b: Sequence[float]) -> float | None:
    """Spearman's rank correlation; None for fewer than three pairs or when one side is constant."""
    if len(a) < 3 or len(set(a)) < 2 or len(set(b)) < 2:
        return None
    from scipy.stats import spearmanr

    return float(spearmanr(a, b).statistic)


def static_table(static: Mapping[str, float], sweeps: Sequence[Sweep]) -> Table:
    """Table 1: a detector's AP50 in each condition beside what agents lose in it, over equal episodes."""
    agents = {}
    for sweep in sweeps:
        cells = {c: rows for c, rows in sweep.alike().items() if c in static}
        if set(cells) - {CLEAN}:
            agents[sweep.agent] = summary_of(cells)
    return static_against_embodied(static, agents)


def static_against_embodied(static: Mapping[str, float], agents: Mapping[str, Summary]) -> Table:
    """Table 1: what each corruption costs a detector beside what it costs agents, with rank correlation.

    Args:
        static: Condition -> average precision of the detector, "clean" included.
        agents: Summaries of the agents' sweeps.
    """
    if CLEAN not in static:
        raise UnknownIdError("condition", CLEAN, static, "The clean frames are the reference.")
    head = ["corruption", "AP50 %", "relative AP drop %"]
    head += [f"{agent}: relative SR drop %" for agent in agents]
    drops: dict[str, list[float | None]] = {}
    for condition, precision in static.items():
        if condition != CLEAN:
            drop = 1.0 - precision / max(static[CLEAN], 1e-9)
            drops[condition] = [drop, *(_drop(summary, condition) for summary in agents.values())]
    rows = [("Clean", figure("success", static[CLEAN]), *("" for _ in range(len(agents) + 1)))]
    for condition, values in sorted(drops.items(), key=lambda item: item[1][0] or 0.0):
        cells = [figure("success", v) for v in (static[condition], *values)]
        rows.append((title(condition), *cells))
    last = ["rank correlation with AP drop", "", ""]
    for column in range(1, len(agents) + 1):
        pairs = [(v[0], v[column]) for v in drops.values() if v[column] is not None]
        found = rank_correlation([a for a, _ in pairs], [b for _, b in pairs])  # type: ignore[misc]
        last.append("–" if found is None else f"{found:.2f}")
    cells_of = tuple(tuple(map(Cell, row)) for row in (*rows, tuple(last)))
    return Table("Table 1: static against embodied", tuple(head), cells_of)


def _drop(summary: Summary, condition: str) -> float | None:
    """The share of clean success that a condition takes."""
    clean, here = (summary.get(c, {}).get("success") for c in (CLEAN, condition))
    if clean is None or here is None or not clean.mean or here.mean is None:
        return None
    return 1.0 - here.mean / clean.mean


def _facts(sweeps: Sequence[Sweep]) -> list[str]:
    """What was run, how success is told, and how the agents were trained."""
    lines = []
    for suite, own in by_suite(sweeps).items():
        counts = sorted(
            {len(rows) for sweep in own for c, rows in sweep.rows.items() if c != CLEAN}
        )
        clean = sorted({len(sweep.rows.get(CLEAN, ())) for sweep in own})
        each, whole = (" to ".join(map(str, sorted({n[0], n[-1]}))) for n in (counts or [0], clean))
        lines.append(
            f"- `{suite}`: {each} episodes in each corrupted cell, {whole} in the clean one. "
            f"Success: {own[0].spec.definition}"
        )
    for sweep in sweeps:
        card = shipped_card(sweep.agent)
        if card is not None:
            lines.append(
                f"- `{sweep.agent}` was trained for {card.frames:,} frames in {card.minutes:g} minutes "
                f"at {card.width}x{card.height} pixels (the paper's PointNav agents for 75 million, its "
                "ObjectNav agents for 300 million frames)."
            )
    return lines


def _suite(sweeps: Sequence[Sweep], out: Path) -> list[str | Table | Picture]:
    """Everything about the sweeps of one suite."""
    summaries = {s.agent: summary_of(s.rows) for s in sweeps}
    trained = {s.agent: s.trained_under for s in sweeps}
    first, *others = degradation_tables(summaries, trained, beside=True)
    alike = {s.agent: summary_of(rows) for s in sweeps if (rows := s.alike())}
    return [
        *(first, _clean(sweeps), _order(sweeps)),
        *(draw_figures(alike, sweeps[0].task, out) if alike else ()),
        *(*others, *_calibrated(sweeps)),
        by_difficulty({s.agent: s.rows for s in sweeps}),
        behaviour(summaries),
    ]


def _clean(sweeps: Sequence[Sweep]) -> str:
    """Clean success over the episodes of the corrupted cells, for agents whose clean cell has more."""
    told = []
    for sweep in sweeps:
        same, whole = (rows.get(CLEAN, ()) for rows in (sweep.alike(), sweep.rows))
        if 0 < len(same) < len(whole):
            success = summary_of({CLEAN: same})[CLEAN]["success"]
            told.append(f"{interval('success', success)} for `{sweep.agent}`")
    if not told:
        return ""
    return f"Clean success over the episodes of the corrupted cells alone: {', '.join(told)}."


def _order(sweeps: Sequence[Sweep]) -> str:
    """How far the order of the corruptions is that of the paper."""
    told = []
    for sweep in sweeps:
        pairs = []
        for condition, rows in sweep.alike().items():
            printed = paper.printed(sweep.agent, condition)
            if printed is not None and rows:
                ours = sum(row["metrics"]["success"] for row in rows) / len(rows)
                pairs.append((ours, printed[0]))
        found = rank_correlation([a for a, _ in pairs], [b for _, b in pairs])
        if found is not None:
            told.append(f"{found:.2f} for `{sweep.agent}`")
    if not told:
        return ""
    return f"Rank correlation of success with the paper's over the rows: {', '.join(told)}."


def _calibrated(sweeps: Sequence[Sweep]) -> list[Table]:
    """What ``--self-calibrate`` gives back under broken wheels, for agents that ran with and without."""
    known = {sweep.agent: sweep for sweep in sweeps}
    rows = []
    for name, sweep in known.items():
        other = known.get(name + CALIBRATED)
        if other is None:
            continue
        for condition in (c for c in sweep.rows if c in other.rows and kind(c) in (CLEAN, "dyn")):
            a, b = (level(s, [condition], "success") for s in (sweep, other))
            common = [e for e in a if e in b]
            homes = {row["episode"]: row["home"] for row in sweep.rows[condition]}
            gain = paired_difference(
                [a[e] for e in common], [b[e] for e in common], [homes[e] for e in common]
            )
            cells = [shown(summarise(s.rows[condition]), "success") for s in (sweep, other)]
            cells.append(Cell(interval("success", gain, sign=True)))
            rows.append((Cell(name), Cell(title(condition)), *cells))
    if not rows:
        return []
    head = ("agent", "corruption", "SR", "SR with --self-calibrate", "gain")
    return [Table("Watching one's own motion", head, tuple(rows), "Success, % [95 % interval].")]
