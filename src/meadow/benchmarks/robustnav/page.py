"""One page about several sweeps: findings first, then the matrix and everything behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from meadow.benchmarks.robustnav import paper
from meadow.benchmarks.robustnav.claims import Finding, level
from meadow.benchmarks.robustnav.conditions import CLEAN, kind, title
from meadow.benchmarks.robustnav.study import CALIBRATED, Sweep
from meadow.benchmarks.robustnav.tables import (
    Table,
    behaviour,
    by_difficulty,
    degradation_tables,
    metres,
    percent,
    rank_correlation,
    static_against_embodied,
    summary_of,
)
from meadow.evaluation.study.claims import Verdict
from meadow.metrics.statistics import Estimate, paired_difference
from meadow.policies.policy import shipped_card

Figures = Mapping[str, Sequence[tuple[str, str]]]
"""Suite -> (file, caption) of its pictures."""

_METHOD = (
    "Every cell has the same episodes (the clean one may have more), so differences are taken episode by "
    "episode, and intervals are bootstrapped over homes, because episodes in one home are not independent "
    "trials. A finding *holds* when the whole 95 % interval is on its side of zero, *does not hold* when "
    "it is on the other, and is left open in between or with fewer than six homes."
)


def page(
    sweeps: Sequence[Sweep], findings: Sequence[Finding], figures: Figures, beside: Sequence[str]
) -> str:
    """The page in Markdown; ``beside`` are sentences about files that lie beside it."""
    parts = [
        "# RobustNav: what corruption does to agents, and what of the paper holds here",
        "Agents that were trained on a sound robot, run on one whose camera or wheels are broken, after "
        "RobustNav (Chattopadhyay et al. 2021). Drawn by `meadow robust tables` from the rows under "
        "`runs/`, which `meadow robust sweep` made.",
        "\n".join(_facts(sweeps)),
        *beside,
        "## The paper's findings",
        "\n".join(_in_short(findings)),
        _METHOD,
        _finding_table(findings).markdown(),
    ]
    parts += _replays(findings)
    for suite in dict.fromkeys(sweep.about.suite for sweep in sweeps):
        own = [sweep for sweep in sweeps if sweep.about.suite == suite]
        parts += _suite(suite, own, figures.get(suite, ()))
    return "\n\n".join(part.rstrip() for part in parts if part) + "\n"


def static_page(static: Mapping[str, float], sweeps: Sequence[Sweep]) -> str:
    """Table 1 in Markdown: a detector's AP in each condition beside what agents lose in it."""
    agents = {}
    for sweep in sweeps:
        cells = {c: rows for c, rows in sweep.alike().items() if c in static}
        if set(cells) - {CLEAN}:
            agents[sweep.agent] = summary_of(cells)
    told = "Success of agents, clean success too, is that of the episodes of the corrupted cells."
    return f"{static_against_embodied(static, agents).markdown()}\n{told}\n"


def _facts(sweeps: Sequence[Sweep]) -> list[str]:
    """What was run, how success is told, how the agents were trained, and what to beware of."""
    lines = []
    for suite in dict.fromkeys(sweep.about.suite for sweep in sweeps):
        own = [sweep for sweep in sweeps if sweep.about.suite == suite]
        counts = sorted(
            {len(rows) for sweep in own for c, rows in sweep.rows.items() if c != CLEAN}
        )
        clean = sorted({len(sweep.rows.get(CLEAN, ())) for sweep in own})
        each, whole = (" to ".join(map(str, sorted({n[0], n[-1]}))) for n in (counts or [0], clean))
        lines.append(
            f"- `{suite}`: {each} episodes in each corrupted cell, {whole} in the clean one. "
            f"Success: {own[0].about.definition}"
        )
    for sweep in sweeps:
        card = shipped_card(sweep.agent)
        if card is not None:
            lines.append(
                f"- `{sweep.agent}` was trained for {card.frames:,} frames in {card.minutes:g} minutes "
                f"at {card.width}x{card.height} pixels (the paper's PointNav agents for 75 million, its "
                "ObjectNav agents for 300 million frames)."
            )
    return lines + [f"- {note}" for sweep in sweeps for note in sweep.notes()]


