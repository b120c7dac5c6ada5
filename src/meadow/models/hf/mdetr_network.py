"""The MDETR network (Kamath et al. 2021), rebuilt from the shapes in a checkpoint.

Image features and RoBERTa's word states go through one transformer encoder; learnt queries decode boxes,
and the segmentation variant adds masks. Names of modules follow the published checkpoints.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

import torch
from torch import Tensor, nn
from torch.nn import functional as F
from transformers import RobertaConfig, RobertaModel

from meadow.errors import FileFormatError
from meadow.models.hf.backbones import pyramid

BODY = "backbone.0.body."

#: Width of an attention head, in all published checkpoints.
HEAD = 32


@dataclass(frozen=True)
class Output:
    """What the network says about N images and one caption."""

    logits: Tensor
    """(N, Q, tokens + 1); the last is "no object"."""
    boxes: Tensor
    """(N, Q, 4) centre x, y, width, height as parts of the image."""
    masks: Tensor | None
    """(N, Q, h, w) logits at stride 4."""


class EncoderLayer(nn.Module):
    """Self-attention with positions added to queries and keys, then a feed-forward net."""

    def __init__(self, width: int, hidden: int) -> None:
        super().__init__()
        self.self_attn = nn.MultiheadAttention(width, width // HEAD, batch_first=True)
        self.linear1, self.linear2 = nn.Linear(width, hidden), nn.Linear(hidden, width)
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)

    def forward(self, x: Tensor, positions: Tensor) -> Tensor:
        """The (N, L, D) states after this layer, from those before it and their positions."""
        q = x + positions
        x = self.norm1(x + self.self_attn(q, q, x, need_weights=False)[0])
        return self.norm2(x + self.linear2(F.relu(self.linear1(x))))


class DecoderLayer(nn.Module):
    """Queries attend to each other, then to the image and the words."""

    def __init__(self, width: int, hidden: int) -> None:
        super().__init__()
        self.self_attn = nn.MultiheadAttention(width, width // HEAD, batch_first=True)
        self.cross_attn_image = nn.MultiheadAttention(width, width // HEAD, batch_first=True)
        self.linear1, self.linear2 = nn.Linear(width, hidden), nn.Linear(hidden, width)
        self.norm1, self.norm3, self.norm4 = (nn.LayerNorm(width) for _ in range(3))

    def forward(self, x: Tensor, queries: Tensor, memory: Tensor, positions: Tensor) -> Tensor:
        """The (N, Q, D) states of the queries after they attended to each other and ``memory``."""
        q = x + queries
        x = self.norm1(x + self.self_attn(q, q, x, need_weights=False)[0])
        seen = self.cross_attn_image(x + queries, memory + positions, memory, need_weights=False)[0]
        x = self.norm3(x + seen)
        return self.norm4(x + self.linear2(F.relu(self.linear1(x))))


class AttentionMap(nn.Module):
    """Where in the image each query looks, one map per head."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.q_linear, self.k_linear = nn.Linear(width, width), nn.Linear(width, width)

    def forward(self, queries: Tensor, memory: Tensor) -> Tensor:
        """(N, Q, heads, h, w) weights that sum to 1 over the image."""
        n, width, h, w = memory.shape
        heads = width // HEAD
        q = self.q_linear(queries).view(n, -1, heads, HEAD) * HEAD**-0.5
        k = F.conv2d(memory, self.k_linear.weight[..., None, None], self.k_linear.bias)
        weights = torch.einsum("nqkc,nkchw->nqkhw", q, k.view(n, heads, HEAD, h, w))
        return weights.flatten(3).softmax(-1).view_as(weights)


class MaskHead(nn.Module):
    """Convolutions that refine attention maps with finer and finer features."""

    def __init__(self, shapes: Mapping[str, tuple[int, ...]]) -> None:
        super().__init__()
        for i in range(1, 6):
            out, inner = shapes[f"mask_head.lay{i}.weight"][:2]
            setattr(self, f"lay{i}", nn.Conv2d(inner, out, 3, padding=1))
            setattr(self, f"gn{i}", nn.GroupNorm(8, out))
        for i in range(1, 4):
            out, inner = shapes[f"mask_head.adapter{i}.weight"][:2]
            setattr(self, f"adapter{i}", nn.Conv2d(inner, out, 1))
        self.out_lay = nn.Conv2d(shapes["mask_head.out_lay.weight"][1], 1, 3, padding=1)

    def forward(self, image: Tensor, attention: Tensor, finer: list[Tensor]) -> Tensor:
        """(N, Q, h, w) logits at the resolution of the last of ``finer``."""
        n, queries = attention.shape[:2]
        x = torch.cat([_per_query(image, queries), attention.flatten(0, 1)], dim=1)
        x = self._step(2, self._step(1, x))
        for i, features in enumerate(finer, start=1):
            fine = _per_query(getattr(self, f"adapter{i}")(features), queries)
            x = self._step(i + 2, fine + F.interpolate(x, size=fine.shape[-2:], mode="nearest"))
        return self.out_lay(x).view(n, queries, *x.shape[-2:])

    def _step(self, i: int, x: Tensor) -> Tensor:
        return F.relu(getattr(self, f"gn{i}")(getattr(self, f"lay{i}")(x)))


