"""How far a memory is believed that eyes filled which miss much: by how often it was right in val homes.

A thing that was not seen may still be there, so that a "no" from such a memory says little.
What the memory says is therefore weighed against the answers of training homes: yes and no by a likelihood
ratio, which never speaks against what it says, other answers by how often it is right about such questions.
"""

from __future__ import annotations

from collections.abc import Mapping

from meadow.benchmarks.excalibur.guessers import kind_of, usual_answers
from meadow.language.questions.execute import NO, YES
from meadow.language.questions.families import YES_NO, answer_type
from meadow.language.questions.program import Program

#: Form of a question -> how often the memory of a surveyor with eyes said yes and no where the truth is
#: yes, and where it is no, over 807 questions in five val homes (3, 5, 10, 12, 14).
SAID: Mapping[str, Mapping[str, tuple[int, int]]] = {
    "Exist": {YES: (11, 53), NO: (14, 29)},
    "Both": {YES: (1, 26), NO: (3, 14)},
    "CompareCounts": {YES: (0, 0), NO: (2, 2)},
    "Compare": {YES: (1, 0), NO: (0, 1)},
}
#: What is asked -> how often it was right where the answer is not yes or no, and how often it said
#: anything.
RIGHT: Mapping[str, tuple[int, int]] = {"count": (2, 4), "colour": (6, 13), "room": (2, 2)}
#: A form counts as if it had been asked so many more questions, with the answers of all forms.
SHRINKAGE = 20
#: Other answers count as if the second number more had been asked, and the first of them answered rightly.
DOUBT = (1, 10)


def believed(program: Program, said: str) -> str:
    """The likelier answer, given what a memory says and what homes of training would say."""
    usual = usual_answers(program)
    total = sum(usual.values()) or 1.0
    if answer_type(program) == YES_NO and said in (YES, NO):
        odds = (usual.get(YES, 0.0) / total + 0.01) / (usual.get(NO, 0.0) / total + 0.01)
        form = type(program).__name__
        ratio = _chance(form, said, YES) / _chance(form, said, NO)
        odds *= max(ratio, 1.0) if said == YES else min(ratio, 1.0)
        return YES if odds > 1.0 else NO
    right, asked = RIGHT.get(kind_of(program), (0, 0))
    best = max(sorted(usual), key=lambda answer: usual[answer])
    trust = (right + DOUBT[0]) / (asked + DOUBT[1])
    return said if trust > usual[best] / total else best


def _chance(form: str, said: str, truth: str) -> float:
    """How likely the memory says so where the truth is that."""
    which = 0 if said == YES else 1
    of_all = [sum(counts[truth][k] for counts in SAID.values()) for k in (0, 1)]
    everywhere = (of_all[which] + 1) / (sum(of_all) + 2)
    own = SAID.get(form, {}).get(truth, (0, 0))
    return (own[which] + SHRINKAGE * everywhere) / (sum(own) + SHRINKAGE)
