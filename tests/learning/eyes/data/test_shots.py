"""The pictures of a training: of every kind that robots take, with truth that stays in place."""

from __future__ import annotations

import numpy as np
import pytest

from meadow.learning.eyes.data.disturb import ARM, disturbed, with_arm
from meadow.learning.eyes.data.frames import Frame
from meadow.learning.eyes.data.scenes import TrainingScene, training_stage
from meadow.learning.eyes.data.shots import (
    FEWEST_GLANCE,
    GLANCE,
    GLANCE_DEGREES,
    PADDING,
    Mix,
    _aimed,
    letterboxed,
    take,
)
from meadow.seeding import stream
from meadow.sim.render import RenderScene


@pytest.fixture(scope="module")
def stage() -> TrainingScene:
    return training_stage(0, 4, revision=2)


def test_a_home_gives_as_many_pictures_as_asked_for(stage: TrainingScene) -> None:
    mix = Mix(wide=3, driving=2, close=2, glances=4)
    frames = take(stage, stream(1, "shots"), mix)
    assert len(frames) == mix.total == 11
    assert {frame.rgb.shape for frame in frames} == {(224, 224, 3)}
    again = take(stage, stream(1, "shots"), mix)
    assert all(np.array_equal(a.rgb, b.rgb) for a, b in zip(frames, again))


def test_a_glance_shows_its_target(stage: TrainingScene) -> None:
    scene = RenderScene(stage.house)
    frames = _aimed(stage, scene, stream(2, "glances"), GLANCE, 6, GLANCE_DEGREES, FEWEST_GLANCE)
    assert len(frames) >= 3
    for frame in frames:
        largest = np.bincount(frame.ids[frame.ids > 0]).max()
        assert largest >= FEWEST_GLANCE


def test_a_letterboxed_picture_is_whole_and_in_the_middle() -> None:
    rgb = np.full((126, 224, 3), 200, np.uint8)
    frame = letterboxed(Frame(rgb, np.ones((126, 224), np.int16), 0))
    assert frame.rgb.shape == (224, 224, 3)
    assert np.count_nonzero(frame.ids) == 126 * 224
    assert (frame.rgb[:49] == PADDING).all()
    assert (frame.rgb[49:175] == 200).all()


def test_an_arm_reaches_in_from_the_lower_edge() -> None:
    rgb, ids = np.full((224, 224, 3), 250, np.uint8), np.ones((224, 224), np.int16)
    for seed in range(4):
        picture, marked = with_arm(stream(seed, "arm"), rgb, ids)
        arm = marked == ARM
        assert arm[-1].any()
        assert 0.01 < arm.mean() < 0.4
        assert (picture[~arm] == 250).mean() > 0.95


def test_disturbed_pictures_stay_pictures() -> None:
    rgb = np.full((64, 64, 3), 120, np.uint8)
    means = [disturbed(stream(seed, "light"), rgb).mean() for seed in range(60)]
    assert min(means) < 70
    assert max(means) > 130
