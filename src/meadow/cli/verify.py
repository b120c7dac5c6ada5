"""``meadow verify``: check that a run's rows follow from its recorded actions."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import tyro

#: More mismatches than this are counted, not listed.
SHOWN = 50


@dataclass(frozen=True, kw_only=True)
class Config:
    """Drive the recorded actions of a run again and check every row; exit code 1 if anything differs.

    Example: meadow verify runs/objectnav-oracle --workers 2
    """

    run: tyro.conf.Positional[Path]
    """Run directory."""
    workers: int = 1
    """Processes that drive the actions."""


def run(config: Config) -> int:
    """Verify and say what was found."""
    from meadow.cli.progress import StepProgress
    from meadow.evaluation.verify import verify_run

    with StepProgress(f"verifying {config.run}") as progress:
        result = verify_run(config.run, workers=config.workers, progress=progress)
    for note in result.notes:
        print(f"note: {note}")
    for mismatch in result.mismatches[:SHOWN]:
        print(f"differs: {mismatch}")
    if len(result.mismatches) > SHOWN:
        print(f"... and {len(result.mismatches) - SHOWN} more")
    wrong = len({m.episode for m in result.mismatches if m.episode})
    print(
        f"{result.checked} rows driven again: {result.checked - wrong} agree, {wrong} differ; "
        f"{result.skipped} rows with an error have nothing to check"
    )
    print("verified" if result.ok else "NOT verified")
    return 0 if result.ok else 1
