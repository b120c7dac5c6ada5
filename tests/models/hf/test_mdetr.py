"""MDETR rebuilt from a checkpoint of toy depth, with planted answers."""

from __future__ import annotations

import argparse
import hashlib
import math

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

import torch

from meadow.errors import FileFormatError
from meadow.grounding import OpenVocabularyLocalizer
from meadow.grounding.model_look import ModelVision
from meadow.models import load_model
from meadow.models.hf.backbones import pyramid
from meadow.models.hf.mdetr_network import positions
from meadow.types import Observation

WIDTH, QUERIES, HEADS = 256, 5, 8


def _backbone(kind: str) -> dict[str, tuple[int, ...]]:
    shapes: dict[str, tuple[int, ...]] = {}

    def norm(name: str, size: int) -> None:
        for part in ("weight", "bias", "running_mean", "running_var"):
            shapes[f"{name}.{part}"] = (size,)

    if kind == "resnet":
        shapes["conv1.weight"] = (8, 3, 7, 7)
        norm("bn1", 8)
        inner = 8
        for stage in range(1, 5):
            name, out = f"layer{stage}.0", 8 * 2**stage
            for i, shape in enumerate([(8, inner, 1, 1), (8, 8, 3, 3), (out, 8, 1, 1)], start=1):
                shapes[f"{name}.conv{i}.weight"] = shape
                norm(f"{name}.bn{i}", shape[0])
            shapes[f"{name}.downsample.0.weight"] = (out, inner, 1, 1)
            norm(f"{name}.downsample.1", out)
            inner = out
        return shapes
    shapes["conv_stem.weight"] = (8, 3, 3, 3)
    norm("bn1", 8)
    for stage in range(7):
        name, wide = f"blocks.{stage}.0", 8 if stage == 0 else 16
        if stage:
            shapes[f"{name}.conv_pw.weight"] = (wide, 8, 1, 1)
            norm(f"{name}.bn3", 8)
        shapes[f"{name}.{'conv_pwl' if stage else 'conv_pw'}.weight"] = (8, wide, 1, 1)
        norm(f"{name}.bn1", wide)
        norm(f"{name}.bn2", wide if stage else 8)
        shapes[f"{name}.conv_dw.weight"] = (wide, 1, 5, 5)
        shapes |= {
            f"{name}.se.conv_reduce.weight": (2, wide, 1, 1),
            f"{name}.se.conv_reduce.bias": (2,),
            f"{name}.se.conv_expand.weight": (wide, 2, 1, 1),
            f"{name}.se.conv_expand.bias": (wide,),
        }
    return shapes


def _linear(name: str, out: int, inner: int) -> dict[str, tuple[int, ...]]:
    return {f"{name}.weight": (out, inner), f"{name}.bias": (out,)}


def _pair(name: str, size: int) -> dict[str, tuple[int, ...]]:
    return {f"{name}.weight": (size,), f"{name}.bias": (size,)}


def _attention(name: str) -> dict[str, tuple[int, ...]]:
    inside = {f"{name}.in_proj_weight": (3 * WIDTH, WIDTH), f"{name}.in_proj_bias": (3 * WIDTH,)}
    return inside | _linear(f"{name}.out_proj", WIDTH, WIDTH)


def _roberta() -> dict[str, tuple[int, ...]]:
    text, size = "transformer.text_encoder", 64
    shapes: dict[str, tuple[int, ...]] = {
        f"{text}.embeddings.word_embeddings.weight": (17, size),
        f"{text}.embeddings.position_embeddings.weight": (20, size),
        f"{text}.embeddings.token_type_embeddings.weight": (1, size),
    }
    shapes |= _pair(f"{text}.embeddings.LayerNorm", size) | _linear(
        f"{text}.pooler.dense", size, size
    )
    layer = f"{text}.encoder.layer.0"
    for part in ("self.query", "self.key", "self.value", "output.dense"):
        shapes |= _linear(f"{layer}.attention.{part}", size, size)
    shapes |= _linear(f"{layer}.intermediate.dense", 32, size)
    shapes |= _linear(f"{layer}.output.dense", size, 32)
    for part in ("attention.output.LayerNorm", "output.LayerNorm"):
        shapes |= _pair(f"{layer}.{part}", size)
    return shapes


