"""T5 and Flan-T5: text vectors, free answers, options scored by likelihood, and answers after a prefix."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

import numpy as np
import torch
from transformers.modeling_outputs import BaseModelOutput

from meadow.errors import InvalidValueError
from meadow.models.hf.base import HFModel, numbers, unit
from meadow.models.protocols import Choice, Reply
from meadow.types import Array

#: Most tokens of an answer to a question with a prefix.
ANSWER_TOKENS = 12


class T5(HFModel):
    """An encoder-decoder as a language model and as a text encoder."""

    architecture = "T5ForConditionalGeneration"
    kind = "language-model"

    def encode(self, texts: Sequence[str]) -> Array:
        """(N, D) unit vectors: the mean of the encoder's states."""
        if not texts:
            return np.zeros((0, self.model.config.d_model), np.float32)
        batch = self.tokens(texts)
        with torch.inference_mode():
            states = self.model.encoder(**batch).last_hidden_state
        mask = batch["attention_mask"][..., None].to(states.dtype)
        result: Array = numbers(unit((states * mask).sum(1) / mask.sum(1)))
        return result

    def chat(self, messages: Sequence[Mapping[str, object]], *, max_tokens: int = 256) -> Reply:
        """The greedy answer; T5 has no turns, so the messages are read as one text."""
        prompt = "\n".join(str(message["content"]) for message in messages)
        batch, start = self.tokens([prompt]), time.monotonic()
        with torch.inference_mode():
            ids = self.model.generate(
                **batch, max_new_tokens=max_tokens, num_beams=1, do_sample=False
            )[0]
        text = self.tokenizer.decode(ids, skip_special_tokens=True).strip()
        return Reply(text, batch["input_ids"].shape[1], len(ids), time.monotonic() - start)

    def choose(self, question: str, options: Sequence[str]) -> Choice:
        """Options by the mean log-likelihood of their tokens as the answer."""
        if not options:
            raise InvalidValueError("choose needs at least one option")
        prompt, answers = self.tokens([question]), self.tokens(options)
        labels = answers["input_ids"].masked_fill(answers["attention_mask"] == 0, -100)
        with torch.inference_mode():
            memory = self.model.encoder(**prompt).last_hidden_state.repeat(len(options), 1, 1)
            logits = self.model(
                encoder_outputs=(memory,),
                attention_mask=prompt["attention_mask"].repeat(len(options), 1),
                labels=labels,
            ).logits.float()
        mean = _log_probs(logits, labels) / (labels >= 0).sum(1)
        return Choice(tuple(options), tuple(mean.softmax(0).tolist()), "likelihood")

    @property
    def size(self) -> int:
        """Numbers of the vector of a token."""
        return int(self.model.config.d_model)

    def _read(
        self, prefix: torch.Tensor, tokens: torch.Tensor, mask: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """(Q, P + L, D) states of the encoder and their mask, of vectors and the questions after them."""
        words = self.model.get_input_embeddings()(tokens)
        mask = torch.cat([mask.new_ones(prefix.shape[:2]), mask], 1).long()
        read = torch.cat([prefix.to(words.dtype), words], 1)
        return self.model.encoder(inputs_embeds=read, attention_mask=mask).last_hidden_state, mask

    def answer_log_probs(
        self,
        prefix: torch.Tensor,
        tokens: torch.Tensor,
        mask: torch.Tensor,
        targets: torch.Tensor,
    ) -> torch.Tensor:
        """(Q,) log-probabilities of answers, through which gradients reach the prefix.

        Args:
            prefix: (Q, P, D) vectors that stand before the questions.
            tokens: (Q, L) tokens of the questions.
            mask: (Q, L) 1 where there is a token.
            targets: (Q, W) tokens of the answers, -100 after their end.
        """
        states, mask = self._read(prefix, tokens, mask)
        answered = self.model(encoder_outputs=(states,), attention_mask=mask, labels=targets)
        return _log_probs(answered.logits.float(), targets)

    def say(
        self, prefix: torch.Tensor, tokens: torch.Tensor, mask: torch.Tensor, beam: int
    ) -> list[str]:
        """Answers to (Q, L) questions after (Q, P, D) prefixes, found by beam search."""
        with torch.inference_mode():
            states, mask = self._read(prefix, tokens, mask)
            found = self.model.generate(
                encoder_outputs=BaseModelOutput(last_hidden_state=states),
                attention_mask=mask,
                max_new_tokens=ANSWER_TOKENS,
                num_beams=beam,
                do_sample=False,
            )
        texts = self.tokenizer.batch_decode(found, skip_special_tokens=True)
        return [text.strip() for text in texts]

    def answers_after(self, prefix: Array, questions: Sequence[str], beam: int) -> list[str]:
        """Answers to questions after one (P, D) prefix."""
        if not questions:
            return []
        batch = self.tokens(questions)
        vectors = torch.from_numpy(prefix).to(self.device).expand(len(questions), -1, -1)
        return self.say(vectors, batch["input_ids"], batch["attention_mask"], beam)


def _log_probs(logits: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """(N,) sums of the log-probabilities of labels, without those that are -100."""
    known = labels >= 0
    likely = logits.log_softmax(-1).gather(-1, labels.clamp(min=0)[..., None])[..., 0]
    return (likely * known).sum(1)
