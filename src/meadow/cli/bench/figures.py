"""Measured figures against what the project asks of itself: as a table and as a file."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from meadow.cli.terminal.console import make_console


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of a table."""

    name: str
    value: float
    unit: str
    """What the table shows behind the value. Of "%" the value is a fraction of 1, also in the file."""
    bound: str
    """What the project asks of itself."""
    meets: bool

    @property
    def shown(self) -> str:
        """Value and unit for people."""
        value = 100.0 * self.value if self.unit == "%" else self.value
        return f"{value:g} {self.unit}"


def plain_figure(name: str, value: float, unit: str) -> Figure:
    """A figure of which nothing is asked."""
    return Figure(name, round(value, 2), unit, "", True)


def bound_figure(
    name: str, value: float, unit: str, bound: float, *, at_least: bool = False
) -> Figure:
    """A figure that should be below a bound, or at least as high as one."""
    meets = value >= bound if at_least else value < bound
    sign = ">=" if at_least else "<"
    told = 100.0 * bound if unit == "%" else bound
    return Figure(name, round(value, 4), unit, f"{sign} {told:g}", meets)


def print_figures(title: str, figures: Sequence[Figure]) -> None:
    """The table on the terminal."""
    from rich.table import Table
    from rich.text import Text

    table = Table("what", "measured", "asked for", "", title=title)
    for figure in figures:
        verdict = Text("yes", "green") if figure.meets else Text("no", "red")
        table.add_row(
            figure.name,
            figure.shown,
            figure.bound,
            verdict if figure.bound else "",
        )
    make_console().print(table)


def write_figures(
    path: Path,
    benchmark: str,
    figures: Sequence[Figure],
    spec: Mapping[str, Any],
    details: Mapping[str, Any] | None = None,
) -> None:
    """The file, with what was measured, with which settings and on what kind of machine."""
    from meadow import serialize
    from meadow.cli.terminal.machine import versions

    result: dict[str, Any] = {
        "benchmark": benchmark,
        "figures": {
            f.name: {
                "value": f.value,
                "unit": "fraction" if f.unit == "%" else f.unit,
                "bound": f.bound,
            }
            for f in figures
        },
        "spec": dict(spec),
        "machine": versions(),
        **(details or {}),
    }
    serialize.write(path, result, indent=True)


def report_figures(
    title: str,
    benchmark: str,
    measure: Callable[[], Sequence[Figure]],
    path: Path | None,
    spec: Mapping[str, Any],
) -> bool:
    """Measure, print the table and write the file, if any; whether all bounds are met.

    A path that cannot be written is refused before anything is measured.
    """
    from meadow.cli.terminal.output import check_file

    if path is not None:
        check_file(path, (".json",))
    figures = measure()
    print_figures(title, figures)
    if path is not None:
        write_figures(path, benchmark, figures, spec)
    return all(figure.meets for figure in figures)


def resident() -> float:
    """Bytes of memory that this process has in use."""
    gc.collect()
    pages = Path("/proc/self/statm")
    if pages.is_file():
        import resource

        return float(int(pages.read_text().split()[1]) * resource.getpagesize())
    from meadow import optional

    return float(optional.require("psutil").Process().memory_info().rss)
