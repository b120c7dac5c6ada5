from __future__ import annotations

import numpy as np
import pytest

from meadow.errors import FileFormatError, InvalidValueError
from meadow.models.protocols import TextEncoder
from meadow.models.text import Words, load_words
from meadow.models.text.words import split_words


@pytest.fixture(scope="module")
def words() -> Words:
    return load_words()


def _nearest(words: Words, phrase: str, options: list[str]) -> str:
    return options[int((words.encode(options) @ words.encode([phrase])[0]).argmax())]


def test_it_is_a_text_encoder_of_unit_vectors(words: Words) -> None:
    assert isinstance(words, TextEncoder)
    vectors = words.encode(["a red mug", "sofa", "the of", ""])
    assert vectors.shape == (4, words.dimensions)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)


@pytest.mark.parametrize(
    ("word", "kin"),
    [
        ("couch", "sofa"),
        ("telly", "television"),
        ("fridge", "refrigerator"),
        ("crimson", "red"),
        ("azure", "blue"),
        ("wastebasket", "trash can"),
        ("cellphone", "mobile phone"),
        ("timepiece", "clock"),
    ],
)
def test_synonyms_are_nearest(words: Words, word: str, kin: str) -> None:
    options = ["sofa", "television", "refrigerator", "red", "blue", "trash can", "mobile phone"]
    assert _nearest(words, word, [*options, "clock", "lamp", "green", "bed", "plant"]) == kin


@pytest.mark.parametrize(
    ("strange", "kin"),
    [("cushoin", "cushion"), ("dishracks", "dish rack"), ("refridgerator", "fridge")],
)
def test_words_outside_the_table_land_near_their_kin(words: Words, strange: str, kin: str) -> None:
    assert strange not in words
    assert _nearest(words, strange, ["cushion", "dish rack", "fridge", "tree", "lamp"]) == kin


def test_phrases_share_what_their_words_share(words: Words) -> None:
    red_mug, red_cup, blue_sofa = words.encode(["a red mug", "the red cup", "a blue sofa"])
    assert red_mug @ red_cup > red_mug @ blue_sofa + 0.3


def test_alone_and_in_a_batch_are_equal(words: Words) -> None:
    phrases = ["a striped pillow", "xqzzv", "mug", "dishrack"]
    alone = np.concatenate([words.encode([p]) for p in phrases])
    assert np.array_equal(words.encode(phrases), alone)


def test_names_in_code_spelling_are_split() -> None:
    assert split_words("AlarmClock_2 child's") == ["alarm", "clock", "2", "child"]


def test_compounds_are_more_than_their_words(words: Words) -> None:
    vectors, weights = words.tokens("the living room sofa")
    assert len(vectors) == len(weights) == 3  # the, living room, sofa
    assert weights[0] < 0.1 < weights[1]


def test_a_string_instead_of_a_list_is_refused(words: Words) -> None:
    with pytest.raises(InvalidValueError, match="list of phrases"):
        words.encode("mug")


@pytest.mark.parametrize("cut", [0, 100, 10_000])
def test_a_damaged_table_says_so(cut: int) -> None:
    from importlib import resources

    data = (resources.files("meadow.models.text") / "words.npz").read_bytes()
    with pytest.raises(FileFormatError, match="reinstall"):
        Words(data[:cut])


def test_the_card_names_the_table(words: Words) -> None:
    card = words.card()
    assert (card.name, card.kind, len(card.sha256)) == ("words", "text-encoder", 64)
