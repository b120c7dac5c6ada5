"""What somebody who was in a home can know of it: what was seen, opened and lifted there.

Evidence decides a question when its program, run on what is known, gives an answer. What is not there is
only known to who has seen nearly everything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from meadow.benchmarks.excalibur.homes import asked_things, can_be_lifted
from meadow.episodes.record import Measured
from meadow.episodes.schema import Goal
from meadow.errors import InvalidValueError
from meadow.language.questions.execute import KnownThings
from meadow.language.questions.parse import parse_question
from meadow.language.questions.program import Program
from meadow.language.things import Thing
from meadow.protocols import Oracle
from meadow.scenes.schema import House
from meadow.tasks.probes import in_frame
from meadow.types import Action, Brief

#: Share of a home's things that must have been seen to say what it does not have.
NEARLY_ALL = 0.9


class Evidence:
    """All that was seen and felt so far."""

    def __init__(self, house: House) -> None:
        """Begin in a home of which nothing is known; ``house`` is the home as it was at first."""
        self._things = asked_things(house)
        self._lightable = [can_be_lifted(thing) for thing in self._things]
        self._places = {thing.id: n for n, thing in enumerate(self._things)}
        self.seen: set[int] = set()
        self.lifted: set[str] = set()
        self._known: KnownThings | None = None

    def look(self, oracle: Oracle) -> None:
        """Take in what is in view and in the hand."""
        new = set(in_frame(oracle)) - self.seen
        held = oracle.held()
        if new or (held and held not in self.lifted):
            self.seen |= new
            self.lifted |= {held} if held else set()
            self._known = None

    @property
    def share(self) -> float:
        """Share of the home's things that were seen."""
        return len(self.seen) / max(len(self._things), 1)

    def known(self) -> KnownThings:
        """What follows from it."""
        if self._known is None:
            things = [self._felt(n) for n in sorted(self.seen)]
            self._known = KnownThings(things, complete=self.share >= NEARLY_ALL)
        return self._known

    def _felt(self, number: int) -> Thing:
        """A thing without its weight, where it would have to be lifted for that."""
        thing = self._things[number]
        if self._lightable[number] and thing.id not in self.lifted:
            return replace(thing, mass=None)
        return thing

    def guessed(self) -> KnownThings:
        """The same as if there were nothing else, for who must answer anyway."""
        return KnownThings(self.known().things)


@lru_cache(maxsize=4096)
def program_of(question: str) -> Program | None:
    """The program of a question; None for one that is not understood."""
    try:
        return parse_question(question)
    except InvalidValueError:
        return None


def decided(evidence: Evidence, questions: Sequence[str]) -> str:
    """For each question 1 where the evidence decides it, else 0."""
    known = evidence.known()
    programs = (program_of(question) for question in questions)
    return "".join("01"[p is not None and known.run(p) is not None] for p in programs)


class EvidenceProbe:
    """In an exam, for each question whether what was seen and lifted decides it: 1 or 0; None elsewhere."""

    def __init__(self) -> None:
        self._evidence: Evidence | None = None

    def begin(self, brief: Brief, goal: Goal | None, oracle: Oracle) -> None:
        """The evidence of earlier legs is kept."""
        if self._evidence is None:
            self._evidence = Evidence(oracle.house)
        self._questions = brief.questions if brief.kind == "exam" else None

    def measure(self, action: Action | None, oracle: Oracle) -> Measured:
        """Look, or in an exam say what is decided."""
        assert self._evidence is not None
        if self._questions is not None:
            return decided(self._evidence, self._questions)
        self._evidence.look(oracle)
        return None
