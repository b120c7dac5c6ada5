"""Words that the catalogue lacks, and the category that each names: a telly is a television.

``thesaurus.txt`` is made from WordNet by ``scripts/build_thesaurus.py`` (see ``THESAURUS.md``). The
embedded eyes read none of its words in training, and goals in words that they did read stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib import resources

from meadow.language.spelling import plural

_WORD = re.compile(r"\w+")


@cache
def thesaurus() -> Mapping[str, str]:
    """Word or phrase, in the singular -> category."""
    text = (resources.files("meadow.language") / "thesaurus.txt").read_text(encoding="utf-8")
    lines = (line.split(": ") for line in text.splitlines())
    return {word: category for category, words in lines for word in words.split(", ")}


def in_known_words(text: str) -> str:
    """The text with words of the thesaurus replaced by the names of their categories.

    >>> in_known_words("a crimson telly near two haversacks")
    'a crimson television near two backpack'
    """
    forms, firsts, pattern = _forms()
    low = text.lower()
    if firsts.isdisjoint(_WORD.findall(low)) or not pattern.search(low):
        return text
    return pattern.sub(lambda found: forms[found[0]], low)


@cache
def _forms() -> tuple[Mapping[str, str], frozenset[str], re.Pattern[str]]:
    """Singulars and plurals, their first words, and what finds them.

    Longer phrases come before their first words. Hardly any text has a first word, so that the search,
    which tries every form at every word, is seldom needed.
    """
    forms = {form: c for word, c in thesaurus().items() for form in (word, plural(word))}
    longest_first = sorted(forms, key=len, reverse=True)
    firsts = frozenset(_WORD.findall(form)[0] for form in forms)
    return forms, firsts, re.compile(rf"\b(?:{'|'.join(map(re.escape, longest_first))})\b")
