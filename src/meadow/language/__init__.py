"""Words over plain facts: what a goal means, what is true of a thing, and whether the two agree."""

from __future__ import annotations

from meadow.language.describe import describe, phrases
from meadow.language.facts import Thing, holds, matches
from meadow.language.goals import Attributes, Description, Noun, Relation
from meadow.language.parse import parse

__all__ = [
    "Attributes",
    "Description",
    "Noun",
    "Relation",
    "Thing",
    "describe",
    "holds",
    "matches",
    "parse",
    "phrases",
]
