"""Boxes, candidates and masks in plain numbers."""

from __future__ import annotations

import numpy as np

from meadow.models.eyes.boxes import candidates, cell_boxes, thing_masks


def test_boxes_lie_around_their_cells() -> None:
    distances = np.full((4, 28, 28), 1.5, np.float32)
    boxes = cell_boxes(distances).reshape(28, 28, 4)
    assert boxes[2, 3].tolist() == [16.0, 8.0, 40.0, 32.0]
    assert boxes[0, 0].tolist() == [0.0, 0.0, 16.0, 16.0]


def test_the_best_of_overlapping_boxes_stays() -> None:
    boxes = np.array([[0, 0, 10, 10], [1, 0, 11, 10], [40, 40, 50, 50], [9, 9, 99, 99]], np.float32)
    kept = candidates(boxes, np.array([0.5, 0.9, 0.7, 0.2]), 0.3)
    assert kept.tolist() == [1, 2]


def test_masks_follow_prototypes_within_the_box() -> None:
    prototypes = np.full((1, 56, 56), -1.0, np.float32)
    prototypes[0, 10:20, 10:20] = 1.0
    prototypes[0, 40:50, 40:50] = 1.0
    box = np.array([[36.0, 36.0, 84.0, 84.0]], np.float32)
    mask = thing_masks(np.array([[3.0]]), prototypes, box, 224)[0]
    assert mask[60, 60]
    assert not mask[180, 180]
    assert not mask[20, 20]
    assert abs(int(mask.sum()) - 1600) < 120
