"""Modifiers: words before a noun that say which variant of a thing is meant, as in "twin bell alarm clock".

They are what remains of a noun phrase when its attributes (colour, size, material, ...) are taken away.
"""

from __future__ import annotations

from meadow.language.goals import Noun
from meadow.language.things import SHAPES, Thing
from meadow.language.vocabulary import spaced, vocabulary
from meadow.language.words import is_adjectival


def modifiers(noun: Noun) -> tuple[str, ...]:
    """The modifiers of a noun as they were typed; those before the name of its category come last.

    >>> from meadow.language.parse import parse
    >>> modifiers(parse("an old gas oven").target)
    ('old', 'gas')
    """
    head = spaced(noun.head)
    names = sorted(map(spaced, vocabulary().names(noun.category or "")), key=len, reverse=True)
    name = next((name for name in names if f" {head}".endswith(f" {name}")), head)
    before = head.removesuffix(name).strip()
    return (*noun.attributes.others, before) if before else noun.attributes.others


def is_compound(word: str, category: str | None) -> bool:
    """Whether a modifier is no adjective but part of a compound: "gas" of a "gas oven"."""
    senses = vocabulary().find(word) or {}
    adjective = "-" in word or "adjective" in senses or is_adjectival(word)
    return not adjective and spaced(word) in vocabulary().variants.get(category or "", ())


def modified(said: str, thing: Thing) -> bool | None:
    """Whether a modifier is true of a thing; None when nothing is known or people would argue."""
    words = set(spaced(said).split())
    if said in thing.attributes.others or words <= _words(thing.modifiers):
        return True
    if said in SHAPES and thing.shape:
        return _shaped(said, thing)
    return False if any(words <= _words((other,)) for other in thing.contrasts) else None


def _shaped(said: str, thing: Thing) -> bool | None:
    """A variant of another outline may still have this one: a three-legged stool is often round."""
    if said == thing.shape:
        return None if said in thing.contrasts else True
    curved = SHAPES[:2]
    return None if (said in curved) == (thing.shape in curved) else False


def _words(phrases: tuple[str, ...]) -> set[str]:
    return {word for phrase in phrases for word in spaced(phrase).split()}
