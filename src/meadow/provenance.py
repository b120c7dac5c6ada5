"""What went into making something: each model that was loaded, each table that was looked up.

Whoever loads or looks up says so with :func:`note`; whoever wants to know listens with :func:`noting`.
Run specs record it, so that a result always names what made it.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from meadow import __version__

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


def source_of(target: Any) -> str:
    """The code that a registered class or function is made of, as a line for a run's spec.

    It is Meadow's version for Meadow's own parts. For others it is the name of the file that defines
    them with a digest of its bytes, after name and version of the installed package that they belong to.
    Other files that the file imports are not part of it. Empty where there is no file.
    """
    module = target.partition(":")[0] if isinstance(target, str) else _module_of(target)
    package = module.partition(".")[0]
    if package == "meadow":
        return f"meadow {__version__}"
    found = []
    for name in importlib.metadata.packages_distributions().get(package, ())[:1]:
        found.append(f"{name} {importlib.metadata.version(name)}")
    file = _file_of(module)
    if file is not None:
        found.append(f"{file.name} {hashlib.sha256(file.read_bytes()).hexdigest()[:16]}")
    return ", ".join(found)


def _module_of(target: Any) -> str:
    while hasattr(target, "func"):  # functools.partial
        target = target.func
    return str(getattr(target, "__module__", None) or type(target).__module__)


def _file_of(module: str) -> Path | None:
    loaded = sys.modules.get(module)
    name = getattr(loaded, "__file__", None)
    if loaded is None:
        try:
            spec = importlib.util.find_spec(module)
        except (ImportError, ValueError):
            return None
        name = spec.origin if spec is not None else None
    return Path(name) if name and Path(name).is_file() else None
