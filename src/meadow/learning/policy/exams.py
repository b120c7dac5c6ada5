"""Exams of beliefs while a policy learns: questions as numbers, and what a decoder of answers can do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import torch
from torch import Tensor, nn

#: Vectors that a belief becomes, and units of the hidden layers between.
PREFIX, PREFIX_HIDDEN = 4, 256


class ExamWorld(Protocol):
    """A world of an environment in which questions are asked."""

    questions: tuple[str, ...]
    truth: tuple[str, ...]
    step: int

    def answer(self, answers: Sequence[str]) -> float:
        """Answer all questions; returns the accuracy."""


@dataclass(frozen=True)
class Exam:
    """The questions of an episode as numbers."""

    tokens: Tensor
    """(Q, L, D) vectors of words, or (Q, L) numbers of tokens."""
    mask: Tensor
    """(Q, L) 1 where there is a word."""
    targets: Tensor
    """(Q, W) numbers of the words of the true answers, then the end, then -100."""


class Decoder(Protocol):
    """Says answers to questions from (B, H) beliefs, one for each question."""

    def exam(self, questions: Sequence[str], truth: Sequence[str]) -> Exam:
        """Questions and their true answers as numbers."""

    def loss(self, beliefs: Tensor, exam: Exam) -> Tensor:
        """Mean cross entropy of the true answers."""

    def answer(self, beliefs: Tensor, exam: Exam) -> list[str]:
        """The best answer to each question."""


def prefix_generator(hidden: int, size: int) -> nn.Sequential:
    """Two hidden layers from a belief to PREFIX vectors of a size, in one."""
    return nn.Sequential(
        nn.Linear(hidden, PREFIX_HIDDEN),
        nn.ReLU(),
        nn.Linear(PREFIX_HIDDEN, PREFIX_HIDDEN),
        nn.ReLU(),
        nn.Linear(PREFIX_HIDDEN, PREFIX * size),
    )


def together(beliefs: Tensor, exams: Sequence[Exam]) -> tuple[Tensor, Exam]:
    """(B, H) beliefs repeated for each question of their exams, and all questions as one exam."""
    counts = torch.tensor([len(exam.tokens) for exam in exams], device=beliefs.device)
    parts = [torch.cat([getattr(e, name) for e in exams]) for name in ("tokens", "mask", "targets")]
    return beliefs.repeat_interleave(counts, 0), shortened(Exam(*parts))


def shortened(exam: Exam) -> Exam:
    """The same questions without places that none of them needs."""
    longest = max(1, int(exam.mask.sum(1).max()))
    return Exam(exam.tokens[:, :longest], exam.mask[:, :longest], exam.targets)