def _shapes(kind: str) -> dict[str, tuple[int, ...]]:
    body = _backbone(kind)
    last = 128 if kind == "resnet" else 8
    shapes = {f"backbone.0.body.{key}": shape for key, shape in body.items()} | _roberta()
    shapes |= {"query_embed.weight": (QUERIES, WIDTH)}
    shapes |= {"input_proj.weight": (WIDTH, last, 1, 1), "input_proj.bias": (WIDTH,)}
    shapes |= _linear("class_embed", 9, WIDTH) | _linear("transformer.resizer.fc", WIDTH, 64)
    shapes |= _pair("transformer.resizer.layer_norm", WIDTH) | _pair(
        "transformer.decoder.norm", WIDTH
    )
    for i, out in enumerate((WIDTH, WIDTH, 4)):
        shapes |= _linear(f"bbox_embed.layers.{i}", out, WIDTH)
    for part, norms in (("encoder", (1, 2)), ("decoder", (1, 3, 4))):
        layer = f"transformer.{part}.layers.0"
        shapes |= _attention(f"{layer}.self_attn")
        shapes |= _linear(f"{layer}.linear1", 32, WIDTH) | _linear(f"{layer}.linear2", WIDTH, 32)
        for i in norms:
            shapes |= _pair(f"{layer}.norm{i}", WIDTH)
    return shapes | _attention("transformer.decoder.layers.0.cross_attn_image")


def _mask_shapes(finer: tuple[int, int, int]) -> dict[str, tuple[int, ...]]:
    shapes = _linear("bbox_attention.q_linear", WIDTH, WIDTH)
    shapes |= _linear("bbox_attention.k_linear", WIDTH, WIDTH)
    sizes = (WIDTH + HEADS, WIDTH + HEADS, 128, 64, 32, 16)
    for i in range(1, 6):
        shapes |= {f"mask_head.lay{i}.weight": (sizes[i], sizes[i - 1], 3, 3)}
        shapes |= {f"mask_head.lay{i}.bias": (sizes[i],)} | _pair(f"mask_head.gn{i}", sizes[i])
    for i, inner in enumerate(finer, start=1):
        shapes |= {f"mask_head.adapter{i}.weight": (sizes[i + 1], inner, 1, 1)}
        shapes |= {f"mask_head.adapter{i}.bias": (sizes[i + 1],)}
    return shapes | {"mask_head.out_lay.weight": (1, 16, 3, 3), "mask_head.out_lay.bias": (1,)}


def _filled(shapes: dict[str, tuple[int, ...]]) -> dict[str, torch.Tensor]:
    generator = torch.Generator().manual_seed(3)
    weights = {}
    for key, shape in shapes.items():
        scale = 1.0 / math.sqrt(max(1, math.prod(shape[1:])))
        weights[key] = torch.randn(shape, generator=generator) * scale
        if key.endswith("running_var"):
            weights[key] = torch.ones(shape)
    return weights


@pytest.fixture(scope="module")
def tokenizer(tmp_path_factory, tiny, store, sizes):
    """A directory with the tokenizer files alone."""
    from transformers import CLIPConfig, CLIPModel

    config = CLIPConfig(text_config=sizes["text"], vision_config=sizes["vision"], projection_dim=16)
    directory = store(tiny(CLIPModel, config), tmp_path_factory.mktemp("tokenizer"))
    (directory / "model.safetensors").unlink()
    return str(directory)


def _saved(weights: dict[str, torch.Tensor], directory):
    from safetensors.torch import save_file

    path = directory / "mdetr.safetensors"
    save_file(weights, path)
    return path


@pytest.fixture(scope="module", params=["resnet", "efficientnet"])
def random_model(request, tmp_path_factory, tokenizer):
    path = _saved(_filled(_shapes(request.param)), tmp_path_factory.mktemp(request.param))
    return load_model(f"mdetr:{path}", kind="detector", tokenizer=tokenizer, short=64)


def test_alone_and_in_a_batch_are_equal(random_model, frames) -> None:
    phrases = ["red mug", "sofa"]
    batch = random_model.detect([*frames, frames[0]], phrases, threshold=0.0)
    for frame, found in zip([*frames, frames[0]], batch):
        alone = random_model.detect([frame], phrases, threshold=0.0)[0]
        assert len(found) > 0
        assert alone.labels == found.labels
        assert np.abs(alone.boxes - found.boxes).max() < 1e-3
        assert np.abs(alone.scores - found.scores).max() < 1e-5


