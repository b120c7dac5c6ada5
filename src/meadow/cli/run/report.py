"""``meadow report``: tables, plots and a page from runs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import tyro

from meadow.cli.terminal.options import NotNegative, Out


@dataclass(frozen=True, kw_only=True)
class Config:
    """Write report.html, report.md and report.tex about one or more runs.

    Example: meadow report runs/objectnav-oracle runs/objectnav-forward -o report
    """

    runs: tyro.conf.Positional[tuple[Path, ...]]
    """Run directories; the others are compared with the first."""
    out: Out | None = None
    """Directory of the report; by default the run's own, or "report" for several runs."""
    pages: NotNegative = 0
    """For so many episodes with questions also write a page of their own: the way, the memory, and each
    question with its program, answers, truth and the frame that decided it."""


def run(config: Config) -> int:
    """Read the runs and write the files."""
    from meadow.cli.terminal.progress import StepProgress
    from meadow.errors import InvalidValueError
    from meadow.viewer.report import write_report
    from meadow.viewer.report.write import write_exam_pages

    if not config.runs:
        raise InvalidValueError("no run directory given, expected at least one: meadow report RUN")
    out = config.out or (config.runs[0] if len(config.runs) == 1 else Path("report"))
    with StepProgress("drawing homes") as progress:
        written = write_report(config.runs, out, progress)
    if config.pages:
        with StepProgress("driving episodes again") as progress:
            written += write_exam_pages(config.runs, out, config.pages, progress)
    print("\n".join(str(path) for path in written))
    return 0
