"""``meadow pasture tables``: the CoW paper's tables and figures from finished runs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import tyro

if TYPE_CHECKING:
    from meadow.benchmarks.pasture.kept import Kept


@dataclass(frozen=True, kw_only=True)
class Config:
    """Pack runs into small files, and draw the paper's tables and figures from all that are kept.

    Without a directory of runs, what is kept already is drawn again. What was not run says so. Runs of
    other suites or tasks are refused, and so are rows that their replays do not give. A kept run gives way
    only to one that repeats all its rows.

    Example: meadow pasture tables runs/pasture -o results/pasture
    """

    runs: tyro.conf.Positional[Path | None] = None
    """Where meadow pasture bench, or meadow eval, put its runs; all below are taken."""
    out: Annotated[Path, tyro.conf.arg(aliases=["-o"])] = Path("results/pasture")
    """Gets README.md, results.json, the figures, and runs/ with spec and rows of every run."""


def run(config: Config) -> int:
    """Pack, draw, and say what came of the claims."""
    from meadow import optional
    from meadow.benchmarks.pasture.admission import check_drawn
    from meadow.benchmarks.pasture.kept import find_runs, load_kept
    from meadow.benchmarks.pasture.page import drawn_before, write_all
    from meadow.benchmarks.pasture.results import collect
    from meadow.cli.terminal.help import listing
    from meadow.cli.terminal.output import check_directory
    from meadow.errors import RunError

    check_directory(config.out)
    optional.require("matplotlib")
    fresh: list[Kept] = []
    if config.runs is not None:
        found = find_runs(config.runs)
        if not found:
            raise RunError(f"{config.runs}: no run below has a finished episode")
        fresh = _packed(found, config.out / "runs")
    kept = load_kept(config.out / "runs")
    if not kept:
        raise RunError(
            f"{config.out / 'runs'}: nothing is kept there yet. Give a directory of runs: "
            "meadow pasture tables DIR"
        )
    check_drawn(kept, drawn_before(config.out), [run.name for run in fresh])
    checks = write_all(collect(kept), config.out)
    told = ((check.verdict, f"{check.claim} ({check.who}: {check.what})") for check in checks)
    print(listing(told, indent=""), end="")
    print(f"{len(kept)} runs; tables: {config.out / 'README.md'}")
    return 0


def _packed(found: list[Path], out: Path) -> list[Kept]:
    """Check all runs, then pack those that say more than what is kept; one that is refused packs none."""
    from meadow.benchmarks.pasture.admission import check_episodes, check_replaces, check_run
    from meadow.benchmarks.pasture.kept import load_kept, packed, write_kept
    from meadow.cli.terminal.progress import track

    before = {run.name: run for run in load_kept(out)}
    fresh = []
    for path in track(found, "checking runs", len(found)):
        check_run(path)
        run = packed(path)
        check_episodes(run, before.values())
        old = before.get(run.name)
        if old is not None:
            check_replaces(run, old, out / run.name)
        if old is None or len(run.rows) >= len(old.rows):
            fresh.append(run)
    for run in fresh:
        write_kept(run, out)
        digests = f"spec {run.spec.digest()}, rows {run.digest}"
        print(f"packed  {run.name}: {len(run.rows)} rows, {digests}")
    return fresh
