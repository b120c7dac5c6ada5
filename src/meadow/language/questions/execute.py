"""Runs a question's program on what is known of the things of a home.

The same program gives the truth on a home's own facts, and what an agent can know on its memory. Where
things are not all known, or where people would argue, the answer is None: it cannot be known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, singledispatchmethod

from meadow.errors import UnknownIdError
from meadow.language.compare import COMPARATIVES
from meadow.language.facts import SURFACES, describes
from meadow.language.goals import Noun, Rank
from meadow.language.questions import program as nodes
from meadow.language.questions.graph import Thresholds
from meadow.language.relations import on_surface
from meadow.language.things import Thing
from meadow.language.truth import Truth, all_of, any_of, negate

YES, NO = "yes", "no"


class KnownThings:
    """The things that are known, with what was already found out about them."""

    def __init__(
        self,
        things: Sequence[Thing],
        *,
        complete: bool = True,
        thresholds: Thresholds | None = None,
    ) -> None:
        """Take the facts.

        Args:
            things: What is known of each thing.
            complete: Whether there are no other things. An agent that has not been everywhere cannot
                say that something does not exist.
            thresholds: From where on things stand so to each other.
        """
        self.things = tuple(things)
        self.complete = complete
        self._thresholds = thresholds or Thresholds()
        self._by_id = {thing.id: thing for thing in self.things}
        self._by_category: dict[str, list[Thing]] = {}
        for thing in self.things:
            self._by_category.setdefault(thing.category, []).append(thing)
        self._nouns: dict[Noun, list[tuple[Thing, Truth]]] = {}
        self._members: dict[nodes.Selection, dict[str, Truth]] = {}
        self._relations: dict[tuple[str, str, str], Truth] = {}

    # --- sets ------------------------------------------------------------------------------------

    def members(self, things: nodes.Things) -> dict[str, Truth]:
        """Id -> True for things that belong to a selection, None for those that perhaps do."""
        if isinstance(things, nodes.Union):
            parts = [self.members(part) for part in things.parts]
            ids = dict.fromkeys(id_ for part in parts for id_ in part)
            return {id_: any_of(part.get(id_, False) for part in parts) for id_ in ids}
        if things not in self._members:
            found: dict[str, Truth] = {}
            for thing, described in self._described(things.noun):
                truth = all_of([described, self._placed(things, thing)])
                if truth is not False:
                    found[thing.id] = truth
            self._members[things] = self._ranked(found, things.rank) if things.rank else found
        return self._members[things]

    def _described(self, noun: Noun) -> list[tuple[Thing, Truth]]:
        """The things that a noun with its attributes fits, or perhaps fits, wherever they are."""
        if noun not in self._nouns:
            # Questions are asked in the words of the catalogue: a mug is no cup here.
            named = (
                self.things if noun.category is None else self._by_category.get(noun.category, ())
            )
            truths = ((thing, describes(noun, thing, self.things)) for thing in named)
            self._nouns[noun] = [(thing, truth) for thing, truth in truths if truth is not False]
        return self._nouns[noun]

    @cached_property
    def rooms(self) -> frozenset[str]:
        """The types of the rooms in which something is known."""
        return frozenset(thing.room for thing in self.things)

    def one(self, things: nodes.Things) -> Thing | None:
        """The one thing that is meant; None when there are several, or it may be another."""
        found = self.members(things)
        if len(found) != 1 or not all(found.values()):
            return None
        return self._by_id[next(iter(found))]

    def all(self, things: nodes.Things) -> list[Thing] | None:
        """Every thing that is meant; None when that cannot be known."""
        found = self.members(things)
        if not self.complete or not all(found.values()):
            return None
        return [self._by_id[id_] for id_ in found]

    def _belongs(self, selection: nodes.Selection, thing: Thing) -> Truth:
        found = (truth for other, truth in self._described(selection.noun) if other is thing)
        described = next(found, False)
        return False if described is False else all_of([described, self._placed(selection, thing)])

    def _placed(self, selection: nodes.Selection, thing: Thing) -> Truth:
        """Whether a thing is where a selection says, and stands to others as it says."""
        answers: list[Truth] = []
        if selection.room:
            answers.append(selection.room == thing.room if thing.room else None)
        if selection.not_room:
            answers.append(selection.not_room != thing.room if thing.room else None)
        for link in selection.links:
            if False in answers:
                return False
            answers.append(self._linked(link, thing))
        return all_of(answers)

    def _linked(self, link: nodes.SelectionLink, thing: Thing) -> Truth:
        head = link.anchor.noun.head
        if head in SURFACES:
            truth = on_surface(link.kind, thing, SURFACES[head])
        else:
            anchors = self.members(link.anchor)
            truth = any_of(
                all_of([belongs, self._stands(link.kind, thing, self._by_id[id_])])
                for id_, belongs in anchors.items()
            )
            if truth is False and not self.complete:
                truth = None  # an anchor may be where nobody has been
        return negate(truth) if link.negated else truth

    def _stands(self, kind: str, thing: Thing, other: Thing) -> Truth:
        key = (kind, thing.id, other.id)
        if key not in self._relations:
            self._relations[key] = self._thresholds.stands(kind, thing, other)
        return self._relations[key]

    def _ranked(self, found: dict[str, Truth], rank: Rank) -> dict[str, Truth]:
        """The thing with that place among those found; empty when it cannot be told."""
        if rank.by not in COMPARATIVES:
            raise UnknownIdError("comparative", rank.by, COMPARATIVES)
        if not self.complete or not all(found.values()) or (rank.of and rank.of != len(found)):
            return dict.fromkeys(found)
        chosen: dict[str, Truth] = {}
        for id_ in found:
            beats = [
                self._stands(rank.by, self._by_id[id_], self._by_id[o]) for o in found if o != id_
            ]
            if None not in beats and beats.count(False) == rank.place - 1:
                chosen[id_] = True
        return chosen if len(chosen) == 1 else dict.fromkeys(found)

    # --- questions -------------------------------------------------------------------------------

    @singledispatchmethod
    def run(self, program: nodes.Program) -> str | None:
        """The answer to a question; None when it cannot be known."""
        raise TypeError(f"{type(program).__name__} is no program")

    @run.register
    def _(self, program: nodes.Exist) -> str | None:
        found = self.members(program.things)
        if sum(truth is True for truth in found.values()) >= program.least:
            return YES
        return NO if self.complete and len(found) < program.least else None

    @run.register
    def _(self, program: nodes.Count) -> str | None:
        things = self.all(program.things)
        if things is None:
            return None
        if not program.rooms:
            return str(len(things))
        rooms = {thing.room_id for thing in things}
        return None if "" in rooms else str(len(rooms))

    @run.register
    def _(self, program: nodes.Query) -> str | None:
        if program.several:
            things = self.all(program.things)
        else:
            thing = self.one(program.things)
            things = None if thing is None else [thing]
        if things is None:
            return None
        values = [self._asked(program.asked, thing) for thing in things]
        words = {word for value in values if value is not None for word in value}
        return None if None in values else ", ".join(sorted(words)) or "nothing"

    @run.register
    def _(self, program: nodes.Is) -> str | None:
        if program.every:
            things = self.all(program.things)
            if not things:
                return None
            return _said(all_of([self._belongs(program.check, thing) for thing in things]))
        thing = self.one(program.things)
        if thing is None:
            return None
        if program.check.rank is not None:
            return _said(self.members(program.check).get(thing.id, False))
        return _said(self._belongs(program.check, thing))

    @run.register
    def _(self, program: nodes.Choose) -> str | None:
        thing = self.one(program.things)
        if thing is None:
            return None
        truths = [self._belongs(check, thing) for check in program.checks]
        if None in truths or truths.count(True) != 1:
            return None
        return program.names[truths.index(True)]

    @run.register
    def _(self, program: nodes.Compare) -> str | None:
        first, second = self.one(program.first), self.one(program.second)
        if first is None or second is None:
            return None
        if program.alike:
            return YES if self._stands(program.word, first, second) is None else NO
        return _said(self._stands(program.word, first, second))

    @run.register
    def _(self, program: nodes.Which) -> str | None:
        first, second = self.one(program.first), self.one(program.second)
        if first is None or second is None:
            return None
        truth = self._stands(program.word, first, second)
        return None if truth is None else (program.first if truth else program.second).noun.head

    @run.register
    def _(self, program: nodes.CompareCounts) -> str | None:
        first, second = self.all(program.first), self.all(program.second)
        if first is None or second is None:
            return None
        return _said(_AMOUNTS[program.word](len(first), len(second)))

    @run.register
    def _(self, program: nodes.Same) -> str | None:
        things: list[Thing | None]
        if program.second is None:
            things = [*(self.all(program.first) or ())]
        else:
            things = [self.one(program.first), self.one(program.second)]
        known = [thing for thing in things if thing is not None]
        values = [self._asked(program.asked, thing) for thing in known]
        if len(known) < 2 or len(known) < len(things) or None in values:
            return None
        return YES if len({frozenset(value) for value in values if value}) == 1 else NO

    @run.register
    def _(self, program: nodes.Matching) -> str | None:
        thing, among = self.one(program.thing), self.all(program.among)
        value = self._asked(program.asked, thing) if thing else None
        if thing is None or among is None or not value:
            return None
        others = [self._asked(program.asked, other) for other in among if other.id != thing.id]
        if None in others:
            return None
        alike = sum(set(other) == set(value) for other in others if other is not None)
        return str(alike) if program.count else _said(alike > 0)

    @run.register
    def _(self, program: nodes.Both) -> str | None:
        truths = [_truth(self.run(part)) for part in (program.first, program.second)]
        return _said(any_of(truths) if program.either else all_of(truths))

    @run.register
    def _(self, program: nodes.Not) -> str | None:
        return _said(negate(_truth(self.run(program.program))))

    def _asked(self, asked: str, thing: Thing) -> tuple[str, ...] | None:
        """The words for what is asked of a thing; None when that is not known."""
        if asked == "category":
            return (thing.category,)
        if asked == "colour":
            return thing.attributes.colours or None
        if asked == "material":
            return thing.attributes.materials or None
        if asked == "room":
            return (thing.room,) if thing.room else None
        holder = thing.container if asked == "container" else thing.container or thing.support
        if asked == "support" and thing.container:
            return None
        if not holder:
            return None
        return (self._by_id[holder].category if holder in self._by_id else holder,)


def answer(program: nodes.Program, things: Sequence[Thing], *, complete: bool = True) -> str | None:
    """The answer to one question; ``KnownThings`` answers several of the same home faster."""
    return KnownThings(things, complete=complete).run(program)


_AMOUNTS: dict[str, Callable[[int, int], bool]] = {
    "more": lambda a, b: a > b,
    "fewer": lambda a, b: a < b,
    "equal": lambda a, b: a == b,
}


def _said(truth: Truth) -> str | None:
    return None if truth is None else YES if truth else NO


def _truth(said: str | None) -> Truth:
    return None if said is None else said == YES
