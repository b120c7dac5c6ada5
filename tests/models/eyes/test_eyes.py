"""The shipped model: whole files, equal answers alone, in a batch and in threads, clear errors."""

from __future__ import annotations

import shutil
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

pytest.importorskip("onnxruntime")

from meadow.errors import FileFormatError, InvalidValueError, UnknownIdError
from meadow.models.eyes import Eyes, available, load_eyes
from meadow.models.eyes.eyes import Encoded, Located, Outlined
from meadow.models.eyes.files import weights_directory
from meadow.models.protocols import Detector, ImageTextEncoder
from meadow.scenes.generator import generate_house
from meadow.sim.render import Renderer, RenderScene

if "eyes-s" not in available():
    pytest.skip(
        "no weights are shipped yet; make them with: meadow train eyes", allow_module_level=True
    )

PHRASES = ["a sofa", "the red mug", "bed", "a chair", "a window"]


@pytest.fixture(scope="module")
def eyes() -> Eyes:
    return load_eyes("eyes-s")


@pytest.fixture(scope="module")
def frames() -> list[np.ndarray]:
    house = generate_house(5_000_003, rooms=3)
    scene = RenderScene(house)
    views = []
    for room in house.rooms:
        x, y = np.mean(room.polygon, axis=0)
        views += [(x, y, 0.87, yaw, 0.0) for yaw in (0.0, 2.0)]
    return list(Renderer(224, 224).render_batch([scene] * len(views), views).rgb)


def test_it_is_both_encoder_and_detector(eyes: Eyes) -> None:
    assert isinstance(eyes, ImageTextEncoder)
    assert isinstance(eyes, Detector)
    assert "eyes-s" in available()
    assert eyes.card().sha256


def test_features_are_unit_vectors_on_a_grid(eyes: Eyes, frames: list[np.ndarray]) -> None:
    features = eyes.encode_images(frames[:2])
    assert features.grid == (28, 28)
    assert np.allclose(np.linalg.norm(features.pooled, axis=1), 1.0, atol=1e-4)
    assert np.allclose(np.linalg.norm(features.patches, axis=3), 1.0, atol=1e-4)
    assert np.allclose(np.linalg.norm(eyes.encode_texts(PHRASES), axis=1), 1.0, atol=1e-4)


def test_a_frame_alone_equals_the_frame_in_a_batch(eyes: Eyes, frames: list[np.ndarray]) -> None:
    together = eyes.detect(frames, PHRASES, threshold=0.2, masks=True)
    for image, expected in zip(frames, together):
        alone = eyes.detect([image], PHRASES, threshold=0.2, masks=True)[0]
        assert alone.labels == expected.labels
        assert np.allclose(alone.boxes, expected.boxes, atol=1e-2)
        assert np.allclose(alone.scores, expected.scores, atol=1e-4)


def test_threads_do_not_change_the_answer(eyes: Eyes, frames: list[np.ndarray]) -> None:
    other = load_eyes("eyes-s", threads=2)
    a, b = eyes.encode_images(frames[:2]), other.encode_images(frames[:2])
    assert np.allclose(a.patches, b.patches, atol=1e-4)
    assert np.allclose(a.pooled, b.pooled, atol=1e-4)


def test_detections_are_sorted_and_inside_the_picture(eyes: Eyes, frames: list[np.ndarray]) -> None:
    count = 0
    for found in eyes.detect(frames, PHRASES, threshold=0.05, masks=True):
        count += len(found)
        assert (np.diff(found.scores) <= 0).all()
        assert (found.scores >= 0.05).all()
        if len(found):
            assert found.boxes.min() >= 0.0
            assert found.boxes.max() <= 224.0
            assert found.masks is not None
            assert found.masks.shape == (len(found), 224, 224)
    assert count > 0


def test_other_resolutions_give_boxes_in_their_own_pixels(frames: list[np.ndarray]) -> None:
    eyes = load_eyes("eyes-s", side=224)
    small = frames[0]
    large = small.repeat(2, axis=0).repeat(2, axis=1)
    a = eyes.detect([small], PHRASES, threshold=0.2)[0]
    b = eyes.detect([large], PHRASES, threshold=0.2, masks=True)[0]
    assert len(a) == len(b)
    assert np.allclose(2.0 * a.boxes[:1], b.boxes[:1], atol=12.0)


