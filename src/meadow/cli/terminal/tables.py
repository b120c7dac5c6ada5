"""Tables of results on the terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from meadow.cli.terminal.console import make_console
from meadow.evaluation.report.tables import interval, metric_title
from meadow.evaluation.run.runner import is_wanted
from meadow.evaluation.run.spec import RunSpec
from meadow.evaluation.run.store import is_finished
from meadow.evaluation.run.summary import by_tag, finished, summarise
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
    good, bad = finished(rows), [row for row in rows if not is_finished(row)]
    if good:
        console.print(table)
    else:
        console.print(f"{spec.agent} on {spec.suite}: no episode was finished")
    if len(groups := by_tag(good, "setting")) > 1:
        console.print(_by_setting(groups))
    console.print(f"Success: {spec.definition}", style="dim", highlight=False)
    if bad:
        console.print(_unfinished(spec, rows, bad), style="yellow", highlight=False)


def _unfinished(
    spec: RunSpec, rows: Sequence[Mapping[str, Any]], bad: Sequence[Mapping[str, Any]]
) -> str:
    """What is missing, why, and what to do about it."""
    counts = Counter(row["status"] for row in bad)
    first = bad[0]
    text = (
        f"{spec.episodes - len(rows) + len(bad)} of {spec.episodes} episodes have no result "
        f"({', '.join(f'{count} {status}' for status, count in counts.items())}) and are in no figure. "
        f"The first: {first['episode']}: {first['error']}"
    )
    if "traceback" in first:
        text += f", see {first['traceback']} in the run's directory"
    again = sum(map(is_wanted, bad))
    if again:
        text += f". The same command runs {again} of them again"
    return f"{text}. With --retry it runs all of them again."
