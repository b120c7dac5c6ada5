from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

import torch
from transformers import CLIPConfig, CLIPModel, SiglipConfig, SiglipModel

from meadow.grounding import HEADS, OpenVocabularyLocalizer
from meadow.grounding.model_look import ModelVision
from meadow.models import load_model
from meadow.types import Observation

#: A frame alone and in a batch may differ by the order of float32 sums.
TOLERANCE = 1e-5


@pytest.fixture(scope="module")
def planted(tmp_path_factory, tiny, store, sizes, plant):
    config = CLIPConfig(text_config=sizes["text"], vision_config=sizes["vision"], projection_dim=16)
    model = tiny(CLIPModel, config)
    plant(model)
    with torch.no_grad():
        model.vision_model.embeddings.class_embedding.zero_()
        model.visual_projection.weight.copy_(torch.eye(16))
        model.text_projection.weight.copy_(torch.eye(16))
    return load_model(f"hf:{store(model, tmp_path_factory.mktemp('clip'))}")


@pytest.fixture(scope="module", params=["clip", "siglip"])
def random_model(request, tmp_path_factory, tiny, store, sizes):
    text, vision = sizes["text"], sizes["vision"]
    if request.param == "clip":
        config = CLIPConfig(text_config=text, vision_config=vision, projection_dim=16)
        model = tiny(CLIPModel, config)
    else:
        model = tiny(SiglipModel, SiglipConfig(text_config=text, vision_config=vision))
    return load_model(f"hf:{store(model, tmp_path_factory.mktemp(request.param))}")


def test_dense_features_point_at_what_the_words_name(planted, red_patch) -> None:
    features = planted.encode_images([red_patch])
    assert features.grid == (4, 4)
    red, blue = planted.encode_texts(["red", "blue"])
    likeness = features.patches[0] @ red
    assert np.unravel_index(likeness.argmax(), (4, 4)) == (1, 2)
    assert likeness[1, 2] > features.patches[0, 1, 2] @ blue + 0.2


def test_gradient_relevance_finds_the_patch(planted, red_patch) -> None:
    maps = planted.relevance([red_patch, np.zeros_like(red_patch)], ["a red mug", "blue"])
    assert maps.shape == (2, 2, 4, 4)
    assert np.unravel_index(maps[0, 0].argmax(), (4, 4)) == (1, 2)
    assert maps[0, 0, 1, 2] > 3 * np.delete(maps[0, 0].ravel(), 6).max()
    assert maps[0, 1, 1, 2] < maps[0, 0, 1, 2]
    assert np.ptp(maps[1, 0]) == pytest.approx(0.0, abs=1e-6)


def test_the_whole_image_matches_its_word(planted) -> None:
    image = np.zeros((32, 32, 3), np.uint8)
    image[..., 2] = 255
    pooled = planted.encode_images([image]).pooled[0]
    scores = planted.encode_texts(["red", "green", "blue"]) @ pooled
    assert scores.argmax() == 2
    assert planted.probabilities(scores).sum() == pytest.approx(1.0)


def test_alone_and_in_a_batch_are_equal(random_model, frames) -> None:
    batch = random_model.encode_images(frames)
    for row, frame in enumerate(frames):
        alone = random_model.encode_images([frame])
        assert np.abs(alone.pooled[0] - batch.pooled[row]).max() < TOLERANCE
        assert np.abs(alone.patches[0] - batch.patches[row]).max() < TOLERANCE
    texts = ["red", "where is the red sofa"]
    alone = np.concatenate([random_model.encode_texts([text]) for text in texts])
    assert np.abs(random_model.encode_texts(texts) - alone).max() < TOLERANCE
    assert np.allclose(np.linalg.norm(alone, axis=1), 1.0, atol=1e-5)


def test_pooled_features_are_those_of_the_library(random_model, frames) -> None:
    pixels = random_model.tensor(random_model.preprocessing.squash(frames, 32, 32))
    with torch.no_grad():
        theirs = random_model.model.get_image_features(pixel_values=pixels).pooler_output
    theirs = torch.nn.functional.normalize(theirs, dim=-1).numpy()
    assert np.abs(random_model.encode_images(frames).pooled - theirs).max() < TOLERANCE


def test_a_single_patch_pools_to_its_own_dense_feature(tmp_path, tiny, store, sizes) -> None:
    """With one patch there is nothing else to attend to, so dense and pooled agree."""
    vision = sizes["vision"] | {"image_size": 8}
    model = tiny(SiglipModel, SiglipConfig(text_config=sizes["text"], vision_config=vision))
    loaded = load_model(f"hf:{store(model, tmp_path)}")
    features = loaded.encode_images([np.full((8, 8, 3), 77, np.uint8)])
    assert np.abs(features.patches[0, 0, 0] - features.pooled[0]).max() < TOLERANCE


def test_siglip_probabilities_are_its_sigmoid(tmp_path, tiny, store, sizes) -> None:
    config = SiglipConfig(text_config=sizes["text"], vision_config=sizes["vision"])
    model = tiny(SiglipModel, config)
    with torch.no_grad():
        model.logit_scale.fill_(np.log(10.0))
        model.logit_bias.fill_(-5.0)
    loaded = load_model(f"hf:{store(model, tmp_path)}")
    assert loaded.probabilities(np.array([0.5, 1.0])) == pytest.approx([0.5, 1 / (1 + np.exp(-5))])


def test_localizers_find_the_patch(planted, red_patch) -> None:
    for head, row, column in (("clip-grad", 12, 40), ("clip-patch", 12, 40)):
        localizer = OpenVocabularyLocalizer(
            head, ModelVision(planted), threshold=0.02, prompts="plain", post="full"
        )
        localizer.seek("red")
        scores = localizer.locate(Observation(red_patch, None, None, True, 0))
        assert scores[row, column] == scores.max() > 0.0, head
        assert np.median(scores) < scores.max(), head


def test_expressions_compete_for_regions(planted, red_patch) -> None:
    head = HEADS["clip-ref"]
    query = head.prepare(ModelVision(planted), "red", "photo")
    scores = head.score(ModelVision(planted).look(red_patch, head.parts), query, 0.0)
    assert query.shape == (9, 16)
    assert scores.shape == (3, 3)
    assert scores.sum() == pytest.approx(1.0, abs=1e-5)


def test_relevance_of_the_last_layer_is_not_that_of_all(random_model, frames) -> None:
    if not hasattr(random_model, "relevance_to"):
        pytest.skip("only CLIP has gradient relevance")
    vectors = random_model.encode_texts(["a red mug"])
    whole = random_model.relevance(frames, ["a red mug"])
    assert np.allclose(whole, random_model.relevance_to(frames, vectors), atol=1e-6)
    assert not np.allclose(whole, random_model.relevance_to(frames, vectors, last=True), atol=1e-6)
