"""OWL-ViT, OWLv2, Grounding DINO and CLIPSeg at toy size."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

import torch
import transformers
from transformers import (
    BertConfig,
    CLIPSegConfig,
    CLIPSegForImageSegmentation,
    GroundingDinoConfig,
    GroundingDinoForObjectDetection,
    MMGroundingDinoConfig,
    MMGroundingDinoForObjectDetection,
    Owlv2Config,
    Owlv2ForObjectDetection,
    OwlViTConfig,
    OwlViTForObjectDetection,
    SwinConfig,
)

from meadow.errors import InvalidValueError
from meadow.grounding import OpenVocabularyLocalizer
from meadow.grounding.model_look import ModelVision
from meadow.models import load_model
from meadow.models.hf.clipseg import regions
from meadow.types import Observation

#: Pixels by which boxes of a frame alone and in a batch may differ.
TOLERANCE = 1e-3

OWLS = {
    "owlvit": (OwlViTConfig, OwlViTForObjectDetection),
    "owlv2": (Owlv2Config, Owlv2ForObjectDetection),
}


def _owl(name: str, sizes, tiny):
    config, architecture = OWLS[name]
    model = tiny(
        architecture,
        config(text_config=sizes["text"], vision_config=sizes["vision"], projection_dim=16),
    )
    with torch.no_grad():  # random heads of this size make boxes thinner than a pixel
        model.box_head.dense2.weight.mul_(0.01)
    return model, getattr(model, name)


@pytest.fixture(scope="module", params=list(OWLS))
def planted_owl(request, tmp_path_factory, tiny, store, sizes, plant):
    """Boxes are the cells of the 4 x 4 grid; a cell's score is its colour's."""
    model, tower = _owl(request.param, sizes, tiny)
    plant(tower)
    with torch.no_grad():
        for layer in tower.vision_model.encoder.layers:
            layer.self_attn.out_proj.weight.zero_()
        # Patches are multiplied by the class token: one that keeps the signs of the colours.
        tower.vision_model.embeddings.class_embedding.copy_(torch.ones(16))
        tower.vision_model.embeddings.class_embedding[8:] = -1.0
        tower.text_projection.weight.copy_(torch.eye(16))
        for layer in (model.box_head.dense0, model.box_head.dense1, model.box_head.dense2):
            layer.weight.zero_()
            layer.bias.zero_()
        model.class_head.dense0.weight.zero_()
        model.class_head.dense0.bias.zero_()
        for channel in range(3):
            model.class_head.dense0.weight[channel, channel] = 1.0
            model.class_head.dense0.weight[8 + channel, 8 + channel] = -1.0
        for layer, bias in (
            (model.class_head.logit_shift, 0.0),
            (model.class_head.logit_scale, 4.0),
        ):
            layer.weight.zero_()
            layer.bias.fill_(bias)
    return load_model(f"hf:{store(model, tmp_path_factory.mktemp(request.param))}", prompt="{}")


def test_owl_boxes_the_planted_cell(planted_owl, red_patch) -> None:
    found = planted_owl.detect([red_patch], ["red", "blue"], threshold=0.5)[0]
    assert found.labels == ("red",)
    # OWL's anchors are the lower right corners of the cells, with boxes as large as a cell.
    if type(planted_owl).__name__ == "OwlVit":  # stretched: cells are 16 x 8 pixels
        assert found.boxes[0] == pytest.approx([40, 12, 56, 20], abs=0.5)
    else:  # padded below to 64 x 64: cells are 16 x 16
        assert found.boxes[0] == pytest.approx([40, 8, 56, 24], abs=0.5)


def test_owl_says_nothing_about_what_is_not_there(planted_owl, red_patch) -> None:
    dark = np.zeros_like(red_patch)
    assert len(planted_owl.detect([dark], ["red"], threshold=0.5)[0]) == 0
    assert planted_owl.detect([], ["red"]) == []
    assert len(planted_owl.detect([dark], [])[0]) == 0


def _same(first, second) -> bool:
    return (
        first.labels == second.labels
        and np.abs(first.boxes - second.boxes).max(initial=0) < TOLERANCE
        and np.abs(first.scores - second.scores).max(initial=0) < 1e-5
    )


@pytest.mark.parametrize("name", list(OWLS))
def test_owl_alone_and_in_a_batch_are_equal(name, tmp_path, tiny, store, sizes, frames) -> None:
    model = load_model(f"hf:{store(_owl(name, sizes, tiny)[0], tmp_path)}", kind="detector")
    batch = model.detect(frames, ["red", "a green mug"], threshold=0.0)
    for frame, found in zip(frames, batch):
        assert len(found) > 0
        assert _same(model.detect([frame], ["red", "a green mug"], threshold=0.0)[0], found)


@pytest.mark.parametrize("name", list(OWLS))
def test_owl_scores_are_those_of_the_library(name, tmp_path, tiny, store, sizes, frames) -> None:
    model = load_model(f"hf:{store(_owl(name, sizes, tiny)[0], tmp_path)}", prompt="{}")
    logits, boxes = model._forward(frames[:1], ["red", "blue"])
    tokens = model.tokens(["red", "blue"], padding="max_length", max_length=12)
    theirs = model.model(pixel_values=model.tensor(model._pixels(frames[:1])), **tokens)
    assert torch.allclose(logits, theirs.logits, atol=1e-5)
    assert torch.allclose(boxes, theirs.pred_boxes, atol=1e-6)


DINOS = {
    "dino": (GroundingDinoForObjectDetection, GroundingDinoConfig),
    "mm-dino": (MMGroundingDinoForObjectDetection, MMGroundingDinoConfig),
}


@pytest.fixture(scope="module", params=DINOS)
def dino(request, tmp_path_factory, tiny, store):
    words = ["red", "green", "mug", "chair", "."]
    architecture, settings = DINOS[request.param]
    config = settings(
        backbone_config=SwinConfig(
            embed_dim=8,
            depths=[1, 1, 1, 1],
            num_heads=[1, 1, 2, 2],
            window_size=4,
            out_indices=[2, 3, 4],
        ),
        text_config=BertConfig(
            vocab_size=40,
            hidden_size=16,
            num_hidden_layers=1,
            num_attention_heads=2,
            intermediate_size=32,
        ),
        d_model=32,
        encoder_layers=1,
        decoder_layers=2,
        encoder_attention_heads=2,
        decoder_attention_heads=2,
        encoder_ffn_dim=16,
        decoder_ffn_dim=16,
        num_queries=12,
        max_text_len=16,
        num_feature_levels=4,
    )
    model = tiny(architecture, config)
    directory = store(model, tmp_path_factory.mktemp(request.param), words=words)
    return load_model(f"hf:{directory}")


def test_grounding_dino_captions_hold_all_phrases(dino) -> None:
    one = dino.captions(["red mug", "chair"])
    assert [c.phrases for c in one] == [("red mug", "chair")]
    assert [one[0].ids[a:b] for a, b in one[0].spans] == [(4, 6), (7,)]
    assert (one[0].ids[0], one[0].ids[-1]) == (2, 3)
    many = dino.captions(["red mug"] * 11)
    assert sum(len(c.phrases) for c in many) == 11
    assert all(len(c.ids) <= 16 for c in many)
    with pytest.raises(InvalidValueError, match="tokens"):
        dino.captions([""])


def test_grounding_dino_scores_are_those_of_the_library(dino, frames) -> None:
    small = [frame[:32, :32] for frame in frames[:1]]
    (caption,) = dino.captions(["red mug"])
    ids = torch.tensor([caption.ids])
    pixels = dino.tensor(dino.preprocessing.fit(small, 800, 1333))
    own = getattr(transformers, dino.model.config.architectures[0])
    theirs = own.from_pretrained(dino.source.directory, attn_implementation="eager").eval()
    with torch.inference_mode():
        logits = theirs(
            pixel_values=pixels, input_ids=ids, attention_mask=torch.ones_like(ids)
        ).logits
    low, high = caption.spans[0]
    best = float(logits.sigmoid()[0, :, low:high].max())
    assert dino.detect(small, ["red mug"], threshold=0.0)[0].scores[0] == pytest.approx(
        best, abs=1e-5
    )


def test_grounding_dino_detects_in_batches(dino, frames) -> None:
    small = [frame[:32, :32] for frame in frames]
    batch = dino.detect(small, ["red mug", "chair"], threshold=0.0)
    for frame, found in zip(small, batch):
        assert len(found) > 0
        assert set(found.labels) <= {"red mug", "chair"}
        alone = dino.detect([frame], ["red mug", "chair"], threshold=0.0)[0]
        assert np.abs(alone.scores - found.scores).max() < 1e-4
        assert np.abs(alone.boxes - found.boxes).max() < 0.05
    assert all(len(found) == 0 for found in dino.detect(small, ["red mug"], threshold=1.01))


@pytest.fixture(scope="module")
def clipseg(tmp_path_factory, tiny, store, sizes):
    config = CLIPSegConfig(
        text_config=sizes["text"],
        vision_config=sizes["vision"] | {"num_hidden_layers": 3},
        projection_dim=16,
        extract_layers=[0, 1, 2],
        reduce_dim=8,
        decoder_num_attention_heads=2,
        decoder_intermediate_size=16,
    )
    model = tiny(CLIPSegForImageSegmentation, config)
    return load_model(f"hf:{store(model, tmp_path_factory.mktemp('clipseg'))}")


def test_clipseg_masks_fit_their_frames(clipseg, frames) -> None:
    batch = clipseg.detect(frames, ["red", "blue"], threshold=0.0)
    for frame, found in zip(frames, batch):
        assert found.masks.shape[1:] == frame.shape[:2]
        alone = clipseg.detect([frame], ["red", "blue"], threshold=0.0)[0]
        assert np.abs(alone.scores - found.scores).max() < 1e-5


def test_regions_of_a_heat_map_are_boxed() -> None:
    heat = np.zeros((40, 40), np.float32)
    heat[4:12, 20:30] = 0.9
    heat[30:36, 2:8] = 0.6
    found = regions(heat, "mug", (40, 40), 0.3)
    assert found.boxes.tolist() == [[20, 4, 30, 12], [2, 30, 8, 36]]
    assert found.scores == pytest.approx([0.9, 0.6])
    assert found.masks[0].sum() == 80
    assert len(regions(heat, "mug", (40, 40), 0.95)) == 0


def test_the_owl_localizer_fills_the_box(planted_owl, red_patch) -> None:
    localizer = OpenVocabularyLocalizer(
        "owl", ModelVision(planted_owl), threshold=0.5, prompts="plain", post="full"
    )
    localizer.seek("red")
    found = localizer.locate(Observation(red_patch, None, None, True, 0))
    box = planted_owl.detect([red_patch], ["red"], threshold=0.5)[0].boxes[0].round().astype(int)
    assert (found[box[1] : box[3], box[0] : box[2]] > 0.5).all()
    assert np.count_nonzero(found) == (box[3] - box[1]) * (box[2] - box[0])
    localizer.seek("blue")
    assert not localizer.locate(Observation(red_patch, None, None, True, 0)).any()
