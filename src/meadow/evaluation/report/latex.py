"""A report as LaTeX tables (needs the package booktabs)."""

from __future__ import annotations

import re

from meadow.evaluation.report.content import Report
from meadow.evaluation.report.tables import Cell, Table, all_tables

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "–": "--",
    **{c: f"\\{c}" for c in "&%$#_{}"},
}


def latex(report: Report) -> str:
    """Every table but that of single homes, ready for ``\\input``."""
    head = [f"% {_one_line(report.title)}", r"% \usepackage{booktabs}"]
    tables = [t for t in all_tables(report) if t.title != "By home"]
    return "\n".join([*head, *(_table(t) for t in tables)]) + "\n"


def escape(text: str) -> str:
    """Text that LaTeX sets as it is."""
    special = re.compile("[" + re.escape("".join(_SPECIAL)) + "]")
    return special.sub(lambda m: _SPECIAL[m[0]], _one_line(text))


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _table(table: Table) -> str:
    # The last column of sentences is for screens; a paper explains in its text.
    wide = table.header[-1] == "meaning"
    header = table.header[:-1] if wide else table.header
    rows = [row[: len(header)] for row in table.rows]
    columns = "".join("r" if table.is_figures(i) else "l" for i in range(len(header)))
    caption = escape(table.title) + (f". {escape(table.note)}" if table.note else "")
    lines = [
        r"\begin{table}",
        r"\centering",
        rf"\caption{{{caption}}}",
        rf"\begin{{tabular}}{{{columns}}}",
        r"\toprule",
        " & ".join(escape(h) for h in header) + r" \\",
        r"\midrule",
        *(" & ".join(_cell(cell) for cell in row) + r" \\" for row in rows),
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]
    return "\n".join(lines)


def _cell(cell: Cell) -> str:
    # Braces keep a leading bracket from being read as an option of the line before.
    aside = rf" {{\scriptsize ({escape(cell.aside)})}}" if cell.aside else ""
    return f"{{{escape(cell.text)}}}{aside}"