def test_the_words_matter(random_model, frames) -> None:
    one, other = (random_model.detect(frames[:1], [p], threshold=0.0)[0] for p in ("red", "sofa"))
    assert not np.array_equal(one.scores, other.scores)


def test_planted_boxes_scores_and_masks(tmp_path, tokenizer, red_patch) -> None:
    weights = _filled(_shapes("resnet") | _mask_shapes((64, 32, 16)))
    for name in ("class_embed", "bbox_embed.layers.2", "mask_head.out_lay"):
        weights[f"{name}.weight"].zero_()
        weights[f"{name}.bias"].zero_()
    weights["class_embed.bias"][-1] = -2.0
    share = torch.tensor([0.5, 0.25, 0.5, 0.5])
    weights["bbox_embed.layers.2.bias"] = torch.log(share / (1 - share))
    weights["mask_head.out_lay.bias"].fill_(1.0)
    wrapped = {
        key if key.startswith(("bbox_attention", "mask_head")) else f"detr.{key}": value
        for key, value in weights.items()
    }
    model = load_model(f"mdetr:{_saved(wrapped, tmp_path)}", tokenizer=tokenizer, short=64)
    found = model.detect([red_patch], ["red"])[0]
    assert found.labels == ("red",)  # all queries agree, so doubles went
    assert found.boxes[0] == pytest.approx([16, 0, 48, 16], abs=1e-3)
    assert found.scores[0] == pytest.approx(1 - math.exp(-2) / (8 + math.exp(-2)), abs=1e-6)
    assert found.masks.shape == (1, 32, 64)
    assert found.masks.all()
    nothing = model.detect([red_patch], ["red"], threshold=0.999)[0]
    assert len(nothing) == 0
    localizer = OpenVocabularyLocalizer(
        "mdetr", ModelVision(model), threshold=0.95, prompts="plain", post="full"
    )
    localizer.seek("red")
    assert (localizer.locate(Observation(red_patch, None, None, True, 0)) > 0.95).all()


def test_checkpoints_of_the_authors_need_a_pin(tmp_path, tokenizer) -> None:
    weights = _filled(_shapes("resnet"))
    path = tmp_path / "pretrained.pth"
    torch.save({"model": weights, "args": argparse.Namespace(hidden_dim=256), "epoch": 3}, path)
    pin = hashlib.sha256(path.read_bytes()).hexdigest()
    with pytest.raises(FileFormatError, match=pin):
        load_model(f"mdetr:{path}", tokenizer=tokenizer)
    model = load_model(f"mdetr:{path}", tokenizer=tokenizer, pickle_sha256=pin)
    assert model.card().sha256 == pin


def test_other_files_are_refused(tmp_path, tokenizer) -> None:
    with pytest.raises(FileFormatError, match="no such file"):
        load_model(f"mdetr:{tmp_path}/absent.pth")
    partial = {k: v for k, v in _filled(_shapes("resnet")).items() if "query_embed" not in k}
    with pytest.raises(FileFormatError, match="query_embed"):
        load_model(f"mdetr:{_saved(partial, tmp_path)}", tokenizer=tokenizer)
    cut = tmp_path / "cut.pth"
    cut.write_bytes(b"PK\x03\x04 cut short")
    pin = hashlib.sha256(cut.read_bytes()).hexdigest()
    with pytest.raises(FileFormatError, match="Download it again"):
        load_model(f"mdetr:{cut}", pickle_sha256=pin, tokenizer=tokenizer)


def test_features_come_at_four_strides() -> None:
    for kind in ("resnet", "efficientnet"):
        features = pyramid(_filled(_backbone(kind)), torch.zeros(1, 3, 64, 96))
        assert [tuple(f.shape[-2:]) for f in features] == [(16, 24), (8, 12), (4, 6), (2, 3)]
    with pytest.raises(FileFormatError, match="ResNet or EfficientNet"):
        pyramid({"patch_embed.weight": torch.zeros(1)}, torch.zeros(1, 3, 32, 32))


def test_positions_are_those_of_detr() -> None:
    from transformers.models.detr.modeling_detr import DetrSinePositionEmbedding

    shape = torch.Size((1, 32, 3, 5))
    theirs = DetrSinePositionEmbedding(16, normalize=True)(shape, device="cpu", dtype=torch.float32)
    ours = positions(3, 5, 16)
    theirs = theirs[0] if theirs.dim() == 3 else theirs[0].flatten(1).T
    assert torch.allclose(ours, theirs, atol=1e-6)
