"""Tables of results on the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from meadow.evaluation.spec import RunSpec
from meadow.evaluation.summary import by_tag, summarise
from meadow.metrics.statistics import Estimate


def interval_text(value: Estimate, digits: int = 3) -> str:
    """``0.500 [0.400, 0.600]``, or a dash when nothing could be averaged."""
    if value.mean is None:
        return "-"
    text = f"{value.mean:.{digits}f}"
    if value.low is None or value.high is None:
        return text
    return f"{text} [{value.low:.{digits}f}, {value.high:.{digits}f}]"


#: Columns of the table by setting.
HEADLINES = ("success", "spl", "success_at_hidden")


def _by_setting(groups: Mapping[str, Sequence[Mapping[str, Any]]]) -> Any:
    """The headline metrics in every setting."""
    from rich.table import Table

    table = Table("setting", *HEADLINES, "n", title="by setting")
    for setting, rows in groups.items():
        found = summarise(rows)
        cells = [interval_text(found[m]) if m in found else "-" for m in HEADLINES]
        table.add_row(setting, *(c.replace("[", r"\[") for c in cells), str(len(rows)))
    return table


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
    if len(groups := by_tag(rows, "setting")) > 1:
        console.print(_by_setting(groups))
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
