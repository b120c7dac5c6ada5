"""Options that several commands have, so that a name means the same in all of them.

``Config`` classes use these types. :func:`checked` is called by the parser: it splits names at commas and
refuses numbers that are too small.
"""

from __future__ import annotations

import dataclasses
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, TypeVar

import tyro

from meadow.errors import InvalidValueError

C = TypeVar("C")


@dataclass(frozen=True, slots=True)
class AtLeast:
    """The smallest value that a number may have."""

    bound: float

    def check(self, flag: str, value: float) -> None:
        """Raise for a smaller one, and for one that is no number."""
        if not value >= self.bound:
            raise InvalidValueError(f"{flag} {value:g}: expected {self.bound:g} or more")


class Above(AtLeast):
    """The value that a number must exceed."""

    def check(self, flag: str, value: float) -> None:
        """Raise for this value, for a smaller one, and for one that is no number."""
        if not value > self.bound:
            raise InvalidValueError(f"{flag} {value:g}: expected a number above {self.bound:g}")


class Separated:
    """Marks an option whose values may be repeated, or written as one with commas between."""


Positive = Annotated[int, AtLeast(1)]
"""A count of at least one."""
NotNegative = Annotated[int, AtLeast(0)]
"""A count, or a seed."""
Duration = Annotated[float, Above(0.0)]
"""Seconds or minutes."""
Names = Annotated[
    tuple[str, ...], tyro.conf.UseAppendAction, Separated, tyro.conf.arg(metavar="NAME,NAME")
]
"""Names: the option may be repeated, or hold several with commas between."""
Agents = Annotated[Names, tyro.conf.arg(aliases=["-a"])]
"""``--agent``."""
Out = Annotated[Path, tyro.conf.arg(aliases=["-o"])]
"""``-o``, ``--out``: the file or directory that a command writes."""
Rooms = Annotated[str, tyro.conf.arg(metavar="N|N-M")]
"""``--rooms``: a number of rooms, or the fewest and the most, for ``episodes.houses.parse_rooms``."""


def checked(config: C, options: Sequence[Any]) -> C:
    """The config with names separated, or an error for a number that is out of bounds."""
    changes = {}
    for option in options:
        value = getattr(config, option.name)
        flag = option.flags[-1] if option.flags else option.metavar
        for note in option.notes:
            if isinstance(note, AtLeast) and value is not None:
                note.check(flag, value)
            if note is Separated and value is not None:
                names = (name.strip() for text in value for name in text.split(","))
                changes[option.name] = tuple(dict.fromkeys(filter(None, names)))
    return dataclasses.replace(config, **changes) if changes else config  # type: ignore[type-var]


def single(names: Sequence[str], default: str, flag: str = "--agent") -> str:
    """The one name that an option holds, or the default where it is not given."""
    if len(names) > 1:
        raise InvalidValueError(f"{flag} {','.join(names)}: expected one name here")
    return names[0] if names else default


def agent_options(pairs: tuple[str, ...]) -> dict[str, object]:
    """The name=value pairs of ``--option``; values are JSON where they parse as such, else text."""
    options: dict[str, object] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise InvalidValueError(f"--option {pair!r}: expected name=value")
        try:
            options[name] = json.loads(value)
        except json.JSONDecodeError:
            options[name] = value
    return options


def this_command() -> list[str]:
    """The command line that is running, as the module that ``python -m`` runs and its arguments."""
    return ["meadow.cli.main", *sys.argv[1:]]
