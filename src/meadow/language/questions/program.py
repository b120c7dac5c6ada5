"""What a question means: a program over sets of things.

    "How many silver objects are heavier than the egg in the kitchen?"

    Count(Selection(
        noun=Noun(head="object", attributes=Attributes(colours=("silver",))),
        links=(SelectionLink("heavier", Selection(noun=Noun(head="egg", category="egg"), room="kitchen")),),
    ))

Nouns and relations are those of goals (``language.goals``), comparatives those of ``language.compare``.
Unlike a goal's anchors, those of a selection are selections themselves, so that places can be chained.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from meadow.language.goals import Noun, Rank

#: What a thing can be asked for.
ASKED = ("category", "colour", "material", "room", "container", "support", "place")
#: How two numbers of things can be compared.
AMOUNTS = ("more", "fewer", "equal")


@dataclass(frozen=True, slots=True)
class SelectionLink:
    """How things stand to at least one thing of another selection."""

    kind: str
    """A relation or a comparative."""
    anchor: Selection
    negated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """The things that a noun phrase speaks of."""

    noun: Noun
    links: tuple[SelectionLink, ...] = ()
    room: str = ""
    """Type of the room that they are in."""
    not_room: str = ""
    rank: Rank | None = None


@dataclass(frozen=True, slots=True)
class Union:
    """The things of any of several selections: "red or blue objects"."""

    parts: tuple[Selection, ...]


Things = Selection | Union


@dataclass(frozen=True, slots=True)
class Exist:
    """Whether there is one, or are at least so many."""

    things: Things
    least: int = 1


@dataclass(frozen=True, slots=True)
class Count:
    """How many things there are, or in how many rooms they are."""

    things: Things
    rooms: bool = False


@dataclass(frozen=True, slots=True)
class Query:
    """What the one thing that is meant is like, or where it is; of several things, all that they are."""

    asked: str
    """One of ASKED."""
    things: Things
    several: bool = False


@dataclass(frozen=True, slots=True)
class Is:
    """Whether the one thing that is meant, or every such thing, is so."""

    things: Things
    check: Selection
    every: bool = False


@dataclass(frozen=True, slots=True)
class Choose:
    """Which of several things that are said of the one thing is true, as its position from 0."""

    things: Things
    checks: tuple[Selection, ...]
    names: tuple[str, ...]
    """The answers, one for each check."""


@dataclass(frozen=True, slots=True)
class Compare:
    """Whether one thing is heavier, larger, ... than another; "as heavy" asks that neither is."""

    word: str
    first: Things
    second: Things
    alike: bool = False


@dataclass(frozen=True, slots=True)
class Which:
    """Which of two things is heavier, larger, ...: the noun that it was called by."""

    word: str
    first: Selection
    second: Selection


@dataclass(frozen=True, slots=True)
class CompareCounts:
    """Whether there are more, fewer or as many of one as of the other."""

    word: str
    """One of AMOUNTS."""
    first: Things
    second: Things


@dataclass(frozen=True, slots=True)
class Same:
    """Whether two things share what is asked; without a second, whether all of the first do."""

    asked: str
    first: Things
    second: Things | None = None


@dataclass(frozen=True, slots=True)
class Matching:
    """Whether other things share what is asked with the one that is meant, or how many."""

    asked: str
    thing: Selection
    among: Things
    count: bool = False


@dataclass(frozen=True, slots=True)
class Both:
    """Whether both hold, or with ``either`` at least one."""

    first: Program
    second: Program
    either: bool = False


@dataclass(frozen=True, slots=True)
class Not:
    """Whether something does not hold."""

    program: Program


Program = (
    Exist
    | Count
    | Query
    | Is
    | Choose
    | Compare
    | Which
    | CompareCounts
    | Same
    | Matching
    | Both
    | Not
)


def references(program: Program) -> Iterator[Selection]:
    """The selections that mean one thing each ("the mug"), anchors first."""
    for things, one in _spoken_of(program):
        for selection in things.parts if isinstance(things, Union) else (things,):
            yield from _anchors(selection)
            if one:
                yield selection


def selections(program: Program) -> Iterator[Selection]:
    """Every selection of a program, with those of its anchors."""
    for things, _ in _spoken_of(program):
        for selection in things.parts if isinstance(things, Union) else (things,):
            yield from _anchors(selection)
            yield selection


def _anchors(selection: Selection) -> Iterator[Selection]:
    for link in selection.links:
        yield from _anchors(link.anchor)
        yield link.anchor


def _spoken_of(program: Program) -> Iterator[tuple[Things, bool]]:
    """The things that a program speaks of, each with whether it is one thing that is meant."""
    match program:
        case Exist(things) | Count(things):
            yield things, False
        case Query(_, things, several):
            yield things, not several
        case Is(things, check, every):
            yield things, not every
            yield check, False
        case Choose(things, checks):
            yield things, True
            yield from ((check, False) for check in checks)
        case Compare(_, first, second) | Which(_, first, second):
            yield first, True
            yield second, True
        case CompareCounts(_, first, second):
            yield first, False
            yield second, False
        case Same(_, first, second):
            yield first, second is not None
            if second is not None:
                yield second, True
        case Matching(_, thing, among):
            yield thing, True
            yield among, False
        case Both(first, second):
            yield from _spoken_of(first)
            yield from _spoken_of(second)
        case Not(inner):
            yield from _spoken_of(inner)