class Network(nn.Module):
    """Everything but the backbone, which stays a dictionary of tensors."""

    def __init__(self, weights: Mapping[str, Tensor]) -> None:
        super().__init__()
        shapes = {key: tuple(value.shape) for key, value in weights.items()}
        try:
            self._build(shapes)
        except KeyError as error:
            raise FileFormatError(f"not an MDETR checkpoint: it has no {error}") from error
        self.body = {k[len(BODY) :]: v for k, v in weights.items() if k.startswith(BODY)}
        found = self.load_state_dict(dict(weights), strict=False)
        missing = [key for key in found.missing_keys if "position_ids" not in key]
        if missing:
            raise FileFormatError(
                f"the MDETR checkpoint lacks {len(missing)} weights: {missing[0]}"
            )

    def _build(self, shapes: Mapping[str, tuple[int, ...]]) -> None:
        count, width = shapes["query_embed.weight"]
        hidden = shapes["transformer.encoder.layers.0.linear1.weight"][0]
        self.query_embed = nn.Embedding(count, width)
        self.input_proj = nn.Conv2d(shapes["input_proj.weight"][1], width, 1)
        self.class_embed = nn.Linear(width, shapes["class_embed.weight"][0])
        sizes = (width, width, width, 4)
        self.bbox_embed = nn.Module()
        self.bbox_embed.layers = nn.ModuleList(nn.Linear(a, b) for a, b in pairwise(sizes))
        transformer = nn.Module()
        for name, layer in (("encoder", EncoderLayer), ("decoder", DecoderLayer)):
            stack = nn.Module()
            depth = _depth(shapes, f"transformer.{name}.layers.")
            stack.layers = nn.ModuleList(layer(width, hidden) for _ in range(depth))
            setattr(transformer, name, stack)
        transformer.decoder.norm = nn.LayerNorm(width)
        transformer.text_encoder = RobertaModel(_roberta(shapes))
        transformer.resizer = nn.Module()
        transformer.resizer.fc = nn.Linear(shapes["transformer.resizer.fc.weight"][1], width)
        transformer.resizer.layer_norm = nn.LayerNorm(width, eps=1e-12)
        self.transformer = transformer
        self.masks = "bbox_attention.q_linear.weight" in shapes
        if self.masks:
            self.bbox_attention, self.mask_head = AttentionMap(width), MaskHead(shapes)

    def forward(self, pixels: Tensor, ids: Tensor) -> Output:
        """Run (N, 3, H, W) pixels with (N, T) tokens; neither is padded."""
        features = pyramid(self.body, pixels)
        image = self.input_proj(features[-1])
        n, width, h, w = image.shape
        words = self.transformer.text_encoder(input_ids=ids).last_hidden_state
        words = self.transformer.resizer.layer_norm(self.transformer.resizer.fc(words))
        memory = torch.cat([image.flatten(2).transpose(1, 2), words], dim=1)
        grid = positions(h, w, width // 2).to(image).expand(n, -1, -1)
        places = torch.cat([grid, torch.zeros_like(words)], dim=1)
        for layer in self.transformer.encoder.layers:
            memory = layer(memory, places)
        queries = self.query_embed.weight.expand(n, -1, -1)
        states = torch.zeros_like(queries)
        for layer in self.transformer.decoder.layers:
            states = layer(states, queries, memory, places)
        states = self.transformer.decoder.norm(states)
        masks = None
        if self.masks:
            seen = memory[:, : h * w].transpose(1, 2).reshape(n, width, h, w)
            attention = self.bbox_attention(states, seen)
            masks = self.mask_head(image, attention, features[2::-1])
        return Output(self.class_embed(states), self._boxes(states), masks)

    def _boxes(self, states: Tensor) -> Tensor:
        first, second, last = self.bbox_embed.layers
        return last(F.relu(second(F.relu(first(states))))).sigmoid()


def positions(rows: int, columns: int, half: int) -> Tensor:
    """(rows * columns, 2 * half) sines and cosines of where a cell is, y first."""
    rates = 10000.0 ** (2.0 * (torch.arange(half) // 2) / half)
    axes = []
    for count in (rows, columns):
        steps = torch.arange(1, count + 1, dtype=torch.float32)
        angles = (steps / (count + 1e-6) * (2.0 * math.pi))[:, None] / rates
        axes.append(torch.stack([angles[:, 0::2].sin(), angles[:, 1::2].cos()], -1).flatten(-2))
    down, across = axes
    grid = torch.cat(
        [down[:, None].expand(-1, columns, -1), across[None].expand(rows, -1, -1)], dim=-1
    )
    return grid.reshape(rows * columns, -1)


def _per_query(x: Tensor, queries: int) -> Tensor:
    return x.unsqueeze(1).expand(-1, queries, -1, -1, -1).flatten(0, 1)


def _depth(shapes: Mapping[str, tuple[int, ...]], prefix: str) -> int:
    return len({key[len(prefix) :].partition(".")[0] for key in shapes if key.startswith(prefix)})


def _roberta(shapes: Mapping[str, tuple[int, ...]]) -> RobertaConfig:
    text = "transformer.text_encoder."
    vocabulary, width = shapes[f"{text}embeddings.word_embeddings.weight"]
    return RobertaConfig(
        vocab_size=vocabulary,
        hidden_size=width,
        num_hidden_layers=_depth(shapes, f"{text}encoder.layer."),
        num_attention_heads=max(1, width // 64),
        intermediate_size=shapes[f"{text}encoder.layer.0.intermediate.dense.weight"][0],
        max_position_embeddings=shapes[f"{text}embeddings.position_embeddings.weight"][0],
        type_vocab_size=shapes[f"{text}embeddings.token_type_embeddings.weight"][0],
        layer_norm_eps=1e-5,
        pad_token_id=1,
    )
