"""A run of tokens to a noun with its attributes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields

from meadow.language.goals import Attributes, Noun
from meadow.language.likeness import ANYTHING
from meadow.language.spelling import singular
from meadow.language.tokens import Token
from meadow.language.vocabulary import ATTRIBUTE_SENSES, spaced, vocabulary

_FIELDS = {"colour": "colours", "material": "materials", "pattern": "patterns", "state": "states"}


@dataclass
class Draft:
    """A noun in the making."""

    head: str = ""
    category: str | None = None
    said: dict[str, list[str]] = field(default_factory=dict)
    """Values by kind of attribute."""
    unsaid: dict[str, list[str]] = field(default_factory=dict)
    """Values that it must not have."""
    counts: dict[str, int] = field(default_factory=dict)
    not_counts: dict[str, int] = field(default_factory=dict)
    not_heads: list[str] = field(default_factory=list)
    variant: str = ""
    """Words before the head that name a variant of its category: "wingback"."""
    room: str = ""
    """A room named before the noun: "bathroom mirror"."""
    number: int | None = None
    """How many: "two pillows"."""
    part: bool = False
    """The head is a part, such as a drawer."""
    definite: bool = False
    """It is spoken of as known: "the jacket", "my jacket"."""

    @staticmethod
    def of(noun: Noun) -> Draft:
        """A finished noun as a draft again."""
        return Draft(
            head=noun.head,
            category=noun.category,
            said=_values(noun.attributes),
            unsaid=_values(noun.without),
            counts=dict(noun.attributes.counts),
            not_counts=dict(noun.without.counts),
            not_heads=list(noun.not_heads),
        )

    def add(self, kind: str, value: str, negated: bool = False) -> None:
        """Say, or deny, one attribute; saying it twice is saying it once."""
        values = (self.unsaid if negated else self.said).setdefault(kind, [])
        if value not in values:
            values.append(value)

    def merge(self, other: Draft, negated: bool = False) -> None:
        """Take over the attributes of another draft."""
        for kind, values in other.said.items():
            for value in values:
                self.add(kind, value, negated)
        (self.not_counts if negated else self.counts).update(other.counts)

    def noun(self) -> Noun:
        """The finished noun; it has no variant, room or number, which stay with the draft."""
        return Noun(
            head=self.head,
            category=self.category,
            attributes=_attributes(self.said, self.counts),
            without=_attributes(self.unsaid, self.not_counts),
            not_heads=tuple(self.not_heads),
        )


def _attributes(values: dict[str, list[str]], counts: dict[str, int]) -> Attributes:
    sizes = values.get("size", [])
    lists = {kind: tuple(words) for kind, words in values.items() if kind != "size"}
    return Attributes(size=sizes[0] if sizes else "", counts=tuple(sorted(counts.items())), **lists)


def _values(attributes: Attributes) -> dict[str, list[str]]:
    """The inverse of :func:`_attributes`, without counts."""
    names = [f.name for f in fields(Attributes) if f.name not in ("size", "counts")]
    lists = {name: list(getattr(attributes, name)) for name in names}
    return {k: v for k, v in lists.items() if v} | (
        {"size": [attributes.size]} if attributes.size else {}
    )


def attribute_of(token: Token) -> tuple[str, str] | None:
    """The attribute that a token may say: kind and value."""
    for sense in ATTRIBUTE_SENSES:
        if sense in token.senses:
            return _FIELDS.get(sense, sense), token.senses[sense]
    return None


def is_noun(token: Token) -> bool:
    """Whether a token can be the noun of a phrase."""
    return bool(token.senses.keys() & {"name", "unknown", "part", "room", "image", "motif"})


def read_noun(tokens: Sequence[Token], *, predicate: bool = False, owned: bool = False) -> Draft:
    """The noun of a run of tokens and what is said before and after it.

    A predicate ("..., orange") has no noun when its words can be attributes. What belongs to another
    noun (``owned``) may end in a word for a picture: "with a deer pattern" says what is printed.
    """
    draft = Draft()
    shows = (owned or predicate) and "motif" in tokens[-1].senses
    tokens = _without_motifs(tokens, draft, last=shows)
    last = _head_index(tokens, predicate or shows)
    first = last
    if last is not None:
        first = _read_head(tokens, last, draft)
    for index, token in enumerate(tokens):
        if last is not None and first is not None and first <= index <= last:
            continue
        _read_modifier(token, draft, before=last is not None and index < last)
        if "part" in token.senses and index and "number" in tokens[index - 1].senses:
            # "a three-drawer dresser"
            draft.counts[token.senses["part"]], draft.number = draft.number or 0, None
    if draft.variant:
        draft.add("others", draft.variant)
    return draft


def _without_motifs(tokens: Sequence[Token], draft: Draft, *, last: bool) -> list[Token]:
    """The tokens without words for pictures and what these show, which is taken into the draft.

    A word for a picture that ends the run is its noun unless ``last``: "the print above the sofa".
    """
    kept: list[Token] = []
    for index, token in enumerate(tokens):
        if "motif" not in token.senses or (index == len(tokens) - 1 and not last):
            kept.append(token)
            continue
        if kept and _joins(kept[-1]) and not token.apart:
            shown = Draft()
            del kept[_read_head(kept, len(kept) - 1, shown) :]
            draft.add("prints", shown.head)
        elif not kept:
            draft.add("patterns", "printed")
    return kept


def _head_index(tokens: Sequence[Token], predicate: bool) -> int | None:
    nouns = [i for i, token in enumerate(tokens) if is_noun(token)]
    plain = [i for i in nouns if attribute_of(tokens[i]) is None and not _adjective(tokens[i])]
    if predicate and not plain:
        return None
    # "a glass table" ends in its noun, "a table of glass" does not.
    if nouns and (nouns[-1] == len(tokens) - 1 or not plain):
        return nouns[-1]
    if plain:
        return plain[-1]
    adjectives = [i for i, token in enumerate(tokens) if "adjective" in token.senses]
    return adjectives[-1] if adjectives and not predicate else None


def _adjective(token: Token) -> bool:
    return "adjective" in token.senses


def _read_head(tokens: Sequence[Token], last: int, draft: Draft) -> int:
    """Set head and category; returns where the head begins."""
    token = tokens[last]
    previous = tokens[last - 1] if last else None
    if "name" in token.senses:
        name = token.senses["name"]
        first = last if name.head in ANYTHING else _compound(tokens, last)
        before = " ".join(t.text for t in tokens[first:last])
        # "a bread knife" is what its words name, "a wingback armchair" an armchair of that shape.
        thing = any("name" in t.senses for t in tokens[first:last])
        if not thing and spaced(before) in vocabulary().variants.get(name.category or "", ()):
            draft.variant, draft.head = before, name.head
        else:
            draft.head = f"{before} {name.head}".strip()
        draft.category = name.category
        return first
    if "part" in token.senses:
        if previous is not None and "name" in previous.senses and attribute_of(previous) is None:
            # The drawer of a dresser is where the dresser is.
            name = previous.senses["name"]
            draft.head, draft.category = name.head, name.category
            return last - 1
        draft.head, draft.part = token.senses["part"], True
    elif "room" in token.senses:
        draft.head, draft.room = token.senses["room"], token.senses["room"]
    else:
        first = _compound(tokens, last)
        word = token.senses.get("image") or singular(token.text)
        draft.head = " ".join([*(t.text for t in tokens[first:last]), word])
        return first
    return last


def _compound(tokens: Sequence[Token], last: int) -> int:
    """Where a noun of several words begins: "garden statue", "tin opener", "ficus tree"."""
    first = last
    while first and not tokens[first].apart and _joins(tokens[first - 1]):
        counted = first > 1 and "part" in tokens[first - 1].senses
        if counted and "number" in tokens[first - 2].senses:
            break
        first -= 1
    return first


def _joins(token: Token) -> bool:
    """Whether a word before a noun can be part of its name, and not what is said of it."""
    plain = attribute_of(token) is None and not _adjective(token)
    return plain and is_noun(token) and "room" not in token.senses


def _read_modifier(token: Token, draft: Draft, *, before: bool) -> None:
    attribute = attribute_of(token)
    if attribute:
        draft.add(*attribute)
    elif "number" in token.senses:
        draft.number = token.senses["number"]
    elif "room" in token.senses:
        draft.room = token.senses["room"]
    elif "posture" in token.senses:
        draft.add("others", token.senses["posture"])
    elif "side" in token.senses:
        draft.add("others", token.senses["side"])
    elif _adjective(token) or "unknown" in token.senses or ("name" in token.senses and before):
        draft.add("others", token.text)
