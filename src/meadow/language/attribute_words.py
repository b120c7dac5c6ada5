"""Attributes as phrases: what a thing is said to be, and what it would be otherwise."""

from __future__ import annotations

from typing import Any

from meadow.language.describe import describe_noun
from meadow.language.goals import Attributes, Noun
from meadow.language.likeness import near_colours
from meadow.language.vocabulary import vocabulary


def attribute_phrases(noun: Noun) -> list[tuple[str, tuple[str, ...]]]:
    """For every attribute that one can see, the phrase that is said, and those of its rivals.

    >>> from meadow.language.parse import parse
    >>> said, rivals = attribute_phrases(parse("a small mug").target)[0]
    >>> said, rivals
    ('small mug', ('large mug',))
    """
    return [
        (_phrase(noun, kind, said), tuple(_phrase(noun, kind, w) for w in _rivals(kind, said)))
        for kind, said in _attributes(noun.attributes)
    ]


def _phrase(noun: Noun, kind: str, word: str) -> str:
    said: dict[str, Any] = {kind: word if kind == "size" else (word,)}
    return describe_noun(Noun(head=noun.head, attributes=Attributes(**said)))


def _attributes(said: Attributes) -> list[tuple[str, str]]:
    """Kind and word of every attribute that one can see."""
    found = [("size", said.size)] if said.size else []
    for kind in ("colours", "materials", "patterns"):
        found += [(kind, word) for word in getattr(said, kind)]
    return found


def _rivals(kind: str, said: str) -> list[str]:
    """What the thing would be called if it were not as it is said to be."""
    if kind == "size":
        return ["large" if said == "small" else "small"]
    sense = kind.removesuffix("s")
    words = {str(s[sense]) for s in vocabulary().senses.values() if sense in s}
    alike = near_colours(said) if kind == "colours" else frozenset()
    return sorted(words - alike - {said})
