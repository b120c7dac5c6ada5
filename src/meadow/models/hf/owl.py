"""OWL-ViT and OWLv2: open-vocabulary boxes, the texts encoded once for all images."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from meadow.models.boxes import corners, select
from meadow.models.hf.base import HFModel, numbers
from meadow.models.hf.images import checked
from meadow.types import Array, Detections, empty_detections

#: OWL was trained with prompts like this one.
PROMPT = "a photo of a {}"


class _Owl(HFModel):
    kind = "detector"
    #: Name of the tower inside the model.
    tower = ""

    def __init__(self, *args: Any, prompt: str = PROMPT, **options: Any) -> None:
        super().__init__(*args, **options)
        self.prompt = prompt

    def detect(
        self, images: Sequence[Array], phrases: Sequence[str], *, threshold: float = 0.1
    ) -> list[Detections]:
        """Boxes of the phrases, best first, doubles of one phrase removed."""
        if not phrases or not images:
            return [empty_detections() for _ in images]
        with torch.inference_mode():
            logits, boxes = self._forward(images, phrases)
        scores, edges = numbers(logits.sigmoid()), corners(numbers(boxes))
        found = []
        for image, score, edge in zip(images, scores, edges):
            across, down = self._extent(image)
            pixels = edge * (across, down, across, down)
            found.append(select(pixels, score, phrases, image.shape[:2], threshold))
        return found

    def _forward(
        self, images: Sequence[Array], phrases: Sequence[str]
    ) -> tuple[torch.Tensor, torch.Tensor]:
        prompts = [self.prompt.format(phrase) for phrase in phrases]
        length = self.model.config.text_config.max_position_embeddings
        batch = self.tokens(prompts, padding="max_length", max_length=length)
        queries = getattr(self.model, self.tower).get_text_features(**batch).pooler_output
        grid = self.model.image_embedder(self.tensor(self._pixels(checked(images))))[0]
        features = grid.reshape(len(images), -1, grid.shape[-1])
        logits, _ = self.model.class_predictor(features, queries.repeat(len(images), 1, 1))
        return logits, self.model.box_predictor(features, grid)

    @property
    def _side(self) -> int:
        return int(self.model.config.vision_config.image_size)

    def _pixels(self, images: Sequence[Array]) -> Array:
        raise NotImplementedError

    def _extent(self, image: Array) -> tuple[int, int]:
        """Pixels of the frame that the model's input spans, across and down."""
        raise NotImplementedError


class OwlVit(_Owl):
    """OWL-ViT: frames are stretched to a square."""

    architecture = "OwlViTForObjectDetection"
    tower = "owlvit"

    def _pixels(self, images: Sequence[Array]) -> Array:
        return self.preprocessing.squash(images, self._side, self._side)

    def _extent(self, image: Array) -> tuple[int, int]:
        return image.shape[1], image.shape[0]


class OwlV2(_Owl):
    """OWLv2: frames are padded to a square."""

    architecture = "Owlv2ForObjectDetection"
    tower = "owlv2"

    def _pixels(self, images: Sequence[Array]) -> Array:
        return self.preprocessing.pad(images, self._side)

    def _extent(self, image: Array) -> tuple[int, int]:
        longest = max(image.shape[:2])
        return longest, longest
