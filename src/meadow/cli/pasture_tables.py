"""``meadow pasture tables``: the CoW paper's tables and figures from finished runs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import tyro


@dataclass(frozen=True, kw_only=True)
class Config:
    """Pack runs into small files, and draw the paper's tables and figures from all that are kept.

    Without a directory of runs, what is kept already is drawn again. What was not run says so.

    Example: meadow pasture tables runs/pasture -o benchmarks/pasture
    """

    runs: tyro.conf.Positional[Path | None] = None
    """Where meadow pasture bench, or meadow eval, put its runs; all below are taken."""
    out: Annotated[Path, tyro.conf.arg(aliases=["-o"])] = Path("benchmarks/pasture")
    """Gets README.md, results.json, the figures, and runs/ with spec and rows of every run."""


def run(config: Config) -> int:
    """Pack, draw, and say what came of the claims."""
    from meadow import optional
    from meadow.cli.help import listing
    from meadow.cli.output import check_directory
    from meadow.cli.progress import track
    from meadow.errors import RunError
    from meadow.evaluation.pasture.kept import find_runs, keep, load_kept
    from meadow.evaluation.pasture.results import collect
    from meadow.evaluation.pasture.write import write_all

    check_directory(config.out)
    optional.require("matplotlib")
    if config.runs is not None:
        found = find_runs(config.runs)
        if not found:
            raise RunError(f"{config.runs}: no run below has a finished episode")
        for path in track(found, "packing runs", len(found)):
            keep(path, config.out / "runs")
    kept = load_kept(config.out / "runs")
    if not kept:
        raise RunError(
            f"{config.out / 'runs'}: nothing is kept there yet. Give a directory of runs: "
            "meadow pasture tables DIR"
        )
    checks = write_all(collect(kept), config.out)
    told = ((check.verdict, f"{check.claim} ({check.who}: {check.what})") for check in checks)
    print(listing(told, indent=""), end="")
    print(f"{len(kept)} runs; tables: {config.out / 'README.md'}")
    return 0
