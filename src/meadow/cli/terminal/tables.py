"""Tables of results on the terminal."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from meadow.cli.terminal.console import make_console
from meadow.evaluation.report.tables import Cell, Table, interval, metric_title
from meadow.evaluation.run.runner import is_wanted
from meadow.evaluation.run.spec import RunSpec
from meadow.evaluation.run.store import Row, is_finished
from meadow.evaluation.run.summary import by_tag, finished, summarise
from meadow.metrics.statistics import Estimate

if TYPE_CHECKING:
    from rich.console import Console

#: Columns of tables that are printed into a file.
FILE_WIDTH = 400
#: A measured figure, or a dash in its place; numbers of lines have no decimals.
_FIGURE = re.compile(r"[-–]$|[-+]?\d+\.\d")
_INTERVAL = re.compile(r" (\[[^]]*\]|± [0-9.]+)")
#: Columns of the table by setting.
HEADLINES = ("success", "spl", "success_at_hidden")


def _by_setting(groups: Mapping[str, Sequence[Row]]) -> Any:
    """The headline metrics in every setting."""
    from rich.table import Table as Grid

    table = Grid("setting", *map(metric_title, HEADLINES), "n", title="by setting")
    for setting, rows in groups.items():
        found = summarise(rows)
        cells = [interval(m, found[m]) if m in found else "–" for m in HEADLINES]
        table.add_row(setting, *cells, str(len(rows)))
    return table


def print_summary(spec: RunSpec, rows: Sequence[Row], summary: Mapping[str, Estimate]) -> None:
    """The table at the end of ``meadow eval``."""
    from rich.table import Table as Grid

    table = Grid("metric", "mean [95 % interval]", "n", title=f"{spec.agent} on {spec.suite}")
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


def _unfinished(spec: RunSpec, rows: Sequence[Row], bad: Sequence[Row]) -> str:
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


def show_table(table: Table) -> None:
    """Print a table in parts that the terminal is wide enough for; a file gets it whole."""
    console = make_console() if sys.stdout.isatty() else make_console(width=FILE_WIDTH)
    for part in fitting(table, console):
        console.print(_grid(part))


def fitting(table: Table, console: Console) -> list[Table]:
    """The table as it is where it fits, else without intervals, else its columns in several tables."""
    if _fits(table, console):
        return [table]
    rows = tuple(tuple(Cell(_INTERVAL.sub("", cell.text)) for cell in row) for row in table.rows)
    names = _name_columns(table)
    titles = (title.replace(" ", "\n") for title in table.header[names:])
    short = replace(table, header=(*table.header[:names], *titles), rows=rows)
    if names == len(table.header):
        return [short]
    parts: list[list[int]] = [[]]
    for column in range(names, len(short.header)):
        wider = [*parts[-1], column]
        if parts[-1] and not _fits(_columns(short, names, wider), console):
            parts.append([column])
        else:
            parts[-1] = wider
    return [_columns(short, names, part) for part in parts]


def _columns(table: Table, names: int, figures: Sequence[int]) -> Table:
    """Part of a table: its columns of names and some of the others."""
    kept = [*range(names), *figures]
    rows = tuple(tuple(row[column] for column in kept) for row in table.rows)
    return replace(table, header=tuple(table.header[column] for column in kept), rows=rows)


def _name_columns(table: Table) -> int:
    """How many columns at the left name a line, which every part of the table needs."""
    names = 0
    while names < len(table.header) and not any(_FIGURE.match(r[names].text) for r in table.rows):
        names += 1
    return names


def _fits(table: Table, console: Console) -> bool:
    from rich.measure import Measurement

    wide = console.options.update(width=FILE_WIDTH)  # else no table measures more than the console
    fits: bool = Measurement.get(console, wide, _grid(table)).maximum <= console.width
    return fits


def _grid(table: Table) -> Any:
    """The table for a terminal."""
    from rich.table import Table as Grid

    grid = Grid(*table.header, title=table.title)
    for row in table.rows:
        grid.add_row(*(cell.text for cell in row))
    return grid
