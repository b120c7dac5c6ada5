"""Words that the catalogue lacks name its categories, and nothing else changes."""

from __future__ import annotations

import pytest

from meadow.grounding.prompts import PROMPTS, REGIONS
from meadow.language.parse import parse
from meadow.language.thesaurus import in_known_words, thesaurus
from meadow.language.vocabulary import vocabulary
from meadow.learning.eyes.data.facts import held_out_synonyms
from meadow.learning.eyes.exam.synonyms import SYNONYMS
from meadow.models import load_model
from meadow.models.text import load_words
from meadow.scenes.catalogue import CATEGORIES


def test_every_word_names_a_category_and_none_is_taught() -> None:
    words = thesaurus()
    assert len(words) > 500
    assert set(words.values()) <= set(CATEGORIES)
    taught = {
        name.lower()
        for category in CATEGORIES
        for name in set(vocabulary().names(category)) - held_out_synonyms(category)
    }
    assert not taught & words.keys()


def test_known_words_stay_as_they_are() -> None:
    """What benchmarks ask and models were taught must not change by a bit."""
    hidden = {s for c in CATEGORIES for s in held_out_synonyms(c)}
    names = [n for c in CATEGORIES for n in vocabulary().names(c) if n not in hidden]
    described = [f"small, red, ceramic {name} on top of a dresser, near a Mug" for name in names]
    sentences = [line.format(name) for line in PROMPTS["openai80"] for name in names]
    for text in (*names, *described, *sentences, *REGIONS):
        assert in_known_words(text) == text


def test_strange_words_are_read_as_their_category() -> None:
    assert in_known_words("two crimson Tellies") == "two crimson television"
    assert in_known_words("a goggle box") == "a television"
    assert in_known_words("a telltale sign") == "a telltale sign"


def test_goals_in_strange_words_have_a_category() -> None:
    goal = parse("the blue telly next to the recliner")
    assert goal.category == "television"
    assert goal.target.head == "telly"
    assert goal.target.attributes.colours == ("blue",)
    assert goal.relations[0].anchors[0].category == "armchair"
    assert parse("two spanners").category == "wrench"
    assert parse("a daybed").category == "bed"


def test_words_written_for_the_eyes_exam() -> None:
    """The figure is in results/language; this only notices when it breaks."""
    names = {name for category in CATEGORIES for name in vocabulary().names(category)}
    words = {w: c for c, group in SYNONYMS.items() for w in group if w not in names}
    right = [parse(f"find the {w}", similar=load_words()).category == c for w, c in words.items()]
    assert len(words) == 56
    assert sum(right) >= 25


def test_typos_are_not_taken_for_rare_words() -> None:
    assert parse("a creal box").category == "cereal box"  # not a creel


def test_the_eyes_read_them_too() -> None:
    television, telly, mug = load_model("eyes-s").encode_texts(["television", "telly", "mug"])
    assert television @ telly > 0.999
    assert television @ mug < 0.9


@pytest.mark.parametrize("text", ["a telly, red", "(telly)", "the telly's corner", "red-telly"])
def test_words_are_found_beside_any_mark(text: str) -> None:
    assert in_known_words(text) == text.replace("telly", "television")
