"""``meadow agents show NAME``."""

from __future__ import annotations

import inspect
import json
from dataclasses import dataclass

import tyro


@dataclass(frozen=True, kw_only=True)
class Config:
    """Print what an agent does and which options it takes, with their defaults and meanings.

    Options are given as --option NAME=VALUE; values are JSON or plain text.

    Example: meadow agents show frontier-oracle
    Example: meadow eval objectnav-mini --agent cow-owl-s --option threshold=0.3
    """

    name: tyro.conf.Positional[str]
    """Name of an agent (see: meadow agents list)."""


def run(config: Config) -> int:
    """Print the agent's card."""
    from meadow.agents import AGENTS
    from meadow.cli.terminal.help import listing
    from meadow.cli.terminal.signatures import parameters_of
    from meadow.policies.policy import training_summary

    entry = AGENTS.entry(config.name)
    print(f"{config.name}  ({', '.join(entry.tags)})")
    facts = [entry.summary]
    if "policy" in entry.tags:
        facts.append(training_summary(str(entry.kwargs["weights"])))
    print(listing((("", fact) for fact in facts), indent=""), end="")
    parameters = parameters_of(entry.load(), entry.kwargs)
    if not parameters:
        print("\nIt takes no options.")
        return 0
    print("\nOptions, as --option NAME=VALUE:")
    entries = []
    for one in parameters:
        needed = one.default is inspect.Parameter.empty
        entries.append(
            (f"{one.name}={'VALUE' if needed else json.dumps(one.default)}", one.meaning)
        )
    print(listing(entries), end="")
    return 0
