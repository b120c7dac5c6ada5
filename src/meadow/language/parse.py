"""Read a goal as people type it.

A small hand-written grammar over the vocabulary: the text is cut at relations, negations, commas
and relative pronouns, each piece is read as a noun with attributes, and what stood before the piece
decides what it is for. Whatever is strange is kept as typed, so that encoders can make sense of it.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile
from typing import Protocol

import numpy as np

from meadow.errors import InvalidValueError
from meadow.language.anaphora import antecedent, excluding, referring
from meadow.language.context import in_context
from meadow.language.describe import describe_noun
from meadow.language.features import Feature, add_feature, is_pictured, is_worn
from meadow.language.goals import Description, Noun, Relation
from meadow.language.likeness import ANYTHING
from meadow.language.nouns import Draft, attribute_of, is_noun, read_noun
from meadow.language.ranks import read_rank
from meadow.language.tokens import Token, tokenize
from meadow.language.vocabulary import vocabulary
from meadow.language.words import INDEFINITE, NOUNS, PLACING, POSTURES
from meadow.types import Array

#: Cosine from which on an unknown noun is taken for the nearest name of the catalogue.
SIMILAR = 0.8

#: Unknown words from which on a text of mostly unknown words is not understood.
STRANGE = 3

#: Things that one says what they show with "of".
_PICTURES = frozenset({"painting", "poster", "photo frame", "printed pillow", "statue"})
_FIGURES = frozenset(
    {"picture", "photo", "photograph", "portrait", "drawing", "figurine", "figure", "model", "bust"}
)
#: Heads that stand for the whole that follows: "the corner of the desk".
_PLACES = frozenset({"corner", "side", "edge", "end", "foot", "middle", "centre", "center"})


class WordEncoder(Protocol):
    """What unknown words are compared with, such as ``meadow.models.text.load_words()``."""

    def encode(self, texts: Sequence[str]) -> Array:
        """(N, D) unit vectors."""

    def __hash__(self) -> int:
        """The vectors of the catalogue's names are kept for each encoder."""


def parse(
    text: str, *, before: Sequence[Description] = (), similar: WordEncoder | None = None
) -> Description:
    """Read a goal.

    Args:
        text: What somebody typed. Words beyond ``tokens.MAX_WORDS`` are not read, nor letters of one
            word beyond ``tokens.MAX_LETTERS``.
        before: Earlier goals, the last one last, which "it", "that one" and "another" refer to.
        similar: Encoder for nouns that the catalogue lacks; the nearest name is taken when its
            cosine is at least SIMILAR. When it can tell whether it knows a word (``in``), words
            that it knows are not taken for typos.

    Raises:
        InvalidValueError: The text names nothing, or most of its words are unknown.
    """
    if (referred := referring(text, before)) is not None:
        return referred
    dictionary = similar if isinstance(similar, Container) else ()
    tokens = in_context(tokenize(text, vocabulary(), dictionary))
    _check_understood(text, tokens)
    tokens, rank = read_rank(tokens)
    reader = _Reader(antecedent(before))
    for token in tokens:
        reader.read(token)
    goal = excluding(replace(reader.goal(text), rank=rank), before)
    return goal if similar is None else _with_categories(goal, similar)


def _check_understood(text: str, tokens: Sequence[Token]) -> None:
    """Refuse a text of mostly unknown words, such as one in another language, rather than guess."""
    said = list(takewhile(lambda token: "says" not in token.senses, tokens))
    words = [t for t in said if not t.senses.keys() & {"comma", "stop", "quote"}]
    unknown = [t.text for t in words if "unknown" in t.senses and t.text not in NOUNS]
    if len(unknown) >= STRANGE and 2 * len(unknown) > len(words):
        raise InvalidValueError(
            f"the goal {text[:60]!r} is not understood: unknown words are {', '.join(unknown[:5])}; "
            "expected English, for example: a small red mug on the desk"
        )


@dataclass
class _Link:
    """A relation in the making."""

    kind: str
    anchors: list[Draft]
    negated: bool


