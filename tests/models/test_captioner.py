from __future__ import annotations

import numpy as np
import pytest

from meadow.models.captioner import SentenceCaptioner, bearing, describe, plural
from meadow.models.fakes import FakeDetector
from meadow.types import Camera, Detections, empty_detections

CAMERA = Camera()


def _found(*items: tuple[str, float]) -> Detections:
    """Boxes 20 pixels wide, centred at the given column, best first."""
    boxes = np.array([(x - 10, 100, x + 10, 120) for _, x in items], np.float32)
    return Detections(boxes, np.full(len(items), 0.8, np.float32), tuple(name for name, _ in items))


def test_sides_follow_the_bearing() -> None:
    found = _found(("chair", 20), ("chair", 30), ("sofa", 112), ("oven", 210))
    assert describe(found, CAMERA) == (
        "To the left there are two chairs; ahead there is a sofa; to the right there is an oven."
    )


def test_kinds_on_one_side_are_listed() -> None:
    found = _found(("sofa", 100), ("lamp", 110), ("shelf", 120), ("shelf", 118))
    assert describe(found, CAMERA) == "Ahead there is a sofa, a lamp and two shelves."


def test_depth_adds_the_distance_of_the_nearest() -> None:
    depth = np.full((224, 224), 3.0, np.float32)
    depth[:, 100:140] = 1.5
    found = _found(("chair", 90), ("chair", 120))
    assert describe(found, CAMERA, depth=depth) == "Ahead there are two chairs, 1.5 m away."
    assert describe(found, CAMERA, depth=np.zeros_like(depth)) == "Ahead there are two chairs."


def test_nothing_is_said_of_nothing() -> None:
    assert describe(empty_detections(), CAMERA) == "There is nothing I recognise."


def test_bearings_are_those_of_the_camera() -> None:
    left_edge = np.array([0, 0, 0, 10], np.float32)
    assert bearing(left_edge, CAMERA, 224) == pytest.approx(CAMERA.hfov / 2)
    assert bearing(left_edge, CAMERA, 640) == pytest.approx(CAMERA.hfov / 2)


def test_it_captions_what_a_detector_finds() -> None:
    image = np.full((224, 224, 3), 90, np.uint8)
    image[50:60, 10:20] = (255, 0, 0)
    model = SentenceCaptioner(detector=FakeDetector(), phrases=("red mug", "blue mug"))
    assert model.caption([image, image[:, ::-1]]) == [
        "To the left there is a red mug.",
        "To the right there is a red mug.",
    ]
    assert "fake-detector" in model.card().notes["detector"]


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("box", "boxes"),
        ("toy", "toys"),
        ("berry", "berries"),
        ("glass of water", "glasses of water"),
    ],
)
def test_plurals(one: str, many: str) -> None:
    assert plural(one) == many
