"""Hints: what a board, a note or a list says about where things are.

    "Tony, your baseball bat is under the bed."

A text is cut into sentences and these into segments at commas, colons, dashes and brackets. A segment
may name a thing, a place, both or neither. A thing and a place of one sentence belong together, and "it"
in a later sentence stands for the thing that was named last. Whatever names no known thing at a known
place is no hint.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from meadow.errors import InvalidValueError
from meadow.language.facts import SURFACES, UNLISTED
from meadow.language.goals import Description, Noun, Relation
from meadow.language.likeness import ANYTHING
from meadow.language.parse import parse
from meadow.language.spelling import plural
from meadow.language.vocabulary import vocabulary
from meadow.language.words import DETERMINERS, PARTS, PLACING, RELATION_WORDS

#: Characters of a text that are read; boards have less room.
MAX_CHARACTERS = 2000


def _any_of(phrases: Iterable[str]) -> str:
    """A pattern for any of several phrases, the longest first."""
    return rf"(?:{'|'.join(map(re.escape, sorted(phrases, key=len, reverse=True)))})"


_OPENERS = _any_of(w for w, kind in RELATION_WORDS.items() if kind not in ("with", "from"))
_DETERMINER = _any_of(DETERMINERS)
_IS = r"(?:is|are|was|were|has been|have been|had been|must|should|will)"
_STAYS = _any_of(
    PLACING | {"stays", "stay", "rolled", "fell", "moved", "belongs", "goes", "lives", "is", "are"}
)
_DAYS = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tonight|tomorrow|noon|midnight"
_MEALS = r"dinner|lunch|breakfast|supper"
_TIME = re.compile(
    rf"\b(?:on|by|before|after|at|until|till|from)\s+(?:{_DAYS}|{_MEALS}|\d[\d:.]*\s*(?:[ap]m)?)\b",
    re.I,
)
_MARK = re.compile(r"^\s*(?:[-*•]|\d+[.)]|\[.?\])\s+")
_STOP = re.compile(r"(?<!\bMr)(?<!\bMs)(?<!\bDr)(?<!\bMrs)[.!;]+(?:\s+|$)|->|(?<=\?)\s*")
_BREAK = re.compile(
    r"[,:()=]|\s[-–—]+\s|\s+and\s+(?=(?:get|take|bring|fetch|grab|use|look)\b)", re.I
)
#: A line that goes on in the next one, and a line that goes on from the one before.
_OPEN_END = re.compile(rf"(?:,|\b(?:{_DETERMINER}|{_OPENERS}|{_IS}))\s*$", re.I)
_GOES_ON = re.compile(rf"^\s*(?:{_IS}|{_OPENERS}|{_STAYS})\b")
#: "look under the bed for the ball": the place comes first.
_LOOK = re.compile(r"^.*?\b(?:look|check|search)\s+(?P<place>.+?)\s+for\s+(?P<thing>.+)$", re.I)
#: "do not look for the ball in the bedroom" only names the ball.
_NOT_THERE = re.compile(
    rf"^.*\b(?:don't|do not|never)\s+(?:look|search)\s+for\s+(?P<thing>.+?)\s+{_OPENERS}\b.*$", re.I
)
#: "water the plants with the watering can" speaks of the can.
_TOOL = re.compile(rf"^\w+\s+{_DETERMINER}\s+\w+\s+with\s+(?={_DETERMINER}\b)", re.I)
_IT = re.compile(r"\b(?:it|they|it's)\b", re.I)
_THERE = re.compile(r"\bthere\s*$", re.I)
_ROOM_GOAL = re.compile(r"^(?:please\s+)?(?:go|walk|come)\s+(?:in)?to\b|^search\b", re.I)


def read_hints(text: str) -> list[Description]:
    """Where things are according to a text; empty when it does not say so.

    >>> [(hint.category, hint.relations[0].kind) for hint in read_hints("Tom, your mug is on the desk!")]
    [('mug', 'on')]
    """
    found: list[Description] = []
    topic: Description | None = None
    for line in _lines(text[:MAX_CHARACTERS].replace("’", "'")):
        for sentence in filter(None, map(str.strip, _STOP.split(line))):
            said, topic = _read_sentence(sentence, topic)
            if said and found and said[0].target == found[-1].target and _IT.search(sentence):
                # "Search the kitchen for the mug. It is on the counter."
                found[-1] = _merged(found[-1], said.pop(0))
            found += [replace(hint, text=sentence) for hint in said]
    return found


def _lines(text: str) -> Iterator[str]:
    """Lines without list marks; one that goes on is joined with the next."""
    whole = ""
    for line in text.splitlines():
        marked = _MARK.search(line)
        goes_on = bool(_OPEN_END.search(whole)) or bool(_GOES_ON.search(line)) or line[:1] == " "
        if whole and goes_on and not marked:
            whole += " " + line.strip()
            continue
        if whole:
            yield whole
        whole = _MARK.sub("", line).strip()
    if whole:
        yield whole


def _read_sentence(
    sentence: str, topic: Description | None
) -> tuple[list[Description], Description | None]:
    """The hints of a sentence, and the thing that "it" stands for in the next one."""
    if sentence.endswith("?"):
        return [], _topic(sentence) or topic
    hints: list[Description] = []
    own: Description | None = None
    place: Description | None = None
    for segment in filter(None, map(str.strip, _BREAK.split(sentence))):
        said = _read_segment(segment)
        if said is None:
            continue
        named, placed = _is_known(said.target), bool(said.relations or said.room)
        if not named and not placed:
            continue
        if named:
            own = replace(said, relations=(), room="")
        subject = own or (topic if _IT.search(segment) else None)
        if named and not placed and place is not None and _THERE.search(segment):
            hints.append(_merged(said, place))
        elif named and placed:
            hints.append(said if place is None else _merged(said, place))
        elif placed and hints:
            hints[-1] = _merged(hints[-1], said)
        elif placed and subject is not None:
            hints.append(_merged(subject, said))
        elif placed:
            place = said
    return hints, own or topic


def _merged(thing: Description, place: Description) -> Description:
    """What is said of a thing, at a place that is said elsewhere."""
    return replace(
        thing, relations=(*thing.relations, *place.relations), room=thing.room or place.room
    )


def _topic(sentence: str) -> Description | None:
    """The thing that a question speaks of: "have you seen the broom?" """
    for segment in filter(None, map(str.strip, _BREAK.split(sentence))):
        said = _read_segment(segment)
        if said is not None and _is_known(said.target):
            return replace(said, relations=(), room="")
    return None


def _read_segment(segment: str) -> Description | None:
    """A segment as a description; one of "thing" when it only says a place."""
    plain = _plain(segment)
    try:
        said = parse(plain)
    except InvalidValueError:
        return None
    if said.target.head == said.room or _is_room(said.target):
        goal = _ROOM_GOAL.search(segment)
        return Description(target=Noun(head="thing"), room=said.target.head) if goal else None
    relations = tuple(r for r in said.relations if _is_place(r))
    return replace(said, relations=relations)


def _plain(segment: str) -> str:
    """A segment without verbs, times and purposes: "I put the mug on the desk for you"."""
    segment = _TIME.sub("", re.sub(r"^@\w+\s+", "", segment)).strip()
    if found := _NOT_THERE.match(segment):
        return found["thing"]
    if found := _LOOK.match(segment):
        opened = re.match(rf"{_OPENERS}\b", found["place"], re.I)
        return f"{found['thing']} {'' if opened else 'in '}{found['place']}"
    segment = _TOOL.sub("", segment)
    segment = re.sub(rf"\bfrom\s+(?={_OPENERS}\b)", "", segment, flags=re.I)
    segment = re.sub(r"\b(?:back\s+)?(?:to|in)\s+its\s+(?:\w+\s+)?place\b", "", segment, flags=re.I)
    segment = re.sub(r"\s+(?:back\s+)?where\s.*$", "", segment, flags=re.I)
    segment = re.sub(rf"(\b{_OPENERS}\s.*?)\s+for\s+.*$", r"\1", segment, flags=re.I)
    segment = re.sub(
        rf"(\b{_OPENERS}\s.*?)\s+{_IS}\s+(?!{_OPENERS}\b)\w+$", r"\1", segment, flags=re.I
    )
    between = rf"(?:\s+(?!(?:not|no|never|{_DETERMINER}|{_OPENERS})\b)\w+){{0,2}}"
    segment = re.sub(rf"\b{_IS}{between}\s+(?={_OPENERS}\b)", "", segment, flags=re.I)
    segment = re.sub(rf"\b{_STAYS}\s+(?={_OPENERS}\b)", "", segment, flags=re.I)
    return _from_determiner(_without_people(segment))


def _without_people(segment: str) -> str:
    """Without names of people: words with a capital within a sentence that name no thing."""
    words = segment.split()
    strange = [w for w in words[1:] if w.istitle() and vocabulary().find(w) is None]
    return " ".join(w for w in words if w not in strange)


def _from_determiner(segment: str) -> str:
    """What begins with the first determiner, if verbs and helpers are all that stands before it."""
    found = re.search(rf"\b{_DETERMINER}\s", segment, re.I)
    before = segment[: found.start()] if found else ""
    senses = {kind for word in before.split() for kind in vocabulary().find(word) or ()}
    if not found or senses & {"name", "room"} or re.search(rf"\b{_OPENERS}\b", before, re.I):
        return segment
    return segment[found.start() :]


def _is_known(noun: Noun) -> bool:
    named = noun.category is not None or "name" in (vocabulary().find(noun.head) or {})
    return named and noun.head not in ANYTHING


def _is_room(noun: Noun) -> bool:
    return "room" in (vocabulary().find(noun.head) or {})


def _is_place(relation: Relation) -> bool:
    """Whether all anchors are things, surfaces or parts that are known."""
    return relation.kind != "with" and all(
        anchor.category is not None
        or {anchor.head, plural(anchor.head)} & {*SURFACES, *UNLISTED}
        or anchor.head.rpartition(" ")[2] in PARTS
        for anchor in relation.anchors
    )
