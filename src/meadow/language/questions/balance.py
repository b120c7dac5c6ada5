"""Questions whose answers differ from home to home, so that one has to go and look.

A question that has the same answer almost everywhere tests common sense and not exploration. So candidates
are answered in many homes of training; those with a balanced distribution of answers are kept in a table,
with that distribution. Questions for a home are then drawn from the table: the rarer an answer is over all
homes, the more often its question is asked where it is the true one. What is left to whoever knows the
table by heart but not the home is little more than chance.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from meadow.errors import InvalidValueError
from meadow.language.questions.encoding import Json, decode, encode
from meadow.language.questions.execute import KnownThings
from meadow.language.questions.families import (
    COUNT,
    YES_NO,
    answer_type,
    makes_sense,
    properties,
)
from meadow.language.questions.program import Program, references
from meadow.seeding import Stream, stream

#: Homes in which a question must make sense to be kept.
FEWEST_HOMES = 15
#: Greatest share that one answer may have over all homes, by type of answer.
MOST_SHARE = {YES_NO: 0.68, COUNT: 0.55, "query": 0.55}
#: Answers with at least this share are asked equally often.
USUAL = 0.08
#: An answer is kept at least so often.
LEAST_KEPT = 0.1
#: Least weight of an entry.
LEAST_WEIGHT = 1e-5
#: Most questions that one home is asked.
MOST_QUESTIONS = 200


@dataclass(frozen=True)
class TableEntry:
    """A question with how it was answered in homes of training."""

    family: str
    program: Program
    answers: Mapping[str, int]
    """Answer -> number of homes."""
    weight: float = 1.0
    """How often it is drawn, compared with others."""

    @cached_property
    def homes(self) -> int:
        """Homes in which it made sense."""
        return sum(self.answers.values())

    @cached_property
    def balanced(self) -> bool:
        """Whether it makes sense in enough homes and no answer is too common."""
        most = max(self.answers.values(), default=0)
        return (
            self.homes >= FEWEST_HOMES
            and most <= MOST_SHARE[answer_type(self.program)] * self.homes
        )

    def kept(self, answer: str) -> float:
        """How often it is asked where this is the true answer."""
        usual = [n for n in self.answers.values() if n >= USUAL * self.homes]
        count = self.answers.get(answer, 0)
        if not usual or not count:
            return 1.0
        return min(1.0, max(LEAST_KEPT, min(usual) / count))

    @cached_property
    def rate(self) -> float:
        """Homes in which it is asked when it is drawn, on average."""
        return sum(n * self.kept(answer) for answer, n in self.answers.items())

    @cached_property
    def categories(self) -> frozenset[str]:
        """What a home must have for the question to make sense."""
        named = (selection.noun.category for selection in references(self.program))
        return frozenset(name for name in named if name)

    def features(self) -> frozenset[str]:
        """Its type of answer and what it is about."""
        return properties(self.program) | {answer_type(self.program)}


@dataclass(frozen=True)
class AskedQuestion:
    """A question for a home, with its true answer."""

    family: str
    program: Program
    answer: str


class QuestionTable:
    """The questions that homes may be asked."""

    def __init__(self, entries: Sequence[TableEntry]) -> None:
        """Take the entries.

        Raises:
            InvalidValueError: There are none.
        """
        if not entries:
            raise InvalidValueError("the table of questions is empty: make it from training homes")
        self.entries = tuple(entries)
        self._weights = np.array([entry.weight for entry in entries])

    def draw(
        self,
        known: KnownThings,
        rng: Stream,
        count: int,
        suits: Callable[[AskedQuestion], bool] = lambda asked: True,
    ) -> list[AskedQuestion]:
        """So many different questions that make sense in a home; fewer where it has too little.

        Args:
            known: All that is true of the home.
            rng: Decides which.
            count: How many, at most MOST_QUESTIONS.
            suits: Leaves out questions that the home must not be asked.

        Raises:
            InvalidValueError: ``count`` is out of bounds.
        """
        if not 1 <= count <= MOST_QUESTIONS:
            raise InvalidValueError(
                f"{count} questions: expected 1 to {MOST_QUESTIONS} for one home"
            )
        there = {thing.category for thing in known.things}
        # Draws without replacement, in proportion to weights: the least of exponential variates first.
        keys = -np.log(1.0 - rng.array(len(self.entries))) / self._weights
        chances = rng.array(len(self.entries))
        found: list[AskedQuestion] = []
        spare: list[AskedQuestion] = []
        for index in np.argsort(keys, kind="stable").tolist():
            entry = self.entries[index]
            if not entry.categories <= there or not makes_sense(entry.program, known):
                continue
            answer = known.run(entry.program)
            if answer is None:
                continue
            asked = AskedQuestion(entry.family, entry.program, answer)
            if not suits(asked):
                continue
            if chances[index] < entry.kept(answer):
                found.append(asked)
                if len(found) == count:
                    return found
            else:
                spare.append(asked)
        return found + spare[: count - len(found)]


def tally(
    programs: Mapping[str, Program], homes: Iterable[KnownThings]
) -> Iterable[dict[str, str]]:
    """For each home the answers to the questions that make sense in it, by key."""
    needs = {
        key: frozenset(s.noun.category for s in references(program) if s.noun.category)
        for key, program in programs.items()
    }
    for known in homes:
        there = {thing.category for thing in known.things}
        answers = {}
        for key, program in programs.items():
            if needs[key] <= there and makes_sense(program, known):
                answer = known.run(program)
                if answer is not None:
                    answers[key] = answer
        yield answers


def weighted(
    entries: Sequence[TableEntry], targets: Mapping[str, float], *, rounds: int = 4000
) -> list[TableEntry]:
    """The entries with weights under which the questions that are asked have the wanted mix.

    Of all weights that give the mix, those are taken that differ least from equal ones for all families
    (maximum entropy).

    Args:
        entries: Balanced questions.
        targets: Feature (``TableEntry.features``) -> wanted share of the questions that are asked.
        rounds: Steps of the ascent.
    """
    names = sorted(targets)
    wanted = np.array([targets[name] for name in names])
    has = np.array([[name in entry.features() for name in names] for entry in entries], float)
    rate = np.array([entry.rate for entry in entries])
    totals: defaultdict[str, float] = defaultdict(float)
    for entry in entries:
        totals[entry.family] += entry.rate
    base = rate / np.array([totals[entry.family] for entry in entries])
    power = np.zeros(len(names))
    for _ in range(rounds):
        shares = base * np.exp(has @ power)
        shares /= shares.sum()
        power += 0.5 * (wanted - shares @ has)
    weights = shares / rate
    weights /= weights.max()
    return [replace(entry, weight=float(w)) for entry, w in zip(entries, weights, strict=True)]


def calibrated(
    entries: Sequence[TableEntry],
    homes: Sequence[KnownThings],
    targets: Mapping[str, float],
    *,
    count: int = 20,
    rounds: int = 12,
) -> list[TableEntry]:
    """The entries with weights that give the wanted mix where homes are really asked.

    A home is never asked the same twice, so kinds of questions of which few make sense are soon used up.

    Args:
        entries: Balanced questions with weights to begin with.
        homes: Homes of training that are asked.
        targets: Feature -> wanted share of the questions.
        count: Questions for each home.
        rounds: How often weights are corrected by what was drawn.
    """
    features = [entry.features() for entry in entries]
    for number in range(rounds):
        table = QuestionTable(entries)
        seen: Counter[str] = Counter()
        total = 0
        for index, known in enumerate(homes):
            asked = table.draw(known, stream(number, "calibration", index), count)
            total += len(asked)
            for question in asked:
                seen.update(properties(question.program) | {answer_type(question.program)})
        power = {
            name: 0.7 * math.log(share * total / max(seen[name], 0.5))
            for name, share in targets.items()
        }
        factors = [math.exp(sum(power.get(name, 0.0) for name in names)) for names in features]
        raw = [entry.weight * factor for entry, factor in zip(entries, factors, strict=True)]
        most = max(raw)
        entries = [
            replace(entry, weight=max(weight / most, LEAST_WEIGHT))
            for entry, weight in zip(entries, raw, strict=True)
        ]
    return list(entries)


def encode_entry(entry: TableEntry) -> Json:
    """An entry as JSON."""
    return {
        "family": entry.family,
        "program": encode(entry.program),
        "answers": dict(sorted(entry.answers.items())),
        "weight": float(f"{entry.weight:.4g}"),
    }


def decode_entry(said: Mapping[str, object]) -> TableEntry:
    """An entry of its JSON."""
    program, answers = said["program"], said["answers"]
    assert isinstance(program, Mapping)
    assert isinstance(answers, Mapping)
    weight = said.get("weight", 1.0)
    assert isinstance(weight, float | int)
    return TableEntry(str(said["family"]), decode(program), dict(answers), float(weight))


def entropy(answers: Mapping[str, int]) -> float:
    """Bits of a distribution of answers."""
    total = sum(answers.values())
    return -sum(n / total * math.log2(n / total) for n in answers.values() if n)
