"""Plurals by rule, and the known word that a misspelt one was meant to be."""

from __future__ import annotations

from collections.abc import Iterable

#: Words in -s that have no singular, or whose singular is another thing.
_NO_SINGULAR = """
    jeans pants trousers glasses eyeglasses spectacles sunglasses scissors headphones chopsticks
    drapes tissues blocks bricks clothes stairs scales crisps chips dice series stegosaurus
    thermos cactus ficus lens gas bus iris canvas pajamas pyjamas shorts overalls dungarees tights leggings
    goggles"""
NO_SINGULAR = frozenset(_NO_SINGULAR.split())
#: Shorter words are too easily other words.
SHORTEST = 4
#: From this length on, two slips are forgiven.
LONG = 8


def plural(phrase: str) -> str:
    """The phrase with its last word in the plural."""
    if phrase.endswith(("s", "x", "z", "ch", "sh")):
        return phrase if phrase.endswith("s") and not phrase.endswith("ss") else phrase + "es"
    if phrase.endswith("y") and phrase[-2:-1] not in "aeiou":
        return phrase[:-1] + "ies"
    return phrase + "s"


def singular(phrase: str) -> str:
    """The phrase with its last word in the singular."""
    last = phrase.rpartition(" ")[2]
    if last in NO_SINGULAR or len(last) < 4 or last.endswith(("ss", "us", "is")):
        return phrase
    if " of " in phrase:  # one chest of drawers
        return phrase
    if last.endswith("ies") and len(last) > 4:
        return phrase[:-3] + "y"
    if last.endswith(("sses", "xes", "zzes", "ches", "shes")):
        return phrase[:-2]
    if last.endswith("ves") and last not in ("gloves", "stoves", "sleeves"):
        return phrase[:-3] + ("fe" if last in ("knives", "lives", "wives") else "f")
    return phrase[:-1] if last.endswith("s") else phrase


class SpellingCorrector:
    """Finds the known word that a misspelt one is one or two slips away from."""

    def __init__(self, words: Iterable[str]) -> None:
        self._near: dict[str, list[str]] = {}
        self._words = frozenset(word for word in words if len(word) >= SHORTEST)
        self._longest = max(map(len, self._words), default=0)
        # Words that are one slip apart share a form with at most one letter left out of each.
        for word in sorted(self._words):
            for form in _shortened(word):
                self._near.setdefault(form, []).append(word)

    def mend(self, word: str) -> str:
        """The nearest known word, or the word itself when none is near enough."""
        if not SHORTEST <= len(word) <= self._longest + 2 or word in self._words:
            return word
        allowed = 2 if len(word) >= LONG else 1
        found = {near for form in _shortened(word) for near in self._near.get(form, ())}
        ranked = sorted(
            (distance(word, near), near[0] != word[0], abs(len(near) - len(word)), near)
            for near in found
            if not _other_form(word, near)
        )
        return ranked[0][3] if ranked and ranked[0][0] <= allowed else word


def _other_form(word: str, near: str) -> bool:
    """Another ending makes another word more often than a typo: opener, opened; mirrored, mirror."""
    return near[:-1] == word[:-1] or (word.startswith(near) and len(word) > len(near) + 1)


def _shortened(word: str) -> set[str]:
    """The word with at most one letter left out, or two when it is long."""
    forms = {word} | _one_less(word)
    return forms | {f for form in forms for f in _one_less(form)} if len(word) >= LONG else forms


def _one_less(word: str) -> set[str]:
    return {word[:i] + word[i + 1 :] for i in range(len(word))}


def distance(a: str, b: str) -> int:
    """Letters to insert, drop, change or swap with a neighbour to turn one word into the other."""
    before: list[int] = []
    last = list(range(len(b) + 1))
    for i, letter in enumerate(a, 1):
        row = [i]
        for j, other in enumerate(b, 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == b[j - 2] and a[i - 2] == other:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before, last = last, row
    return last[-1]
