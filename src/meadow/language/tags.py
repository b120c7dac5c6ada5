"""Tags of a description: which linguistic features it has, read from its structure and not from its text.

A generator that builds a description knows its tags by construction, and reports group results by them.
"""

from __future__ import annotations

from meadow.language.goals import Attributes, Description, Noun
from meadow.language.modifiers import modifiers

#: Tag -> what it stands for.
TAGS: dict[str, str] = {
    "colour": "a colour",
    "size": "a size for its category",
    "texture": "a surface pattern",
    "state": "a state that could change",
    "number": "how many of a part or companion",
    "material": "what it is made of",
    "modifier": "any other qualifier",
    "print": "a picture or text on it",
    "part": "a part that it has, or something worn",
    "support": "what carries it or has it inside",
    "relation": "another spatial relation to an anchor",
    "room": "the room that it is in",
    "negation": "something that is excluded",
    "rank": "which of several it is, by comparing them",
}

#: Relations between a thing and what carries or contains it.
_SUPPORT = frozenset({"on", "in", "on a shelf of"})


def tags(description: Description) -> dict[str, int]:
    """Tag -> how many phrases of the description say such a thing, in the order of TAGS.

    Attributes are those of the target; what is said of an anchor only helps to find it.

    >>> from meadow.language.parse import parse
    >>> tags(parse("the small red mug on the desk, not the one in the kitchen"))
    {'colour': 1, 'size': 1, 'support': 1, 'negation': 1}
    """
    support = [r for r in description.relations if r.kind in _SUPPORT]
    counts = _said(description.target) | {
        "support": sum(len(r.anchors) for r in support if not r.negated),
        "relation": sum(
            _anchored(r.kind, len(r.anchors))
            for r in description.relations
            if r.kind not in _SUPPORT and not r.negated
        ),
        "room": int(bool(description.room)),
        "negation": _excluded(description),
        "rank": int(description.rank is not None),
    }
    return {tag: counts[tag] for tag in TAGS if counts[tag]}


def _said(noun: Noun) -> dict[str, int]:
    said = noun.attributes
    return {
        "colour": len(said.colours),
        "size": int(bool(said.size)),
        "texture": len(said.patterns),
        "state": len(said.states),
        "number": len(said.counts),
        "material": len(said.materials),
        "modifier": len(modifiers(noun)),
        "print": len(said.prints) + len(said.texts),
        "part": len(said.parts) + len(said.worn),
    }


def _anchored(kind: str, anchors: int) -> int:
    """ "between" needs two anchors to say one thing."""
    return 1 if kind == "between" else anchors


def _excluded(description: Description) -> int:
    nouns = [description.target, *(a for r in description.relations for a in r.anchors)]
    exclusions = sum(_values(noun.without) + len(noun.not_heads) for noun in nouns)
    negated = sum(len(r.anchors) for r in description.relations if r.negated)
    return exclusions + negated + bool(description.not_room)


def _values(attributes: Attributes) -> int:
    """How many values attributes have in all."""
    return sum(_said(Noun(head="", attributes=attributes)).values())
