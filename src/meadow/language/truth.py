"""Three-valued logic: True, False, or None where something is not known or people would argue."""

from __future__ import annotations

from collections.abc import Iterable

Truth = bool | None


def negate(truth: Truth) -> Truth:
    """The opposite; what is not known stays so."""
    return None if truth is None else not truth


def all_of(truths: Iterable[Truth]) -> Truth:
    """Whether all hold: one that does not decides it, whatever is not known of the others."""
    found: Truth = True
    for truth in truths:
        if truth is False:
            return False
        if truth is None:
            found = None
    return found


def any_of(truths: Iterable[Truth]) -> Truth:
    """Whether one holds at least: one that does decides it."""
    found: Truth = False
    for truth in truths:
        if truth:
            return True
        if truth is None:
            found = None
    return found
