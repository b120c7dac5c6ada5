"""Noun phrases of questions as selections: "the wooden object in the bedroom next to the thing on the bed".

The phrase is cut at its relations. Each piece is read as a goal is (``language.parse``), and each relation
belongs to the noun before it, so that places chain; a room belongs to the noun before it too.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

from meadow.errors import InvalidValueError
from meadow.language.facts import SURFACES, UNLISTED
from meadow.language.goals import Description
from meadow.language.likeness import ANYTHING, GENERAL
from meadow.language.parse import parse
from meadow.language.questions.encoding import ANY
from meadow.language.questions.program import Selection, SelectionLink
from meadow.language.spelling import singular
from meadow.language.vocabulary import vocabulary
from meadow.language.words import COLOUR_WORDS, MATERIAL_WORDS, PARTS, RANK_WORDS, RELATION_WORDS

#: How comparatives are said -> the comparative.
COMPARED = {
    "heavier than": "heavier", "lighter than": "lighter", "larger than": "larger",
    "bigger than": "larger", "smaller than": "smaller", "longer than": "longer",
    "shorter than": "shorter",
}  # fmt: skip
#: Words that begin a relation in questions; others of a goal ("by", "at", "before") are too often verbs.
_PLAIN = (
    "on top of", "on", "inside of", "inside", "within", "in", "underneath", "beneath", "below", "under",
    "above", "near", "close to", "next to", "beside", "adjacent to", "alongside", "behind", "in front of",
    "to the left of", "left of", "to the right of", "right of", "with", "containing", "holding",
    "on a shelf of",
)  # fmt: skip
RELATIONS = {**{word: RELATION_WORDS[word] for word in _PLAIN}, **COMPARED}
_CUT = re.compile(
    r"\b(not )?(" + "|".join(sorted(map(re.escape, RELATIONS), key=len, reverse=True)) + r")\b"
)
#: What stands between a noun and its relation and says nothing.
_IDLE = re.compile(
    r"(?:\b(?:(?:that|which|who) (?:lies?|stands?|sits?|weighs?)|that|which|who|is|are|was|were|there|"
    r"standing|lying|located|kept|sitting|placed|stored)\b ?)+$"
)
_ARTICLE = re.compile(r"^(?:the|a|an|any|some|every|each|all|all the|your|my|this|that) ")
#: The whole home is no place in it.
_HOME = re.compile(r"^(?:this |the |your |our )?(?:whole )?(?:house|home|flat|apartment|place)$")
#: Words that no noun needs.
_FILLERS = re.compile(
    r"\b(?:anywhere|somewhere|piece of furniture|kinds? of|sorts? of|there|else)\b"
)
_ANYTHING = {"anything": "thing", "everything": "thing", "stuff": "thing", "furniture": "furniture"}
#: Families of things that goals speak of besides the catalogue's names.
_FAMILIES = frozenset({"furniture", "fruit", "food", "vegetable", "toy", "clothing", "container"})


def read_selection(text: str) -> Selection:
    """The things that a noun phrase speaks of.

    Raises:
        InvalidValueError: It names nothing, or something that is not known; the message says which word.
    """
    pieces = _CUT.split(" ".join(text.split()))
    heads = [pieces[0], *pieces[3::3]]
    links = [(bool(pieces[i]), RELATIONS[pieces[i + 1]]) for i in range(1, len(pieces), 3)]
    chain = [read_noun_phrase(_IDLE.sub("", heads[0]).strip(), text)]
    kinds: list[tuple[bool, str]] = []
    for (negated, kind), piece in zip(links, heads[1:], strict=True):
        said = _IDLE.sub("", piece.strip(" ,")).strip()
        room = _room(said) if kind == "in" else ""
        if kind == "in" and _HOME.match(said):
            continue
        if room:
            last = chain[-1]
            chain[-1] = replace(last, not_room=room) if negated else replace(last, room=room)
            continue
        chain.append(read_noun_phrase(said, text))
        kinds.append((negated, kind))
    selection = chain.pop()
    while chain:
        owner, (negated, kind) = chain.pop(), kinds.pop()
        selection = replace(owner, links=(SelectionLink(kind, selection, negated),))
    return selection


def read_noun_phrase(text: str, whole: str = "") -> Selection:
    """The things that a noun with its attributes speaks of, without relations."""
    text = _FILLERS.sub("", text).strip(" ,")
    bare = _ARTICLE.sub("", text)
    if not bare:
        raise InvalidValueError(
            f"the question {(whole or text)[:80]!r} lacks a thing where one is expected, for example: "
            "is there a red mug on the desk?"
        )
    words = [_ANYTHING.get(word, word) for word in bare.split()]
    said = parse(" ".join(words))
    _check_known(said, whole or text)
    noun = said.target
    head = ANY if noun.head in ANYTHING else noun.head
    return Selection(
        noun=replace(noun, head=head), room=said.room, not_room=said.not_room, rank=said.rank
    )


def _room(text: str) -> str:
    """The type of the room that is named; empty where it is no room."""
    senses = vocabulary().find(_ARTICLE.sub("", text)) or {}
    room: str = senses.get("room", "")
    return room


def _check_known(said: Description, whole: str) -> None:
    """Say which noun is unknown, rather than ask about nothing."""
    head = said.target.head
    if said.category or head in ANYTHING or head in GENERAL or head in SURFACES or head in UNLISTED:
        return
    if head in PARTS or head in _FAMILIES or vocabulary().candidates(head):
        return
    raise InvalidValueError(
        f"the question {whole[:80]!r} is about {head!r}, which is not known: expected a thing of the "
        "catalogue (meadow catalogue), or a room"
    )


def is_plural(text: str) -> bool:
    """Whether a phrase speaks of several things: "the chairs", "curtains" is left to its name."""
    last = _ARTICLE.sub("", text).split(" ")[-1]
    return singular(last) != last and last not in RANK_WORDS


@cache
def attribute_words() -> frozenset[str]:
    """Every word for a colour or a material."""
    known = vocabulary().senses
    plain = {word for word, senses in known.items() if senses.keys() & {"colour", "material"}}
    return frozenset(plain | set(COLOUR_WORDS) | set(MATERIAL_WORDS))
