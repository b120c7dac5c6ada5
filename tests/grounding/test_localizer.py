"""Localizers over fakes, whose answers are known, and over the eyes that ship."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from meadow.errors import InvalidValueError, MissingWeightsError, UnknownIdError
from meadow.grounding import HEADS, POSTS, PROMPTS, OpenVocabularyLocalizer, vision_model
from meadow.grounding.look import EVERYTHING
from meadow.grounding.model_look import ModelVision, _loaded
from meadow.grounding.thresholds import ThresholdTable, shipped, threshold_for
from meadow.models.eyes import available, files
from meadow.models.fakes import PAINTS, FakeDetector, FakeImageTextEncoder
from meadow.types import Brief, Observation

eyes_ship = pytest.mark.skipif("eyes-s" not in available(), reason="no weights are shipped yet")


@pytest.fixture(scope="module")
def frames() -> list[np.ndarray]:
    """Frames of a furnished home, from the middle of its rooms."""
    from meadow.scenes.generator import generate_house
    from meadow.sim.render import Renderer, RenderScene

    house = generate_house(5_000_003, rooms=3)
    scene, views = RenderScene(house), []
    for room in house.rooms:
        x, y = np.mean(room.polygon, axis=0)
        views += [(x, y, 0.87, yaw, 0.0) for yaw in np.arange(0.0, 6.2, 1.5)]
    return list(Renderer(224, 224).render_batch([scene] * len(views), views).rgb)


def observed(image: np.ndarray) -> Observation:
    return Observation(image, None, None, True, 0)


def painted() -> np.ndarray:
    """Black, with red in the upper right ninth and blue in the lower left one."""
    image = np.zeros((90, 90, 3), np.uint8)
    image[:30, 60:] = PAINTS["red"]
    image[60:, :30] = PAINTS["blue"]
    return image


def test_patches_find_the_tile_that_the_words_name() -> None:
    sight = ModelVision(FakeImageTextEncoder())
    localizer = OpenVocabularyLocalizer("clip-patch", sight, threshold=0.5, post="full")
    localizer.reset(Brief(task="", goal="the red mug"))
    found = localizer.locate(observed(painted())) > 0
    assert found[:30, 60:].all()
    assert np.count_nonzero(found) == 900
    localizer.seek("a red mug or a blue mug")
    assert np.count_nonzero(localizer.locate(observed(painted()))) == 1800


def test_boxes_and_masks_come_from_the_detector() -> None:
    image = painted()
    image[10:20, 70:80] = 0
    for head, pixels in (("owl", 900), ("mdetr", 800)):
        localizer = OpenVocabularyLocalizer(
            head, ModelVision(FakeDetector()), threshold=0.4, prompts="plain", post="full"
        )
        localizer.seek("a red thing")
        found = localizer.locate(observed(image))
        assert np.count_nonzero(found) == pixels
        assert found.max() == np.float32(0.9)
        localizer.seek("a green thing")
        assert not localizer.locate(observed(image)).any()


def test_models_that_cannot_serve_say_what_is_needed() -> None:
    encoder, detector = ModelVision(FakeImageTextEncoder()), ModelVision(FakeDetector())
    seek = OpenVocabularyLocalizer("owl", encoder, threshold=0.5, prompts="plain")
    seek.seek("red")
    with pytest.raises(InvalidValueError, match="detects"):
        seek.locate(observed(painted()))
    with pytest.raises(InvalidValueError, match="encodes texts"):
        OpenVocabularyLocalizer("clip-patch", detector, threshold=0.5).seek("red")
    with pytest.raises(InvalidValueError, match="plain or photo"):
        OpenVocabularyLocalizer("owl", detector, threshold=0.5).seek("red")
    relevance = OpenVocabularyLocalizer("clip-grad", encoder, threshold=0.5)
    relevance.seek("red")
    with pytest.raises(InvalidValueError, match="relevance"):
        relevance.locate(observed(painted()))


def test_bad_choices_are_refused() -> None:
    sight = ModelVision(FakeDetector())
    with pytest.raises(UnknownIdError, match="owl"):
        OpenVocabularyLocalizer("owls", sight, threshold=0.5)
    with pytest.raises(InvalidValueError, match="threshold 0"):
        OpenVocabularyLocalizer("owl", sight, threshold=0.0)
    with pytest.raises(UnknownIdError, match="prompt ensemble"):
        OpenVocabularyLocalizer("owl", sight, threshold=0.5, prompts="poem")


def test_thresholds_of_foreign_models_are_the_authors() -> None:
    assert threshold_for("clip-patch", "hf:openai/clip-vit-base-patch32", "photo", "full") == 0.875
    assert threshold_for("clip-patch", "hf:openai/clip-vit-base-patch16", "photo", "full") == 0.75
    assert threshold_for("owl", "hf:google/owlvit-base-patch32", "photo", "center") == 0.125


def test_the_shipped_table_is_about_known_choices() -> None:
    table = shipped()
    assert isinstance(table, ThresholdTable)
    for key, row in table.rows.items():
        localizer, _, prompts, post = key.split("/")
        assert localizer in HEADS
        assert prompts in PROMPTS
        assert post in POSTS
        assert HEADS[localizer].chance < row.threshold < 1.0
        assert row.success <= row.fired


@eyes_ship
def test_no_two_localizers_of_the_eyes_agree(frames) -> None:
    """Each has its own answer at a threshold at which it fires in a part of the frames."""
    sight = vision_model("eyes-s")
    views, masks = [sight.look(frame, EVERYTHING) for frame in frames], {}
    for head, prompts, post in itertools.product(HEADS, ("openai80", "photo", "plain"), POSTS):
        # The eyes read "in the top left" like "in the top right": their nine shares differ little.
        low = {"owl": 0.002, "mdetr": 0.002, "clip-ref": 0.112}.get(head, 0.3)
        localizer = OpenVocabularyLocalizer(head, sight, threshold=low, prompts=prompts, post=post)
        localizer.seek("a bed")
        masks[head, prompts, post] = np.array([localizer.mark(view) > 0 for view in views])
    for (a, first), (b, second) in itertools.combinations(masks.items(), 2):
        if a[0] == b[0] and a[1:] != b[1:] and a[2] == b[2]:
            continue  # Prompts of one localizer may agree on a few frames.
        assert not np.array_equal(first, second), f"{a} and {b} mark the same pixels"


@eyes_ship
@pytest.mark.parametrize("head", list(HEADS))
def test_a_shared_look_and_one_of_its_own_are_equal(head: str, frames) -> None:
    sight = vision_model("eyes-s")
    low = 0.002 if head in ("owl", "mdetr") else 0.15
    localizer = OpenVocabularyLocalizer(head, sight, threshold=low, prompts="plain", post="full")
    localizer.seek("bed")
    for image in frames[:4]:
        shared = localizer.mark(sight.look(image, EVERYTHING))
        assert np.array_equal(shared, localizer.locate(observed(image)))


@eyes_ship
@pytest.mark.parametrize("head", list(HEADS))
@pytest.mark.parametrize("goal", ["qwzx vlorp", "?!", "red " * 500, "a {0} {mug}", "the"])
def test_strange_goals_are_looked_for_all_the_same(head: str, goal: str, frames) -> None:
    localizer = OpenVocabularyLocalizer(head, "eyes-s", threshold=0.2, prompts="photo")
    localizer.reset(Brief(task="", goal=goal))
    found = localizer.locate(observed(frames[0]))
    assert found.shape == (224, 224)
    assert found.dtype == np.float32
    assert ((found >= 0.0) & (found <= 1.0)).all()


@eyes_ship
def test_other_resolutions_and_empty_goals(frames) -> None:
    localizer = OpenVocabularyLocalizer("clip-grad", "eyes-s", threshold=0.2)
    with pytest.raises(InvalidValueError, match="empty"):
        localizer.reset(Brief(task="", goal=" "))
    localizer.seek("sofa")
    assert localizer.locate(observed(frames[0][:100, :160].copy())).shape == (100, 160)


@eyes_ship
def test_tiles_of_the_whole_frame_are_the_frame(frames) -> None:
    view = vision_model("eyes-s").look(frames[0], EVERYTHING)
    assert np.allclose(view.tiles(1)[0], view.pooled(), atol=1e-4)
    assert view.tiles(3).shape[0] == 9


def test_models_without_weights_say_what_to_do(monkeypatch, tmp_path) -> None:
    monkeypatch.setattr(files, "weights_directory", lambda: tmp_path)
    _loaded.cache_clear()
    with pytest.raises(MissingWeightsError, match="meadow train eyes"):
        vision_model("eyes-b")
