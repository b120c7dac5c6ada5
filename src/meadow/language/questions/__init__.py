"""Questions about a home as programs over plain facts: what they give, how they are asked and read."""

from __future__ import annotations

from meadow.language.questions.execute import KnownThings, answer
from meadow.language.questions.parse import parse_question
from meadow.language.questions.program import Program, Selection

__all__ = ["KnownThings", "Program", "Selection", "answer", "parse_question"]