class _Reader:
    """Reads tokens one by one; pieces are closed by whatever cannot be part of a noun."""

    def __init__(self, antecedent: Noun | None = None) -> None:
        self.antecedent = antecedent
        """What "it" stands for, unless the text itself names something."""
        self.owned = False
        """ "it" is the subject of a clause: "the table it stands on"."""
        self.verb = ""
        """The last word that was not kept."""
        self.target = Draft()
        self.relations: list[_Link] = []
        self.room = self.not_room = ""
        self.piece: list[Token] = []
        self.role = "target"
        """What the piece is for: one of the keys in ``_close``, or "text"."""
        self.negated = False
        self.listed = False
        """The piece stands after a comma or "and"."""
        self.opener = ""
        """The word that began the relation, for "on" without a thing."""
        self.holder = self.target
        """Whom the role belongs to: who wears, shows or has what the piece says."""
        self.lacking = False
        """The holder has no such companion."""
        self.gap = False
        """A word that is not kept has just been read."""
        self.definite = False
        self.picture: tuple[Draft, str, bool] | None = None
        """Holder, name and denial of the picture that the last piece named, if any."""

    def read(self, token: Token) -> None:
        """Take in one token."""
        senses = token.senses
        if self.role == "text" and not senses.keys() & {"comma", "stop", "relation", "quote"}:
            self.piece.append(token)
        elif "quote" in senses:
            self._close()
            self.target.add("texts", token.text, self.negated)
            self.role = "target" if self.role == "text" else self.role
        elif "comma" in senses or token.text in ("and", "or"):
            self._comma()
        elif "stop" in senses or token.text == "but":
            self._close()
            if self.owned:
                self._bare_relation()
            self.role, self.negated, self.listed = "target", False, True
        elif "negation" in senses:
            self._negation(token)
        elif "picture" in senses:
            self._open("print")
        elif "wears" in senses:
            self._open("worn")
        elif "says" in senses:
            self._open("text")
        elif "relation" in senses:
            self._relation(token)
        elif token.text == "without":
            self._with("without", True)
        elif token.text == "of":
            self._of()
        elif "predicate" in senses:
            self._relative()
        elif token.text in ("it", "them"):
            self._pronoun()
        else:
            self._word(token)

    def _word(self, token: Token) -> None:
        """A word of a piece, or one that says at most that the thing is known."""
        if self._content(token):
            self.piece.append(Token(token.text, token.senses, apart=self.gap))
            self.gap, self.verb = False, ""
            return
        self.gap, self.verb = True, token.text
        if not self.piece and "determiner" in token.senses:
            self.definite = token.text not in INDEFINITE

    def goal(self, text: str) -> Description:
        """Everything read, as a goal."""
        self._close()
        self._bare_relation()
        if not self.target.head:
            self._head_from_what_there_is(text)
        relations = tuple(
            Relation(link.kind, tuple(a.noun() for a in link.anchors), link.negated)
            for link in self.relations
            if link.anchors
        )
        return Description(
            target=self.target.noun(),
            relations=relations,
            room=self.room,
            not_room=self.not_room,
            text=text,
        )

    def _head_from_what_there_is(self, text: str) -> None:
        if self.room or self.not_room or self.relations or self.target.said or self.target.unsaid:
            self.target.head = "thing"
            return
        raise InvalidValueError(
            f"the goal {text[:60]!r} names nothing to find; expected a thing in words, "
            "for example: a small red mug on the desk"
        )

    @staticmethod
    def _content(token: Token) -> bool:
        useful = {
            "name", "unknown", "part", "room", "image", "adjective", "number", "motif", "posture"
        }  # fmt: skip
        if "side" in token.senses:
            return True
        if "filler" in token.senses and not attribute_of(token):
            return False
        return bool(token.senses.keys() & useful) or attribute_of(token) is not None

    # --- what closes a piece -------------------------------------------------------------

    def _comma(self) -> None:
        attributes_only = all(not is_noun(t) or attribute_of(t) for t in self.piece)
        awaited = self.role in ("anchor", "worn") or not self.target.head
        if self.piece and attributes_only and awaited and not self.negated and self.role != "text":
            return  # "small, black, metallic alarm clock", "near a box, red and white towel"
        had = bool(self.piece)
        if [t.text for t in self.piece] == ["robot"] and not self.target.head:
            self.piece = []  # "robot, fetch the ..."
        self._close()
        if had:
            self.negated = False
        self.listed = True

    def _negation(self, token: Token) -> None:
        if self._waiting():  # "on neither the table nor the floor"
            self.relations[-1].negated = True
            return
        if self.role == "companion" and not self.piece:  # "the sofa with no cushion"
            self.lacking = True
            return
        has = self.role == "feature" or (
            self.role == "anchor" and self.relations[-1].kind == "with"
        )
        if has and token.text in ("no", "nor"):  # "with no back and no arms"
            self._with("with", True)
            return
        listing = self.role == "anchor" and token.text == "nor"
        self._close()
        if not listing:
            self.role, self.negated, self.listed = "target", True, True

    def _waiting(self) -> bool:
        """Whether a relation has just begun and nothing has followed it yet."""
        return self.role == "anchor" and not self.relations[-1].anchors and not self.piece

    def _relation(self, token: Token) -> None:
        kind = token.senses["relation"]
        if kind == "with":
            self._with(token.text, self.negated)
        else:
            self._hold()
            self._begin(kind, token.text, self.negated)
        self.negated = False

    def _with(self, opener: str, negated: bool) -> None:
        self._hold()
        if self.holder is self.target:
            self._begin("with", opener, negated)
        else:
            self.role, self.lacking = "companion", negated

    def _hold(self) -> None:
        """Close the piece; what follows belongs to its noun, or to the target after a comma."""
        listed = self.listed and not self.piece  # "on the desk, with a lamp"
        self._close()
        self._bare_relation()
        self.holder = self.target if listed else self._owner()

    def _begin(self, kind: str, opener: str, negated: bool) -> None:
        self.relations.append(_Link(kind, [], negated))
        self.role, self.listed, self.opener = "anchor", False, opener

    def _of(self) -> None:
        self._close()
        owner = self.holder = self._owner()
        if owner.category in _PICTURES or owner.head.split(" ")[-1] in _FIGURES:
            self.role = "print"
        else:
            self.role = "whole"

    def _relative(self) -> None:
        if self._waiting():
            return  # "on that table"
        self._close()
        if self.target.head:
            self.role, self.listed = "target", True

    def _pronoun(self) -> None:
        """ "a table with a vase on it" says no more than "with a vase"."""
        if self.antecedent is not None and self._refers_back():
            return
        if self._waiting() and (kind := self.relations[-1].kind) != "with":
            self._drop_relation()
            if kind == "in" and self.picture is not None:
                self._put_inside(*self.picture)
                self.picture = None

    def _refers_back(self) -> bool:
        """Whether a pronoun stands for the earlier goal: "the chair next to it", "the table it is on"."""
        assert self.antecedent is not None
        if self._waiting() and len(self.relations) == 1 and not self.target.said:
            self.relations[-1].anchors.append(Draft.of(self.antecedent))
            return True
        if not self.relations and (self.piece or self.target.head):
            self._close()
            self.owned = True
            return True
        return False

    def _put_inside(self, holder: Draft, name: str, negated: bool) -> None:
        """ "with a flower in it" names no picture."""
        (holder.unsaid if negated else holder.said)["prints"].remove(name)
        if negated:
            holder.counts[name] = 0
        elif holder is self.target:
            self.relations.append(_Link("with", [Draft(head=name)], False))

    def _drop_relation(self) -> None:
        self.relations.pop()
        self.role = "target"

    def _open(self, role: str) -> None:
        self._hold()
        self.role = role

    def _bare_relation(self) -> None:
        """A relation to nothing: "the lamp that is on"."""
        if self._waiting():
            if self.owned and self.antecedent is not None:
                self._turn_round(self.antecedent)
                return
            if self.opener in ("on", "off") and self.verb not in PLACING:
                self.target.add("states", self.opener, self.relations[-1].negated)
            self._drop_relation()

    def _turn_round(self, owner: Noun) -> None:
        """ "the table it stands on" is the table with it, "the bed it lies under" is above it."""
        link = self.relations[-1]
        link.kind = {"on": "with", "in": "with", "under": "above", "above": "under"}.get(
            link.kind, link.kind
        )
        link.anchors.append(Draft.of(owner))
        self.owned = False

    # --- what a piece is for ----------------------------------------------------------------

    def _owner(self) -> Draft:
        """Whom a print or a count belongs to: the last noun."""
        if self.role == "worn":
            return self.holder
        if self.role in ("anchor", "companion", "whole") and self.relations:
            return self.relations[-1].anchors[-1] if self.relations[-1].anchors else self.target
        return self.target

    def _close(self) -> None:
        piece, self.piece = self.piece, []
        definite, self.definite, self.gap = self.definite, False, False
        if not piece:
            return
        self.picture = None
        if self.role == "text":
            self.target.add("texts", " ".join(t.text for t in piece), self.negated)
            self.role = "target"
            return
        predicate = self.listed and self.role in ("target", "feature") and bool(self.target.head)
        predicate = predicate or self._only_a_colour(piece)
        has = self.role == "anchor" and self.relations[-1].kind in ("in", "with")
        owned = has or self.role not in ("target", "anchor")
        draft = read_noun(piece, predicate=predicate, owned=owned)
        draft.definite = definite
        closers = {
            "target": self._close_target,
            "anchor": self._close_anchor,
            "feature": self._close_feature,
            "companion": self._close_companion,
            "print": self._close_print,
            "worn": self._close_worn,
            "whole": self._close_whole,
        }
        closers[self.role](draft)

    def _only_a_colour(self, piece: Sequence[Token]) -> bool:
        """ "a bench in orange" is orange, one "in an orange" is not."""
        if self.role != "anchor" or self.relations[-1].kind != "in" or len(piece) > 1:
            return False
        attribute = attribute_of(piece[0])
        return not piece[0].apart and attribute is not None and attribute[0] == "colours"

    def _close_target(self, draft: Draft) -> None:
        target = self.target
        if draft.room:
            self._set_room(draft.room, self.negated)
        if draft.room and draft.head == draft.room:
            if not target.head and not self.listed:
                target.head, self.room = draft.head, ""
            return
        if draft.head and not target.head:
            target.head, target.category = draft.head, draft.category
        elif draft.head and self.negated and not _same_thing(draft, target):
            target.not_heads.append(draft.head)
            self.negated = False
            return
        elif draft.head and not _same_thing(draft, target):
            return  # "the wallet. I was in bed"
        target.merge(draft, self.negated)
        if draft.said:
            self.negated = False

    def _close_anchor(self, draft: Draft) -> None:
        link = self.relations[-1]
        if draft.room and draft.head == draft.room and link.kind in ("in", "near", "from", "on"):
            self._drop_relation()
            self._set_room(draft.room, link.negated)
        elif not link.anchors and is_worn(draft, self.holder, link.kind):
            self._drop_relation()
            self.role = "worn"
            self.holder.add("worn", describe_noun(draft.noun()), link.negated)
        elif link.kind == "with" and self._is_feature(draft, self.target, link.negated):
            if not link.anchors:
                self._drop_relation()
                self.role = "feature"
        elif not draft.head:
            # "a chair in red", "mug on the desk, blue"
            self.target.merge(draft, link.negated and not link.anchors)
            if not link.anchors:
                self._drop_relation()
        else:
            self.room = draft.room or self.room
            link.anchors.append(draft)
            if link.kind == "from":
                entry = vocabulary().categories.get(draft.category or "", {})
                link.kind = "in" if entry.get("opens") else "on"

    def _is_feature(self, draft: Draft, holder: Draft, negated: bool) -> bool:
        feature = add_feature(draft, holder, negated)
        if feature is Feature.PRINT:
            self.picture = (holder, draft.head, negated)
        return feature is not Feature.NONE

    def _close_feature(self, draft: Draft) -> None:
        """ "with two doors and three drawers", "with drawers and a mirror" """
        if self.negated or not draft.head or draft.head == draft.room:
            self._close_target(draft)
        elif not self._is_feature(draft, self.target, False):
            if _same_thing(draft, self.target):
                self._close_target(draft)
            else:
                self._begin("with", "with", False)
                self._close_anchor(draft)

    def _close_companion(self, draft: Draft) -> None:
        """What an anchor has: things are not kept, only counts ("with two pillows") and features."""
        holder, self.role = self.holder, "anchor"
        if is_worn(draft, holder, "with"):
            self.role = "worn"
            holder.add("worn", describe_noun(draft.noun()), self.lacking)
            return
        # Exclusions of looks, and pictures on what carries things, are said of the target.
        looks = is_pictured(draft, holder) or (self.lacking and not draft.head)
        entry = vocabulary().categories.get(holder.category or "", {})
        if looks and (self.lacking or "furniture" in entry.get("kinds", ())):
            holder = self.target
        self._is_feature(draft, holder, self.lacking)

    def _close_worn(self, draft: Draft) -> None:
        if draft.head:
            self.holder.add("worn", describe_noun(draft.noun()), self.negated)
        else:
            self.holder.merge(draft, self.negated)

    def _close_print(self, draft: Draft) -> None:
        if draft.head:
            self.holder.add("prints", draft.head, self.negated)
        for word in draft.said.get("others", ()):
            if word in POSTURES:
                self.holder.add("others", word, self.negated)
        self.role = "target" if self.holder is self.target else "anchor"

    def _close_whole(self, draft: Draft) -> None:
        """After "of": a room, the whole of a part, or what something is full of."""
        owner = self._owner()
        if draft.room and draft.head == draft.room:
            self._set_room(draft.room, self.negated)
        elif draft.head and (owner.part or owner.head in _PLACES) and owner is not self.target:
            self.relations[-1].anchors[-1] = draft
        elif draft.head and not self.target.head:  # "the left one of the lamps"
            self.target.head, self.target.category = draft.head, draft.category
            self.target.merge(draft)
        elif not draft.head:
            self.target.merge(draft, self.negated)
        self.role = "anchor" if owner is not self.target else "target"

    def _set_room(self, room: str, negated: bool) -> None:
        if negated:
            self.not_room, self.negated = room, False
        else:
            self.room = room


