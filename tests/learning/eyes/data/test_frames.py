"""The training data: the same on every call, and right about boxes, masks and shapes."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from meadow.language.held_out import CATALOGUE_REVISION
from meadow.learning.eyes.data import facts
from meadow.learning.eyes.data.batches import DataConfig, group_batches
from meadow.learning.eyes.data.frames import (
    FEWEST_PIXELS,
    Batch,
    Frame,
    cell_map,
    cut,
    home_facts,
    make_batch,
)
from meadow.learning.eyes.data.scenes import training_stage
from meadow.learning.eyes.data.shots import Mix, take
from meadow.seeding import stream

MIX = Mix(wide=3, driving=1, close=2, glances=2)
DATA = DataConfig(homes=1, mix=MIX, reuse=1, batch_size=4, size=96)


@pytest.fixture(scope="module")
def batches() -> list[Batch]:
    return group_batches(DATA, 2)


def test_groups_are_reproducible(batches: list[Batch]) -> None:
    again = group_batches(DATA, 2)
    assert len(batches) == DATA.steps == 2
    for a, b in zip(batches, again):
        for field in dataclasses.fields(a):
            assert np.array_equal(
                getattr(a, field.name), getattr(b, field.name), equal_nan=field.name == "boxes"
            ), field.name


def test_boxes_surround_their_pixels(batches: list[Batch]) -> None:
    for batch in batches:
        for row, box in enumerate(batch.boxes):
            ys, xs = np.nonzero(batch.pixels[batch.owners[row]] == row)
            if np.isnan(box).any() or not len(ys):
                continue
            assert box[0] <= 4 * xs.min() + 2 < box[2]
            assert box[1] <= 4 * ys.min() + 2 < box[3]
            assert box[0] <= 4 * xs.max() + 2 < box[2]
            assert box[1] <= 4 * ys.max() + 2 < box[3]


def test_cells_teach_regions_of_their_own_image(batches: list[Batch]) -> None:
    for batch in batches:
        for image, cells in enumerate(batch.cells):
            taught = np.unique(cells[cells >= 0])
            assert (batch.owners[taught] == image).all()


def test_images_show_what_is_said_to_be_present(batches: list[Batch]) -> None:
    for batch in batches:
        for image in range(len(batch.images)):
            mine = batch.truth[batch.owners == image]
            assert ((mine == 1).any(axis=0) | (batch.present[image] != 1)).all()
            assert ((mine == 0).all(axis=0) == (batch.present[image] == 0)).all()


def test_regions_have_the_facts_of_their_things() -> None:
    stage = training_stage(3, 1)
    things = home_facts(stage.house)
    frames = take(stage, stream(3, "views"), MIX)
    batch = make_batch(stream(3, "batch"), [(f, things) for f in frames], 224, False)
    assert len(batch.truth) == len(batch.boxes) == len(batch.owners)
    things_only = np.isfinite(batch.boxes[:, 0])
    assert (batch.truth[things_only] == 1).any(axis=1).all()


def test_near_misses_hold_of_nothing_that_they_were_made_for(batches: list[Batch]) -> None:
    for batch in batches:
        assert len(batch.pairs)
        true, miss = batch.pairs.T
        held = (batch.truth[:, true] == 1) & (batch.truth[:, miss] == 0)
        assert held.any(axis=0).all()


def test_regions_of_the_image_are_true_of_where_things_are() -> None:
    stage = training_stage(3, 2)
    things = home_facts(stage.house)
    frames = take(stage, stream(4, "views"), MIX)
    batch = make_batch(stream(4, "batch"), [(f, things) for f in frames], 224, False)
    assert batch.located.shape == (len(frames), len(batch.located_tokens))
    assert (batch.located == 1).any()
    assert (batch.located == 0).any()


def test_cameras_look_first_at_what_was_added() -> None:
    """Things that stood on tables make room, so the added ones begin before the home's own count."""
    for index in range(4):
        stage = training_stage(0, index)
        added = {k for k, o in enumerate(stage.house.objects) if o.id.startswith("extra-")}
        assert len(added) > 20
        assert set(stage.targets[: len(added)]) == added


def test_the_smallest_thing_gets_the_cell() -> None:
    rows = np.zeros((16, 16), np.int32)
    rows[0:4, 0:4] = 1
    cells = cell_map(rows, np.array([False, False]), np.array([256.0, 16.0]))
    assert cells.tolist() == [[1, 0], [0, 0]]
    hidden = cell_map(rows, np.array([False, True]), np.array([256.0, 16.0]))
    assert hidden.tolist() == [[-2, 0], [0, 0]]
    assert FEWEST_PIXELS > 16


def test_a_cut_keeps_picture_and_ids_together() -> None:
    ids = np.zeros((224, 224), np.int16)
    ids[40:120, 60:140] = 5
    rgb = np.where(ids[..., None] == 5, 250, 10).astype(np.uint8).repeat(3, axis=2)
    for k in range(8):
        picture, cut_ids = cut(stream(k, "cut"), Frame(rgb, ids, 0), 128)
        bright = picture[..., 0] > 130
        assert (bright != (cut_ids == 5)).mean() < 0.02


@pytest.mark.parametrize("zero_shot", [False, True])
def test_training_never_shows_what_is_held_out(zero_shot: bool) -> None:
    for index in range(3):
        stage = training_stage(0, index, zero_shot=zero_shot, revision=CATALOGUE_REVISION)
        for item in stage.house.objects:
            assert item.variant not in facts.held_out_variants(item.category)
            hidden = facts.unseen_categories(CATALOGUE_REVISION)
            assert not (zero_shot and item.category in hidden)


def test_held_out_homes_show_unseen_shapes() -> None:
    house = training_stage(0, 0, held_out=True).house
    unseen = [o for o in house.objects if o.variant in facts.held_out_variants(o.category)]
    assert len(unseen) >= 3
