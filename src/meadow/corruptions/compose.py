"""Corruptions by name: ``"spatter@5,motion_drift"`` and back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from meadow.corruptions.kinds import CORRUPTIONS, SEVERITIES, Corruption
from meadow.errors import InvalidValueError, UnknownIdError

#: Severity of graded corruptions that are named without one: the worst, as published tables have it.
DEFAULT_SEVERITY = SEVERITIES[-1]
_EXAMPLE = "expected names with severities, e.g. spatter@5,motion_drift"


@dataclass(frozen=True, slots=True)
class Chosen:
    """A corruption at a severity."""

    corruption: Corruption
    severity: int

    @property
    def name(self) -> str:
        """``spatter@5``, or the bare name where there are no severities."""
        bare = self.corruption.name
        return f"{bare}@{self.severity}" if self.corruption.graded else bare

    @property
    def level(self) -> Any:
        """The parameters of the severity."""
        return self.corruption.level(self.severity)


def parse(names: str | Iterable[str]) -> tuple[Chosen, ...]:
    """The corruptions of a text such as ``"spatter@5,motion_drift"``, or of several names.

    They are applied in this order. ``""`` and ``"clean"`` are none.
    """
    items = names.split(",") if isinstance(names, str) else list(names)
    items = [item.strip() for item in items]
    if items in ([], [""], ["clean"]):
        return ()
    chosen = [_one(item, names) for item in items]
    _check_together(chosen)
    return tuple(chosen)


def text(chosen: Sequence[Chosen]) -> str:
    """The name of a composition; "clean" for none."""
    return ",".join(c.name for c in chosen) or "clean"


def _one(item: str, whole: object) -> Chosen:
    name, at, severity = item.partition("@")
    if not name:
        raise InvalidValueError(f"corruptions {whole!r}: an empty name; {_EXAMPLE}")
    name = name.strip().lower().replace("-", "_").replace(" ", "_")
    try:
        found = CORRUPTIONS.get(name)
    except UnknownIdError:
        known = CORRUPTIONS.names()
        raise UnknownIdError("corruption", name, known, "See: meadow corruptions list") from None
    if not at:
        return Chosen(found, DEFAULT_SEVERITY if found.graded else 1)
    if not found.graded:
        raise InvalidValueError(f"{item!r}: {name} has no severities; write {name}")
    if severity.strip() not in map(str, SEVERITIES):
        raise InvalidValueError(
            f"{item!r}: severity {severity!r}, expected 1 (mild) to 5 (worst), e.g. {name}@3"
        )
    return Chosen(found, int(severity))


def _check_together(chosen: Sequence[Chosen]) -> None:
    names = [c.corruption.name for c in chosen]
    twice = next((n for n in names if names.count(n) > 1), None)
    if twice:
        raise InvalidValueError(f"{twice} is named twice; a composition has each corruption once")