def _in_short(findings: Sequence[Finding]) -> list[str]:
    """A line for each claim: for whom it holds, for whom not."""
    lines = []
    for claim in dict.fromkeys(finding.claim for finding in findings):
        own = [finding for finding in findings if finding.claim == claim]
        told = []
        for verdict in Verdict:
            names = [f"{f.who} ({f.what})" for f in own if f.verdict is verdict]
            if len(names) == len(own):
                names = ["all"]
            if names:
                told.append(f"{verdict}: {'; '.join(names)}")
        lines.append(f"- **{claim}.** {'. '.join(told)}.")
    return lines


def _finding_table(findings: Sequence[Finding]) -> Table:
    rows = []
    for finding in findings:
        value = finding.value
        estimate = Estimate(value.mean, value.low, value.high, value.n)
        far = "distance" in finding.metric
        shown = metres(estimate) + " m" if far else percent(estimate)
        p = "-" if value.p is None else f"{value.p:.3f}"
        what = (finding.what, finding.metric.replace("_", " "), shown, p, str(value.n))
        rows.append((finding.claim, finding.who, *what, str(finding.verdict)))
    head = ("finding", "agent", "difference", "of", "points or metres [95 %]", "p", "n", "verdict")
    return Table("Each finding in figures", head, tuple(rows))


def _replays(findings: Sequence[Finding]) -> list[str]:
    lines = [
        f"- {finding.claim} ({finding.who}, {finding.what}): "
        + ", ".join(f"`{condition}` `{episode}`" for condition, episode in finding.against)
        for finding in findings
        if finding.verdict is Verdict.FAILS and finding.against
    ]
    if not lines:
        return []
    return [
        "### Replays that speak against findings",
        "Watch one with `meadow video RUNS/SUITE/AGENT/CONDITION EPISODE`: it shows what the agent saw.",
        "\n".join(lines),
    ]


def _suite(suite: str, sweeps: Sequence[Sweep], figures: Sequence[tuple[str, str]]) -> list[str]:
    summaries = {s.agent: summary_of(s.rows, s.about.trained_under) for s in sweeps}
    trained = {s.agent: s.about.trained_under for s in sweeps}
    tables = degradation_tables(summaries, trained, beside=True)
    parts = [f"## {suite}", tables[0].markdown(), _clean(sweeps), _order(sweeps)]
    for file, caption in figures:
        parts += [f"![{caption}]({file})", caption]
    parts += [table.markdown() for table in tables[1:]]
    parts += [table.markdown() for table in _calibrated(sweeps)]
    parts.append(by_difficulty({s.agent: s.rows for s in sweeps}).markdown())
    parts.append(behaviour(summaries).markdown())
    return parts


def _clean(sweeps: Sequence[Sweep]) -> str:
    """Clean success over the episodes of the corrupted cells, for agents whose clean cell has more."""
    told = []
    for sweep in sweeps:
        same, whole = (rows.get(CLEAN, ()) for rows in (sweep.alike(), sweep.rows))
        if 0 < len(same) < len(whole):
            success = summary_of({CLEAN: same})[CLEAN]["success"]
            told.append(f"{percent(success)} for `{sweep.agent}`")
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
            cells = [summary_of({"": s.rows[condition]})[""]["success"] for s in (sweep, other)]
            cells.append(Estimate(gain.mean, gain.low, gain.high, gain.n))
            rows.append((name, title(condition), *map(percent, cells)))
    if not rows:
        return []
    head = ("agent", "corruption", "SR", "SR with --self-calibrate", "gain")
    return [Table("Watching one's own motion, % [95 % interval]", head, tuple(rows))]
