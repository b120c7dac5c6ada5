"""The figures of the evaluation on made-up sights whose answers are known."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from meadow.learning.eyes.data.facts import Facts
from meadow.learning.eyes.data.phrases import truth_table
from meadow.learning.eyes.exam import marks
from meadow.learning.eyes.exam.held_out_frames import (
    Candidates,
    ExaminedFrame,
    Region,
    name_phrases,
)
from meadow.models.boxes import overlaps
from meadow.seeding import stream

NAMES = [p.text for p in name_phrases()]
BOX = (50.0, 50.0, 100.0, 100.0)
SCORE = marks.scorer((1.0, 0.0, 0.0))


def _region(name: str, pixels: int = 1500, box: tuple[float, ...] = BOX) -> Region:
    facts = Facts(frozenset({f"name:{name}"}), frozenset())
    return Region(facts, name, False, pixels, box, np.eye(1, 4, dtype=np.float32)[0])


def _sight(
    regions: list[Region], found: list[tuple[str, float, tuple[float, ...]]]
) -> ExaminedFrame:
    boxes = np.array([box for _, _, box in found], np.float32).reshape(-1, 4)
    truth_boxes = np.array([r.box for r in regions], np.float32).reshape(-1, 4)
    candidates = Candidates(
        phrase=np.array([NAMES.index(name) for name, _, _ in found], np.int64),
        boxes=boxes,
        features=np.array([(logit, 0.0) for _, logit, _ in found], float).reshape(-1, 2),
        overlap=overlaps(boxes, truth_boxes),
    )
    return ExaminedFrame(
        regions=tuple(regions),
        candidates=candidates,
        truth=truth_table([r.facts for r in regions], name_phrases()),
        tiny=np.zeros(len(NAMES), bool),
        pooled=np.ones(4) / 2,
        room=0,
        wandering=False,
    )


def test_average_precision_of_a_known_ranking() -> None:
    elsewhere = (150.0, 150.0, 200.0, 200.0)
    sights = [
        _sight([_region("sofa")], [("sofa", 3.0, BOX)]),
        _sight([_region("bed")], [("sofa", 2.0, elsewhere)]),
        _sight([_region("sofa")], [("sofa", 1.0, BOX), ("sofa", 0.5, BOX)]),
    ]
    found = marks.average_precision(sights, SCORE, marks.LARGE)
    # Right, wrong, right; the fourth is a duplicate. Precision 1 and 2/3 at the two hits.
    assert found["sofa"] == pytest.approx((1.0 + 2.0 / 3.0) / 2.0)
    assert "bed" not in found


def test_things_of_other_sizes_neither_help_nor_harm() -> None:
    sights = [
        _sight([_region("sofa", 300)], [("sofa", 3.0, BOX)]),
        _sight([_region("sofa")], [("sofa", 1.0, BOX)]),
        _sight([_region("sofa")], [("sofa", 1.0, BOX)]),
    ]
    assert marks.average_precision(sights, SCORE, marks.LARGE)["sofa"] == 1.0


def test_false_alarms_and_the_threshold_that_avoids_them() -> None:
    sights = [_sight([_region("bed")], [("sofa", float(k), BOX)]) for k in range(10)]
    best, pairs = marks.false_alarms(sights, SCORE)
    assert len(best) == 10
    assert pairs == 10 * (len(NAMES) - 1)
    threshold = marks.threshold_for(sights, SCORE, per_1000=1000.0 * 3 / pairs)
    assert (best >= threshold).sum() <= 3


def test_recall_at_a_threshold() -> None:
    sights = [
        _sight([_region("sofa")], [("sofa", 3.0, BOX)]),
        _sight([_region("sofa")], [("sofa", -3.0, BOX)]),
    ]
    assert marks.recall_at(sights, SCORE, 0.5, 600) == 0.5
    assert marks.recall_at(sights, SCORE, 0.01, 600) == 1.0


def test_calibration_is_found_again() -> None:
    rng = stream(0, "calibration")
    features = np.stack([rng.normals(20000) * 2, rng.normals(20000)], axis=1)
    chance = 1.0 / (1.0 + np.exp(-(0.7 * features[:, 0] + 0.3 * features[:, 1] - 1.0)))
    labels = (rng.array(20000) < chance).astype(int)
    fitted = marks.fit_calibration(features, labels)
    assert np.allclose(fitted, (0.7, 0.3, -1.0), atol=0.08)
    curve = marks.reliability(marks.scorer(fitted)(features), labels)
    assert marks.calibration_error(curve) < 0.02


def test_arguable_names_do_not_count_in_a_rank() -> None:
    cosines, truth = np.array([0.9, 0.8, 0.7, 0.6]), np.array([-1, 0, 1, 1], np.int8)
    assert marks.name_rank(cosines, truth) == 1
    assert marks.name_rank(cosines, np.array([-1, -1, 1, 0], np.int8)) == 0


def test_unseen_words_are_not_taught_ones() -> None:
    words = marks._unseen_words("television")
    assert "telly" in words
    assert "tv" not in words


def test_names_of_taught_categories_are_also_counted_alone() -> None:
    class Eyes:
        """Eyes that take everything for a sofa, and were never shown a radio."""

        settings = SimpleNamespace(zero_shot=True, catalogue_revision=2)

        def encode_texts(self, texts: list[str]) -> np.ndarray:
            return np.array([[float(text == "sofa"), 0.0, 0.0, 0.0] for text in texts])

    bed = replace(_region("bed"), unseen_shape=True)
    sights = [_sight([_region("sofa"), bed, _region("radio"), _region("radio")], [])]
    found = marks.naming(Eyes(), sights)
    assert found["name_top1_600"] == 0.25
    assert found["name_top1_600_taught"] == 0.5
