"""Answers from beliefs: a small decoder that is trained while a policy learns to explore.

A policy's belief becomes a few prefix vectors, which are read together with the words of a question; the
words of the answer are decoded one after another by beam search. All operations are plain, so that the
decoder can be exported. ``t5_answers`` has another decoder: a frozen language model.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from meadow.errors import InvalidValueError
from meadow.learning.optimization import optimizer_step
from meadow.learning.policy.exams import (
    PREFIX,
    Decoder,
    Exam,
    ExamWorld,
    prefix_generator,
    shortened,
    together,
)
from meadow.learning.policy.network import NetworkConfig, Policy
from meadow.learning.policy.rollout import Rollout
from meadow.models.text.words import load_words
from meadow.optional import require
from meadow.policies.questions import BEAM, LONGEST, question_tokens, spoken

#: Most words of an answer.
MOST_WORDS = 3
#: Size of the decoder's vectors, and heads of its attention.
SIZE, HEADS = 64, 4
#: Questions of a step, learning rate and largest norm of gradients while questions alone are learned from.
LANGUAGE_BATCH, LANGUAGE_RATE, LANGUAGE_NORM = 256, 1e-3, 2.0
LANGUAGE_ADVICE = "Begin again with another --seed"


class AnswerDecoder(nn.Module):
    """From (B, H) beliefs and as many questions to words of answers."""

    def __init__(self, hidden: int, answers: Sequence[str], words: int) -> None:
        super().__init__()
        self.answers = tuple(answers)
        self.end = len(answers)
        self.prefix = prefix_generator(hidden, SIZE)
        self.enter = nn.Linear(words, SIZE)
        self.places = nn.Parameter(0.02 * torch.randn(LONGEST, SIZE))
        self.attend = nn.Linear(SIZE, 3 * SIZE)
        self.mix = nn.Linear(SIZE, SIZE)
        self.further = nn.Sequential(
            nn.Linear(SIZE, 2 * SIZE), nn.ReLU(), nn.Linear(2 * SIZE, SIZE)
        )
        # The end of an answer, and before its first word, are entries of their own.
        self.spoken = nn.Embedding(len(answers) + 2, SIZE)
        self.gates = nn.Linear(2 * SIZE, 2 * SIZE)
        self.candidate = nn.Linear(2 * SIZE, SIZE)
        self.say = nn.Linear(SIZE, len(answers) + 1)

    def exam(self, questions: Sequence[str], truth: Sequence[str]) -> Exam:
        """Questions and their true answers as numbers."""
        tokens, mask = question_tokens(questions)
        targets = [_numbers(answer, self.answers) for answer in truth]
        return Exam(torch.from_numpy(tokens), torch.from_numpy(mask), torch.tensor(targets))

    def answer(self, beliefs: Tensor, exam: Exam) -> list[str]:
        """The best answer to each question."""
        found = self.search(beliefs, exam.tokens, exam.mask).tolist()
        return [spoken(row, self.answers) for row in found]

    def read(self, beliefs: Tensor, tokens: Tensor, mask: Tensor) -> Tensor:
        """(B, E) states, from (B, H), (B, L, D) and (B, L)."""
        prefix = self.prefix(beliefs).view(-1, PREFIX, SIZE)
        x = torch.cat([prefix, self.enter(tokens) + self.places[: tokens.shape[1]]], 1)
        there = torch.cat([torch.ones_like(prefix[:, :, 0]), mask], 1)
        count, length = x.shape[0], PREFIX + tokens.shape[1]
        q, k, v = (
            part.view(count, length, HEADS, SIZE // HEADS).transpose(1, 2)
            for part in self.attend(x).chunk(3, -1)
        )
        scores = q @ k.transpose(2, 3) / math.sqrt(SIZE // HEADS)
        scores = scores - 1e9 * (1.0 - there)[:, None, None, :]
        x = x + self.mix((scores.softmax(-1) @ v).transpose(1, 2).reshape(count, length, SIZE))
        x = x + self.further(x)
        weights = there / there.sum(1, keepdim=True)
        return (x * weights[:, :, None]).sum(1)

    def next(self, state: Tensor, word: Tensor) -> tuple[Tensor, Tensor]:
        """(B, A + 1) log-probabilities of the next word, and the next state."""
        x = torch.cat([state, self.spoken(word)], 1)
        update, reset = self.gates(x).sigmoid().chunk(2, 1)
        fresh = self.candidate(torch.cat([reset * state, x[:, SIZE:]], 1)).tanh()
        state = update * state + (1.0 - update) * fresh
        return self.say(state).log_softmax(-1), state

    def loss(self, beliefs: Tensor, exam: Exam) -> Tensor:
        """Mean cross entropy of the words of the true answers."""
        state = self.read(beliefs, exam.tokens, exam.mask)
        word = torch.full_like(exam.targets[:, 0], self.end + 1)
        losses = []
        for place in range(exam.targets.shape[1]):
            target = exam.targets[:, place]
            log_probs, state = self.next(state, word)
            losses.append(
                functional.nll_loss(log_probs, target, ignore_index=-100, reduction="sum")
            )
            word = target.clamp(min=0)
        return torch.stack(losses).sum() / max(len(exam.targets), 1)

    def search(self, beliefs: Tensor, tokens: Tensor, mask: Tensor) -> Tensor:
        """(B, W) numbers of the words of the best answers, found by beam search; the end fills up."""
        state = self.read(beliefs, tokens, mask)
        before = torch.full_like(state[:, 0], self.end + 1, dtype=torch.int64)
        log_probs, state = self.next(state, before)
        scores, last = log_probs.topk(BEAM, 1)
        said = last.unsqueeze(2)
        states = state.unsqueeze(1).expand(-1, BEAM, -1)
        ending = functional.one_hot(torch.tensor(self.end), self.end + 1).bool()
        for _ in range(MOST_WORDS - 1):
            log_probs, after = self.next(states.reshape(-1, SIZE), last.reshape(-1))
            log_probs = log_probs.view(-1, BEAM, self.end + 1)
            over = (last == self.end).unsqueeze(2)
            # An answer that has ended goes on with its end alone, at no cost.
            kept = torch.where(ending, 0.0, -1e9).expand_as(log_probs)
            total = scores.unsqueeze(2) + torch.where(over, kept, log_probs)
            scores, which = total.flatten(1).topk(BEAM, 1)
            beam = torch.div(which, self.end + 1, rounding_mode="floor")
            last = which - beam * (self.end + 1)
            said = said.gather(1, beam.unsqueeze(2).expand(-1, -1, said.shape[2]))
            said = torch.cat([said, last.unsqueeze(2)], 2)
            after = after.view(-1, BEAM, SIZE)
            states = after.gather(1, beam.unsqueeze(2).expand(-1, -1, SIZE))
        return said[:, 0]


def _decoder(network: NetworkConfig) -> Any:
    """The decoder of a network's answers: small and trained, or the language model that it names."""
    if network.language_model:
        require("transformers")
        from meadow.learning.policy.t5_answers import T5Decoder

        return T5Decoder(network.hidden, network.language_model)
    if not network.answers:
        raise InvalidValueError(
            "the auxiliary task 'answers' needs the words of answers: use a preset that has them"
        )
    return AnswerDecoder(network.hidden, network.answers, load_words().dimensions)


