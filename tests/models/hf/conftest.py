"""Tiny models of the real architectures on disk, with weights planted so that the answer is known."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

WORDS = [
    "red",
    "green",
    "blue",
    "mug",
    "kitchen",
    "bathroom",
    "sofa",
    "a",
    "photo",
    "of",
    "where",
    "is",
    "the",
]
SPECIAL = ["<pad>", "<unk>", "<bos>", "<eos>"]
TEXT = {
    "vocab_size": len(SPECIAL) + len(WORDS),
    "hidden_size": 16,
    "intermediate_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "max_position_embeddings": 12,
    "pad_token_id": 0,
    "bos_token_id": 2,
    "eos_token_id": 3,
}
VISION = {
    "hidden_size": 16,
    "intermediate_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "image_size": 32,
    "patch_size": 8,
}


def save(
    model: Any, directory: Path, words: list[str] = WORDS, template: str = "<bos> $A <eos>"
) -> Path:
    """Write a model with a tokenizer that knows a few words."""
    from tokenizers import Tokenizer, models, pre_tokenizers, processors

    vocabulary = {word: i for i, word in enumerate([*SPECIAL, *words])}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    marks = [(mark, vocabulary[mark]) for mark in ("<bos>", "<eos>")]
    tokenizer.post_processor = processors.TemplateProcessing(single=template, special_tokens=marks)
    model.save_pretrained(directory)
    tokenizer.save(str(directory / "tokenizer.json"))
    settings = {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "pad_token": "<pad>",
        "unk_token": "<unk>",
        "bos_token": "<bos>",
        "eos_token": "<eos>",
        "cls_token": "<bos>",
        "sep_token": "<eos>",
    }
    (directory / "tokenizer_config.json").write_text(json.dumps(settings))
    plain = {"image_mean": [0.5, 0.5, 0.5], "image_std": [0.5, 0.5, 0.5], "resample": 0}
    (directory / "preprocessor_config.json").write_text(json.dumps(plain))
    return directory


@pytest.fixture(scope="session")
def tiny() -> Callable[..., Any]:
    """Make a model from its configuration with weights that are the same each time."""
    import torch

    def make(architecture: Any, config: Any) -> Any:
        torch.manual_seed(7)
        return architecture(config).eval()

    return make


@pytest.fixture(scope="session")
def store() -> Callable[..., Path]:
    return save


@pytest.fixture(scope="session")
def sizes() -> dict[str, dict[str, int]]:
    return {"text": TEXT, "vision": VISION}


@pytest.fixture(scope="session")
def plant() -> Callable[[Any, int], None]:
    return plant_colours


def plant_colours(model: Any, scale: float = 4.0) -> None:
    """Make a dual encoder see colour: channel c of a patch and the c-th word share dimension c.

    Attention is uniform and copies values, the MLPs are silent, so that pooled vectors are sums of
    what the patches or words put in.
    """
    import torch

    with torch.no_grad():
        for tower in (model.text_model, model.vision_model):
            for layer in tower.encoder.layers:
                attention = layer.self_attn
                for name in ("q_proj", "k_proj", "v_proj", "out_proj"):
                    linear = getattr(attention, name)
                    linear.weight.copy_(torch.eye(*linear.weight.shape) * (name[0] in "vo"))
                    linear.bias.zero_()
                layer.mlp.fc2.weight.zero_()
                layer.mlp.fc2.bias.zero_()
        vision = model.vision_model.embeddings
        vision.position_embedding.weight.zero_()
        vision.patch_embedding.weight.zero_()
        for channel in range(3):
            vision.patch_embedding.weight[channel, channel] = scale / 64.0
            vision.patch_embedding.weight[8 + channel, channel] = -scale / 64.0
        if vision.patch_embedding.bias is not None:
            vision.patch_embedding.bias.zero_()
        text = model.text_model.embeddings
        text.position_embedding.weight.zero_()
        text.token_embedding.weight.zero_()
        for channel in range(3):
            text.token_embedding.weight[len(SPECIAL) + channel, channel] = scale
            text.token_embedding.weight[len(SPECIAL) + channel, 8 + channel] = -scale


@pytest.fixture(scope="session")
def red_patch() -> np.ndarray:
    """A dark frame, twice as wide as high, with a red cell in row 1, column 2 of a 4 x 4 grid."""
    image = np.zeros((32, 64, 3), np.uint8)
    image[8:16, 32:48, 0] = 255
    return image


@pytest.fixture(scope="session")
def frames(red_patch: np.ndarray) -> list[np.ndarray]:
    """Frames of different sizes and content."""
    ramp = np.arange(48 * 40 * 3, dtype=np.uint32).reshape(48, 40, 3)
    return [red_patch, (ramp * 7 % 251).astype(np.uint8), np.full((32, 32, 3), 200, np.uint8)]
