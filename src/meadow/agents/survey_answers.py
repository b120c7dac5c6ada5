"""What a surveyor answers from its memory, and what it would have to find out to answer more."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache

from meadow.language.questions.execute import KnownThings
from meadow.language.questions.graph import Thresholds
from meadow.language.questions.parse import program_of
from meadow.language.questions.program import Program, Selection, references, selections
from meadow.mapping.inventory import Inventory, Remembered
from meadow.models.prior import training_counts

#: Where measures are as good as equal, the larger one is still the larger one.
SURE = Thresholds()
LENIENT = Thresholds(margin=0.0, adjacent=0.4, arguable=0.4)
#: Which comparatives ask for weights.
WEIGHT = frozenset({"heavier", "lighter"})
#: How likely it is that what something unopened holds changes an answer about its room.
HIDDEN = 0.1
#: ...and one about what is in it.
INSIDE = 0.45
#: What can be done to a thing: its kind and the thing's id.
Errand = tuple[str, int]


class Answers:
    """Answers questions by programs on a memory of things."""

    def __init__(
        self,
        inventory: Inventory,
        guess: Callable[[str], str],
        believe: Callable[[Program, str], str] = lambda program, said: said,
    ) -> None:
        """Make it.

        Args:
            inventory: The memory.
            guess: Answers what the memory does not decide.
            believe: Answers a question of which the memory, which may be wrong, says something.
        """
        self._inventory, self._guess, self._believe = inventory, guess, believe
        self._facts: dict[bool, KnownThings] = {}

    def forget(self) -> None:
        """The memory has changed."""
        self._facts.clear()

    def known(self, *, lenient: bool = False) -> KnownThings:
        """What is believed, as far as it is sure, or with every measure taken as it is."""
        if lenient not in self._facts:
            thresholds = LENIENT if lenient else SURE
            self._facts[lenient] = KnownThings(self._inventory.facts(), thresholds=thresholds)
        return self._facts[lenient]

    def answer(self, question: str) -> str:
        """What the memory decides, as surely as it can; else what is guessed."""
        program = program_of(question)
        if program is None:
            return self._guess(question)
        said = self.known().run(program) or self.known(lenient=True).run(program)
        return self._believe(program, said) if said else self._guess(question)

    def decided(self, questions: Sequence[str]) -> int:
        """How many of the questions the memory decides surely."""
        programs = (program_of(question) for question in questions)
        return sum(p is not None and self.known().run(p) is not None for p in programs)

    def worth(
        self, questions: Sequence[str], possible: Mapping[Errand, Remembered]
    ) -> dict[Errand, float]:
        """About how many of the questions each errand would decide."""
        worth: dict[Errand, float] = {}
        known = self.known()
        for question in questions:
            program = program_of(question)
            if program is None:
                continue
            open_ = known.run(program) is None
            for errand, value in self._decides(program, known, possible, open_):
                worth[errand] = worth.get(errand, 0.0) + value
        return worth

    def _decides(
        self,
        program: Program,
        known: KnownThings,
        possible: Mapping[Errand, Remembered],
        open_: bool,
    ) -> Iterator[tuple[Errand, float]]:
        if not open_:
            yield from self._hidden(program, known, possible)
            return
        missing = [s for s in references(program) if not known.members(s)]
        for selection in missing:
            yield from _where_it_may_be(selection, known, possible)
        if missing or not about_weight(program):
            return
        keys = {
            ("weigh", int(id))
            for selection in selections(program)
            for id in known.members(selection)
            if ("weigh", int(id)) in possible
        }
        for key in keys:
            yield key, 1.0 / len(keys)

    def _hidden(
        self, program: Program, known: KnownThings, possible: Mapping[Errand, Remembered]
    ) -> Iterator[tuple[Errand, float]]:
        """What is shut in where a question asks for all things of a room, or of what can be opened."""
        for selection in selections(program):
            for link in selection.links:
                for id in known.members(link.anchor) if link.kind == "in" else ():
                    if ("open", int(id)) in possible:
                        yield ("open", int(id)), INSIDE
        rooms = {s.room for s in selections(program) if s.room and s.noun.category is None}
        facts = {thing.id: thing for thing in known.things}
        for errand in possible:
            if errand[0] == "open" and facts[str(errand[1])].room in rooms:
                yield errand, HIDDEN


def _where_it_may_be(
    selection: Selection, known: KnownThings, possible: Mapping[Errand, Remembered]
) -> Iterator[tuple[Errand, float]]:
    """Where a thing that was not seen may be: in what such things are kept in, as often as they are."""
    category = selection.noun.category
    if category is None:
        return
    kept = training_counts().carriers.get(category, {})
    facts = {thing.id: thing for thing in known.things}
    chances = {
        errand: float(kept.get(thing.named.category, 0))
        for errand, thing in possible.items()
        if errand[0] != "weigh"
        and (not selection.room or facts[str(errand[1])].room == selection.room)
    }
    total = sum(chances.values())
    for errand, chance in chances.items():
        if chance > 0.0:
            yield errand, 0.7 * chance / total


@cache
def load_of(category: str) -> float:
    """How many things such a piece of furniture carries and holds on average, in homes of training."""
    prior = training_counts()
    pieces = sum(prior.rooms.get(category, {}).values())
    carried = sum(counts.get(category, 0) for counts in prior.carriers.values())
    return carried / pieces if pieces else 0.0


def about_weight(program: Program) -> bool:
    """Whether a question asks which of two things is heavier, somewhere."""
    if getattr(program, "word", "") in WEIGHT:
        return True
    if any(link.kind in WEIGHT for s in selections(program) for link in s.links):
        return True
    parts = (getattr(program, field.name) for field in dataclasses.fields(program))
    return any(getattr(part, "word", "") in WEIGHT for part in parts)
