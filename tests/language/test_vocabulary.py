"""The data file is in step with the catalogue."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

from meadow.language.likeness import ALIKE, NEAR_COLOURS
from meadow.language.spelling import SpellingCorrector, distance, plural, singular
from meadow.language.vocabulary import STATES, vocabulary
from meadow.scenes.catalogue import CATEGORIES

SCRIPT = Path(__file__).parents[2] / "scripts" / "build_vocabulary.py"


def test_the_file_is_what_the_catalogue_says() -> None:
    spec = importlib.util.spec_from_file_location("build_vocabulary", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    stored = json.loads(script.TARGET.read_text())
    assert stored == script.vocabulary(), "run: python scripts/build_vocabulary.py"


def test_states_of_the_catalogue_have_words() -> None:
    assert {s for c in CATEGORIES.values() for s in c.states} <= set(STATES)


def test_lists_of_likeness_name_real_things() -> None:
    assert {c for group in ALIKE for c in group} <= set(CATEGORIES)
    assert {c for group in NEAR_COLOURS for c in group} <= set(vocabulary().senses)


def test_general_words_have_several_candidates() -> None:
    found = vocabulary().candidates("lamp")
    assert {"floor lamp", "table lamp", "desk lamp", "ceiling lamp"} <= set(found)
    assert vocabulary().candidates("table")[0] == "dining table"
    assert vocabulary().candidates("harpsichord") == ()
    assert "toy car" in vocabulary().candidates("toy")


def test_plurals() -> None:
    for one, many in (
        ("box", "boxes"),
        ("dish", "dishes"),
        ("battery", "batteries"),
        ("tray", "trays"),
        ("floor lamp", "floor lamps"),
        ("glass", "glasses"),
    ):
        assert plural(one) == many
        assert one == "glass" or singular(many) == one
    assert singular("scissors") == "scissors"
    assert singular("knives") == "knife"


def test_typos() -> None:
    speller = SpellingCorrector(["desk", "mug", "television", "opened", "towel"])
    assert speller.mend("dsek") == "desk"
    assert speller.mend("televsion") == "television"
    assert speller.mend("telivison") == "television"
    assert speller.mend("opener") == "opener"
    assert speller.mend("mig") == "mig"
    assert distance("dsek", "desk") == 1
    assert distance("", "mug") == 3
