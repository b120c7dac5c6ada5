"""What went into making something: each model that was loaded, each table that was looked up.

Whoever loads or looks up says so with :func:`note`; whoever wants to know listens with :func:`noting`.
Run specs record it, so that a result always names what made it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_LISTENING: ContextVar[dict[str, str] | None] = ContextVar("listening", default=None)


@contextmanager
def noting() -> Iterator[dict[str, str]]:
    """Collect what is noted inside, by name."""
    notes: dict[str, str] = {}
    token = _LISTENING.set(notes)
    try:
        yield notes
    finally:
        _LISTENING.reset(token)


def note(name: str, value: str) -> None:
    """Say that something was used, e.g. ``note("eyes-s", "eyes-s@1.8200 (3fb2a1c9)")``."""
    notes = _LISTENING.get()
    if notes is not None:
        notes[name] = value
