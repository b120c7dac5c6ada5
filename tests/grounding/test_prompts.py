from __future__ import annotations

import numpy as np
import pytest

from meadow.errors import InvalidValueError, UnknownIdError
from meadow.grounding.prompts import (
    PROMPTS,
    REGIONS,
    alternatives,
    ensemble,
    nouns,
    phrase_of,
    templates,
)
from meadow.models.fakes import FakeTextEncoder


def test_the_ensemble_has_eighty_sentences_of_its_own() -> None:
    sentences = PROMPTS["openai80"]
    assert len(sentences) == len(set(sentences)) == 80
    assert all(sentence.count("{}") == 1 for sentence in (*sentences, *REGIONS))


@pytest.mark.parametrize(
    ("goal", "phrase"),
    [
        ("mug", "mug"),
        ("Find the small, red mug.", "small, red mug"),
        ("please  go to   a TV", "TV"),
        ("an apple", "apple"),
        ("the", "the"),
        ("theatre mask", "theatre mask"),
    ],
)
def test_a_goal_becomes_a_phrase(goal: str, phrase: str) -> None:
    assert phrase_of(goal) == phrase


def test_a_choice_is_several_phrases() -> None:
    assert alternatives("a desk or the side table") == ["desk", "side table"]
    assert alternatives("find an orange") == ["orange"]


@pytest.mark.parametrize("goal", ["", "  \n"])
def test_an_empty_goal_is_refused(goal: str) -> None:
    with pytest.raises(InvalidValueError, match="empty"):
        phrase_of(goal)


def test_unknown_ensembles_are_named() -> None:
    with pytest.raises(UnknownIdError, match="openai80"):
        templates("openai8")


def test_an_ensemble_is_the_unit_mean_of_its_sentences() -> None:
    encoder = FakeTextEncoder()
    vector = ensemble(encoder.encode, "openai80", "mug")
    sentences = encoder.encode([s.format("mug") for s in PROMPTS["openai80"]])
    assert np.linalg.norm(vector) == pytest.approx(1.0, abs=1e-5)
    assert vector @ sentences.mean(axis=0) == pytest.approx(
        float(np.linalg.norm(sentences.mean(axis=0))), abs=1e-5
    )
    assert np.allclose(ensemble(encoder.encode, "plain", "mug"), encoder.encode(["mug"])[0])


def test_nouns_are_the_kinds_of_things_that_a_goal_is_about() -> None:
    assert nouns("find the small red mug on the desk") == ["mug"]
    assert nouns("a red mug or the small vase") == ["mug", "vase"]
    assert nouns("?!") == ["?!"]
