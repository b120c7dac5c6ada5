"""A look answers in the frame's pixels whatever the camera, runs once, and glances sharpen it."""

from __future__ import annotations

import math

import msgspec
import numpy as np
import pytest

from meadow.errors import InvalidValueError
from meadow.grounding import LookPart, Looks, vision_model
from meadow.grounding.look import EVERYTHING, wanted_by
from meadow.grounding.model_look import ModelVision
from meadow.models.eyes import Eyes, available
from meadow.models.eyes.glances import combined, crop_around
from meadow.models.fakes import PAINTS, FakeDetector, FakeImageTextEncoder
from meadow.scenes.schema import Person
from meadow.sim.render import Renderer, RenderScene
from meadow.testing.homes import one_room, thing
from meadow.types import Camera

pytestmark = pytest.mark.skipif(
    "eyes-s" not in available(), reason="the eyes' weights are not here"
)

HFOV = math.radians(79.0)
LARGE = Camera(width=672, height=672, hfov=HFOV)
WIDE = Camera(width=640, height=480, hfov=HFOV)


def picture(camera: Camera) -> np.ndarray:
    """A sofa, three metres away, and a chair beside it."""
    things = [
        thing("sofa-1", "sofa", (4.2, 3.2, 0.0), room="room-0", yaw=math.pi, colour="red"),
        thing("chair-1", "chair", (4.0, 1.4, 0.0), room="room-0", yaw=math.pi),
    ]
    scene = RenderScene(one_room(things, side=6.0))
    return (
        Renderer(camera.width, camera.height, camera.hfov)
        .render(scene, (1.0, 3.0, 0.9, 0.0, 0.0))
        .rgb
    )


def boxes_of(name: str, look):
    """The boxes of what has a name, the best first."""
    found = look.detect(vision_model("eyes-s").queries([name]), 0.01, masks=True)
    assert len(found)
    return found


@pytest.fixture
def runs(monkeypatch) -> list[int]:
    """How many frames each run of the network saw."""
    seen: list[int] = []
    original = Eyes._run

    def counted(self, stack, part):
        seen.append(len(stack))
        return original(self, stack, part)

    monkeypatch.setattr(Eyes, "_run", counted)
    return seen


def test_parts_that_are_planned_cost_one_run_and_others_another(runs) -> None:
    vision, image = vision_model("eyes-s"), picture(Camera())
    look = vision.look(image, LookPart.BOXES | LookPart.POOLED)
    assert runs == []
    look.pooled()
    look.cells()
    look.detect(vision.queries(["sofa", "chair"]), 0.1, masks=False)
    assert runs == [1]
    first = look.people()
    assert runs == [1, 1], "masks were not planned"
    assert look.people() is first
    look.pooled()
    assert runs == [1, 1]


def test_people_are_seen_from_farther_than_a_goal_would_be_believed() -> None:
    vision = vision_model("eyes-s")
    ann = Person("ann", "ada", (5.0, 4.0, 0.0), 3.1, "room-0")
    scene = RenderScene(msgspec.structs.replace(one_room(side=8.0), people=(ann,)))
    image = Renderer(224, 224, HFOV).render(scene, (1.0, 4.0, 0.87, 0.0, 0.0)).rgb
    look = vision.look(image, LookPart.MASKS)
    found = look.people()
    assert len(found) == 1
    assert found.scores[0] < vision.threshold
    (row, column), (height, width) = np.argwhere(found.masks[0]).mean(axis=0), look.shape
    assert abs(column - 0.5 * width) < 0.05 * width
    assert abs(row - 0.5 * height) < 0.15 * height


def test_all_who_ask_share_the_look_of_a_model(runs) -> None:
    class Component:
        def __init__(self, parts: LookPart) -> None:
            self.parts = parts

        def wanted(self):
            return {vision_model("eyes-s"): self.parts}

    parts = wanted_by([Component(LookPart.BOXES), Component(LookPart.POOLED), object()])
    looks = Looks(picture(Camera()), wanted=parts)
    look = looks.by(vision_model("eyes-s"), LookPart.BOXES)
    look.cells()
    assert looks.by(vision_model("eyes-s"), LookPart.POOLED) is look
    look.pooled()
    assert runs == [1]


@pytest.mark.parametrize("camera", [LARGE, WIDE, Camera(width=320, height=180, hfov=HFOV)])
def test_answers_are_in_pixels_of_the_frame(camera: Camera) -> None:
    vision, shape = vision_model("eyes-s"), (camera.height, camera.width)
    small = boxes_of("sofa", vision.look(picture(Camera(hfov=HFOV)), EVERYTHING))
    look = vision.look(picture(camera), EVERYTHING, camera)
    found = boxes_of("sofa", look)
    assert found.masks.shape[1:] == shape
    # The same field of view: the middle of the sofa is at the same angle.
    scale = camera.focal / Camera(hfov=HFOV).focal
    corner = np.array([camera.width / 2, camera.height / 2] * 2)
    expected = (small.boxes[0] - 112.0) * scale + corner
    limits = [camera.width, camera.height] * 2
    assert np.allclose(found.boxes[0], np.clip(expected, 0, limits), atol=12 * scale + 8)
    ys, xs = np.nonzero(found.masks[0])
    box = found.boxes[0]
    assert box[0] - 5 * scale <= xs.mean() <= box[2] + 5 * scale
    assert box[1] - 5 * scale <= ys.mean() <= box[3] + 5 * scale
    rows, columns, _ = look.cells().shape
    assert columns == vision.model.letterbox(shape).side // 8 == 40
    assert rows == round(40 * camera.height / camera.width)
    relevance = look.relevance(vision.query("sofa", "plain"))
    assert relevance.shape[0] / relevance.shape[1] == camera.height / camera.width
    assert look.tiles(3).shape[0] == 9
    assert np.isfinite(look.tiles(3)).all()