def _same_thing(a: Draft, b: Draft) -> bool:
    return a.head == b.head or (a.category is not None and a.category == b.category)


def _with_categories(goal: Description, similar: WordEncoder) -> Description:
    """The goal with categories for the strange nouns that are near to a known name."""

    def known(noun: Noun) -> Noun:
        if noun.category or noun.head in ANYTHING or vocabulary().find(noun.head):
            return noun
        return replace(noun, category=nearest(noun.head, similar))

    relations = tuple(
        replace(r, anchors=tuple(known(a) for a in r.anchors)) for r in goal.relations
    )
    return replace(goal, target=known(goal.target), relations=relations)


def nearest(noun: str, similar: WordEncoder, least: float = SIMILAR) -> str | None:
    """The category with the name nearest in meaning, None when none is near enough."""
    names, categories, vectors = _name_vectors(similar)
    cosines = vectors @ similar.encode([noun])[0]
    # Clothes are no clothes dryer, although the words are near.
    cosines[[name.startswith(f"{noun} ") for name in names]] = -1.0
    best = int(np.argmax(cosines))
    return categories[best] if cosines[best] >= least else None


@lru_cache(maxsize=4)
def _name_vectors(similar: WordEncoder) -> tuple[tuple[str, ...], tuple[str, ...], Array]:
    """Every name, its category and its vector."""
    pairs = [(n, c) for c in vocabulary().categories for n in vocabulary().names(c)]
    names, categories = zip(*pairs, strict=True)
    return names, categories, similar.encode(names)
