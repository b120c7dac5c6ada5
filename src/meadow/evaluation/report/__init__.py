"""What a report says: figures and tables from runs, and their Markdown and LaTeX."""

from __future__ import annotations

from meadow.evaluation.report.content import Report, make_report
from meadow.evaluation.report.latex import latex
from meadow.evaluation.report.markdown import markdown

__all__ = ["Report", "latex", "make_report", "markdown"]
