"""Common sense from any language model: what goes with a thing, ranked.

The embedded prior counted what stands together and is asked for that directly; a model that reads is asked
a question in words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from meadow.models.protocols import Choice, LanguageModel

Relation = Literal["rooms", "receptacles", "companions"]


def rank(
    model: LanguageModel, relation: Relation, thing: str, options: Sequence[str], question: str
) -> Choice:
    """How likely each option is for a thing: its room, what it stands on, or what is near it."""
    counted = getattr(model, relation, None)
    choice: Choice = counted(thing, options) if counted else model.choose(question, options)
    return choice


def listed(names: Sequence[str]) -> str:
    """Names in a sentence.

    >>> listed(["sofa", "armchair", "rug"])
    'a sofa, an armchair and a rug'
    """
    nouns = [f"{'an' if name[:1] in 'aeiou' else 'a'} {name}" for name in names]
    return nouns[0] if len(nouns) == 1 else f"{', '.join(nouns[:-1])} and {nouns[-1]}"
