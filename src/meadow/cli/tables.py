"""Tables of results on the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from meadow.evaluation.spec import RunSpec
from meadow.metrics.statistics import Estimate


def interval_text(value: Estimate, digits: int = 3) -> str:
    """``0.500 [0.400, 0.600]``, or a dash when nothing could be averaged."""
    if value.mean is None:
        return "-"
    text = f"{value.mean:.{digits}f}"
    if value.low is None or value.high is None:
        return text
    return f"{text} [{value.low:.{digits}f}, {value.high:.{digits}f}]"


def print_summary(
    spec: RunSpec, rows: Sequence[Mapping[str, Any]], summary: Mapping[str, Estimate]
) -> None:
    """The table at the end of ``meadow eval``."""
    from rich.console import Console
    from rich.table import Table

    table = Table("metric", "mean [95 % interval]", "n", title=f"{spec.agent} on {spec.suite}")
    for name, value in summary.items():
        table.add_row(name, interval_text(value).replace("[", r"\["), str(value.n))
    console = Console()
    console.print(table)
    console.print(f"Success: {spec.definition}", style="dim", highlight=False)
    bad = [row for row in rows if row["status"] != "ok"]
    if bad:
        first = bad[0]
        console.print(
            f"{len(bad)} of {len(rows)} episodes could not be run and count as failures; "
            f"the first: {first['episode']}: {first['error']}",
            style="yellow",
            markup=False,
        )
