"""What a noun is said to have: parts, pictures, counts, and what somebody wears."""

from __future__ import annotations

from enum import Enum, auto

from meadow.language.nouns import Draft
from meadow.language.vocabulary import vocabulary
from meadow.language.words import ATTACHED, GARMENTS, LOOSE, PICTURED, SINGLE, WEARERS


class Feature(Enum):
    """What a piece turned out to say of the noun that has it."""

    NONE = auto()
    """Nothing: it names a thing that is with it."""
    PRINT = auto()
    OTHER = auto()


def add_feature(draft: Draft, holder: Draft, negated: bool) -> Feature:
    """Say of ``holder`` what it has, unless that is a thing beside it.

    "with two doors", "with a cat (on it)", "with a yellow handle", "with stripes", "with drawers",
    "with no cushion".
    """
    _count_single(draft)
    part = _is_part(draft, holder)
    if draft.number is not None and draft.head:
        (holder.not_counts if negated else holder.counts)[draft.head] = draft.number
    elif not part and is_pictured(draft, holder):
        holder.add("prints", draft.head, negated)
        return Feature.PRINT
    elif draft.said and (part or not draft.head):
        holder.merge(draft, negated)
    elif negated and draft.head and not draft.said:
        holder.counts[draft.head] = 0
    elif part and draft.head not in LOOSE:
        holder.add("parts", draft.head)
    else:
        return Feature.NONE
    return Feature.OTHER


def is_pictured(draft: Draft, holder: Draft) -> bool:
    """Whether something is a picture on its holder rather than a thing with it.

    A mug has an elephant on it as a picture, a shelf and a doll as a thing.
    """
    shown = _last_word(draft.head)
    if shown in vocabulary().images:
        return not draft.category
    if shown not in PICTURED or _can_wear(holder):
        return False
    entry = vocabulary().categories.get(holder.category or "", {})
    return not draft.category or "furniture" not in entry.get("kinds", ("furniture",))


def is_worn(draft: Draft, holder: Draft, kind: str) -> bool:
    """Whether what a holder is in, or with, is what it wears.

    "a troll in a raincoat", but "the wallet in the jacket": people, animals and figures wear things,
    and so may what is strange, unless the garment is known already.
    """
    entry = vocabulary().categories.get(draft.category or "", {})
    garment = "clothing" in entry.get("kinds", ()) or _last_word(draft.head) in GARMENTS
    if not garment or kind not in ("in", "with"):
        return False
    if not holder.head or _can_wear(holder):  # "the one in the red hat"
        return True
    strange = holder.category is None and vocabulary().find(holder.head) is None
    return kind == "in" and strange and not draft.definite


def _can_wear(draft: Draft) -> bool:
    return bool({_last_word(draft.head), _last_word(draft.category or "")} & WEARERS)


def _is_part(draft: Draft, holder: Draft) -> bool:
    entry = vocabulary().categories.get(holder.category or "", {})
    return draft.part or draft.head in ATTACHED or draft.head in entry.get("parts", ())


def _count_single(draft: Draft) -> None:
    """ "a single drawer" is one drawer."""
    others = draft.said.get("others", [])
    if draft.number is None and draft.head and SINGLE.intersection(others):
        draft.number = 1
        draft.said["others"] = [word for word in others if word not in SINGLE]


def _last_word(text: str) -> str:
    return text.rpartition(" ")[2]
