"""Recorded answers of a language model, so that a run can be repeated without its server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from meadow import serialize
from meadow.errors import InvalidValueError, MeadowError

MODES = ("off", "record", "replay")


class NotRecordedError(MeadowError):
    """A cassette that is replayed has no answer to a request."""


class Recorded(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of a cassette."""

    request: dict[str, Any]
    answer: dict[str, Any]


class Cassette:
    """One JSON file per question in a directory, named by the hash of model, messages and parameters.

    With ``record``, known questions are answered from the files and new answers are kept; with ``replay``
    the server is never asked.
    """

    def __init__(self, directory: str | Path | None = None, mode: str = "off") -> None:
        if mode not in MODES:
            raise InvalidValueError(f"cassette mode {mode!r}: expected one of {', '.join(MODES)}")
        if mode != "off" and directory is None:
            raise InvalidValueError(f"cassette mode {mode!r} needs a directory")
        self.directory = Path(directory).expanduser() if directory is not None else Path()
        self.mode = mode

    def find(self, body: dict[str, Any]) -> dict[str, Any] | None:
        """The recorded answer to a request, or None when the server may be asked."""
        if self.mode == "off":
            return None
        path = self._path(body)
        if path.exists():
            return serialize.read(path, Recorded).answer
        if self.mode == "record":
            return None
        last = str(body["messages"][-1]["content"])[:80]
        raise NotRecordedError(
            f"{self.directory} has no answer to {last!r} (key {path.stem[:12]}). "
            "Record it: run once with the cassette mode 'record' and the server at hand"
        )

    def keep(self, body: dict[str, Any], answer: dict[str, Any]) -> None:
        """Record an answer when recording."""
        if self.mode == "record":
            serialize.write(self._path(body), Recorded(body, answer), indent=True)

    def _path(self, body: dict[str, Any]) -> Path:
        return self.directory / f"{serialize.digest(body)}.json"