def test_relevance_and_heat_maps_have_their_shapes(eyes: Eyes, frames: list[np.ndarray]) -> None:
    maps = eyes.relevance_maps(frames[:2], PHRASES)
    assert maps.shape == (2, len(PHRASES), 14, 14)
    assert (maps >= 0.0).all()
    heat = eyes.heat_maps(frames[:2], PHRASES)
    assert heat.shape == (2, len(PHRASES), 28, 28)
    assert ((heat >= 0.0) & (heat <= 1.0)).all()


def test_no_phrases_and_no_images_are_fine(eyes: Eyes, frames: list[np.ndarray]) -> None:
    assert len(eyes.detect(frames[:1], [])[0]) == 0
    assert eyes.detect([], PHRASES) == []


def test_bad_images_are_explained(eyes: Eyes) -> None:
    with pytest.raises(InvalidValueError, match="uint8"):
        eyes.detect([np.zeros((224, 224, 3), np.float32)], PHRASES)


def test_unknown_names_and_missing_files_are_explained(tmp_path: Path) -> None:
    with pytest.raises(UnknownIdError, match="eyes-s"):
        load_eyes("eyes-x")
    with pytest.raises(FileFormatError, match="missing.*meadow train eyes"):
        load_eyes("eyes-s", directory=tmp_path)


@pytest.mark.parametrize("ending", ["onnx", "npz", "json"])
def test_truncated_files_are_refused(tmp_path: Path, ending: str) -> None:
    for file in weights_directory().glob("eyes-s.*"):
        shutil.copy(file, tmp_path / file.name)
    damaged = tmp_path / f"eyes-s.{ending}"
    damaged.write_bytes(damaged.read_bytes()[:-200])
    with pytest.raises(FileFormatError):
        load_eyes("eyes-s", directory=tmp_path)


@pytest.mark.parametrize("name", available())
@pytest.mark.parametrize("part", [Located, Encoded, Outlined])
def test_a_part_sees_the_same_to_the_bit(name: str, part: type, frames) -> None:
    eyes = load_eyes(name)
    for some, whole in zip(eyes.see_part(frames, part), eyes.see(frames)):
        for field in fields(part):
            assert np.array_equal(getattr(some, field.name), getattr(whole, field.name))


@pytest.mark.parametrize("shape", [(168, 224), (224, 126), (480, 640), (90, 40)])
def test_pictures_that_are_not_square_are_letterboxed(eyes: Eyes, frames, shape) -> None:
    """A picture sees the same as the square that it was cut from and the bars, and maps it back."""
    height, width = shape
    picture = np.asarray(Image.fromarray(frames[0]).resize((width, height)))
    box = eyes.letterbox(shape)
    square = box.fit(picture)
    top, left, inner_height, inner_width = box.inner
    assert max(inner_height, inner_width) == box.side == (320 if max(shape) > 320 else 224)
    assert abs(inner_height / inner_width - height / width) < 0.02, "never squeezed"
    bars = np.ones((box.side, box.side), bool)
    bars[top : top + inner_height, left : left + inner_width] = False
    assert (square[bars] == 127).all()
    mine = eyes.detect([picture], PHRASES, threshold=1e-3, masks=True)[0]
    theirs = eyes.detect([square], PHRASES, threshold=1e-3, masks=True)[0]
    assert 0 < len(mine) <= len(theirs)
    scale = height / inner_height
    for box, score, label, mask in zip(mine.boxes, mine.scores, mine.labels, mine.masks):
        assert mask.shape == shape
        assert (box >= 0).all()
        assert (box <= (width, height, width, height)).all()
        k = next(
            n for n in range(len(theirs)) if theirs.scores[n] == score and theirs.labels[n] == label
        )
        expected = (theirs.boxes[k] - (left, top, left, top)) * scale
        limits = (width, height, width, height)
        assert np.allclose(box, np.clip(expected, 0, limits), atol=0.02 * max(shape))
        inside = theirs.masks[k][top : top + inner_height, left : left + inner_width]
        assert abs(mask.mean() - inside.mean()) < 0.01
