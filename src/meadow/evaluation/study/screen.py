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
        """The message is shown to whoever started the study."""

    def show(self, table: Table) -> None:
        """The table is shown to whoever started the study."""

    def steps(self, title: str) -> AbstractContextManager[Progress]:
        """Show the progress of work that is done in steps."""
        ...

    def episodes(
        self, title: str, agents: Sequence[str], episodes: int
    ) -> AbstractContextManager[Progress]:
        """Show the progress of agents that run the same episodes."""
        ...


class Silence:
    """Shows nothing of what a study tells, for scripts that need only its results."""

    def say(self, text: str) -> None:
        """The message is not shown to anybody."""

    def show(self, table: Table) -> None:
        """The table is not shown to anybody."""

    def steps(self, title: str) -> AbstractContextManager[Progress]:
        """No progress is shown; what the context yields does nothing when it is called."""
        return nullcontext(lambda done, total, note: None)

    def episodes(
        self, title: str, agents: Sequence[str], episodes: int
    ) -> AbstractContextManager[Progress]:
        """No progress is shown; what the context yields does nothing when it is called."""
        return nullcontext(lambda done, total, note: None)
