"""Thresholds are chosen by what fires first; truth comes from painted frames and fakes."""

from __future__ import annotations

import numpy as np
import pytest

from meadow.episodes.categories import ROBOTHOR
from meadow.geometry.polygons import rectangle
from meadow.grounding.heads import HEADS
from meadow.grounding.model_look import ModelVision
from meadow.learning import tuning
from meadow.learning.trips import Shot, Trip, Wanted, trips
from meadow.learning.tuning import GRID, LocalizerChoice, Outcomes, Tuner
from meadow.models.protocols import Card
from meadow.types import Detections, Pose, empty_detections

CHOICES = [LocalizerChoice("owl", "scripted", "plain", post) for post in ("center", "full")]


class Scripted:
    """A detector whose score of a frame is written in its first pixel, its box in the next ones."""

    def card(self) -> Card:
        return Card("scripted", "detector", "1", "abc")

    def detect(self, images, phrases, *, threshold=0.1):
        found = []
        for image in images:
            score, column = image[0, 0, 0] / 255.0, int(image[0, 1, 0])
            box = np.array([[column, 100, column + 20, 120]], np.float32)
            hit = Detections(box, np.array([score], np.float32), (phrases[0],))
            found.append(hit if score >= threshold else empty_detections())
        return found


def shot(score: float, column: int) -> Shot:
    """Seen from the origin along +x, with a wall at 3 m."""
    image = np.zeros((224, 224, 3), np.uint8)
    image[0, 0, 0], image[0, 1, 0] = round(255 * score), column
    return Shot(image, np.full((224, 224), 3.0, np.float32), np.zeros((224, 224)), Pose(0.0, 0.0))


#: Straight ahead, where columns around 112 look.
AHEAD = Wanted("a mug", (rectangle((3.0, 0.0), (0.2, 0.2), 0.0),))


@pytest.fixture
def tuner(monkeypatch) -> Tuner:
    monkeypatch.setattr(tuning, "vision_model", lambda name: ModelVision(Scripted()))
    return Tuner(CHOICES)


def test_only_the_first_firing_counts(tuner: Tuner) -> None:
    # A false alarm at 0.3, the thing at 0.6, a louder false alarm too late to matter below that.
    tuner.add(Trip(0, [shot(0.3, 10), shot(0.6, 102), shot(0.9, 10)], [AHEAD]))
    for choice in CHOICES:
        right, fired = tuner.outcomes[choice].right[0], tuner.outcomes[choice].fired[0]
        assert not right[GRID <= 0.3].any()
        assert right[(GRID > 0.305) & (GRID <= 0.595)].all()
        assert not right[GRID > 0.605].any()
        assert fired[GRID <= 0.895].all()
        assert not fired[GRID > 0.905].any()


def test_the_best_threshold_lies_between_alarms_and_things(tuner: Tuner) -> None:
    for home in range(6):
        tuner.add(Trip(home, [shot(0.3, 10), shot(0.7, 102)], [AHEAD]))
    table = tuner.table()
    assert set(table) == {"owl/scripted/plain/center", "owl/scripted/plain/full"}
    for row in table.values():
        assert 0.3 < row.threshold <= 0.7
        assert (row.success, row.fired, row.confirmed) == (1.0, 1.0, 1.0)
        assert row.weights == "abc"


def test_homes_that_confirm_do_not_choose() -> None:
    outcome = Outcomes()
    low, high = GRID < 0.5, GRID >= 0.5
    for home in range(6):
        confirming = home % 3 == 2
        outcome.homes.append(home)
        outcome.fired.append(np.ones(len(GRID), bool))
        outcome.right.append(high if confirming else low)
    best = outcome.best("")
    assert best.threshold < 0.5
    assert (best.success, best.confirmed) == (1.0, 0.0)


def test_a_threshold_that_every_frame_passes_is_never_chosen() -> None:
    """Of nine shares one is at least a ninth: firing always is right now and then, and no localizing."""
    outcome = Outcomes()
    always, rarely = GRID < 1 / 9, (GRID > 0.3) & (GRID < 0.5)
    for home in range(6):
        outcome.homes.append(home)
        outcome.fired.append(GRID < 0.5)
        outcome.right.append(always if home else always | rarely)
    assert outcome.best("").threshold < 1 / 9
    best = outcome.best("", HEADS["clip-ref"].chance)
    assert 0.3 < best.threshold < 0.5
    assert best.success == 0.25


def test_trips_are_reproducible_and_know_their_goals() -> None:
    first, again = (list(trips("tune", 1, 1, 4, 14)) for _ in range(2))
    trip = first[0]
    assert len(trip.shots) == 14
    assert 1 <= len(trip.goals) <= 4
    assert [goal.text for goal in trip.goals] == [goal.text for goal in again[0].goals]
    assert all(np.array_equal(a.rgb, b.rgb) for a, b in zip(trip.shots, again[0].shots))
    assert all(goal.outlines for goal in trip.goals)
    assert all(goal.text.endswith(ROBOTHOR) for goal in trip.goals)
