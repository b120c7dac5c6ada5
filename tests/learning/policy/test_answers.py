"""Answers from beliefs: the decoder learns, searches as it should, and runs the same without torch."""

from __future__ import annotations

import itertools
import json

import pytest

torch = pytest.importorskip("torch")

from meadow.errors import InvalidValueError  # noqa: E402
from meadow.learning.policy.answers import (  # noqa: E402
    MOST_WORDS,
    AnswerDecoder,
    AnswerHead,
    BeliefExaminer,
    Exam,
    _numbers,
)
from meadow.learning.policy.export import answers_bytes, curves  # noqa: E402
from meadow.learning.policy.network import NetworkConfig, Policy  # noqa: E402
from meadow.models.text.words import load_words  # noqa: E402
from meadow.policies.questions import (  # noqa: E402
    QuestionAnswerer,
    question_tokens,
    questions_vector,
    spoken,
)

ANSWERS = ("no", "red", "wood", "yes")
QUESTIONS = ("Is there a mug?", "What colour is the sofa?", "What is the table made of?")


def decoder(hidden: int = 8) -> AnswerDecoder:
    torch.manual_seed(1)
    return AnswerDecoder(hidden, ANSWERS, load_words().dimensions)


def exam(truth: tuple[str, ...]) -> Exam:
    tokens, mask = question_tokens(QUESTIONS)
    targets = torch.tensor([_numbers(answer, ANSWERS) for answer in truth])
    return Exam(torch.from_numpy(tokens), torch.from_numpy(mask), targets)


class Room:
    """A world with questions whose answers depend on one bit."""

    def __init__(self, bit: int) -> None:
        self.questions = QUESTIONS
        self.truth = ("yes", "red", "wood") if bit else ("no", "red, wood", "red")
        self.step = 0
        self.told: list[str] = []

    def answer(self, answers) -> float:
        self.told = list(answers)
        return sum(a == b for a, b in zip(answers, self.truth)) / len(answers)


def test_the_decoder_learns_what_beliefs_tell() -> None:
    model = decoder()
    optimizer = torch.optim.Adam(model.parameters(), 3e-3)
    rooms, beliefs = [Room(0), Room(1)], torch.eye(8)[:2]
    exams = [exam(room.truth) for room in rooms]
    for _ in range(120):
        loss = sum(model.loss(b.expand(3, -1), e) for b, e in zip(beliefs, exams))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    for belief, room, asked in zip(beliefs, rooms, exams):
        found = model.search(belief.expand(3, -1), asked.tokens, asked.mask).tolist()
        assert tuple(spoken(row, ANSWERS) for row in found) == room.truth


def test_beam_search_is_never_worse_than_greedy_and_sound() -> None:
    model = decoder()
    asked = exam(("yes", "no", "red"))
    beliefs = torch.randn(3, 8, generator=torch.Generator().manual_seed(2))
    with torch.no_grad():
        found = model.search(beliefs, asked.tokens, asked.mask)
        scores = {
            said: _likelihood(model, beliefs[:1], asked, said)
            for said in itertools.product(range(len(ANSWERS) + 1), repeat=MOST_WORDS)
            if _ends(said)
        }
    greedy = _greedy(model, beliefs[:1], asked)
    assert tuple(found[0].tolist()) in scores
    assert scores[tuple(found[0].tolist())] >= scores[greedy] - 1e-6


def _ends(said: tuple[int, ...]) -> bool:
    """Whether nothing but the end follows an end."""
    end = len(ANSWERS)
    return all(b == end for a, b in itertools.pairwise(said) if a == end)


def _likelihood(model, belief, asked, said) -> float:
    state = model.read(belief, asked.tokens[:1], asked.mask[:1])
    last, total = torch.tensor([model.end + 1]), 0.0
    for number in said:
        if int(last) == model.end:
            break
        log_probs, state = model.next(state, last)
        total += float(log_probs[0, number])
        last = torch.tensor([number])
    return total


def _greedy(model, belief, asked) -> tuple[int, ...]:
    with torch.no_grad():
        state = model.read(belief, asked.tokens[:1], asked.mask[:1])
        last, said = torch.tensor([model.end + 1]), []
        for _ in range(MOST_WORDS):
            if said and said[-1] == model.end:
                said.append(model.end)
                continue
            log_probs, state = model.next(state, last)
            last = log_probs.argmax(1)
            said.append(int(last))
    return tuple(said)


def test_the_exported_decoder_gives_the_same_answers() -> None:
    pytest.importorskip("onnx")
    model = decoder().eval()
    belief = torch.randn(1, 8, generator=torch.Generator().manual_seed(3))
    tokens, mask = (torch.from_numpy(part) for part in question_tokens(QUESTIONS))
    with torch.no_grad():
        found = model.search(belief.expand(3, -1), tokens, mask).tolist()
    without = QuestionAnswerer(answers_bytes(model, 8), ANSWERS)
    assert without.answer(belief.numpy(), QUESTIONS) == [spoken(row, ANSWERS) for row in found]
    assert without.answer(belief.numpy(), []) == []


def test_exams_are_taken_when_they_are_due() -> None:
    network = NetworkConfig(goal="vector", goal_size=192, hidden=8, answers=ANSWERS)
    head = AnswerHead(Policy(network))
    rooms = [Room(0), Room(1)]
    examiner = BeliefExaminer(rooms, head, 50)
    examiner.begin()
    rooms[1].step = 7
    assert examiner.examine(torch.zeros(2, 8)).tolist() == [0, -1]
    assert len(rooms[0].told) == 3
    assert not rooms[1].told
    rooms[0].step = rooms[1].step = 50
    assert examiner.examine(torch.zeros(2, 8)).tolist() == [1, 2]
    assert len(examiner.exams) == 3


def test_a_head_without_words_is_told_of() -> None:
    with pytest.raises(InvalidValueError, match="needs the words of answers"):
        AnswerHead(Policy(NetworkConfig(hidden=8)))
    with pytest.raises(InvalidValueError, match="a vector has 1 or more"):
        NetworkConfig(goal="vector")


def test_unknown_words_teach_nothing() -> None:
    assert _numbers("purple", ANSWERS) == [-100] * MOST_WORDS
    assert _numbers("wood", ANSWERS) == [2, 4, -100]


def test_questions_have_a_mean_vector() -> None:
    assert not questions_vector(()).any()
    assert questions_vector(QUESTIONS).shape == (192,)


def test_curves_are_means_of_stretches(tmp_path) -> None:
    log = tmp_path / "log.jsonl"
    rows = [
        {"frames": 10 * n, "loss": float(n), "phase": "PPO", "iteration": n} for n in range(1, 7)
    ]
    rows[5]["exqa"] = 0.5
    log.write_text("".join(json.dumps(row) + "\n" for row in rows))
    found = curves(log, points=3)
    assert found == {"frames": [20, 40, 60], "loss": [1.5, 3.5, 5.5], "exqa": [None, None, 0.5]}
