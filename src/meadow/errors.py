"""Every error Meadow raises on purpose.

A message names the offending value, what was expected, and what to do next. The command line prints
the message alone, without a traceback, and exits with ``exit_code``.
"""

from __future__ import annotations

import difflib
import errno
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


class StorageError(MeadowError, OSError):
    """A file cannot be written: no room, no right, a name that is too long. ``errno`` says which."""

    def __init__(self, path: object, cause: OSError) -> None:
        super().__init__(cause.errno, cause.strerror, str(path))

    def __str__(self) -> str:
        return storage_problem(self)


def storage_problem(error: OSError) -> str:
    """What is wrong with a file or disk, and what to do about it."""
    where = f"{_shortened(str(error.filename))}: " if error.filename is not None else ""
    what = error.strerror or str(error) or type(error).__name__
    advice = {
        errno.ENOSPC: "the disk is full. Make room and run the same command again",
        errno.EDQUOT: "your share of the disk is full. Make room and run the same command again",
        errno.EFBIG: "the file is larger than this disk or shell allows (see: ulimit -f)",
        errno.EROFS: "this place can only be read. Choose another",
        errno.EACCES: "it may not be read or written by you. Choose another place, or change its rights",
        errno.EPERM: "it may not be changed by you. Choose another place, or change its rights",
        errno.ENAMETOOLONG: "the name is too long: file names have at most 255 bytes. Choose a shorter one",
        errno.ENOTDIR: "a part of this path is a file, not a directory. Choose another place",
        errno.EISDIR: "a directory, expected a file. Choose another name",
        errno.EMFILE: "too many files are open. Allow more (ulimit -n), or use fewer --workers",
    }.get(error.errno or 0)
    return f"{where}{advice} ({what})" if advice else f"{where}{what}"


def _shortened(path: str) -> str:
    return path if len(path) <= 200 else f"{path[:90]}...{path[-90:]}"


class PrivilegedAccessError(MeadowError):
    """Code that must not see ground truth reached for the oracle."""


def interrupt_behind(error: BaseException) -> KeyboardInterrupt | None:
    """The Ctrl-C behind an error: compiled code turns one that comes while it runs into another."""
    cause: BaseException | None = error
    while cause is not None and not isinstance(cause, KeyboardInterrupt):
        cause = cause.__cause__ or cause.__context__
    return cause
