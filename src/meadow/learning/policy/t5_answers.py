"""Answers from beliefs by a frozen T5: only what turns a belief into prefix vectors is trained.

The prefix stands before the words of a question in T5's encoder, and T5's own decoder says the answer by
beam search. The language model is no part of checkpoints: its name is, and it is loaded again.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from meadow.errors import InvalidValueError
from meadow.learning.policy.exams import PREFIX, Exam, prefix_generator
from meadow.models import load_model
from meadow.models.hf.t5 import ANSWER_TOKENS, T5
from meadow.policies.questions import BEAM

#: Most tokens of a question; further ones are left out.
QUESTION_TOKENS = 64


class T5Decoder(nn.Module):
    """From (B, H) beliefs and as many questions to answers, by way of T5."""

    def __init__(self, hidden: int, name: str) -> None:
        """``name`` is that of the language model, e.g. ``hf:google-t5/t5-small``."""
        super().__init__()
        model = load_model(name, kind="language-model")
        if not isinstance(model, T5):
            raise InvalidValueError(
                f"{name} is no T5: only a T5 reads prefixes, e.g. hf:google-t5/t5-small"
            )
        model.model.requires_grad_(False)
        self._t5 = (model,)  # in a tuple, so that its weights are not this module's
        self.size = model.size
        self.prefix = prefix_generator(hidden, self.size)

    def prefixes(self, beliefs: Tensor) -> Tensor:
        """(B, P, D) vectors that T5 reads before a question."""
        return self.prefix(beliefs).view(-1, PREFIX, self.size)

    def exam(self, questions: Sequence[str], truth: Sequence[str]) -> Exam:
        """Questions and their true answers as T5's tokens."""
        (t5,) = self._t5
        asked, said = (
            t5.tokens(list(texts), padding="max_length", max_length=length)
            for texts, length in ((questions, QUESTION_TOKENS), (truth, ANSWER_TOKENS))
        )
        targets = said["input_ids"].masked_fill(said["attention_mask"] == 0, -100)
        return Exam(asked["input_ids"], asked["attention_mask"].float(), targets)

    def loss(self, beliefs: Tensor, exam: Exam) -> Tensor:
        """Minus the log-probability of the true answers, mean over questions."""
        (t5,) = self._t5
        log_probs = t5.answer_log_probs(
            self.prefixes(beliefs), exam.tokens, exam.mask, exam.targets
        )
        return -log_probs.mean()

    def answer(self, beliefs: Tensor, exam: Exam) -> list[str]:
        """What T5 answers to each question of an exam, after the belief of the same row."""
        (t5,) = self._t5
        with torch.no_grad():
            prefixes = self.prefixes(beliefs)
        return t5.say(prefixes, exam.tokens, exam.mask, BEAM)
