"""Questions of generated homes: the parser inverts the generator, and programs agree with brute force.

Brute force has truth values as numbers (0 no, 1 cannot know, 2 yes), sets as vectors over all things of a
home and relations as matrices; it shares with what it checks only how one noun fits one thing, and how one
thing is on or in another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cached_property

import numpy as np

from meadow.errors import MeadowError
from meadow.language.compare import MARGIN
from meadow.language.facts import describes
from meadow.language.questions import program as nodes
from meadow.language.questions.execute import KnownThings
from meadow.language.questions.families import FAMILIES, Scene, can_be_named, instance
from meadow.language.questions.graph import Thresholds
from meadow.language.questions.parse import parse_question
from meadow.language.questions.phrase import phrase
from meadow.language.relations import related
from meadow.language.things import Thing
from meadow.scenes.facts import house_things
from meadow.scenes.generator import HouseSpec, generate_house
from meadow.seeding import stream
from meadow.types import Array

#: Questions of each family that a home is asked.
PER_FAMILY = 3
NO, UNKNOWN, YES = 0, 1, 2
_TRUTHS = {False: NO, None: UNKNOWN, True: YES}
_SAID = {NO: "no", UNKNOWN: None, YES: "yes"}


def home_of_questions(seed: int) -> tuple[Thing, ...]:
    """The true facts of a generated home."""
    house = generate_house(seed, spec=HouseSpec(rooms=(1, 6), revision=2))
    return house_things(house, revision=2)


def run_parser(count: int, seed: int) -> int:
    """Say so many questions in English and read them back; the first that differs is an error."""
    done, number = 0, 0
    while done < count:
        scene = _scene(home_of_questions(seed + number))
        for family in FAMILIES:
            for turn in range(20):
                rng = stream(seed, "fuzz parser", number, family, turn)
                program = instance(family, scene, rng)
                if program is None:
                    break
                text = phrase(program, rng.choice)
                if (read := parse_question(text)) != program:
                    raise MeadowError(f"{text!r} is read as {read}, it was said of {program}")
                done += 1
        number += 1
    return done


def run_programs(homes: int, seed: int) -> Counter[str]:
    """Answer questions of so many homes in both ways; the first that differs is an error."""
    asked: Counter[str] = Counter()
    for number in range(homes):
        things = home_of_questions(seed + number)
        known, slow, scene = KnownThings(things), BruteForce(things), _scene(things)
        rng = stream(seed, "fuzz programs", number)
        seen = [thing for thing in things if rng.chance(0.6)]
        partly = KnownThings(seen, complete=False)
        for family in FAMILIES:
            for _ in range(PER_FAMILY):
                program = instance(family, scene, rng)
                if program is None:
                    break
                said, truth = known.run(program), slow.run(program)
                if said != truth:
                    raise MeadowError(
                        f"home {seed + number}: {phrase(program)} is answered {said!r}, by brute force "
                        f"{truth!r}"
                    )
                guess = partly.run(program) if _is_about_existence(program) else None
                if guess is not None and truth is not None and guess != truth:
                    raise MeadowError(
                        f"home {seed + number}: {phrase(program)} is answered {guess!r} by who has seen a "
                        f"part, the truth is {truth!r}"
                    )
                asked[family] += 1
    return asked


def _scene(things: tuple[Thing, ...]) -> Scene:
    return Scene(KnownThings(things), [thing for thing in things if can_be_named(thing)])


def _is_about_existence(program: nodes.Program) -> bool:
    """Whether unseen things can only leave it open; "the mug" may mean another one that was not seen."""
    return isinstance(program, nodes.Exist) and not _names_one(program.things)


def _names_one(things: nodes.Things) -> bool:
    parts = things.parts if isinstance(things, nodes.Union) else (things,)
    return any(part.links or part.rank for part in parts)


class BruteForce:
    """Answers questions by vectors and matrices over all things of a home."""

    def __init__(self, things: tuple[Thing, ...]) -> None:
        self.things = things
        self._edges: dict[str, Array] = {}

    # --- sets ------------------------------------------------------------------------------------

    def members(self, things: nodes.Things) -> Array:
        """(N,) whether each thing belongs to a selection."""
        if isinstance(things, nodes.Union):
            united: Array = np.max([self.members(part) for part in things.parts], axis=0)
            return united
        found = np.array([self._fits(things, thing) for thing in self.things])
        for link in things.links:
            anchors = self.members(link.anchor)
            pairs = np.minimum(self._edge(link.kind), anchors[None, :])
            linked = pairs.max(axis=1)
            found = np.minimum(found, 2 - linked if link.negated else linked)
        return found

    def _fits(self, selection: nodes.Selection, thing: Thing) -> int:
        noun = selection.noun
        if noun.category is not None and noun.category != thing.category:
            return NO
        if selection.room and selection.room != thing.room:
            return NO
        if selection.not_room and selection.not_room == thing.room:
            return NO
        return _TRUTHS[describes(noun, thing, self.things)]

    def _edge(self, kind: str) -> Array:
        """(N, N) whether each thing stands so to each other."""
        if kind not in self._edges:
            self._edges[kind] = self._measured(kind) if kind in _MEASURES else self._placed(kind)
        return self._edges[kind]

    def _measured(self, kind: str) -> Array:
        measure, sign = _MEASURES[kind]
        values = np.array([measure(thing) for thing in self.things], float)
        first, second = values[:, None], values[None, :]
        difference = sign * (first - second)
        truths = np.where(difference > 0.0, YES, NO)
        truths[np.abs(difference) <= MARGIN * np.maximum(first, second)] = UNKNOWN
        np.fill_diagonal(truths, NO)
        return truths

    def _placed(self, kind: str) -> Array:
        if kind == "next to":
            return self._adjacent
        return np.array(
            [[_TRUTHS[related(kind, one, [other])] for other in self.things] for one in self.things]
        )

    @cached_property
    def _adjacent(self) -> Array:
        rule = Thresholds()
        low = np.array([thing.low for thing in self.things])
        high = np.array([thing.high for thing in self.things])
        apart = np.maximum(low[:, None] - high[None], low[None] - high[:, None]).clip(min=0.0)
        away = np.sqrt((apart**2).sum(axis=2))
        truths = np.where(away <= rule.adjacent, YES, np.where(away <= rule.arguable, UNKNOWN, NO))
        for i, one in enumerate(self.things):
            for j, other in enumerate(self.things):
                carried = other.id == one.support or one.id == other.support
                elsewhere = one.room_id != other.room_id and bool(one.room_id and other.room_id)
                if i == j or carried or elsewhere or one.container != other.container:
                    truths[i, j] = NO
        return truths

    # --- questions -------------------------------------------------------------------------------

    def run(self, program: nodes.Program) -> str | None:
        """The answer; None when it cannot be known."""
        match program:
            case nodes.Exist(things=things, least=least):
                found = self.members(things)
                sure, possible = int((found == YES).sum()), int((found > NO).sum())
                return "yes" if sure >= least else "no" if possible < least else None
            case nodes.Count(things=things):
                counted = self._all(things)
                return None if counted is None else str(len(counted))
            case nodes.Query():
                return self._query(program)
            case nodes.Is(things=things, check=check):
                thing = self._one(things)
                return None if thing is None else _SAID[int(self.members(check)[thing])]
            case nodes.Compare(word=word, first=first, second=second):
                return self._compared(word, first, second)
            case nodes.Which(word=word, first=first, second=second):
                said = self._compared(word, first, second)
                return said and (first if said == "yes" else second).noun.head
            case nodes.CompareCounts(word=word, first=first, second=second):
                one, other = self._all(first), self._all(second)
                if one is None or other is None:
                    return None
                sizes = np.sign(len(one) - len(other))
                return "yes" if sizes == {"more": 1, "fewer": -1, "equal": 0}[word] else "no"
            case nodes.Same(asked=asked, first=first, second=second) if second is not None:
                a, b = self._one(first), self._one(second)
                if a is None or b is None:
                    return None
                looks = [self._value(asked, self.things[k]) for k in (a, b)]
                return None if None in looks else "yes" if looks[0] == looks[1] else "no"
            case nodes.Both(first=one_part, second=other_part, either=either):
                pair = [
                    {"no": NO, None: UNKNOWN, "yes": YES}[self.run(p)]
                    for p in (one_part, other_part)
                ]
                return _SAID[max(pair) if either else min(pair)]
        raise MeadowError(f"no brute force for {type(program).__name__}: add it to this module")

    def _all(self, things: nodes.Things) -> Array | None:
        found = self.members(things)
        return None if (found == UNKNOWN).any() else np.flatnonzero(found)

    def _one(self, things: nodes.Things) -> int | None:
        found = self.members(things)
        possible = np.flatnonzero(found)
        return int(possible[0]) if len(possible) == 1 and found[possible[0]] == YES else None

    def _compared(self, word: str, first: nodes.Things, second: nodes.Things) -> str | None:
        one, other = self._one(first), self._one(second)
        if one is None or other is None:
            return None
        return _SAID[int(self._edge(word)[one, other])]

    def _query(self, program: nodes.Query) -> str | None:
        if program.several:
            found = self._all(program.things)
            chosen = None if found is None else [self.things[k] for k in found]
        else:
            number = self._one(program.things)
            chosen = None if number is None else [self.things[number]]
        values = None if chosen is None else [self._value(program.asked, thing) for thing in chosen]
        if values is None or None in values:
            return None
        return ", ".join(sorted({word for value in values if value for word in value})) or "nothing"

    def _value(self, asked: str, thing: Thing) -> frozenset[str] | None:
        look = thing.attributes
        names = {other.id: other.category for other in self.things}
        found: tuple[str, ...] = {
            "category": (thing.category,),
            "colour": look.colours,
            "material": look.materials,
            "room": (thing.room,),
            "container": (names.get(thing.container, thing.container),),
            "support": ("" if thing.container else names.get(thing.support, thing.support),),
            "place": (
                names.get(thing.container or thing.support, thing.container or thing.support),
            ),
        }[asked]
        words = frozenset(word for word in found if word)
        return words or None


_MEASURES: dict[str, tuple[Callable[[Thing], float | None], int]] = {
    "heavier": (lambda thing: thing.mass, 1),
    "lighter": (lambda thing: thing.mass, -1),
    "larger": (lambda thing: thing.volume, 1),
    "smaller": (lambda thing: thing.volume, -1),
    "longer": (lambda thing: thing.longest_side, 1),
    "shorter": (lambda thing: thing.longest_side, -1),
}
