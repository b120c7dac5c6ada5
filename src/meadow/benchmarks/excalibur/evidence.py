"""What somebody who was in a home can know of it: what was seen, opened and lifted there.

Evidence decides a question when its program, run on what is known, gives an answer. That there is no other
such thing is only known to who has seen nearly all things that there are where the question asks for them:
"how many red objects are in the kitchen" needs most of the kitchen, with what is shut in there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from meadow.benchmarks.excalibur.homes import asked_things, can_be_lifted
from meadow.episodes.record import Measured
from meadow.episodes.schema import Goal
from meadow.language.goals import Noun
from meadow.language.questions.execute import KnownThings
from meadow.language.questions.graph import PLACES
from meadow.language.questions.parse import program_of
from meadow.language.questions.program import Program, references, selections
from meadow.language.things import Thing
from meadow.protocols import Oracle
from meadow.scenes.schema import House
from meadow.tasks.probes import in_frame
from meadow.types import Action, Brief

#: Share of the things of a place that must have been seen to say what it does not have.
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
        self._truth = KnownThings(self._things)
        self._known: KnownThings | None = None
        self._guessed: KnownThings | None = None

    def look(self, oracle: Oracle) -> None:
        """Take in what is in view and in the hand."""
        new = set(in_frame(oracle)) - self.seen
        held = oracle.held()
        if new or (held and held not in self.lifted):
            self.seen |= new
            self.lifted |= {held} if held else set()
            self._known = self._guessed = None

    def known(self) -> KnownThings:
        """What follows from it, where there may be more things than those that were seen."""
        if self._known is None:
            things = [self._felt(n) for n in sorted(self.seen)]
            self._known = KnownThings(things, complete=False)
        return self._known

    def decides(self, program: Program) -> bool:
        """Whether what was seen and lifted answers a question."""
        if self.known().run(program) is not None:
            return True
        if self.guessed().run(program) is None:
            return False
        asked = self._asked_for(program)
        return sum(number in self.seen for number in asked) >= NEARLY_ALL * len(asked)

    def _asked_for(self, program: Program) -> set[int]:
        """The things that must have been seen to answer: all where a question asks for any."""
        meant = set(references(program))
        found: set[str] = set()
        for selection in selections(program):
            found |= set(self._truth.members(selection))
            if selection not in meant:
                places = tuple(link for link in selection.links if link.kind in PLACES)
                anything = replace(selection, noun=Noun(head="object"), links=places, rank=None)
                found |= set(self._truth.members(anything))
        return {self._places[id] for id in found}

    def _felt(self, number: int) -> Thing:
        """A thing without its weight, where it would have to be lifted for that."""
        thing = self._things[number]
        if self._lightable[number] and thing.id not in self.lifted:
            return replace(thing, mass=None)
        return thing

    def guessed(self) -> KnownThings:
        """The same as if there were nothing else, for who must answer anyway."""
        if self._guessed is None:
            self._guessed = KnownThings(self.known().things)
        return self._guessed


def decided(evidence: Evidence, questions: Sequence[str]) -> str:
    """For each question 1 where the evidence decides it, else 0."""
    programs = (program_of(question) for question in questions)
    return "".join("01"[p is not None and evidence.decides(p)] for p in programs)


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
