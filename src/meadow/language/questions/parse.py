"""Questions as people ask them, read as programs.

A question is recognised by its frame ("how many ... are there", "is the ... heavier than the ..."), and the
noun phrases in the frame's gaps are read by ``noun_phrases``. Frames are tried in the order of the file.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from meadow.errors import InvalidValueError
from meadow.language.goals import PLAIN, Attributes, Noun
from meadow.language.questions import program as nodes
from meadow.language.questions.encoding import ANY, said_of, which_way
from meadow.language.questions.noun_phrases import (
    RELATIONS,
    attribute_words,
    is_plural,
    read_noun_phrase,
    read_selection,
)
from meadow.language.vocabulary import vocabulary
from meadow.language.words import NUMBERS, SUPERLATIVES

#: Longest question that is read, in characters.
LONGEST = 400

_COMPARATIVE = r"heavier|lighter|larger|bigger|smaller|longer|shorter"
_WORDS = {"bigger": "larger"}
_SUPERLATIVE = {word: by for by, word in SUPERLATIVES.items()} | {"biggest": "larger"}
_HAS = r"(?:the |this |your )?(?:house|home|flat|apartment)"
_ASKED = r"colour|material|room|container|support"

_Groups = tuple[str, ...]
_Frame = tuple[re.Pattern[str], Callable[..., "nodes.Program | None"]]
_FRAMES: list[_Frame] = []


def _frame(
    pattern: str,
) -> Callable[[Callable[..., nodes.Program | None]], Callable[..., nodes.Program | None]]:
    """Register how a kind of question is read; a reader that returns None leaves it to later frames."""

    def register(read: Callable[..., nodes.Program | None]) -> Callable[..., nodes.Program | None]:
        _FRAMES.append((re.compile(pattern), read))
        return read

    return register


@lru_cache(maxsize=4096)
def program_of(question: str) -> nodes.Program | None:
    """The program of a question; None for one that is not understood."""
    try:
        return parse_question(question)
    except InvalidValueError:
        return None


def parse_question(text: str) -> nodes.Program:
    """The program of a question in English.

    Raises:
        InvalidValueError: It is not understood; the message says what is wrong, and which word.
    """
    said = _plain(text)
    if not said:
        raise InvalidValueError("the question is empty: expected e.g. is there a red mug?")
    problem: InvalidValueError | None = None
    for pattern, read in _FRAMES:
        match = pattern.fullmatch(said)
        if match is None:
            continue
        try:
            program = read(*match.groups())
        except InvalidValueError as error:
            problem = problem or error
            continue
        if program is not None:
            return program
    if problem is not None:
        raise problem
    raise InvalidValueError(
        f"the question {text[:80]!r} is not understood from its first words {said.split()[0]!r}: expected "
        "is there, how many, what colour, what material, which room, is the ... heavier than the ..., "
        "are there more ... than ..."
    )


def _plain(text: str) -> str:
    """Lower case, one spelling, without politeness and the question mark."""
    said = " ".join(text[:LONGEST].lower().replace("’", "'").split()).strip(" .?!")
    for pattern, plain in _SPELLINGS:
        said = pattern.sub(plain, said)
    return " ".join(said.split())


_SPELLINGS = [
    (re.compile(pattern), plain)
    for pattern, plain in (
        (r"^(?:please |can you |could you )?(?:tell me|say) (?:what |the )?", "tell "),
        (r"\bwhat's\b", "what is"),
        (r"\bcolou?rs?\b", "colour"),
        (r"\bmade (?:from|out of)\b", "made of"),
        (r"\b(?:weighs?|weighing) more than\b", "heavier than"),
        (r"\b(?:weighs?|weighing) less than\b", "lighter than"),
        (r"\bbigger\b", "larger"),
        (r"\badjacent to\b", "next to"),
        (r"^are there less (?!than\b)", "are there fewer "),
        (r"\bin (?:this|the|your) (?:whole |entire )?(?:house|home)\b", ""),
    )
]


# --- counts and existence ------------------------------------------------------------------------


@_frame(r"(?:how many|in how many|tell in how many) rooms (?:have|has|contain|hold|are there) (.+)")
def _count_rooms(things: str) -> nodes.Program:
    return nodes.Count(read_selection(things), rooms=True)


@_frame(
    rf"(?:how many|tell how many|what number of) (?:other )?(.+) "
    rf"(?:have|share|are made of|are of) the same ({_ASKED}) as (.+)"
)
def _count_same(among: str, asked: str, thing: str) -> nodes.Program:
    return nodes.Matching(asked, read_selection(thing), read_selection(among), count=True)


@_frame(
    r"(?:how many|tell how many|what number of|what is the number of|tell number of|count)(?: "
    r"the)? (.+)"
)
def _count(rest: str) -> nodes.Program:
    rest = re.sub(rf" (?:does|did|do) (?:{_HAS} have|you see|you find)$", "", rest)
    if found := re.fullmatch(r"(.+) (?:does|do) (the .+) (?:contain|hold)", rest):
        holder = nodes.SelectionLink("in", read_selection(found[2]))
        return nodes.Count(replace(read_selection(found[1]), links=(holder,)))
    rest = re.sub(r" are there\b(?: in total)?", " are", rest)
    return nodes.Count(_counted(rest))


def _counted(rest: str) -> nodes.Things:
    """ "silver objects are heavier than the egg", "objects on the desk are black", "books or notebooks"."""
    found = re.fullmatch(r"(.+?) (?:are|is|were)(?: both)?(?: (.+))?", rest)
    # The verb is that of the question, not that of a clause: "objects that are red".
    if found is None or re.search(r"\b(?:that|which)$", found[1]):
        return _either(rest)
    subject, said = found.groups()
    if not said:
        return _either(subject)
    base = read_selection(subject)
    if negated := re.fullmatch(r"not (.+)", said):
        check = _check(negated[1])
        if check.noun.attributes:
            noun = replace(base.noun, without=check.noun.attributes)
            return replace(base, noun=noun)
    if " or " in said:
        parts = [_merged(base, _check(part)) for part in said.split(" or ")]
        return nodes.Union(tuple(parts))
    for part in _ands(said):
        base = _merged(base, _check(part))
    return base


def _either(text: str) -> nodes.Things:
    """One selection, or the union of several: "books or notebooks"."""
    parts = re.split(r" or ", text)
    read = [read_selection(part) for part in parts]
    if len(read) == 1:
        return read[0]
    # "red or blue objects": the noun is said once.
    last = read[-1]
    if (
        read[0].noun.head == ANY
        and last.noun.head != ANY
        and not re.search("thing|object", parts[0])
    ):
        noun = last.noun
        read[0] = replace(
            last, noun=replace(noun, attributes=read[0].noun.attributes), links=last.links
        )
    return nodes.Union(tuple(read))


@_frame(
    rf"(?:is|are) there (?:another|any other|other) (.+) (?:with|of|that has|that have) the "
    rf"same ({_ASKED}) as (.+)"
)
def _exist_same(among: str, asked: str, thing: str) -> nodes.Program:
    return nodes.Matching(asked, read_selection(thing), read_selection(among))


@_frame(r"are there (?:the same number of|as many) (.+)")
def _as_many(rest: str) -> nodes.Program | None:
    if found := re.fullmatch(r"(.+?) as (.+)", rest):
        return _counts("equal", found[1], found[2])
    if found := re.fullmatch(r"(.+?) (in the .+|on the .+) and ((?:in|on) the .+)", rest):
        first = f"{found[1]} {found[2]}"
        return nodes.CompareCounts(
            "equal", read_selection(first), read_selection(f"{found[1]} {found[3]}")
        )
    found = re.fullmatch(r"(.+) and (.+)", rest)
    return _counts("equal", found[1], found[2]) if found else None


@_frame(rf"(?:are there|does {_HAS} have|do you see) (more|fewer) (.+?) than (.+)")
def _more(word: str, first: str, second: str) -> nodes.Program:
    return _counts(word, first, second)


@_frame(r"do (more|fewer) (\w+) (?:lie|stand|sit) (.+?) than (.+)")
def _more_lie(word: str, noun: str, first: str, second: str) -> nodes.Program:
    return _counts(word, f"{noun} {first}", second)


@_frame(
    r"is the number of (.+?) (equal to|greater than|more than|less than|smaller than|the same "
    r"as) (?:the number|that) of (.+)"
)
def _number(first: str, word: str, second: str) -> nodes.Program:
    words = {
        "greater than": "more",
        "more than": "more",
        "less than": "fewer",
        "smaller than": "fewer",
    }
    return _counts(words.get(word, "equal"), first, second)


@_frame(r"are (.+) (more|less) numerous than (.+)")
def _numerous(first: str, word: str, second: str) -> nodes.Program:
    return _counts("more" if word == "more" else "fewer", first, second)


def _counts(word: str, first: str, second: str) -> nodes.Program:
    """What is said of one set and not of the other is said of both: "chairs in the kitchen than in ..."."""
    if re.match(r"(?:on|in|under|next to|near) ", second):
        noun = re.split(r" (?:on|in|under|next to|near) ", first)[0]
        return nodes.CompareCounts(word, read_selection(first), read_selection(f"{noun} {second}"))
    one, other = read_selection(first), read_selection(second)
    if not (one.links or one.room) and (other.links or other.room):
        one = replace(one, links=other.links, room=other.room)
    return nodes.CompareCounts(word, one, other)


@_frame(r"(?:neither) (.+) nor (.+?):? is that (?:right|so|true)")
def _neither(first: str, second: str) -> nodes.Program:
    return nodes.Not(
        nodes.Both(
            nodes.Exist(read_selection(first)), nodes.Exist(read_selection(second)), either=True
        )
    )


@_frame(
    rf"(?:(?:is|are|was|were) there|does {_HAS} have|do you see|did you see|did you find|can "
    rf"you find|can you see|does it have) (.+)"
)
def _exist(rest: str) -> nodes.Program | None:
    if re.match(r"no ", rest):
        return nodes.Not(nodes.Exist(read_selection(rest[3:])))
    least = re.fullmatch(rf"(?:at least )?({'|'.join(NUMBERS)}|\d+)(?: or more)? (.+)", rest)
    if least and (" or more " in f" {rest} " or rest.startswith("at least")):
        number = int(least[1]) if least[1].isdigit() else NUMBERS[least[1]]
        return nodes.Exist(read_selection(least[2]), least=number)
    if re.search(r"\b(?:than|as) (?:every|all|each)\b", rest):
        return None
    return _exist_all(re.sub(r"^(?:both|either) ", "", rest))


def _exist_all(rest: str) -> nodes.Program:
    """Things joined by "and", "or" or "but no", each with its article."""
    pieces = re.split(r",? (and|or|but) (?=(?:a|an|any|some|no|the|another) )", rest)
    programs: list[nodes.Program] = [_one_exists(piece) for piece in pieces[::2]]
    programs = _shared_place(programs)
    result = programs[0]
    for joint, program in zip(pieces[1::2], programs[1:], strict=True):
        result = nodes.Both(result, program, either=joint == "or")
    return result


def _one_exists(piece: str) -> nodes.Program:
    if piece.startswith("no "):
        return nodes.Not(nodes.Exist(read_selection(piece[3:])))
    return nodes.Exist(read_selection(piece))


def _shared_place(programs: list[nodes.Program]) -> list[nodes.Program]:
    """ "a mug and a bowl in the kitchen": a place said of the last alone holds of all."""
    last = programs[-1]
    if not isinstance(last, nodes.Exist) or not isinstance(last.things, nodes.Selection):
        return programs
    links, room = last.things.links, last.things.room
    if not (links or room):
        return programs
    bare = all(
        isinstance(p, nodes.Exist)
        and isinstance(p.things, nodes.Selection)
        and not (p.things.links or p.things.room or p.things.noun.attributes != PLAIN)
        for p in programs[:-1]
    )
    if not bare:
        return programs
    return [
        nodes.Exist(replace(p.things, links=links, room=room))
        if isinstance(p, nodes.Exist) and isinstance(p.things, nodes.Selection)
        else p
        for p in programs
    ]


@_frame(r"does (?:the )?(\w+(?: room)?) have (.+)")
def _room_has(room: str, rest: str) -> nodes.Program | None:
    senses = vocabulary().find(room) or {}
    if "room" not in senses:
        return None
    where = f"in the {room}"
    pieces = re.split(r",? (and|or|but) (?=(?:a|an|any|some|no|the) )", rest)
    programs = [_one_exists(f"{piece} {where}") for piece in pieces[::2]]
    result = programs[0]
    for joint, program in zip(pieces[1::2], programs[1:], strict=True):
        result = nodes.Both(result, program, either=joint == "or")
    return result


@_frame(r"(?:does|do) (an? .+) exist(.*)")
def _exists(thing: str, where: str) -> nodes.Program:
    return nodes.Exist(read_selection(f"{thing} {where}".strip()))


@_frame(rf"is any (.+?) ({_COMPARATIVE}) than (.+)")
def _any(things: str, word: str, other: str) -> nodes.Program:
    link = nodes.SelectionLink(_WORDS.get(word, word), read_selection(other))
    return nodes.Exist(replace(read_selection(things), links=(link,)))


# --- same ----------------------------------------------------------------------------------------


@_frame(
    r"(?:is|are) (the .+?) (?:made )?(?:of |in |on )?the same (colour|material|room|container|"
    r"support|piece of furniture) as (the .+)"
)
def _same_as(first: str, asked: str, second: str) -> nodes.Program:
    return nodes.Same(_thing_asked(asked), read_selection(first), read_selection(second))


@_frame(
    r"(?:do|are) (the .+?) and (the .+?) (?:have|share|made|of|in|on)(?: of)? (?:the same|a|"
    r"the) (colour|material|room|container|support|piece of furniture)"
)
def _same(first: str, second: str, asked: str) -> nodes.Program:
    return nodes.Same(_thing_asked(asked), read_selection(first), read_selection(second))


@_frame(r"does (the .+?) (?:match|have the same colour as) (the .+?)(?: in colour)?")
def _match(first: str, second: str) -> nodes.Program:
    return nodes.Same("colour", read_selection(first), read_selection(second))


@_frame(
    r"(?:do|are) (?:the|all)(?: the)? (?:two |both )?(.+) (?:have |of |made of |in )?the same "
    r"(colour|material|room)"
)
def _all_same(things: str, asked: str) -> nodes.Program:
    return nodes.Same(asked, read_selection(re.sub(r" (?:have|of|made of|in)$", "", things)))


def _thing_asked(word: str) -> str:
    return "support" if word == "piece of furniture" else word


# --- comparisons ---------------------------------------------------------------------------------


@_frame(rf"(?:which(?: one)?(?: is|'s)?|what is) ({_COMPARATIVE}),? (the .+?),? or (the .+)")
def _which(word: str, first: str, second: str) -> nodes.Program:
    return nodes.Which(_WORDS.get(word, word), read_selection(first), read_selection(second))


@_frame(rf"of (the .+?) and (the .+?),? which(?: one)? is ({_COMPARATIVE})")
def _of_two(first: str, second: str, word: str) -> nodes.Program:
    return nodes.Which(_WORDS.get(word, word), read_selection(first), read_selection(second))


@_frame(rf"of (?:the )?two (.+?),? is the (\w+) one ({_COMPARATIVE})")
def _of_the_two(things: str, which: str, word: str) -> nodes.Program:
    both = read_selection(things)
    said = _check(which).noun.attributes
    first = replace(both, noun=replace(both.noun, attributes=said))
    second = replace(both, noun=replace(both.noun, without=said))
    return nodes.Compare(_WORDS.get(word, word), first, second)


@_frame(
    r"is (the .+?) (?:either )?(heavy|large|long) or (light|small|short) compared (?:with|to) (the .+)"
)
def _compared_with(thing: str, more: str, less: str, other: str) -> nodes.Program:
    words = {"heavy": "heavier", "large": "larger", "long": "longer"}
    words |= {"light": "lighter", "small": "smaller", "short": "shorter"}
    return which_way(words[more], words[less], read_selection(thing), read_selection(other))


@_frame(r"(?:is|are) (the .+?) as (heavy|large|big|long) as (the .+)")
def _alike(first: str, word: str, second: str) -> nodes.Program:
    by = {"heavy": "heavier", "large": "larger", "big": "larger", "long": "longer"}[word]
    return nodes.Compare(by, read_selection(first), read_selection(second), alike=True)


@_frame(rf"is (the .+?) the ({'|'.join(_SUPERLATIVE)}) (.+)")
def _is_rank(thing: str, word: str, among: str) -> nodes.Program:
    ranked = read_selection(f"{word} {among}")
    return nodes.Is(read_selection(thing), ranked)


@_frame(r"does (the .+?) exceed (the .+?) in (size|length|weight)")
def _exceeds(first: str, second: str, measure: str) -> nodes.Program:
    by = {"size": "larger", "length": "longer", "weight": "heavier"}[measure]
    return nodes.Compare(by, read_selection(first), read_selection(second))


@_frame(rf"(?:is|does|would|are) (the .+?) ({_COMPARATIVE}) than (.+)")
def _compare(first: str, word: str, second: str) -> nodes.Program | None:
    if found := re.fullmatch(r"(the .+?) (\w+|made of \w+) (and|or)", first):
        # "is the kettle metal and heavier than the mug"
        check = _check(found[2])
        thing = read_selection(found[1])
        compared = nodes.Compare(_WORDS.get(word, word), thing, read_selection(second))
        return nodes.Both(nodes.Is(thing, check), compared, either=found[3] == "or")
    if re.search(r"\b(?:and|or|that is|that are)$", first) or _ends_in_look(second):
        return None
    one = read_selection(first)
    other = re.sub(r"^the one\b", one.noun.head, second)
    return nodes.Compare(_WORDS.get(word, word), one, read_selection(other))


def _ends_in_look(text: str) -> bool:
    """Whether a phrase ends in what is said of a thing before: "the egg red", but not "the wine glass"."""
    found = re.fullmatch(r"(.+?) (made of \w+|\w+)", text)
    if found is None or found[2].removeprefix("made of ") not in attribute_words():
        return False
    try:
        read_selection(found[1])
    except InvalidValueError:
        return False
    return True


@_frame(rf"are (?:all|all the|all of the) (.+?) ({_COMPARATIVE}) than (the .+)")
def _all_compare(things: str, word: str, other: str) -> nodes.Program:
    link = nodes.SelectionLink(_WORDS.get(word, word), read_selection(other))
    return nodes.Is(
        read_selection(things), nodes.Selection(noun=Noun(head=ANY), links=(link,)), every=True
    )


# --- what something is like ----------------------------------------------------------------------


@_frame(r"(?:what|which) colour (?:is|are|does) (.+?)(?: have)?")
def _colour(thing: str) -> nodes.Program:
    return nodes.Query("colour", read_selection(thing))


@_frame(r"(?:what is |what are |tell )(?:the )?colour of (.+)")
def _colour_of(thing: str) -> nodes.Program:
    return nodes.Query("colour", read_selection(thing))


@_frame(r"(the .+) is what colour")
def _what_colour(thing: str) -> nodes.Program:
    return nodes.Query("colour", read_selection(thing))


@_frame(r"(?:of )?(?:what|which) material (?:is|are) (.+?)(?: made(?: of)?)?")
def _material(thing: str) -> nodes.Program:
    return nodes.Query("material", read_selection(thing))


@_frame(r"(?:what is |what are |tell )(?:the )?material of (.+)")
def _material_of(thing: str) -> nodes.Program:
    return nodes.Query("material", read_selection(thing))


@_frame(r"(?:what (?:is|are)|tell) (.+?)(?: is| are)? made of")
def _made_of(thing: str) -> nodes.Program:
    return nodes.Query("material", read_selection(thing))


@_frame(r"in which rooms? (?:is|are|is there|are there) (?:there )?(.+)")
def _in_room(thing: str) -> nodes.Program:
    return nodes.Query("room", read_selection(thing), several=not thing.startswith("the "))


@_frame(r"(?:which|what) room (?:is|are) (.+) in")
def _which_room(thing: str) -> nodes.Program:
    return nodes.Query("room", read_selection(thing))


@_frame(r"(?:which|what) room (?:has|contains|holds) (.+)")
def _room_with(thing: str) -> nodes.Program:
    return nodes.Query("room", read_selection(thing))


@_frame(r"where (?:is|are|can i find|do you find) (.+?)(?: kept| stored)?")
def _where(thing: str) -> nodes.Program:
    return nodes.Query("place", read_selection(thing))


@_frame(r"(?:which|what) (?:container|thing|object) (?:holds|contains) (.+)")
def _holder(thing: str) -> nodes.Program:
    return nodes.Query("container", read_selection(thing))


@_frame(r"(?:on )?(?:what|which) (?:piece of )?furniture is (.+?)(?: on)?")
def _furniture(thing: str) -> nodes.Program:
    return nodes.Query("support", read_selection(thing))


@_frame(
    r"(?:what (?:kind of|sort of) (?:object|thing)|which (?:object|thing)) is ((?:on|in|under|"
    r"next to|inside|near) .+)"
)
def _kind(place: str) -> nodes.Program:
    return nodes.Query("category", read_selection(f"object {place}"))


@_frame(r"what is (the .+?) (?:standing |lying |kept |placed )?(on|in|inside)")
def _on_what(thing: str, where: str) -> nodes.Program:
    return nodes.Query("support" if where == "on" else "container", read_selection(thing))


@_frame(rf"(?:what|which) is (the (?:{'|'.join(_SUPERLATIVE)}) .+)")
def _ranked(thing: str) -> nodes.Program:
    return nodes.Query("category", read_selection(thing))


@_frame(r"what (?:is|are|things are|objects are) ((?:on|in|under|next to|inside|near|behind) .+)")
def _contents(place: str) -> nodes.Program:
    return nodes.Query("category", read_selection(f"object {place}"), several=True)


# --- whether something is so ---------------------------------------------------------------------


@_frame(
    r"(?:is|are) (the .+?)(?: made of)? ((?:\w+ )?\w+) or (?:made of )?((?:in |on )?(?:the "
    r")?\w+(?: \w+)?)"
)
def _choose(thing: str, first: str, second: str) -> nodes.Program | None:
    checks = _checks(thing, first, second)
    if checks is None:
        return None
    subject, one, other = checks
    return nodes.Choose(read_selection(subject), (one, other), (said_of(one), said_of(other)))


def _checks(
    thing: str, first: str, second: str
) -> tuple[str, nodes.Selection, nodes.Selection] | None:
    if re.match(r"(?:in|on) the ", second):
        for word in (" in the ", " on the "):
            head, _, where = f"{thing} {first}".rpartition(word)
            if head:
                return head, _check(f"{word.strip()} {where}"), _check(second)
        return None
    *more, word = first.split()
    if word in attribute_words() and second in attribute_words():
        return " ".join([thing, *more]), _check(word), _check(second)
    return None


@_frame(r"(?:is|are) (the .+)")
def _is(rest: str) -> nodes.Program | None:
    """ "the sofa made of leather", "the vase blue and made of glass", "the toaster in the kitchen"."""
    words = "|".join(sorted(attribute_words(), key=len, reverse=True))
    one = rf"(?:(?:made of )?(?:{words}))"
    found = re.fullmatch(rf"(the .+?) ({one}(?: and {one})*)", rest)
    if found is not None:
        check = _check(found[2])
        every = _several(found[1])
        return nodes.Is(read_selection(found[1]), check, every=every)
    selection = read_selection(rest)
    if selection.room or selection.links:
        return nodes.Exist(selection)
    return None


def _several(text: str) -> bool:
    """Whether "the chairs" are all chairs; things with a plural name only are one."""
    noun = re.split(rf" (?:{'|'.join(sorted(RELATIONS, key=len, reverse=True))}) ", text)[0]
    selection = read_noun_phrase(noun)
    return is_plural(noun) and not noun.endswith(selection.noun.head)


def _ands(text: str) -> list[str]:
    return re.split(
        r" and (?=(?:made of|in|on|under|next to|heavier|lighter|larger|smaller|longer|shorter|\w+$))",
        text,
    )


def _check(text: str) -> nodes.Selection:
    """What is said of a thing: "red", "made of glass", "in the kitchen", "heavier than the egg"."""
    if re.match(rf"(?:{'|'.join(sorted(RELATIONS, key=len, reverse=True))}) ", text):
        return read_selection(f"object {text}")
    words = text.replace(" and made of ", " ").replace(" and ", " ").replace("made of ", "")
    return read_selection(f"{words} object")


def _merged(base: nodes.Selection, check: nodes.Selection) -> nodes.Selection:
    """A selection with what is said of it besides."""
    said, more = base.noun.attributes, check.noun.attributes
    attributes = Attributes(
        size=said.size or more.size,
        colours=said.colours + more.colours,
        materials=said.materials + more.materials,
        patterns=said.patterns + more.patterns,
        states=said.states + more.states,
        others=said.others + more.others,
    )
    return replace(
        base,
        noun=replace(base.noun, attributes=attributes),
        links=base.links + check.links,
        room=base.room or check.room,
    )
