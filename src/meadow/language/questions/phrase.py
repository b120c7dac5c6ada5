"""Programs as questions in English, in several phrasings; ``parse_question`` reads all of them back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import singledispatch

from meadow.errors import InvalidValueError
from meadow.language.describe import with_article
from meadow.language.goals import Attributes, Noun
from meadow.language.questions import program as nodes
from meadow.language.spelling import plural
from meadow.language.vocabulary import vocabulary

#: Picks one of several phrasings.
Pick = Callable[[Sequence[str]], str]

_LINKS = {
    "next to": ("next to", "adjacent to"),
    "on": ("on", "on top of"),
    "in": ("in", "inside"),
    "heavier": ("heavier than",),
    "lighter": ("lighter than",),
    "larger": ("larger than", "bigger than"),
    "smaller": ("smaller than",),
    "longer": ("longer than",),
    "shorter": ("shorter than",),
}
_MATERIALS = {"wood": "wooden"}


def first(phrasings: Sequence[str]) -> str:
    """Of several phrasings the first one is picked, which is the plainest."""
    return phrasings[0]


def phrase(program: nodes.Program, pick: Pick = first) -> str:
    """A question in English.

    Args:
        program: What is asked.
        pick: Chooses among phrasings; ``Stream.choice`` of a named stream draws one.

    Raises:
        InvalidValueError: There is no phrasing for such a program.
    """
    text = _say(program, pick)
    return f"{text[0].upper()}{text[1:]}{'.' if text.startswith('tell') else '?'}"


@singledispatch
def _say(program: nodes.Program, pick: Pick) -> str:
    raise InvalidValueError(f"no phrasing for {program!r}: expected a question of a known family")


@_say.register
def _(program: nodes.Exist, pick: Pick) -> str:
    if program.least > 1:
        return f"are there at least {program.least} {several(program.things, pick)}"
    one = one_of(program.things, pick)
    options = [f"is there {one}", f"does the home have {one}", f"did you see {one}"]
    if _countable(program.things):
        options.append(f"are there any {several(program.things, pick)}")
    return pick(options)


@_say.register
def _(program: nodes.Count, pick: Pick) -> str:
    things = program.things
    if isinstance(things, nodes.Union):
        return f"how many {several(things, pick)} are there"
    all_ = several(things, pick)
    options = [f"what is the number of {all_}", f"tell me the number of {all_}"]
    if things.links:
        bare = _noun(things.noun, many=True) + (f" in the {things.room}" if things.room else "")
        options.insert(0, f"how many {bare} are {_link(things.links[0], pick)}")
    elif things.room:
        options.insert(0, f"how many {_noun(things.noun, many=True)} are in the {things.room}")
    else:
        options.insert(0, f"how many {all_} are there")
    return pick(options)


@_say.register
def _(program: nodes.Query, pick: Pick) -> str:
    the = definite(program.things, pick)
    options = {
        "colour": [f"what colour is {the}", f"what is the colour of {the}"],
        "material": [
            f"what is {the} made of",
            f"what material is {the}",
            f"what is the material of {the}",
        ],
        "room": [f"in which room is {the}", f"which room is {the} in"],
        "container": [f"which container holds {the}"],
        "support": [f"on what piece of furniture is {the}"],
    }
    if program.asked not in options:
        raise InvalidValueError(f"no phrasing for a query of {program.asked!r}")
    return pick(options[program.asked])


@_say.register
def _(program: nodes.Is, pick: Pick) -> str:
    looks = program.check.noun.attributes
    the = definite(program.things, pick)
    made = [f"made of {material}" for material in looks.materials]
    return f"is {the} {' and '.join([*looks.colours, *made])}"


@_say.register
def _(program: nodes.Compare, pick: Pick) -> str:
    one, other = definite(program.first, pick), definite(program.second, pick)
    options = [f"is {one} {_LINKS[program.word][0]} {other}"]
    if program.word in ("heavier", "lighter"):
        more = "more" if program.word == "heavier" else "less"
        options.append(f"does {one} weigh {more} than {other}")
    return pick(options)


@_say.register
def _(program: nodes.Which, pick: Pick) -> str:
    one, other = definite(program.first, pick), definite(program.second, pick)
    options = [f"which is {program.word}, {one} or {other}"]
    return pick([*options, f"of {one} and {other}, which one is {program.word}"])


@_say.register
def _(program: nodes.CompareCounts, pick: Pick) -> str:
    one, other = several(program.first, pick), several(program.second, pick)
    if program.word == "equal":
        return pick(
            [
                f"are there as many {one} as {other}",
                f"is the number of {one} equal to the number of {other}",
            ]
        )
    than = "greater than" if program.word == "more" else "less than"
    return pick(
        [
            f"are there {program.word} {one} than {other}",
            f"is the number of {one} {than} the number of {other}",
        ]
    )


@_say.register
def _(program: nodes.Same, pick: Pick) -> str:
    if program.second is None:
        raise InvalidValueError(f"no phrasing for {program!r}")
    one, other = definite(program.first, pick), definite(program.second, pick)
    options = {
        "colour": [
            f"do {one} and {other} have the same colour",
            f"is {one} the same colour as {other}",
        ],
        "material": [
            f"are {one} and {other} made of the same material",
            f"is {one} made of the same material as {other}",
        ],
        "room": [f"is {one} in the same room as {other}"],
    }
    return pick(options[program.asked])


@_say.register
def _(program: nodes.Matching, pick: Pick) -> str:
    the = definite(program.thing, pick)
    if program.count:
        return (
            f"how many other {several(program.among, pick)} have the same {program.asked} as {the}"
        )
    among = _noun(_one(program.among).noun)
    return f"is there another {among} with the same {program.asked} as {the}"


@_say.register
def _(program: nodes.Both, pick: Pick) -> str:
    joint = "or" if program.either else "and"
    parts = (program.first, program.second)
    if all(isinstance(part, nodes.Exist) for part in parts):
        one, other = (one_of(part.things, pick) for part in parts if isinstance(part, nodes.Exist))
        kind = "either " if program.either else "both "
        return pick([f"is there {one} {joint} {other}", f"is there {kind}{one} {joint} {other}"])
    is_, compare = parts
    if (
        isinstance(is_, nodes.Is)
        and isinstance(compare, nodes.Compare)
        and is_.things == compare.first
    ):
        than = f"{_LINKS[compare.word][0]} {definite(compare.second, pick)}"
        return f"{_say(is_, pick)} {joint} {than}"
    raise InvalidValueError(f"no phrasing for {program!r}")


# --- noun phrases --------------------------------------------------------------------------------


def definite(things: nodes.Things, pick: Pick = first) -> str:
    """ "the wooden mug in the kitchen next to the sink" """
    selection = _one(things)
    return f"the {_noun(selection.noun)}{_place(selection, pick)}"


def one_of(things: nodes.Things, pick: Pick = first) -> str:
    """ "a wooden mug next to the sink" """
    selection = _one(things)
    return f"{with_article(_noun(selection.noun))}{_place(selection, pick)}"


def several(things: nodes.Things, pick: Pick = first) -> str:
    """ "wooden mugs next to the sink", "mugs or cups" """
    if isinstance(things, nodes.Union):
        return " or ".join(several(part, pick) for part in things.parts)
    return f"{_noun(things.noun, many=True)}{_place(things, pick)}"


def _place(selection: nodes.Selection, pick: Pick) -> str:
    room = f" in the {selection.room}" if selection.room else ""
    return room + "".join(f" {_link(link, pick)}" for link in selection.links)


def _link(link: nodes.SelectionLink, pick: Pick) -> str:
    return f"{pick(_LINKS[link.kind])} {definite(link.anchor, pick)}"


def _one(things: nodes.Things) -> nodes.Selection:
    if isinstance(things, nodes.Union):
        raise InvalidValueError(f"no phrasing for one thing of several kinds: {things!r}")
    return things


def _noun(noun: Noun, *, many: bool = False) -> str:
    return " ".join([*_adjectives(noun.attributes), _several(noun.head) if many else noun.head])


def _adjectives(said: Attributes) -> list[str]:
    materials = [_MATERIALS.get(material, material) for material in said.materials]
    return [word for word in (said.size, *said.colours, *materials, *said.patterns) if word]


def _several(head: str) -> str:
    return vocabulary().categories.get(head, {}).get("plural") or plural(head)


def _countable(things: nodes.Things) -> bool:
    """Whether the plural is another word than the singular."""
    return isinstance(things, nodes.Selection) and _several(things.noun.head) != things.noun.head
