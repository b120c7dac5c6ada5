"""Grounding DINO: all phrases in one caption, ``mug. red chair.``, scored by their own tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch

from meadow.errors import InvalidValueError
from meadow.models.boxes import corners, merge, select
from meadow.models.hf.base import HFModel, numbers
from meadow.models.hf.images import for_each_size
from meadow.types import Array, Detections, empty_detections

#: Shorter side of the input, and what the longer one may not exceed, as in its training.
SHORT, LONG = 800, 1333


@dataclass(frozen=True)
class Caption:
    """Phrases as one text, and where the tokens of each are."""

    ids: tuple[int, ...]
    phrases: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]


class GroundingDino(HFModel):
    """Open-vocabulary boxes; more phrases than fit a caption are asked in several passes."""

    architecture = "GroundingDinoForObjectDetection"
    kind = "detector"

    def detect(
        self, images: Sequence[Array], phrases: Sequence[str], *, threshold: float = 0.25
    ) -> list[Detections]:
        """Boxes of the phrases, best first, doubles of one phrase removed."""
        if not phrases or not images:
            return [empty_detections() for _ in images]
        captions = self.captions(phrases)

        def passes(same: list[Array]) -> list[Detections]:
            parts = [self._pass(same, caption, threshold) for caption in captions]
            return [merge(found) for found in zip(*parts)]

        return for_each_size(images, passes)

    def captions(self, phrases: Sequence[str]) -> list[Caption]:
        """As few captions as hold all phrases."""
        start, end = self.tokenizer.cls_token_id, self.tokenizer.sep_token_id
        dot = self.tokenizer.convert_tokens_to_ids(".")
        limit = int(self.model.config.max_text_len)
        captions: list[Caption] = []
        ids: list[int] = [start]
        spans: list[tuple[int, int]] = []
        held: list[str] = []
        for phrase in phrases:
            tokens = self.tokenizer(phrase.lower().strip(" ."), add_special_tokens=False).input_ids
            if not tokens or len(tokens) + 3 > limit:
                raise InvalidValueError(f"phrase {phrase!r}: expected 1 to {limit - 3} tokens")
            if len(ids) + len(tokens) + 2 > limit:
                captions.append(Caption((*ids, end), tuple(held), tuple(spans)))
                ids, spans, held = [start], [], []
            spans.append((len(ids), len(ids) + len(tokens)))
            ids += [*tokens, dot]
            held.append(phrase)
        return [*captions, Caption((*ids, end), tuple(held), tuple(spans))]

    def _pass(
        self, images: Sequence[Array], caption: Caption, threshold: float
    ) -> list[Detections]:
        pixels = self.preprocessing.fit(images, SHORT, LONG)
        ids = torch.tensor([caption.ids] * len(images), device=self.device)
        with torch.inference_mode():
            outputs = self.model(
                pixel_values=self.tensor(pixels),
                input_ids=ids,
                attention_mask=torch.ones_like(ids),
            )
        by_token = numbers(outputs.logits.sigmoid())
        scores = np.stack([by_token[:, :, a:b].max(-1) for a, b in caption.spans], axis=-1)
        edges = corners(numbers(outputs.pred_boxes))
        found = []
        for image, score, edge in zip(images, scores, edges):
            height, width = image.shape[:2]
            pixel_edges = edge * (width, height, width, height)
            found.append(select(pixel_edges, score, caption.phrases, (height, width), threshold))
        return found


class MMGroundingDino(GroundingDino):
    """The same from MMDetection: its logits have a bias of their own."""

    architecture = "MMGroundingDinoForObjectDetection"
