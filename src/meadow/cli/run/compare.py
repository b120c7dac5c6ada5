"""``meadow compare``: paired differences between two runs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import tyro

from meadow.cli.terminal.console import make_console

if TYPE_CHECKING:
    from meadow.evaluation.report.compare import Comparison


@dataclass(frozen=True, kw_only=True)
class Config:
    """Compare two runs on the episodes that both finished: B - A, and what flipped.

    Example: meadow compare runs/yesterday runs/today
    """

    a: tyro.conf.Positional[Path]
    """Run directory of the reference."""
    b: tyro.conf.Positional[Path]
    """Run directory that is compared with it."""


def run(config: Config) -> int:
    """Print the differences and the flipped episodes."""
    from meadow.evaluation.failures.trials import load_runs
    from meadow.evaluation.report.compare import compare_runs

    comparison = compare_runs(*load_runs([config.a, config.b]))
    console = make_console()
    for warning in comparison.warnings:
        console.print(f"note: {warning}", style="yellow")
    _print_differences(console, comparison)
    _print_flips(console, comparison)
    return 0


def _print_differences(console, comparison: Comparison) -> None:  # type: ignore[no-untyped-def]
    from rich.table import Table

    from meadow.evaluation.report.tables import interval, metric_title, p_value
    from meadow.evaluation.run.summary import counted

    a, b = comparison.first.label, comparison.second.label
    table = Table(
        "metric", "difference [95 % interval]", "p", "p (Holm)", "n", title=f"{b} minus {a}"
    )
    for name, value in comparison.differences.items():
        text = interval(name, value, sign=True)
        corrected = p_value(comparison.corrected[name])
        table.add_row(metric_title(name), text, p_value(value.p), corrected, str(value.n))
    console.print(table)
    unit = counted(trial.row for trial in comparison.first.trials)
    console.print(
        f"{comparison.common} common {unit}s; intervals by bootstrap and p by sign flips over homes; "
        "Holm corrects for the number of metrics.",
        style="dim",
    )


def _print_flips(console, comparison: Comparison) -> None:  # type: ignore[no-untyped-def]
    """One line each, never wrapped or shortened, so that ids can be copied and searched."""
    from rich.text import Text

    from meadow.evaluation.run.summary import counted, trial_name

    unit = counted(trial.row for trial in comparison.first.trials)
    if not comparison.flips:
        console.print(f"No {unit} flipped between success and failure.")
        return
    won = sum(flip.won for flip in comparison.flips)
    lost = len(comparison.flips) - won
    console.print(f"{len(comparison.flips)} {unit}s flipped: {won} won, {lost} lost")
    for flip in comparison.flips:
        row = flip.before.row
        far = "" if flip.distance is None else f", {flip.distance:.1f} m away"
        line = Text("won   ", "green") if flip.won else Text("lost  ", "red")
        line.append(f"{trial_name(row)}  ", "bold")
        line.append(
            f"{flip.before.ending} -> {flip.after.ending}  ({row['goal']}{far}, {row['home']})"
        )
        console.print(line, soft_wrap=True)
