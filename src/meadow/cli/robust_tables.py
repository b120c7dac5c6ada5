"""``meadow robust tables``: one page about several sweeps, with the paper's findings checked."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import tyro

#: Files that may lie beside the page, and what it says of them.
BESIDE = {
    "notes.md": "What corruptions cost and how they were checked: [notes.md](notes.md).",
    "resist.md": "Which trainings resist (Table 3): [resist.md](resist.md).",
    "static.md": "Static against embodied (Table 1): [static.md](static.md).",
}


@dataclass(frozen=True, kw_only=True)
class Config:
    """Draw one matrix for all agents that were swept, and check the paper's findings one by one.

    Runs are packed into small files first; without a directory of runs, what is packed already is drawn
    again. Agents whose name differs by -rgb and -rgbd are compared for what depth is worth. Where a file
    static.json (of meadow robust static) lies beside the page, Table 1 is drawn into static.md.

    Example: meadow robust tables runs/robust -o results/robustnav
    """

    runs: tyro.conf.Positional[Path | None] = None
    """Where meadow robust sweep put its runs; all below are taken."""
    out: Annotated[Path, tyro.conf.arg(aliases=["-o"])] = Path("results/robustnav")
    """Gets README.md, findings.json, the figures, and runs/ with the rows of every agent."""


def run(config: Config) -> int:
    """Pack, check, draw, and say what came of the findings."""
    from meadow import serialize
    from meadow.benchmarks.robustnav.claims import check_all
    from meadow.benchmarks.robustnav.conditions import conditions
    from meadow.benchmarks.robustnav.page import page, static_page
    from meadow.benchmarks.robustnav.study import in_order, keep_runs, load_kept
    from meadow.benchmarks.robustnav.tables import summary_of
    from meadow.cli.robust_sweep import draw_figures, figures_installed
    from meadow.cli.terminal.help import listing
    from meadow.cli.terminal.output import check_directory
    from meadow.cli.terminal.progress import StepProgress
    from meadow.errors import RunError

    check_directory(config.out)
    if config.runs is not None:
        with StepProgress(f"reading {config.runs}"):
            found = keep_runs(config.runs, config.out / "runs")
        if not found:
            raise RunError(f"{config.runs}: no run below has a finished episode")
    known = conditions((1, 2, 3, 4, 5), challenge=True)
    sweeps = in_order(load_kept(config.out / "runs"), known)
    if not sweeps:
        raise RunError(
            f"{config.out / 'runs'}: nothing is kept there yet. Give a directory of runs: "
            "meadow robust tables DIR"
        )
    findings = check_all(sweeps)
    figures = {}
    if figures_installed():
        for suite in dict.fromkeys(sweep.about.suite for sweep in sweeps):
            own = [sweep for sweep in sweeps if sweep.about.suite == suite]
            alike = {sweep.agent: sweep.alike() for sweep in own}
            summaries = {agent: summary_of(rows) for agent, rows in alike.items() if rows}
            if summaries:
                task = own[0].task
                figures[suite] = draw_figures(summaries, task, config.out, f"-{task}")
    if (config.out / "static.json").is_file():
        static = serialize.read(config.out / "static.json", dict[str, float])
        serialize.write_bytes(config.out / "static.md", static_page(static, sweeps).encode())
    beside = [text for name, text in BESIDE.items() if (config.out / name).is_file()]
    text = page(sweeps, findings, figures, beside)
    serialize.write_bytes(config.out / "README.md", text.encode())
    serialize.write(config.out / "findings.json", findings, indent=True)
    told = ((one.verdict, f"{one.claim} ({one.who}: {one.what})") for one in findings)
    print(listing(told, indent=""), end="")
    print(f"{len(sweeps)} sweeps; page: {config.out / 'README.md'}")
    return 0
