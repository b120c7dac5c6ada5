"""Everything about PASTURE from kept runs: a page of tables, the figures and the same as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from meadow import serialize
from meadow.benchmarks.pasture import tables
from meadow.benchmarks.pasture.claims import Check, check_all
from meadow.benchmarks.pasture.endings import shares
from meadow.benchmarks.pasture.figures import draw_figure_5, draw_figure_6
from meadow.benchmarks.pasture.paper import SETTINGS
from meadow.benchmarks.pasture.results import CATEGORY, Results, rate
from meadow.evaluation.report.markdown import escape, table_text
from meadow.evaluation.report.tables import Table
from meadow.evaluation.study.claims import Verdict

FIGURES = (
    ("figure5.png", "Figure 5: what descriptions do. Hollow is the paper, filled is ours."),
    (
        "figure6.png",
        "Figure 6: what failures are put down to, by the authors' rule. The paper draws its bars "
        "for OWL B/32 without printing figures; it reads exploration and localisation at similar shares, "
        "with more localisation among distractors.",
    ),
)

#: A file that may lie beside the page, and what the page says of it.
NOTES = (
    "notes.md",
    "Why claims came out as they did, from replays and counter-experiments: [notes.md](notes.md).",
)


def write_all(results: Results, out: Path) -> list[Check]:
    """Write README.md, results.json and the figures into ``out``; returns the checked claims."""
    checks = check_all(results)
    draw_figure_5(results, out / FIGURES[0][0])
    draw_figure_6(results, out / FIGURES[1][0])
    name, text = NOTES
    beside = [text] if (out / name).is_file() else []
    serialize.write_bytes(out / "README.md", page(results, checks, beside).encode())
    serialize.write(out / "results.json", as_data(results, checks), indent=True)
    return checks


def drawn_before(out: Path) -> dict[str, str]:
    """The digest of the rows of every run that the tables in ``out`` were drawn from, by its name."""
    file = out / "results.json"
    runs = serialize.read(file, dict).get("runs", []) if file.is_file() else []
    return {run["name"]: run["rows"] for run in runs if "name" in run}


def page(results: Results, checks: list[Check], beside: Sequence[str] = ()) -> str:
    """The page; takeaways first, because they are what it is for."""
    definitions = dict.fromkeys(run.spec.definition for run in results.runs)
    parts = [
        "# PASTURE: ours beside the paper's",
        "Drawn by `meadow pasture tables` from the rows under `runs/`; "
        "`meadow pasture bench` makes them.",
        *(f"Success: {escape(text)}" for text in definitions),
        *beside,
    ]
    parts += ["\n".join(f"- {escape(note)}" for note in results.notes)] if results.notes else []
    first = [tables.takeaway_table(checks), tables.table_1(results), tables.eyes_table(results)]
    parts += [part for table in first for part in _section(table)]
    for file, caption in FIGURES:
        parts += [f"![{caption}]({file})", caption]
    rest = (
        *(tables.table_2, tables.table_3, tables.table_4, tables.hidden_table),
        *(tables.failure_table, tables.timing_table, tables.run_table),
    )
    parts += [part for make in rest for part in _section(make(results))]
    return "\n\n".join([*parts, *_examples(checks)]) + "\n"


def _examples(checks: list[Check]) -> list[str]:
    """For every claim that does not hold, episodes that speak against it."""
    lines = [
        f"- {escape(f'{check.claim} ({check.who}: {check.what})')}: "
        + ", ".join(f"`{episode}`" for episode in check.against)
        for check in checks
        if check.verdict is Verdict.FAILS and check.against
    ]
    if not lines:
        return []
    intro = "Episodes that speak against claims; see them with `meadow video RUN ID`."
    return ["## Replays to look at", intro, "\n".join(lines)]


def _section(table: Table) -> list[str]:
    return [f"## {escape(table.title)}", table_text(table), table.note]


def as_data(results: Results, checks: list[Check]) -> dict[str, Any]:
    """The figures behind the tables, as fractions with intervals."""
    agents = []
    for entry in results.entries:
        groups = {name: entry.setting(name) for name in (*SETTINGS, CATEGORY)}
        groups |= {"pasture": list(entry.pasture), "habitat-like": list(entry.habitat)}
        alike = not entry.part
        agents.append(
            {
                "agent": entry.agent,
                "eyes": entry.eyes,
                "part": entry.part,
                "success": {k: rate(rows, alike=alike) for k, rows in groups.items() if rows},
                "spl": {k: rate(rows, "spl", alike=alike) for k, rows in groups.items() if rows},
                "failures": {k: shares(rows) for k, rows in groups.items() if rows},
            }
        )
    runs = [
        {
            "agent": run.spec.agent + run.variant,
            "eyes": run.eyes,
            "suite": run.spec.suite,
            "profile": run.profile,
            "episodes": len(run.rows),
            "planned": run.spec.episodes,
            "name": run.name,
            "spec": run.spec.digest(),
            "rows": run.digest,
            "seed": run.log.seed,
        }
        for run in results.runs
    ]
    data = {"agents": agents, "takeaways": checks, "runs": runs, "notes": results.notes}
    plain: dict[str, Any] = msgspec.to_builtins(data)
    return plain
