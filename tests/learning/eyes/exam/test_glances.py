"""Glances: where they look, what they say of the frame, and that no truth chooses them."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from meadow.learning.eyes.data.frames import Frame, home_facts
from meadow.learning.eyes.data.scenes import training_stage
from meadow.learning.eyes.exam import glances, marks
from meadow.learning.eyes.exam.glances import ENLARGED, SIDE, look_closer
from meadow.learning.eyes.exam.held_out_frames import (
    LOWEST,
    ExaminedFrame,
    aimed_frames,
    name_phrases,
    sight_of,
)
from meadow.models.boxes import overlaps
from meadow.models.eyes import Eyes, load_eyes
from meadow.models.eyes.glances import Crop, crop_around
from meadow.sim.render import Renderer, RenderScene
from meadow.types import Array, Camera

CAMERA = Camera(width=SIDE, height=SIDE)


@pytest.fixture(scope="module")
def eyes() -> Eyes:
    return load_eyes("eyes-s", threads=1)


@pytest.fixture(scope="module")
def texts(eyes: Eyes) -> Array:
    return eyes.encode_texts([p.text for p in name_phrases()])


@pytest.fixture(scope="module")
def frame(eyes: Eyes, texts: Array) -> tuple[ExaminedFrame, Array, Array]:
    """A frame of the exam after the wide look, its picture and its ids with 672 pixels."""
    stage = training_stage(0, 0, held_out=True)
    small, views = aimed_frames(stage, 0, Renderer(224, 224))
    large = Renderer(SIDE, SIDE).render(RenderScene(stage.house), views[0])
    middle = large.ids[1::ENLARGED, 1::ENLARGED]
    assert np.array_equal(middle, small[0].ids)
    seen = Frame(large.rgb, middle.astype(np.int16), 0)
    facts = home_facts(stage.house)
    return (
        sight_of(eyes, stage, seen, facts, name_phrases(), texts, False, True),
        large.rgb,
        large.ids,
    )


def test_a_box_of_a_glance_maps_back_to_the_frame_exactly() -> None:
    window = Crop(x=100, y=37, side=168)
    whole = np.array([[0.0, 0.0, 224.0, 224.0]])
    assert window.to_frame(whole, 224).tolist() == [[100.0, 37.0, 268.0, 205.0]]
    # A thing in the frame, and the box of its pixels in the glance: 4 pixels there are 3 of the frame.
    ids = np.zeros((SIDE, SIDE), bool)
    ids[67:97, 130:190] = True
    ys, xs = np.nonzero(window.sampled(ids, 224))
    box = np.array([[xs.min(), ys.min(), xs.max() + 1, ys.max() + 1]], float)
    assert window.to_frame(box, 224).tolist() == [[130.0, 67.0, 190.0, 97.0]]


@pytest.mark.parametrize(
    "box", [(300, 300, 310, 305), (0, 650, 40, 672), (200, 100, 380, 200), (600, 0, 672, 90)]
)
def test_a_glance_holds_its_box_within_the_frame(box: tuple[float, ...]) -> None:
    window = crop_around(box, CAMERA)
    assert window is not None
    degrees = 2.0 * math.degrees(math.atan(0.5 * window.side / CAMERA.focal))
    assert 12.0 <= degrees <= 40.0
    assert 0 <= window.x <= box[0]
    assert 0 <= window.y <= box[1]
    assert box[2] <= window.x + window.side <= SIDE
    assert box[3] <= window.y + window.side <= SIDE


def test_what_fits_into_no_glance_is_left_to_the_wide_look() -> None:
    assert crop_around((100.0, 100.0, 420.0, 200.0), CAMERA) is None
    # It would fit, but without the margin around it that glances have.
    assert crop_around((100.0, 100.0, 320.0, 200.0), CAMERA) is None


def test_truth_does_not_choose_what_is_glanced_at(
    eyes: Eyes, texts: Array, frame: tuple[ExaminedFrame, Array, Array]
) -> None:
    wide, rgb, ids = frame
    known = look_closer(eyes, wide, rgb, ids, texts, CAMERA)
    assert known.glances > 0
    blank = replace(wide, regions=(), truth=wide.truth[:0])
    unknown = look_closer(eyes, blank, rgb, np.zeros_like(ids), texts, CAMERA)
    assert unknown.glances == known.glances
    a, b = known.both.candidates, unknown.both.candidates
    assert np.array_equal(a.phrase, b.phrase)
    # The last bits of an answer depend on what else was asked in the same batch.
    assert np.allclose(a.boxes, b.boxes, atol=0.01)
    assert np.allclose(a.features, b.features, atol=1e-3)


def test_a_glance_that_sees_the_same_changes_no_score(
    eyes: Eyes, texts: Array, frame: tuple[ExaminedFrame, Array, Array]
) -> None:
    wide, _, _ = frame
    assert wide.seen is not None
    box = glances.candidate_boxes(eyes, wide.seen, texts, 16)[0] * (224 / wide.seen.side)
    same = glances._combined(eyes, wide, [(box, Crop(0, 0, SIDE), wide.seen)], texts)
    score = marks.scorer(eyes.settings.calibration)
    before, after = np.zeros(len(texts)), np.zeros(len(texts))
    np.maximum.at(before, wide.candidates.phrase, score(wide.candidates.features))
    np.maximum.at(after, same.phrase, score(same.features))
    assert (before >= LOWEST).any()
    assert after == pytest.approx(before)


def test_glances_replace_the_detections_of_their_candidates_alone(
    eyes: Eyes, texts: Array, frame: tuple[ExaminedFrame, Array, Array]
) -> None:
    wide, rgb, ids = frame
    assert wide.seen is not None
    boxes = glances.candidate_boxes(eyes, wide.seen, texts, 16) * (224 / wide.seen.side)
    glanced = np.array([b for b in boxes if crop_around(ENLARGED * b, CAMERA)])
    got = look_closer(eyes, wide, rgb, ids, texts, CAMERA).both.candidates
    known = {
        (int(p), *map(float, f)) for p, f in zip(wide.candidates.phrase, wide.candidates.features)
    }
    new = np.array(
        [(int(p), *map(float, f)) not in known for p, f in zip(got.phrase, got.features)]
    )
    assert new.any()
    assert (overlaps(got.boxes[new], glanced).max(axis=1) >= 0.5).all()


def test_figures_of_a_few_frames(eyes: Eyes) -> None:
    looks = glances.home_looks(eyes, 1, count=3)
    found = glances.figures(eyes, looks)
    small = [look for look in looks if glances.small_regions(look.wide)]
    assert small
    assert all(set(look.vectors) <= set(glances.small_regions(look.wide)) for look in looks)
    assert 0.0 <= found["name_top1_150_600_glance"] <= 1.0
    assert 0.0 <= found["category_ap50_glance"] <= 1.0
    # The wide look is the same with and without glances.
    wide = marks.average_precision(
        [look.wide for look in looks], marks.scorer(eyes.settings.calibration), marks.LARGE
    )
    assert found["category_ap50_no_glance"] == marks.mean_of(wide)
    assert 0.0 < found["glances_per_frame"] <= glances.MOST_GLANCES
