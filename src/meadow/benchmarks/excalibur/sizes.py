"""How questions are answered in small, middling and large homes: who has been around knows which it is.

``meadow study excalibur sizes`` counts the answers of the chosen questions in homes of training.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import msgspec
import numpy as np

from meadow import serialize
from meadow.benchmarks.excalibur.balance import train_home
from meadow.benchmarks.excalibur.guessers import asked_answers, likeliest, usual_answers
from meadow.benchmarks.excalibur.homes import asked_things
from meadow.benchmarks.excalibur.table import by_program, table
from meadow.errors import InvalidValueError
from meadow.evaluation.study.plan import OutOption
from meadow.evaluation.study.screen import Screen
from meadow.geometry.polygons import area
from meadow.language.questions.balance import tally
from meadow.language.questions.execute import KnownThings
from meadow.language.questions.parse import program_of
from meadow.language.questions.program import Program
from meadow.scenes.schema import House

#: Written by ``meadow study excalibur sizes``.
FILE = Path(__file__).parent / "sizes.json.gz"
#: The floor of all rooms from which a home is middling, and large, m2: thirds of the homes of training.
BOUNDS = (52.5, 100.0)
#: The share of that floor on which a robot sees that it can stand, measured in four val homes.
STANDABLE = 0.6
#: A size counts as if it had so many more homes, with the answers of all sizes.
SHRINKAGE = 20.0


@dataclass(frozen=True)
class Config:
    """Count how the chosen questions are answered in small, middling and large homes of training."""

    homes: int = 1000
    """Homes of the train split that are asked."""
    out: OutOption = FILE
    """The file to write."""


class AnswersBySize(msgspec.Struct, frozen=True):
    """The file: for each question of the table, in its order, the answers in homes of each size."""

    homes: int
    bounds: tuple[float, ...]
    answers: list[tuple[dict[str, int], ...]]


def run(config: Config, screen: Screen) -> int:
    """Ask each question in each home where it makes sense."""
    if config.homes < 1:
        raise InvalidValueError(f"{config.homes} homes: expected 1 or more")
    with screen.steps("homes") as progress:

        def homes() -> Iterable[House]:
            for index in range(config.homes):
                yield train_home(index)
                progress(index + 1, config.homes, {})

        counted = count(homes())
    serialize.write_bytes(
        config.out, serialize.encode(AnswersBySize(config.homes, BOUNDS, counted))
    )
    screen.say(f"{len(counted):,} questions in {config.homes:,} homes, kept in {config.out}")
    return 0


def count(homes: Iterable[House]) -> list[tuple[dict[str, int], ...]]:
    """The answers to each question of the table in homes of each size."""
    programs = {str(number): entry.program for number, entry in enumerate(table().entries)}
    found = [tuple(Counter[str]() for _ in range(len(BOUNDS) + 1)) for _ in programs]
    for house in homes:
        size = size_of(floor_of(house))
        (answers,) = tally(programs, [KnownThings(asked_things(house))])
        for number, answer in answers.items():
            found[int(number)][size][answer] += 1
    return [tuple(dict(counts) for counts in sizes) for sizes in found]


def floor_of(house: House) -> float:
    """The floor of all rooms, m2."""
    return sum(area(np.array(room.polygon)) for room in house.rooms)


def size_of(floor: float) -> int:
    """0 for a small home, 1 for a middling one, 2 for a large one, by the floor of its rooms, m2."""
    return bisect(BOUNDS, floor)


def likely_answer(question: str, standable: float) -> str:
    """The most frequent answer of a question in homes of training that are about as large.

    Args:
        question: In English.
        standable: Floor of the home on which a robot can stand, m2.
    """
    program = program_of(question)
    return "yes" if program is None else likeliest(likely_answers(program, standable))


def likely_answers(program: Program, standable: float) -> Mapping[str, float]:
    """How often each answer is the true one where a question is asked, in homes about as large."""
    entry = by_program().get(program)
    if entry is None:
        return usual_answers(program)
    own = _counted()[program][size_of(standable / STANDABLE)]
    return {
        answer: share * (own.get(answer, 0) / entry.answers[answer] + SHRINKAGE / entry.homes)
        for answer, share in asked_answers(entry).items()
        if entry.answers[answer]
    }


@cache
def _counted() -> dict[Program, tuple[Mapping[str, int], ...]]:
    kept = serialize.decode(serialize.read_bytes(FILE), AnswersBySize, str(FILE))
    programs = (entry.program for entry in table().entries)
    return dict(zip(programs, kept.answers, strict=True))
