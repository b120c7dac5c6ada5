"""``meadow verify``: check that a run's rows follow from its recorded actions."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import tyro

from meadow.cli.terminal.options import NotNegative, Positive

#: More mismatches than this are counted, not listed.
SHOWN = 50


@dataclass(frozen=True, kw_only=True)
class Config:
    """Replay the recorded actions of a run in the simulator and check every row.

    The exit code is 0 when every row was replayed and agrees, and 1 when something differs. It is 3 when
    nothing differs but something could not be checked: rows without a replay or a result, episodes that
    are not the suite's own choice, a suite that is not available, an agent that cannot be run.

    Example: meadow verify runs/objectnav-oracle --workers 2
    """

    run: tyro.conf.Positional[Path]
    """Run directory."""
    workers: Positive = 1
    """Processes that replay side by side."""
    rerun: NotNegative = 1
    """Run the agent itself again on N episodes; it must choose the recorded actions. Use 0 for an agent
    that is not available or not deterministic."""


def run(config: Config) -> int:
    """Verify, say what was found, what was checked and what was not."""
    from collections import Counter

    from meadow.cli.terminal.progress import StepProgress
    from meadow.evaluation.run.verify import verify_run

    with StepProgress(f"verifying {config.run}") as progress:
        result = verify_run(
            config.run, workers=config.workers, rerun=config.rerun, progress=progress
        )
    for mismatch in result.mismatches[:SHOWN]:
        print(f"differs: {mismatch}")
    if len(result.mismatches) > SHOWN:
        print(f"... and {len(result.mismatches) - SHOWN} more")
    wrong = len({m.episode for m in result.mismatches if m.episode} - result.unverified.keys())
    print(f"{result.checked} rows driven again: {result.checked - wrong} agree, {wrong} differ")
    for reason, count in Counter(result.unverified.values()).items():
        print(f"{count} rows not verified: {reason}")
    print(f"episodes: {result.coverage}")
    for note in result.notes:
        print(f"note: {note}")
    if result.not_rerun:
        print(f"note: {result.agent!r} could not be run again: {result.not_rerun}")
    if result.rerun:
        print(f"agent: {result.agent!r} was run again on {result.rerun} of {result.checked}")
    else:
        print(f"not checked: that {result.agent!r} chose these actions (--rerun N)")
    print("not checked: timings, and what the agent says of itself")
    if not result.ok:
        print("NOT verified: something differs")
        return 1
    if not result.complete:
        print("NOT verified in full: what was driven again agrees")
        return 3
    print("verified")
    return 0
