"""The tables of RobustNav (Chattopadhyay et al. 2021): what became of agents in each condition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from meadow.benchmarks.robustnav import paper
from meadow.benchmarks.robustnav.conditions import (
    BEHAVIOUR,
    BY_DIFFICULTY,
    CHALLENGE,
    CLEAN,
    conditions,
    kind,
    title,
)
from meadow.errors import UnknownIdError
from meadow.evaluation.run.seen import familiar
from meadow.evaluation.run.store import Row
from meadow.evaluation.run.summary import by_tag, summarise
from meadow.metrics.statistics import Estimate

Summary = Mapping[str, Mapping[str, Estimate]]
"""Condition -> metric -> estimate: the JSON file of a sweep."""
#: In the JSON file, the share of a condition's episodes whose corruptions the agent knows from training.
SEEN = "seen_in_training"


@dataclass(frozen=True, slots=True)
class Table:
    """A table as text, for the terminal and for Markdown."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def markdown(self) -> str:
        """The table in Markdown."""
        lines = [f"### {self.title}", "", "| " + " | ".join(self.head) + " |"]
        lines.append("|" + "---|" * len(self.head))
        lines += ["| " + " | ".join(row) + " |" for row in self.rows]
        return "\n".join(lines) + "\n"


def summary_of(
    rows: Mapping[str, Sequence[Row]], trained: Sequence[str] = ()
) -> dict[str, dict[str, Estimate]]:
    """{condition: {metric: {mean, low, high, n}}} with intervals clustered by home.

    Conditions with a corruption that the agent was trained under have the metric ``seen_in_training``, 1.
    """
    found = {condition: summarise(group) for condition, group in rows.items()}
    for condition, metrics in found.items():
        if seen(condition, trained):
            metrics[SEEN] = Estimate(1.0, 1.0, 1.0, len(rows[condition]))
    return found


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
    shown: Sequence[str],
    agents: Mapping[str, Summary],
    trained: Mapping[str, Sequence[str]],
    beside: bool = False,
) -> Table:
    """Success and SPL in every condition, in per cent, of each agent that was run in one beyond clean."""
    broken = [c for c in shown if c != CLEAN]
    agents = {a: found for a, found in agents.items() if any(c in found for c in broken)} or agents
    head = ["#", "corruption", "V", "D"]
    for agent in agents:
        head += [f"{agent} SR", f"{agent} SPL"]
        head += ["paper SR, SPL"] if beside and agent in paper.AGENTS else []
    rows = []
    for number, condition in enumerate(shown, start=1):
        kinds = kind(condition)
        row = [str(number), title(condition), "x" * ("vis" in kinds), "x" * ("dyn" in kinds)]
        for agent, summary in agents.items():
            mark = "*" if seen(condition, trained.get(agent, ())) else ""
            cell = summary.get(condition, {})
            row += [percent(cell.get("success")) + mark, percent(cell.get("spl"))]
            if beside and agent in paper.AGENTS:
                printed = paper.printed(agent, condition)
                row.append("-" if printed is None else f"{printed[0]:.1f}, {printed[1]:.1f}")
        rows.append(tuple(row))
    note = "; * seen in training" if any("*" in cell for row in rows for cell in row) else ""
    return Table(f"{name}; success and SPL, % [95 % interval]{note}", tuple(head), tuple(rows))


def by_difficulty(agents: Mapping[str, Mapping[str, Sequence[Row]]]) -> Table:
    """Tables 6 and 7: the same by easy, medium and hard episodes."""
    levels = ("easy", "medium", "hard")
    head = ["agent", "corruption", *(f"{level} {m}" for level in levels for m in ("SR", "SPL"))]
    rows = []
    for agent, found in agents.items():
        for condition in found:
            if condition not in BY_DIFFICULTY and len(found) > len(BY_DIFFICULTY):
                continue
            groups = by_tag(found[condition], "difficulty")
            cells = []
            for level in levels:
                summary = summarise(groups.get(level, []))
                cells += [percent(summary.get("success")), percent(summary.get("spl"))]
            rows.append((agent, title(condition), *cells))
    return Table("Tables 6 and 7: by difficulty, % [95 % interval]", tuple(head), tuple(rows))


