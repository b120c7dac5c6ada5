"""What is written on the whiteboards of a home: where a thing is, in five styles."""

from __future__ import annotations

from meadow.benchmarks.doze.descriptions import article
from meadow.language.goals import Noun, Relation
from meadow.language.hints import read_hints
from meadow.seeding import Stream

#: Names that a board calls somebody by.
NAMES = ("Tony", "Anna", "Ben", "Clara", "Omar", "Mia", "Leo", "Nora", "Paul", "Ruth")
#: Style -> sentences that tell where a thing is.
STYLES: dict[str, tuple[str, ...]] = {
    "note": (
        "I've put the {thing} {word} the {place} for you.",
        "The {thing} is {word} the {place} now.",
        "I left {a_thing} {word} the {place}.",
    ),
    "instruction": (
        "Take the {thing} {word} the {place}.",
        "Please fetch the {thing}. It is {word} the {place}.",
        "Look for the {thing} {word} the {place}.",
    ),
    "reminder": (
        "Don't forget: the {thing} is {word} the {place}!",
        "Remember, the {thing} is {word} the {place}.",
    ),
    "to-do list": (
        "TO DO\n- water the plants\n- get the {thing}\n  {word} the {place}",
        "TODAY\n1. call the doctor\n2. get the {thing}\n   {word} the {place}",
        "LIST\n- the {thing} is\n  {word} the {place}\n- pay the rent",
    ),
    "address": (
        "{name}, your {thing} is {word} the {place}.",
        "{name}, I put your {thing} {word} the {place}.",
        "Dear {name}, your {thing} is {word} the {place}!",
    ),
}
#: A whiteboard whose text is longer cannot be read from 1.5 m.
LONGEST = 80


def hint_text(rng: Stream, style: str, thing: str, word: str, place: str) -> str | None:
    """A board's text of a style that says that a thing is at a place; None if none reads well.

    The parser of hints must read that and nothing else from it.
    """
    relation = Relation(word, (Noun(head=place, category=place),))
    for sentence in rng.shuffled(STYLES[style]):
        text = sentence.format(
            thing=thing, a_thing=article(thing), word=word, place=place, name=rng.choice(NAMES)
        )
        read = read_hints(text)
        right = len(read) == 1 and (read[0].category, read[0].relations) == (thing, (relation,))
        if right and len(text) <= LONGEST:
            return text
    return None
