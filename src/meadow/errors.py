"""Every error Meadow raises on purpose.

A message names the offending value, what was expected, and what to do next. The command line prints
the message alone, without a traceback, and exits with ``exit_code``.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class MeadowError(Exception):
    """Base of all errors that a user can act on."""

    exit_code = 2


class UnknownIdError(MeadowError, KeyError):
    """A name that no registry knows."""

    def __init__(self, kind: str, name: str, known: Iterable[str], hint: str = "") -> None:
        known = sorted(known)
        near = difflib.get_close_matches(name, known, n=3, cutoff=0.4)
        message = f"unknown {kind} {name!r}."
        if near:
            message += f" Did you mean {' or '.join(repr(n) for n in near)}?"
        elif known:
            shown = ", ".join(known[:12]) + (", ..." if len(known) > 12 else "")
            message += f" Known: {shown}."
        else:
            message += f" No {kind} is registered."
        super().__init__(message + (f" {hint}" if hint else ""))

    def __str__(self) -> str:  # KeyError would print the repr
        return str(self.args[0])


class MissingDependencyError(MeadowError, ImportError):
    """An optional package is not installed; the message holds the pip line."""


class FileFormatError(MeadowError):
    """A file cannot be read as what it should be (truncated, wrong version, wrong fields)."""


class MissingWeightsError(FileFormatError):
    """A model that is known by name but whose weights are not on this machine."""


class InvalidHouseError(MeadowError):
    """A house breaks the rules; ``problems`` lists every broken one with its JSON path."""

    def __init__(self, source: str, problems: Iterable[str]) -> None:
        self.source = source
        self.problems = tuple(problems)
        shown = "\n".join(f"  - {p}" for p in self.problems[:50])
        more = f"\n  ... and {len(self.problems) - 50} more" if len(self.problems) > 50 else ""
        count = len(self.problems)
        super().__init__(f"{source}: {count} problem{'s'[: count != 1]}\n{shown}{more}")


class InvalidEpisodeError(MeadowError):
    """An episode breaks the rules or does not fit its house."""


class InvalidValueError(MeadowError, ValueError):
    """A parameter outside its range."""


class GenerationError(MeadowError):
    """A generator could not satisfy its constraints."""


class RunError(MeadowError):
    """A run directory cannot be used (held by another process, other spec, not writable...)."""


class PrivilegedAccessError(MeadowError):
    """Code that must not see ground truth reached for the oracle."""
