"""Who knows the home: the whole of it, or all that was seen, opened and lifted on the way. Privileged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from meadow.agents.surveyor import PerfectSurveyor
from meadow.benchmarks.excalibur.evidence import Evidence
from meadow.benchmarks.excalibur.guessers import StandsStill, most_frequent
from meadow.benchmarks.excalibur.homes import asked_things
from meadow.benchmarks.excalibur.surveyors import perfect_surveyor
from meadow.language.questions.execute import KnownThings
from meadow.language.questions.parse import program_of
from meadow.protocols import Oracle
from meadow.types import Action, Brief, Observation


class OracleAnswers(StandsStill):
    """Knows all facts of the home as it was at first, and answers from them."""

    def __init__(self) -> None:
        super().__init__()
        self._known: KnownThings | None = None

    def reset(self, brief: Brief) -> None:
        """Forget the last home."""
        super().reset(brief)
        self._known = None

    def attach(self, oracle: Oracle, goals: Sequence[Any]) -> None:
        """Learn the facts, before anything is moved."""
        if self._known is None:
            self._known = KnownThings(asked_things(oracle.house))

    def answer(self, question: str) -> str:
        """The answer that is true of the home as it was at first; empty where there is none."""
        program = program_of(question)
        assert self._known is not None
        said = self._known.run(program) if program is not None else None
        return said or ""


class OracleMemory:
    """Explores with perfect eyes, and answers from the true facts of what it saw and lifted.

    What that does not decide is answered as if the home had nothing else, or else by what is usual.
    """

    def __init__(self, explorer: PerfectSurveyor | None = None) -> None:
        """``explorer`` drives; unless given, one that goes to frontiers, opens and weighs."""
        self._explorer = explorer or perfect_surveyor()
        self._evidence: Evidence | None = None
        self._oracle: Oracle | None = None

    def reset(self, brief: Brief) -> None:
        """Forget the last home."""
        self._explorer.reset(brief)
        self._evidence = None

    def pursue(self, brief: Brief) -> None:
        """Begin the next phase; what was seen is kept."""
        self._explorer.pursue(brief)

    def attach(self, oracle: Oracle, goals: Sequence[Any]) -> None:
        """The explorer's eyes are handed the oracle; in a new home there is no evidence yet."""
        self._oracle = oracle
        self._explorer.attach(oracle, goals)
        if self._evidence is None:
            self._evidence = Evidence(oracle.house)

    def act(self, observation: Observation) -> Action:
        """Look, and drive on."""
        assert self._evidence is not None
        assert self._oracle is not None
        self._evidence.look(self._oracle)
        return self._explorer.act(observation)

    def answer(self, question: str) -> str:
        """What was seen decides it, or would if there were nothing else, or what is usual."""
        program = program_of(question)
        assert self._evidence is not None
        if program is None:
            return ""
        said = self._evidence.known().run(program) or self._evidence.guessed().run(program)
        return said or most_frequent(question)

    def trace(self) -> dict[str, str | float | None]:
        """What the explorer is about."""
        return dict(self._explorer.trace())
