"""T5 and Flan-T5: text vectors, free answers, and options scored by their likelihood."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

import numpy as np
import torch

from meadow.errors import InvalidValueError
from meadow.models.hf.base import HFModel, numbers, unit
from meadow.models.protocols import Choice, Reply
from meadow.types import Array


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
        known = labels >= 0
        likely = logits.log_softmax(-1).gather(-1, labels.clamp(min=0)[..., None])[..., 0]
        mean = (likely * known).sum(1) / known.sum(1)
        return Choice(tuple(options), tuple(mean.softmax(0).tolist()), "likelihood")
