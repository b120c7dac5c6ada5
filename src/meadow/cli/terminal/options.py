"""What the options of several commands have in common."""

from __future__ import annotations

import json
import sys

from meadow.errors import InvalidValueError


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
