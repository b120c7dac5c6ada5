"""Questions about a home as programs over plain facts, and what they give."""

from __future__ import annotations

from meadow.language.questions.execute import KnownThings, answer
from meadow.language.questions.program import Program, Selection

__all__ = ["KnownThings", "Program", "Selection", "answer"]
