"""How far a memory is believed that eyes filled which miss much: by how often it was right in val homes.

A thing that was not seen may still be there, so that a "no" from such a memory says little.
What the memory says is therefore weighed against the answers of training homes: yes and no by a likelihood
ratio, which never speaks against what it says, other answers by how often it is right about such questions.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from meadow import serialize
from meadow.benchmarks.excalibur.guessers import kind_of, likeliest
from meadow.benchmarks.excalibur.sizes import likely_answers
from meadow.language.questions.execute import NO, YES
from meadow.language.questions.families import YES_NO, answer_type
from meadow.language.questions.program import Program

#: Written by ``meadow study excalibur trust``, for the eyes that it names.
FILE = Path(__file__).parent / "trust.json"
#: A form counts as if it had been asked so many more questions, with the answers of all forms.
SHRINKAGE = 20
#: Other answers count as if the second number more had been asked, and the first of them answered rightly.
DOUBT = (1, 10)


class Trust(msgspec.Struct, frozen=True):
    """How often the memory of a surveyor was right."""

    eyes: str
    homes: int
    said: dict[str, dict[str, tuple[int, int]]]
    """Form of a question -> true answer -> how often the memory said yes and no."""
    right: dict[str, tuple[int, int]]
    """What is asked -> how often it was right where the answer is not yes or no, and how often it said
    anything."""


@cache
def measured() -> Trust:
    """What was counted in val homes."""
    return serialize.read(FILE, Trust)


def believed(program: Program, said: str, standable: float) -> str:
    """The likelier answer, given what a memory says and how training homes about as large answer.

    Args:
        program: The question.
        said: What the memory says.
        standable: Floor of the home on which a robot can stand, m2.
    """
    usual = likely_answers(program, standable)
    total = sum(usual.values()) or 1.0
    if answer_type(program) == YES_NO and said in (YES, NO):
        odds = (usual.get(YES, 0.0) / total + 0.01) / (usual.get(NO, 0.0) / total + 0.01)
        form = type(program).__name__
        ratio = _chance(form, said, YES) / _chance(form, said, NO)
        odds *= max(ratio, 1.0) if said == YES else min(ratio, 1.0)
        return YES if odds > 1.0 else NO
    right, asked = measured().right.get(kind_of(program), (0, 0))
    best = likeliest(usual)
    trust = (right + DOUBT[0]) / (asked + DOUBT[1])
    return said if trust > usual[best] / total else best


def _chance(form: str, said: str, truth: str) -> float:
    """How likely the memory says so where the truth is that."""
    which = 0 if said == YES else 1
    forms = measured().said
    of_all = [sum(counts[truth][k] for counts in forms.values()) for k in (0, 1)]
    everywhere = (of_all[which] + 1) / (sum(of_all) + 2)
    own = forms.get(form, {}).get(truth, (0, 0))
    return (own[which] + SHRINKAGE * everywhere) / (sum(own) + SHRINKAGE)
