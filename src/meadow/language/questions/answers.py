"""Whether an answer is the true one: words are compared as sets, numbers within a margin."""

from __future__ import annotations

#: Fraction of a true number by which an answer may differ.
COUNT_MARGIN = 0.05


def is_correct(said: str, truth: str) -> bool:
    """Whether an answer counts as the true one.

    ``yes`` and ``no`` must be said exactly, numbers within 5 % (below 20 exactly), and words joined by
    ", " in any order. Case and spaces around words do not matter.

    >>> is_correct("Yes", "yes"), is_correct("41", "40"), is_correct("2", "3")
    (True, True, False)
    >>> is_correct("wood, metal", "metal, wood"), is_correct("", "no")
    (True, False)
    """
    given, true = said.strip().lower(), truth.strip().lower()
    if true.isdecimal():
        try:
            return abs(float(given) - int(true)) <= COUNT_MARGIN * int(true)
        except ValueError:
            return False
    return bool(given) and words_of(given) == words_of(true)


def words_of(answer: str) -> frozenset[str]:
    """The words of an answer, whatever their order."""
    return frozenset(word.strip() for word in answer.split(",") if word.strip())
