"""What a goal means: a thing wanted, how it looks, where it is, and what it is not.

    "the small red mug on the desk, not the one in the kitchen"

    Description(
        target=Noun(head="mug", category="mug", attributes=Attributes(colours=("red",), size="small")),
        relations=(Relation("on", (Noun(head="desk", category="desk"),)),),
        not_room="kitchen",
    )

The words of attributes, rooms and relations are those of ``language.vocabulary``, whatever was typed.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields

#: How two things can stand to each other; "with" is the other way round than "on" and "in".
RELATIONS = (
    "on",
    "on a shelf of",
    "in",
    "under",
    "above",
    "near",
    "next to",
    "behind",
    "in front of",
    "left of",
    "right of",
    "between",
    "with",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Attributes:
    """How something looks or is, by kind. Empty means that nothing is said."""

    size: str = ""
    """"small" or "large" for its category."""
    colours: tuple[str, ...] = ()
    materials: tuple[str, ...] = ()
    patterns: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    """Words of ``vocabulary.STATES``: on, off, open, closed, lit, full, folded, made, ..."""
    counts: tuple[tuple[str, int], ...] = ()
    """How many of which part or companion: (("door", 2),)."""
    prints: tuple[str, ...] = ()
    """Pictures printed on it."""
    texts: tuple[str, ...] = ()
    """Words written on it, lower case."""
    worn: tuple[str, ...] = ()
    """What somebody, or a figure of somebody, wears: "yellow raincoat"."""
    parts: tuple[str, ...] = ()
    """Parts that it has, however many: "drawer", "stand"."""
    others: tuple[str, ...] = ()
    """Modifiers that no list knows ("vintage", "tall"), for encoders to make sense of."""

    def __bool__(self) -> bool:
        return any(getattr(self, f.name) for f in fields(self))


PLAIN = Attributes()


@dataclass(frozen=True, slots=True, kw_only=True)
class Noun:
    """A noun with what is said about the thing itself."""

    head: str
    """Lower case, singular, typos mended, otherwise the word that was typed ("couch")."""
    category: str | None = None
    """The catalogue's name for it ("sofa"); None for general words and strange things."""
    attributes: Attributes = PLAIN
    without: Attributes = PLAIN
    """What it must not be: "not the red one"."""
    not_heads: tuple[str, ...] = ()
    """Nouns that it must not be: "a chair but not an armchair"."""


@dataclass(frozen=True, slots=True)
class Relation:
    """How the target stands to one anchor or more, all of which must hold."""

    kind: str
    """One of RELATIONS."""
    anchors: tuple[Noun, ...]
    """Two for "between", otherwise one or more."""
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Rank:
    """Which of several things is meant: the largest, the second heaviest, the larger of two."""

    by: str
    """A comparative, where "larger" stands for the largest; in descriptions also "left" or "right"."""
    place: int = 1
    of: int = 0
    """How many there are to choose from; 0 when that is not said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Description:
    """What somebody says of the one thing that they want found."""

    target: Noun
    relations: tuple[Relation, ...] = ()
    room: str = ""
    """Type of the room that it is in."""
    not_room: str = ""
    """Type of a room that it is not in."""
    other_than: Description | None = None
    """An earlier description whose referent it is not: "the other one", "another mug"."""
    rank: Rank | None = None
    """Which of the things that all the rest is true of: "the largest mug"."""
    text: str = field(default="", compare=False)
    """What was typed."""

    @property
    def category(self) -> str | None:
        """The category of what is sought, as the catalogue calls it; None for other things."""
        return self.target.category

    @property
    def negated(self) -> bool:
        """Whether anything is excluded."""
        target = self.target
        excluded = target.without or target.not_heads or self.not_room or self.other_than
        return bool(excluded) or any(r.negated or _excludes(r) for r in self.relations)


def _excludes(relation: Relation) -> bool:
    return any(anchor.without or anchor.not_heads for anchor in relation.anchors)
