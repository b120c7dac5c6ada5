"""Reports for people: one self-contained page, beside the same report in Markdown and LaTeX."""

from __future__ import annotations

from meadow.viewer.report.page import page
from meadow.viewer.report.write import write_report

__all__ = ["page", "write_report"]