def behaviour(agents: Mapping[str, Summary]) -> Table:
    """The numbers behind figures 4, 7 and 8."""
    shown = {
        "failed_actions": "failed actions %",
        "distance_to_goal": "distance at end m",
        "min_distance_to_goal": "least distance m",
        "stop_fail_pos": "Stop-Fail (Pos) %",
        "stop_fail_neg": "Stop-Fail (Neg) %",
        "success": "SR %",
        "oracle_success": "SR with oracle Stop %",
    }
    rows = []
    for agent, summary in agents.items():
        for condition in (c for c in summary if c in BEHAVIOUR or len(summary) <= len(BEHAVIOUR)):
            cells = [
                metres(summary[condition].get(m))
                if "distance" in m
                else percent(summary[condition].get(m))
                for m in shown
            ]
            rows.append((agent, title(condition), *cells))
    return Table(
        "Figures 4, 7 and 8: behaviour [95 % interval]",
        ("agent", "corruption", *shown.values()),
        tuple(rows),
    )


def percent(value: Estimate | None) -> str:
    """``93.4 [90.1, 96.2]``."""
    return _interval(value, 100.0, 1)


def metres(value: Estimate | None) -> str:
    """``0.21 [0.18, 0.25]``."""
    return _interval(value, 1.0, 2)


def _interval(value: Estimate | None, times: float, digits: int) -> str:
    if value is None or value.mean is None:
        return "-"
    shown = f"{times * value.mean:.{digits}f}"
    if value.low is None or value.high is None:
        return shown
    return f"{shown} [{times * value.low:.{digits}f}, {times * value.high:.{digits}f}]"


def rank_correlation(a: Sequence[float], b: Sequence[float]) -> float | None:
    """Spearman's rank correlation; None for fewer than three pairs or when one side is constant."""
    if len(a) < 3 or len(set(a)) < 2 or len(set(b)) < 2:
        return None
    from scipy.stats import spearmanr

    return float(spearmanr(a, b).statistic)


def static_against_embodied(static: Mapping[str, float], agents: Mapping[str, Summary]) -> Table:
    """Table 1: what each corruption costs a detector beside what it costs agents, with rank correlation.

    Args:
        static: Condition -> average precision of the detector, "clean" included.
        agents: Sweeps of the agents.
    """
    if CLEAN not in static:
        raise UnknownIdError("condition", CLEAN, static, "The clean frames are the reference.")
    head = ["corruption", "AP50 %", "relative AP drop %"]
    head += [f"{agent}: relative SR drop %" for agent in agents]
    drops: dict[str, list[float | None]] = {}
    for condition, precision in static.items():
        if condition == CLEAN:
            continue
        drop = 1.0 - precision / max(static[CLEAN], 1e-9)
        drops[condition] = [drop, *(_drop(summary, condition) for summary in agents.values())]
    rows = [("Clean", f"{100 * static[CLEAN]:.1f}", *("" for _ in range(len(agents) + 1)))]
    for condition, values in sorted(drops.items(), key=lambda item: item[1][0] or 0.0):
        cells = ["-" if v is None else f"{100 * v:.1f}" for v in values]
        rows.append((title(condition), f"{100 * static[condition]:.1f}", *cells))
    last = ["rank correlation with AP drop", "", ""]
    for column in range(1, len(agents) + 1):
        pairs = [(v[0], v[column]) for v in drops.values() if v[column] is not None]
        found = rank_correlation([a for a, _ in pairs], [b for _, b in pairs])  # type: ignore[misc]
        last.append("-" if found is None else f"{found:.2f}")
    return Table("Table 1: static against embodied", tuple(head), (*rows, tuple(last)))


def _drop(summary: Summary, condition: str) -> float | None:
    """The share of clean success that a condition takes."""
    clean, here = (summary.get(c, {}).get("success") for c in (CLEAN, condition))
    if clean is None or here is None or not clean.mean or here.mean is None:
        return None
    return 1.0 - here.mean / clean.mean
