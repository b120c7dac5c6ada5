"""``meadow stats pasture``: what the suite's words are like, beside the paper's figures."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import tyro

from meadow.cli.terminal.console import make_console


@dataclass(frozen=True, kw_only=True)
class Config:
    """Count what PASTURE's descriptions say, and compare with section 5.2 of the paper.

    The first call generates the homes and episodes (a few minutes); later ones read them.
    Example: meadow stats pasture --workers 2 -o pasture.png
    """

    output: Annotated[Path | None, tyro.conf.arg(aliases=["-o"], metavar="FILE.png")] = None
    """Draw the counts into this picture (needs matplotlib)."""
    split: str = ""
    """Another split than the 2,520 episodes, e.g. train, mini or fixed350."""
    workers: int = 1
    """Processes that generate homes side by side."""


def run(config: Config) -> int:
    """Load the suite, print the table, draw the picture."""
    from rich.table import Table

    from meadow import optional
    from meadow.benchmarks.pasture.statistics import pasture_statistics
    from meadow.cli.terminal.output import PICTURES, check_file
    from meadow.cli.terminal.progress import StepProgress
    from meadow.episodes.suites import load_suite, suite_name
    from meadow.evaluation.run.spec import check_positive

    check_positive("--workers", config.workers)
    if config.output is not None:
        check_file(config.output, PICTURES)
        optional.require("matplotlib")
    suite = suite_name("pasture", config.split)
    with StepProgress(f"homes and episodes of {suite}") as progress:
        episodes = load_suite(suite, progress=progress, workers=config.workers)
    found = pasture_statistics(episodes)
    table = Table("", "here", "paper", title=suite)
    for line in found.figures:
        table.add_row(line.name, f"{line.value:.{line.digits}f}", f"{line.paper:g}")
    console = make_console()
    console.print(table)
    for name, counts in (
        ("settings", found.settings),
        ("colours", found.colours),
        ("materials", found.materials),
        ("near", found.near),
        ("on, in or under", found.anchors),
    ):
        text = ", ".join(f"{key} {count}" for key, count in counts.items())
        console.print(f"{name}: {text}", highlight=False)
    console.print("The authors' files have 3.0 near relations per object, their paper says 1.9.")
    if config.output is not None:
        from meadow.benchmarks.pasture.plots import plot_pasture

        plot_pasture(episodes, config.output)
        print(f"picture: {config.output}")
    return 0
