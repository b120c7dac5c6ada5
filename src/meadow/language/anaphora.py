"""Anaphora: words that stand for what an earlier goal named ("it", "that one", "the other one", "another").

The referent of a pronoun is the target of the last goal, its antecedent. "Another" and "the other" speak of
one more thing of its kind: only the noun is taken over, and the earlier referent is excluded.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from meadow.language.goals import PLAIN, Description, Noun
from meadow.language.likeness import ANYTHING

_FIND = r"(?:(?:please|now|then|and|next|go|back|to|find|bring|get|fetch|show|me|look|for)\s+)*"
_SAME = re.compile(
    rf"{_FIND}(?:it|that(?: one)?|this(?: one)?|the same(?: one| thing)?)(?: again)?"
)
_OTHER = re.compile(rf"{_FIND}(?:(?:the|an)\s*other(?: one)?|one more)")
#: Words for another one before a noun: "the other lamp", "another mug".
_BEFORE_NOUNS = re.compile(r"\b(?:another|(?:the|an) other|a second|one more|a different)\b")
_OTHER_WORDS = frozenset({"other", "second", "different"})


def referring(text: str, before: Sequence[Description]) -> Description | None:
    """What a text means that is nothing but a word for an earlier goal; None for all other texts."""
    plain = re.sub(r"[^a-z ]", "", text.lower()).strip()
    if not before:
        return None
    if _SAME.fullmatch(plain):
        return replace(before[-1], text=text)
    if _OTHER.fullmatch(plain):
        noun = before[-1].target
        bare = Noun(head=noun.head, category=noun.category)
        return Description(target=bare, other_than=before[-1], text=text)
    return None


def excluding(said: Description, before: Sequence[Description]) -> Description:
    """The description without the referent of the last goal of its kind, if it says so ("another mug")."""
    if not before or not _BEFORE_NOUNS.search(said.text.lower()):
        return said
    target = said.target
    others = tuple(word for word in target.attributes.others if word not in _OTHER_WORDS)
    target = replace(target, attributes=replace(target.attributes, others=others))
    if target.head in (*ANYTHING, *_OTHER_WORDS):  # "another one on the desk"
        target = replace(target, head=before[-1].target.head, category=before[-1].category)
    earlier = next((b for b in reversed(before) if _same_kind(b.target, target)), None)
    return said if earlier is None else replace(said, target=target, other_than=earlier)


def antecedent(before: Sequence[Description]) -> Noun | None:
    """What "it" stands for: the noun of the last goal with its attributes."""
    return replace(before[-1].target, without=PLAIN, not_heads=()) if before else None


def _same_kind(a: Noun, b: Noun) -> bool:
    """Whether the earlier noun ``a`` names a thing that ``b`` can be another of: a floor lamp, a lamp."""
    same = a.category is not None and a.category == b.category
    return same or f" {a.head}".endswith(f" {b.head}")
