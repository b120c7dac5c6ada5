"""A layered map that is asked word by word, on scenes made by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from meadow.language.attribute_words import attribute_phrases
from meadow.language.parse import parse
from meadow.mapping.evidence import EvidenceQuery
from meadow.mapping.features import FeatureMap, FeatureMapConfig
from meadow.types import Camera, Pose

SMALL = FeatureMapConfig(extent=6.0, cell=0.1, stride=1)
#: What the words of these scenes look like, one axis each; the last one is everything else.
SENSES = ("candle", "night stand", "shelf", "red", "blue", "green", "other")


def encode(texts):
    """A unit vector that points along every word that is known."""
    rows = []
    for text in texts:
        named = np.array([float(sense in text) for sense in SENSES], np.float32)
        named[-1] = float(not named.any())
        rows.append(named / np.linalg.norm(named))
    return np.stack(rows)


def put(built: FeatureMap, x: float, y: float, height: float, text: str) -> None:
    """Show the map one pixel at a point, from a level camera half a metre in front of it."""
    camera = Camera(width=1, height=1, hfov=math.radians(60.0), elevation=height)
    feature = encode([text])[0].reshape(1, 1, -1)
    built.update(feature, np.array([[0.5]], np.float32), camera, Pose(x - 0.5, y, 0.0))


def query(built: FeatureMap, text: str, phrase: str) -> EvidenceQuery:
    return EvidenceQuery(built, encode, parse(text), phrase, scale=20.0, bias=-10.0)


def test_the_candle_on_the_night_stand_is_found_among_decoys() -> None:
    """Decoys: a candle on the floor, one on a shelf, and a bare night stand."""
    built = FeatureMap(SMALL)
    put(built, 1.0, 0.0, 0.3, "night stand")
    put(built, 1.0, 0.1, 0.7, "candle")
    put(built, -1.0, 0.0, 0.1, "candle")
    put(built, 0.0, 2.0, 0.9, "shelf")
    put(built, 0.0, 2.0, 1.5, "candle")
    put(built, 3.0, 3.0, 0.3, "night stand")
    best = query(built, "the candle on the night stand", "candle").best()
    assert best is not None
    assert best[:2] == pytest.approx((1.0, 0.1), abs=0.06)
    assert best[2] == 1


def test_a_support_counts_in_the_same_layer_too() -> None:
    """A low night stand and what is on it lie in one layer."""
    built = FeatureMap(SMALL)
    put(built, 1.0, 0.0, 0.2, "night stand")
    put(built, 1.0, 0.2, 0.4, "candle")
    put(built, -1.0, 0.0, 0.4, "candle")
    best = query(built, "the candle on the night stand", "candle").best()
    assert best is not None
    assert best[:2] == pytest.approx((1.0, 0.2), abs=0.06)


def test_an_attribute_decides_between_things_of_a_kind() -> None:
    built = FeatureMap(SMALL)
    put(built, 1.0, 0.0, 0.7, "blue candle")
    put(built, -1.0, 0.0, 0.7, "red candle")
    best = query(built, "the red candle", "red candle").best()
    assert best is not None
    assert best[0] == pytest.approx(-1.0, abs=0.06)


def test_the_wall_is_no_support_that_eyes_could_see() -> None:
    built = FeatureMap(SMALL)
    put(built, 1.0, 0.0, 1.5, "candle")
    assert query(built, "the candle on the wall", "candle").best()[3] == pytest.approx(10.0)


def test_incremental_answers_equal_a_fresh_one() -> None:
    draw = np.random.default_rng(3)
    built = FeatureMap(SMALL)
    camera = Camera(width=48, height=40, hfov=math.radians(90.0), elevation=1.5)
    asked = query(built, "the red candle on the night stand", "red candle")
    for n in range(6):
        features = draw.standard_normal((5, 6, len(SENSES))).astype(np.float32)
        depth = draw.uniform(0.1, 5.0, (40, 48)).astype(np.float32)
        asked.update(built.update(features, depth, camera, Pose(0.3 * n, 0.0, 0.7 * n)))
    fresh = query(built, "the red candle on the night stand", "red candle")
    np.testing.assert_allclose(asked.scores, fresh.scores, atol=1e-4)
    assert np.nanmax(asked.grid()) == pytest.approx(float(fresh.scores.max()), abs=1e-4)


def test_rivals_are_what_the_thing_would_be_called_otherwise() -> None:
    (colour, others), (size, opposite) = sorted(
        attribute_phrases(parse("a small red mug").target), key=lambda pair: pair[0]
    )
    assert colour == "red mug"
    assert "blue mug" in others
    assert "red mug" not in others
    assert (size, opposite) == ("small mug", ("large mug",))
