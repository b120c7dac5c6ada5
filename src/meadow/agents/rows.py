"""Methods as rows of a table: a benchmark lists the options of each method, and registers all of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from meadow.agents import AGENTS


@dataclass(frozen=True, slots=True)
class AgentRow:
    """A method as a set of options for a function that makes agents."""

    name: str
    summary: str
    paper: str = ""
    """Its name in the paper's tables; empty for what is ours, and where the paper has no figures of it."""
    options: dict[str, Any] = field(default_factory=dict)
    tags: tuple[str, ...] = ()
    make: str = ""
    """What makes it, as ``module:name``; empty for what makes the other rows of its table."""


def register_rows(rows: Iterable[AgentRow], make: str, tags: tuple[str, ...]) -> None:
    """Register each row as an agent with the tags of the table and its own."""
    for row in rows:
        AGENTS.lazy(
            row.name,
            row.make or make,
            tags=(*tags, *row.tags),
            summary=row.summary,
            kwargs=row.options,
        )
