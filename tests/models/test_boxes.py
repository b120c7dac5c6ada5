from __future__ import annotations

import numpy as np
import pytest

from meadow.models.boxes import corners, merge, overlaps, select, suppress
from meadow.seeding import stream
from meadow.types import Detections, empty_detections

BOXES = np.array([[0, 0, 10, 10], [1, 0, 11, 10], [20, 20, 40, 40], [-5, -5, 3, 3]], np.float32)


def test_overlap_is_shared_over_joint_area() -> None:
    assert overlaps(BOXES[:1], BOXES)[0] == pytest.approx([1.0, 90 / 110, 0.0, 9 / 155])


def test_doubles_of_a_phrase_go_and_other_phrases_stay() -> None:
    scores = np.array([[0.6, 0.1], [0.9, 0.2], [0.1, 0.7], [0.1, 0.05]])
    found = select(BOXES, scores, ["mug", "cup"], (40, 40), 0.3)
    assert found.labels == ("mug", "cup")
    assert found.scores == pytest.approx([0.9, 0.7])
    scores[0] = (0.1, 0.6)  # now another phrase at the same place
    assert select(BOXES, scores, ["mug", "cup"], (40, 40), 0.3).labels == ("mug", "cup", "cup")


def test_boxes_are_clipped_to_the_image_and_lost_outside_it() -> None:
    scores = np.ones((4, 1))
    found = select(BOXES[2:], scores[:2], ["mug"], (30, 30), 0.5)
    assert sorted(map(tuple, found.boxes.tolist())) == [(0, 0, 3, 3), (20, 20, 30, 30)]
    assert len(select(BOXES[2:3], scores[:1], ["mug"], (20, 20), 0.5)) == 0


def test_passes_merge_best_first() -> None:
    first = Detections(BOXES[:1], np.float32([0.4]), ("mug",))
    second = Detections(BOXES[2:3], np.float32([0.8]), ("cup",))
    merged = merge([first, empty_detections(), second])
    assert merged.labels == ("cup", "mug")
    assert merged.boxes.tolist() == [[20, 20, 40, 40], [0, 0, 10, 10]]
    assert len(merge([])) == 0


def test_centres_become_edges() -> None:
    assert corners(np.array([[5.0, 6.0, 4.0, 2.0]])).tolist() == [[3.0, 5.0, 7.0, 7.0]]


def test_what_is_kept_overlaps_nothing_better_of_its_label() -> None:
    rng = stream(0, "test", "boxes")
    for _ in range(50):
        low = np.array([[rng.uniform(0, 40), rng.uniform(0, 40)] for _ in range(30)])
        size = np.array([[rng.uniform(0, 30), rng.uniform(0, 30)] for _ in range(30)])
        boxes = np.hstack([low, low + size]).astype(np.float32)
        scores = np.round(np.array([rng.uniform(0, 1) for _ in range(30)], np.float32), 1)
        labels = np.array([rng.integer(0, 2) for _ in range(30)])
        kept: list[int] = []
        for k in np.argsort(-scores, kind="stable"):
            better = [j for j in kept if labels[j] == labels[k]]
            if not better or overlaps(boxes[k : k + 1], boxes[better]).max() <= 0.5:
                kept.append(int(k))
        assert suppress(boxes, scores, labels).tolist() == kept
    assert len(suppress(boxes[:0], scores[:0])) == 0
