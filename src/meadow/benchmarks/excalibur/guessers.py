"""Who answers without having looked: what questions give away."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import cache

from meadow.agents.survey_answers import about_weight
from meadow.benchmarks.excalibur.paper import QUESTIONS
from meadow.benchmarks.excalibur.table import by_program, table
from meadow.language.questions.balance import TableEntry
from meadow.language.questions.families import COUNT, YES_NO, answer_type
from meadow.language.questions.parse import program_of
from meadow.language.questions.phrase import phrase
from meadow.language.questions.program import Program, Query, selections
from meadow.seeding import Stream, stream
from meadow.types import Action, Brief, Observation

#: What is done while there is nothing to do.
IDLE = Action.LOOK_UP


class StandsStill:
    """Does nothing in phases of actions, and ends those that can be ended."""

    def __init__(self) -> None:
        self._brief = Brief(task="", goal="")

    def reset(self, brief: Brief) -> None:
        """Forget the last episode."""
        self._brief = brief

    def pursue(self, brief: Brief) -> None:
        """Begin the next phase."""
        self._brief = brief

    def act(self, observation: Observation) -> Action:
        """Stop, where that is allowed."""
        return Action.STOP if Action.STOP in self._brief.actions else IDLE


class RandomAnswer(StandsStill):
    """Draws an answer among those that questions of the same type have."""

    def __init__(self) -> None:
        super().__init__()
        self._rng: Stream = stream(0, "random answer")

    def reset(self, brief: Brief) -> None:
        """Start the episode's stream of draws."""
        super().reset(brief)
        self._rng = stream(brief.seed, "agent", "random answer")

    def answer(self, question: str) -> str:
        """An answer of the right type."""
        program = program_of(question)
        known = sorted(_answers().get(kind_of(program), {})) if program is not None else []
        known = known or ["no", "yes"]
        return self._rng.choice(known)


class LanguageOnly(StandsStill):
    """Answers by the distribution of answers of the same question, or of its family, in training."""

    def answer(self, question: str) -> str:
        """The most frequent answer."""
        return most_frequent(question)


def most_frequent(question: str) -> str:
    """What a question is mostly answered with where it is asked, by training homes."""
    program = program_of(question)
    return "yes" if program is None else likeliest(usual_answers(program))


def likeliest(answers: Mapping[str, float]) -> str:
    """The most frequent of some answers; of equally frequent ones the first by the alphabet."""
    return max(sorted(answers), key=lambda answer: answers[answer])


def usual_answers(program: Program) -> dict[str, float]:
    """How often each answer is the true one of a question in training homes, or else of such questions."""
    entry = by_program().get(program)
    if entry is not None:
        return asked_answers(entry)
    return _answers().get(kind_of(program)) or {"yes": 1.0}


def family_prior(family: str, kind: str) -> str:
    """The most frequent answer of a family of questions with a type of answers."""
    return likeliest(_by_family()[family, kind])


def asked_answers(entry: TableEntry) -> dict[str, float]:
    """How often each answer is the true one where the question is asked."""
    return {answer: count * entry.kept(answer) for answer, count in entry.answers.items()}


def example_questions(rng: Stream, count: int) -> list[tuple[str, str]]:
    """Questions with answers as often as they are the true ones in homes of training that are asked."""
    asked = [(entry, asked_answers(entry)) for entry in table().entries]
    often = [entry.weight * sum(answers.values()) for entry, answers in asked]
    found = []
    for _ in range(count):
        entry, answers = rng.weighted(asked, often)
        said = rng.weighted(list(answers), list(answers.values()))
        found.append((phrase(entry.program, rng.choice), said))
    return found


def weight_asked(category: str) -> float:
    """How many questions of an exam are about the weight of a thing of a category, where there is one."""
    return _asked_about()[0].get(category, 0.0)


def contents_asked(category: str) -> float:
    """How many questions of an exam are about what is in a thing of a category, where there is one."""
    return _asked_about()[1].get(category, 0.0)


def kind_of(program: Program) -> str:
    """The type of the answer, and what is asked for."""
    kind = answer_type(program)
    if kind in (YES_NO, COUNT):
        return kind
    return program.asked if isinstance(program, Query) else "which"


@cache
def _answers() -> dict[str, dict[str, float]]:
    """Kind of question -> how often each answer is the true one."""
    found: defaultdict[str, dict[str, float]] = defaultdict(dict)
    found[YES_NO] |= {"yes": 0.0, "no": 0.0}
    for entry in table().entries:
        counted = found[kind_of(entry.program)]
        for answer, share in asked_answers(entry).items():
            counted[answer] = counted.get(answer, 0.0) + entry.weight * share
    return dict(found)


@cache
def _by_family() -> dict[tuple[str, str], dict[str, float]]:
    found: defaultdict[tuple[str, str], dict[str, float]] = defaultdict(dict)
    for entry in table().entries:
        counted = found[entry.family, answer_type(entry.program)]
        for answer, share in asked_answers(entry).items():
            counted[answer] = counted.get(answer, 0.0) + entry.weight * share
    return dict(found)


@cache
def _asked_about() -> tuple[dict[str, float], dict[str, float]]:
    """Category -> questions of an exam about weights and about contents, where they make sense."""
    weights: defaultdict[str, float] = defaultdict(float)
    contents: defaultdict[str, float] = defaultdict(float)
    homes: defaultdict[str, int] = defaultdict(int)
    total = 0.0
    for entry in table().entries:
        share = entry.weight * sum(asked_answers(entry).values())
        total += share
        spoken_of = list(selections(entry.program))
        links = [link for selection in spoken_of for link in selection.links]
        holders = {link.anchor.noun.category for link in links if link.kind == "in"}
        for category in filter(None, {selection.noun.category for selection in spoken_of}):
            homes[category] = max(homes[category], sum(entry.answers.values()))
            weights[category] += share if about_weight(entry.program) else 0.0
            contents[category] += share if category in holders else 0.0
    most = max(homes.values(), default=1)
    each = {category: QUESTIONS / total * most / count for category, count in homes.items()}
    scaled = [{c: min(1.0, each[c] * v) for c, v in found.items()} for found in (weights, contents)]
    return scaled[0], scaled[1]