class AnswerHead(nn.Module):
    """The auxiliary task: answer the questions of an episode now and then on the way."""

    def __init__(self, policy: Policy) -> None:
        super().__init__()
        self.decoder = _decoder(policy.network)
        self._hidden = policy.network.hidden
        self._examiner: BeliefExaminer | None = None

    def examiner(self, env: Any, every: int) -> BeliefExaminer:
        """What asks the worlds' questions, every so many of their steps."""
        self._examiner = BeliefExaminer(env.worlds, self, every)
        return self._examiner

    def learn_language(
        self, examples: Sequence[tuple[str, str]], steps: int, generator: torch.Generator
    ) -> float:
        """Learn how questions are mostly answered, whatever the belief; returns the last loss."""
        decoder: Decoder = self.decoder
        weights = list(self.parameters())
        optimizer = torch.optim.Adam(weights, lr=LANGUAGE_RATE)
        unsure = next(iter(weights)).new_zeros(LANGUAGE_BATCH, self._hidden)
        value = math.nan
        for step in range(steps):
            optimizer.param_groups[0]["lr"] = LANGUAGE_RATE * (1.0 - step / steps)
            chosen = torch.randint(len(examples), (LANGUAGE_BATCH,), generator=generator).tolist()
            questions, truth = zip(*(examples[i] for i in chosen), strict=True)
            exam = decoder.exam(questions, truth)
            loss = decoder.loss(unsure, shortened(exam))
            optimizer_step(
                loss, self, optimizer, LANGUAGE_NORM, step=step + 1, advice=LANGUAGE_ADVICE
            )
            value = float(loss.detach())
        return value

    def forward(self, rollout: Rollout, features: Tensor, beliefs: Tensor) -> Tensor:
        """The loss over the exams of a rollout."""
        assert self._examiner is not None
        assert rollout.exams is not None
        steps, robots = torch.nonzero(rollout.exams >= 0, as_tuple=True)
        if not len(steps):
            return beliefs.sum() * 0.0
        exams = [self._examiner.exams[int(n)] for n in rollout.exams[steps, robots]]
        return self.decoder.loss(*together(beliefs[steps, robots], exams))


class BeliefExaminer:
    """Asks the questions of worlds of the beliefs that a policy has there."""

    def __init__(self, worlds: Sequence[ExamWorld], head: AnswerHead, every: int) -> None:
        self._worlds, self._head, self._every = worlds, head, every
        self.exams: list[Exam] = []
        """Those of this rollout."""
        self._known: dict[tuple[tuple[str, ...], tuple[str, ...]], Exam] = {}

    def begin(self) -> None:
        """A rollout begins; the exams of the one before are forgotten."""
        self.exams, self._known = [], {}

    def examine(self, beliefs: Tensor) -> Any:
        """(N,) numbers of the exams that are due; the answers are told to the worlds."""
        numbers = np.full(len(self._worlds), -1, np.int64)
        due = [i for i, world in enumerate(self._worlds) if world.step % self._every == 0]
        due = [i for i in due if self._worlds[i].questions]
        if not due:
            return numbers
        exams = [self._exam(self._worlds[i]) for i in due]
        for i, exam in zip(due, exams, strict=True):
            numbers[i] = len(self.exams)
            self.exams.append(exam)
        answers = iter(self._head.decoder.answer(*together(beliefs[due], exams)))
        for i in due:
            world = self._worlds[i]
            world.answer([next(answers) for _ in world.questions])
        return numbers

    def _exam(self, world: ExamWorld) -> Exam:
        key = world.questions, world.truth
        if key not in self._known:
            self._known[key] = self._head.decoder.exam(*key)
        return self._known[key]


def _numbers(answer: str, answers: Sequence[str]) -> list[int]:
    """Numbers of the words of an answer, the end, and -100; an answer with other words teaches nothing."""
    words = answer.split(", ")[: MOST_WORDS - 1]
    if any(word not in answers for word in words):
        return [-100] * MOST_WORDS
    found = [*(answers.index(word) for word in words), len(answers)]
    return found + [-100] * (MOST_WORDS - len(found))
