"""Tables of results on the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from meadow.cli.console import make_console
from meadow.evaluation.report.tables import interval, metric_title
from meadow.evaluation.spec import RunSpec
from meadow.evaluation.summary import by_tag, summarise
from meadow.metrics.statistics import Estimate

#: Columns of the table by setting.
HEADLINES = ("success", "spl", "success_at_hidden")


def _by_setting(groups: Mapping[str, Sequence[Mapping[str, Any]]]) -> Any:
    """The headline metrics in every setting."""
    from rich.table import Table

    table = Table("setting", *map(metric_title, HEADLINES), "n", title="by setting")
    for setting, rows in groups.items():
        found = summarise(rows)
        cells = [interval(m, found[m]) if m in found else "–" for m in HEADLINES]
        table.add_row(setting, *cells, str(len(rows)))
    return table


def print_summary(
    spec: RunSpec, rows: Sequence[Mapping[str, Any]], summary: Mapping[str, Estimate]
) -> None:
    """The table at the end of ``meadow eval``."""
    from rich.table import Table

    table = Table("metric", "mean [95 % interval]", "n", title=f"{spec.agent} on {spec.suite}")
    for name, value in summary.items():
        table.add_row(metric_title(name), interval(name, value), str(value.n))
    console = make_console()
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
        )
