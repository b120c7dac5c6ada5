"""How far a memory is believed that eyes filled which miss much: by how often it was right in val homes.

A thing that was not seen may still be there, so that a "no" from such a memory says little, a "yes" much.
What the memory says is therefore weighed against the answers of training homes: yes and no by a likelihood
ratio, other answers by how often the memory is right about such questions.
"""

from __future__ import annotations

from collections.abc import Mapping

from meadow.benchmarks.excalibur.guessers import kind_of, usual_answers
from meadow.language.questions.execute import NO, YES
from meadow.language.questions.families import YES_NO, answer_type
from meadow.language.questions.program import Program

#: Form of a question -> how often the memory of a surveyor with eyes said yes and no where the truth is
#: yes, and where it is no, in val homes.
SAID: Mapping[str, Mapping[str, tuple[int, int]]] = {
    "Exist": {YES: (21, 79), NO: (4, 61)},
    "Both": {YES: (1, 33), NO: (2, 26)},
    "CompareCounts": {YES: (4, 20), NO: (6, 13)},
    "Same": {YES: (0, 0), NO: (0, 2)},
}
#: What is asked -> how often it was right where the answer is not yes or no, and how often it said
#: anything.
RIGHT: Mapping[str, tuple[int, int]] = {
    "count": (10, 51),
    "material": (4, 9),
    "colour": (0, 0),
    "room": (1, 1),
}
#: A form counts as if it had been asked so many more questions, with the answers of all forms.
SHRINKAGE = 20
#: Other answers count as if so many more had been asked, and so many of them answered rightly.
DOUBT = (2, 4)


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
