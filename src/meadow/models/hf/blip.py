"""BLIP and BLIP-2: captions, and whether a text matches an image (ITM)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

from meadow.models.hf.base import HFModel, numbers
from meadow.models.hf.images import checked
from meadow.types import Array


class _Blip(HFModel):
    def _pixels(self, images: Sequence[Array]) -> torch.Tensor:
        side = self.model.config.vision_config.image_size
        return self.tensor(self.preprocessing.squash(checked(images), side, side))


class BlipCaptioner(_Blip):
    """Describes images by BLIP, which always goes on with the likeliest token."""

    architecture = "BlipForConditionalGeneration"
    kind = "captioner"

    def caption(self, images: Sequence[Array], *, max_tokens: int = 30) -> list[str]:
        """One sentence per image."""
        if not images:
            return []
        with torch.inference_mode():
            ids = self.model.generate(
                pixel_values=self._pixels(images),
                max_new_tokens=max_tokens,
                num_beams=1,
                do_sample=False,
            )
        return [text.strip() for text in self.tokenizer.batch_decode(ids, skip_special_tokens=True)]


class Blip2Captioner(BlipCaptioner):
    """Describes images by BLIP-2, which always goes on with the likeliest token."""

    architecture = "Blip2ForConditionalGeneration"


class BlipMatcher(_Blip):
    """BLIP's image-text matching head: the probability that a text describes an image."""

    architecture = "BlipForImageTextRetrieval"
    kind = "matcher"
    #: What the matching head is called in a call.
    switch = "use_itm_head"
    #: Where its two logits come out.
    output = "itm_score"

    def match(self, images: Sequence[Array], texts: Sequence[str]) -> Array:
        """(N, T) probabilities, each in its own right."""
        if not images or not texts:
            return np.zeros((len(images), len(texts)), np.float32)
        pixels, batch = self._pixels(images), self.tokens(texts)
        columns = []
        with torch.inference_mode():
            for row in range(len(texts)):
                # One text at a time without its padding, so that its neighbours cannot change it.
                keep = batch["attention_mask"][row].bool()
                ids = batch["input_ids"][row][keep].repeat(len(images), 1)
                columns.append(self._pair(pixels, ids))
        return np.stack(columns, axis=1)

    def _pair(self, pixels: torch.Tensor, ids: torch.Tensor) -> Array:
        options: dict[str, Any] = {self.switch: True}
        outputs = self.model(
            pixel_values=pixels, input_ids=ids, attention_mask=torch.ones_like(ids), **options
        )
        result: Array = numbers(outputs[self.output].float().softmax(-1)[:, 1])
        return result


class Blip2Matcher(BlipMatcher):
    """BLIP-2's image-text matching head."""

    architecture = "Blip2ForImageTextRetrieval"
    switch = "use_image_text_matching_head"
    output = "logits_per_image"
