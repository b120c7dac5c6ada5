"""BLIP, BLIP-2 and T5 at toy size."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

import torch
from transformers import (
    Blip2Config,
    Blip2ForConditionalGeneration,
    Blip2ForImageTextRetrieval,
    BlipConfig,
    BlipForConditionalGeneration,
    BlipForImageTextRetrieval,
    T5Config,
    T5ForConditionalGeneration,
)

from meadow.models import load_model

TOLERANCE = 1e-5


def _blip_config(sizes) -> BlipConfig:
    text = sizes["text"] | {
        "encoder_hidden_size": 16,
        "projection_dim": 8,
        "is_decoder": True,
        "sep_token_id": 3,
        "max_position_embeddings": 64,
    }
    return BlipConfig(
        text_config=text, vision_config=sizes["vision"], projection_dim=8, image_text_hidden_size=8
    )


def _blip2_config(sizes) -> Blip2Config:
    opt = {
        "model_type": "opt",
        "vocab_size": sizes["text"]["vocab_size"] + 1,
        "hidden_size": 16,
        "num_hidden_layers": 1,
        "num_attention_heads": 2,
        "ffn_dim": 32,
        "max_position_embeddings": 64,
        "word_embed_proj_dim": 16,
        "pad_token_id": 0,
        "bos_token_id": 2,
        "eos_token_id": 3,
    }
    qformer = {
        "vocab_size": sizes["text"]["vocab_size"],
        "hidden_size": 16,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
        "intermediate_size": 32,
        "encoder_hidden_size": 16,
        "cross_attention_frequency": 1,
        "max_position_embeddings": 32,
        "use_qformer_text_input": True,
    }
    config = Blip2Config(
        text_config=opt,
        vision_config=sizes["vision"],
        qformer_config=qformer,
        num_query_tokens=4,
        image_text_hidden_size=8,
        image_token_index=sizes["text"]["vocab_size"],
    )
    config.vocab_size = sizes["text"]["vocab_size"]
    return config


@pytest.fixture(scope="module", params=["blip", "blip-2"])
def captioner(request, tmp_path_factory, tiny, store, sizes):
    if request.param == "blip":
        model = tiny(BlipForConditionalGeneration, _blip_config(sizes))
    else:
        config = _blip2_config(sizes)
        config.qformer_config.use_qformer_text_input = False
        model = tiny(Blip2ForConditionalGeneration, config)
    return load_model(
        f"hf:{store(model, tmp_path_factory.mktemp(request.param))}", kind="captioner"
    )


def test_captions_are_the_same_alone_and_in_a_batch(captioner, frames) -> None:
    batch = captioner.caption(frames, max_tokens=6)
    assert len(batch) == 3
    assert batch == [captioner.caption([frame], max_tokens=6)[0] for frame in frames]
    assert captioner.caption([]) == []


@pytest.fixture(scope="module", params=["blip", "blip-2"])
def matcher(request, tmp_path_factory, tiny, store, sizes):
    if request.param == "blip":
        model = tiny(BlipForImageTextRetrieval, _blip_config(sizes))
    else:
        model = tiny(Blip2ForImageTextRetrieval, _blip2_config(sizes))
    return load_model(f"hf:{store(model, tmp_path_factory.mktemp(request.param))}", kind="matcher")


def test_matches_are_probabilities_that_do_not_depend_on_company(matcher, frames) -> None:
    texts = ["red", "where is the blue sofa"]
    batch = matcher.match(frames, texts)
    assert batch.shape == (3, 2)
    assert ((batch > 0) & (batch < 1)).all()
    for row, frame in enumerate(frames):
        for column, text in enumerate(texts):
            assert abs(matcher.match([frame], [text])[0, 0] - batch[row, column]) < TOLERANCE
    assert matcher.match([], texts).shape == (0, 2)


def test_the_planted_match_is_found(tmp_path, tiny, store, sizes) -> None:
    """The head reads one direction, which the text looks up in the mean of the patches: redness."""
    model = tiny(BlipForImageTextRetrieval, _blip_config(sizes))
    with torch.no_grad():
        vision = model.vision_model
        for layer in vision.encoder.layers:
            layer.self_attn.projection.weight.zero_()
            layer.mlp.fc2.weight.zero_()
        vision.embeddings.patch_embedding.weight.zero_()
        vision.embeddings.patch_embedding.weight[0, 0] = 1.0
        vision.embeddings.patch_embedding.weight[1, 2] = 1.0
        vision.embeddings.position_embedding.zero_()
        for layer in model.text_encoder.encoder.layer:
            layer.attention.output.dense.weight.zero_()
            layer.output.dense.weight.zero_()
            cross = layer.crossattention
            cross.self.query.weight.zero_()
            cross.self.value.weight.copy_(torch.eye(16))
            cross.output.dense.weight.copy_(10.0 * torch.eye(16))
        model.itm_head.weight.zero_()
        model.itm_head.weight[1, 0] = 4.0
        model.itm_head.weight[1, 1] = -4.0
        model.itm_head.bias.zero_()
    loaded = load_model(f"hf:{store(model, tmp_path)}")
    red, blue = np.zeros((32, 32, 3), np.uint8), np.zeros((32, 32, 3), np.uint8)
    red[..., 0], blue[..., 2] = 255, 255
    scores = loaded.match([red, blue], ["mug"])[:, 0]
    assert scores[0] > 0.95
    assert scores[1] < 0.05


@pytest.fixture(scope="module")
def t5(tmp_path_factory, tiny, store, sizes):
    config = T5Config(
        vocab_size=sizes["text"]["vocab_size"],
        d_model=16,
        d_kv=8,
        d_ff=32,
        num_layers=2,
        num_heads=2,
        pad_token_id=0,
        eos_token_id=3,
        decoder_start_token_id=0,
    )
    model = tiny(T5ForConditionalGeneration, config)
    directory = store(model, tmp_path_factory.mktemp("t5"), template="$A <eos>")
    return load_model(f"hf:{directory}", kind="language-model")


def test_t5_options_are_scored_by_their_likelihood(t5) -> None:
    options = ["kitchen", "the blue sofa", "bathroom"]
    question = "where is the mug"
    choice = t5.choose(question, options)
    alone = []
    for option in options:
        with torch.no_grad():
            loss = t5.model(**t5.tokens([question]), labels=t5.tokens([option])["input_ids"]).loss
        alone.append(-float(loss))
    expected = np.exp(alone) / np.exp(alone).sum()
    assert choice.scores == pytest.approx(expected, abs=1e-5)
    assert choice.best == options[int(np.argmax(alone))]


def test_t5_encodes_texts_the_same_in_any_company(t5) -> None:
    texts = ["red", "where is the red mug"]
    vectors = t5.encode(texts)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)
    assert np.abs(np.concatenate([t5.encode([t]) for t in texts]) - vectors).max() < TOLERANCE


def test_t5_answers(t5) -> None:
    reply = t5.chat([{"role": "user", "content": "where is the mug"}], max_tokens=5)
    assert reply.prompt_tokens == 5
    assert 1 <= reply.completion_tokens <= 6
