"""From the names that other programs give to things to the catalogue's categories."""

from __future__ import annotations

import re
from functools import cache

from meadow.scenes.catalogue import CATEGORIES
from meadow.scenes.importers.synonyms import EXPLANATIONS, MISLEADING, OTHER_NAMES


def spoken(identifier: str) -> str:
    """``"ObjaRubberDuck"`` or ``"rubber_duck_3"`` as ``"rubber duck"``."""
    text = re.sub(r"([a-z])([A-Z])", r"\1 \2", identifier.removeprefix("Obja"))
    return " ".join(re.findall(r"[a-z]+", text.lower()))


@cache
def category_named(identifier: str) -> str:
    """The category that a name means, or "" if none does.

    The whole name is tried first, then it without what merely explains it ("kiwi fruit"), then its last
    words ("hardback book" is a book).
    """
    words = spoken(identifier).split()
    if " ".join(words) in MISLEADING - CATEGORIES.keys():
        return ""
    found = _lookup(" ".join(words))
    while len(words) > 1 and words[-1] in EXPLANATIONS:
        words.pop()
    for start in range(len(words)):
        found = found or _lookup(" ".join(words[start:]))
    return found


def _lookup(name: str) -> str:
    squashed = name.replace(" ", "")  # programs write "coatrack" for "coat rack" and the reverse
    for form in (squashed, squashed.removesuffix("s"), squashed.removesuffix("es")):
        if form in _names():
            return _names()[form]
    return ""


@cache
def _names() -> dict[str, str]:
    """Names, then plurals and synonyms: a category's own name is never taken by another's synonym."""
    names = {word: name for name, words in OTHER_NAMES.items() for word in words.split(", ")}
    names |= {name: name for name in CATEGORIES}
    for category in CATEGORIES.values():
        for word in (category.plural, *category.synonyms):
            names.setdefault(word or category.name, category.name)
    return {word.replace(" ", ""): name for word, name in names.items()}
