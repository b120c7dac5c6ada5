"""CLIP and SigLIP (SigLIP 2 at fixed resolutions has the same form): pooled and dense features.

Dense features are what the final pooling would give if it looked at one patch alone, so they live in
the space of the texts: for CLIP the value path of the last attention (MaskCLIP, Zhou et al. 2022),
for SigLIP its pooling head with all attention on that patch.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

from meadow.models.hf.base import HFModel, numbers, unit
from meadow.models.hf.images import checked
from meadow.models.protocols import ImageFeatures
from meadow.types import Array


class _DualEncoder(HFModel):
    kind = "image-text-encoder"

    def encode_texts(self, texts: Sequence[str]) -> Array:
        """(N, D) float32 unit vectors."""
        with torch.inference_mode():
            result: Array = numbers(unit(self._texts(texts)))
            return result

    def encode_images(self, images: Sequence[Array]) -> ImageFeatures:
        """Pooled vectors and dense patch features of frames stretched to the model's input."""
        with torch.inference_mode():
            pooled, patches = self._images(self._pixels(images))
        rows, columns = self.grid
        dense = patches.reshape(len(patches), rows, columns, -1)
        return ImageFeatures(numbers(unit(pooled)), numbers(unit(dense)))

    @property
    def grid(self) -> tuple[int, int]:
        """Rows and columns of patches."""
        vision = self.model.config.vision_config
        side = vision.image_size // vision.patch_size
        return side, side

    def _pixels(self, images: Sequence[Array]) -> torch.Tensor:
        side = self.model.config.vision_config.image_size
        return self.tensor(self.preprocessing.squash(checked(images), side, side))

    def _texts(self, texts: Sequence[str]) -> torch.Tensor:
        raise NotImplementedError

    def _images(self, pixels: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        raise NotImplementedError


class Clip(_DualEncoder):
    """CLIP, with gradient relevance."""

    architecture = "CLIPModel"

    def probabilities(self, similarity: Array) -> Array:
        """Softmax over the last axis (the texts) at CLIP's temperature: relative, not independent."""
        scale = self.model.logit_scale.exp().item()
        powers = np.exp(scale * (similarity - similarity.max(-1, keepdims=True)))
        result: Array = powers / powers.sum(-1, keepdims=True)
        return result

    def relevance(self, images: Sequence[Array], texts: Sequence[str]) -> Array:
        """(N, T, rows, columns) relevance of patches to image-text scores.

        Attention times its positive gradient, rolled out over all layers from the class token
        (Chefer et al., *Generic attention-model explainability*, 2021).
        """
        return self.relevance_to(images, self.encode_texts(texts))

    def relevance_to(self, images: Sequence[Array], vectors: Array, *, last: bool = False) -> Array:
        """:meth:`relevance` to (T, D) unit vectors of texts; of the last layer alone if told so."""
        words = self.tensor(vectors)
        pixels = self._pixels(images)
        outputs = self.model.vision_model(pixel_values=pixels, output_attentions=True)
        pooled = unit(self.model.visual_projection(outputs.pooler_output))
        scores = self.model.logit_scale.exp() * pooled @ words.T
        layers = outputs.attentions[-1:] if last else outputs.attentions
        rolled = []
        for column in range(len(words)):
            # Images do not depend on each other, so one backward pass serves the whole batch.
            gradients = torch.autograd.grad(scores[:, column].sum(), layers, retain_graph=True)
            rolled.append(_rollout(layers, gradients)[:, 0, 1:])
        rows, columns = self.grid
        result: Array = numbers(torch.stack(rolled, dim=1)).reshape(
            len(images), len(words), rows, columns
        )
        return result

    def _texts(self, texts: Sequence[str]) -> torch.Tensor:
        length = self.model.config.text_config.max_position_embeddings
        return self.model.get_text_features(**self.tokens(texts, max_length=length)).pooler_output

    def _images(self, pixels: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        tower = self.model.vision_model
        outputs = tower(pixel_values=pixels, output_hidden_states=True)
        last = tower.encoder.layers[-1]
        values = last.self_attn.v_proj(last.layer_norm1(outputs.hidden_states[-2][:, 1:]))
        patches = tower.post_layernorm(last.self_attn.out_proj(values))
        project = self.model.visual_projection
        return project(outputs.pooler_output), project(patches)


class Siglip(_DualEncoder):
    """SigLIP and SigLIP 2: sigmoid scores, so a similarity is a probability by itself."""

    architecture = "SiglipModel"

    def probabilities(self, similarity: Array) -> Array:
        """The model's own calibrated sigmoid."""
        scale, bias = self.model.logit_scale.exp().item(), self.model.logit_bias.item()
        result: Array = 1.0 / (1.0 + np.exp(-(scale * similarity + bias)))
        return result

    def _texts(self, texts: Sequence[str]) -> torch.Tensor:
        # Trained with texts padded to full length, and the padding is attended to.
        length = self.model.config.text_config.max_position_embeddings
        batch = self.tokens(
            [text.lower() for text in texts], padding="max_length", max_length=length
        )
        return self.model.get_text_features(input_ids=batch["input_ids"]).pooler_output

    def _images(self, pixels: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        tower = self.model.vision_model
        outputs = tower(pixel_values=pixels)
        return outputs.pooler_output, _pooled_alone(tower.head, outputs.last_hidden_state)


def _pooled_alone(head: Any, states: torch.Tensor) -> torch.Tensor:
    """What an attention-pooling head answers when each state is the only one."""
    size = states.shape[-1]
    weight = head.attention.in_proj_weight[2 * size :]
    values = torch.nn.functional.linear(states, weight, head.attention.in_proj_bias[2 * size :])
    mixed = head.attention.out_proj(values)
    return mixed + head.mlp(head.layernorm(mixed))


def _rollout(attentions: Sequence[torch.Tensor], gradients: Sequence[torch.Tensor]) -> torch.Tensor:
    batch, _, count, _ = attentions[0].shape
    relevance = torch.eye(count, device=attentions[0].device).repeat(batch, 1, 1)
    for attention, gradient in zip(attentions, gradients):
        weight = (attention * gradient).clamp(min=0).mean(dim=1).float()
        relevance = relevance + weight @ relevance
    return relevance