def test_a_glance_answers_in_pixels_of_the_frame(runs) -> None:
    vision, image = vision_model("eyes-s"), picture(LARGE)
    look = vision.look(image, LookPart.MASKS, LARGE)
    box = boxes_of("chair", look).boxes[0]
    crop = crop_around(box, LARGE)
    assert crop is not None
    glance = look.glance(box)
    assert glance is not None
    assert runs == [1], "a glance is as lazy as a look"
    near = boxes_of("chair", glance)
    assert runs == [1, 1]
    alone = vision.model.detect([crop.cut(image)], ["chair"], threshold=0.01, masks=True)[0]
    offset = np.array([crop.x, crop.y] * 2)
    assert np.allclose(near.boxes, alone.boxes + offset)
    assert np.array_equal(crop.cut(near.masks[0]), alone.masks[0])
    assert near.masks[0].sum() == alone.masks[0].sum(), "nothing outside of the crop"
    assert glance.relevance(vision.query("chair", "plain")).shape == (672, 672)


def test_glances_are_merged_into_the_wide_look() -> None:
    vision, image = vision_model("eyes-s"), picture(LARGE)
    queries = vision.queries(["chair", "sofa"])
    look = vision.look(image, LookPart.MASKS, LARGE)
    before = look.detect(queries, 0.02, masks=True)
    box = before.boxes[before.labels.index("chair")]
    words = vision.queries(["a red chair", "a blue chair"])
    _, fits = look.compare(queries, words, 0.02)
    glance = look.glance(box)
    after, closer = look.compare(queries, words, 0.02)
    cells = look._cells(np.stack([q.vector for q in queries]))
    score = vision.model.calibrated
    expected = combined(cells.far.found(score, 0.02), cells.far, cells.near, score, 0.02)
    assert np.allclose(after.boxes, expected.boxes)
    assert np.allclose(after.scores, score(expected.features), atol=1e-5)
    seen_closely = np.flatnonzero(expected.look == 0)
    assert len(seen_closely)
    near = glance.cell_boxes()[expected.cell[seen_closely]]
    assert np.allclose(after.boxes[seen_closely], (near + box) / 2.0, atol=0.01)
    assert np.allclose(
        after.masks[seen_closely[0]], glance.cell_masks(expected.cell[seen_closely[:1]])[0]
    )
    assert list(after.scores) == sorted(after.scores, reverse=True)
    assert fits.shape[1] == closer.shape[1] == 2
    assert ((closer >= 0.0) & (closer <= 1.0)).all()
    assert look.glances == 1


def test_glances_stay_within_the_frame_and_leave_out_what_fills_it() -> None:
    for camera in (LARGE, WIDE, Camera(width=300, height=100, hfov=math.radians(120.0))):
        for box in (
            (0, 0, 10, 10),
            (camera.width - 4, camera.height - 4, camera.width, camera.height),
        ):
            crop = crop_around(box, camera)
            assert crop is not None
            assert 0 <= crop.x <= camera.width - crop.side
            assert 0 <= crop.y <= camera.height - crop.side
        assert crop_around((0, 0, camera.width, camera.height), camera) is None


def test_a_glance_needs_the_camera_and_more_pixels_than_the_wide_look() -> None:
    vision = vision_model("eyes-s")
    with pytest.raises(InvalidValueError, match="camera"):
        vision.look(picture(LARGE), LookPart.BOXES).glance((10, 10, 50, 50))
    assert vision.look(picture(LARGE), LookPart.BOXES, LARGE).can_glance
    assert not vision.look(picture(Camera()), LookPart.BOXES, Camera()).can_glance


def test_a_model_of_the_protocols_is_asked_each_thing_once(monkeypatch) -> None:
    image = np.zeros((60, 60, 3), np.uint8)
    image[:20, 40:] = PAINTS["red"]
    asked: list[str] = []
    encoder, detector = FakeImageTextEncoder(), FakeDetector()
    encode, detect = encoder.encode_images, detector.detect
    monkeypatch.setattr(
        encoder,
        "encode_images",
        lambda images: asked.append("encode") or encode(images),
        raising=False,
    )
    monkeypatch.setattr(
        detector,
        "detect",
        lambda *args, **options: asked.append("detect") or detect(*args, **options),
        raising=False,
    )
    look = ModelVision(encoder).look(image, EVERYTHING)
    assert np.array_equal(look.pooled(), look.pooled())
    look.cells()
    look.similarity(look.pooled())
    found = ModelVision(detector).look(image, EVERYTHING)
    queries = ModelVision(detector).queries(["red"])
    assert len(found.detect(queries, 0.4, masks=False)) == 1
    found.detect(queries, 0.4, masks=False)
    assert asked == ["encode", "detect"]
    assert found.glance((0, 0, 5, 5)) is None
    assert not found.can_glance
