"""What a study tells whoever started it; the command line prints it, a script may ignore it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

from meadow.evaluation.report.tables import Table
from meadow.protocols import Progress


class Screen(Protocol):
    """Shows messages, tables and progress."""

    def say(self, text: str) -> None:
        """Show a message."""

    def show(self, table: Table) -> None:
        """Show a table."""

    def steps(self, title: str) -> AbstractContextManager[Progress]:
        """Show the progress of work that is done in steps."""
        ...

    def episodes(
        self, title: str, agents: Sequence[str], episodes: int
    ) -> AbstractContextManager[Progress]:
        """Show the progress of agents that run the same episodes."""
        ...


class Silence:
    """Shows nothing."""

    def say(self, text: str) -> None:
        """Nothing."""

    def show(self, table: Table) -> None:
        """Nothing."""

    def steps(self, title: str) -> AbstractContextManager[Progress]:
        """Nothing."""
        return nullcontext(lambda done, total, note: None)

    def episodes(
        self, title: str, agents: Sequence[str], episodes: int
    ) -> AbstractContextManager[Progress]:
        """Nothing."""
        return nullcontext(lambda done, total, note: None)
