"""A report as Markdown."""

from __future__ import annotations

import re

from meadow.evaluation.report.content import Report
from meadow.evaluation.report.tables import Cell, Table, all_tables

#: What would otherwise be read as markup, in texts that come from specs and episodes.
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~])")


def markdown(report: Report) -> str:
    """The whole report; every table that the page has."""
    definitions = dict.fromkeys(run.spec.definition for run in report.runs)
    parts = [f"# {escape(report.title)}"]
    parts += [f"Success: {escape(text)}" for text in definitions]
    parts += ["\n".join(f"- {escape(note)}" for note in report.notes)] if report.notes else []
    for table in all_tables(report):
        parts += [f"## {escape(table.title)}", table_text(table)]
        parts += [escape(table.note)] if table.note else []
    return "\n\n".join(parts) + "\n"


def escape(text: str) -> str:
    """Text that shows as it is, on one line."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def table_text(table: Table) -> str:
    """One table, figures to the right."""
    marks = ["--:" if table.is_figures(i) else ":--" for i in range(len(table.header))]
    lines = [[escape(h) for h in table.header], marks]
    lines += [[_cell(cell) for cell in row] for row in table.rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(cell: Cell) -> str:
    aside = f" ({escape(cell.aside)})" if cell.aside else ""
    return escape(cell.text) + aside
