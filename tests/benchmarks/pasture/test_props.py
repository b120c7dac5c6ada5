"""PASTURE's uncommon things are in the catalogue and look as their names say."""

from __future__ import annotations

import pytest

from meadow.benchmarks.pasture.props import UNCOMMON
from meadow.language.held_out import GOALS
from meadow.scenes.appearance import sample_object
from meadow.scenes.catalogue import find_category
from meadow.scenes.modelling.finish import COLOURS, MATERIALS, PATTERNS
from meadow.seeding import stream


def test_uncommon_things_are_those_of_the_table() -> None:
    assert {category for category, _ in UNCOMMON.values()} == set(GOALS["uncommon"])


@pytest.mark.parametrize("phrase", UNCOMMON)
def test_uncommon_look_is_fixed(phrase: str) -> None:
    name, finishes = UNCOMMON[phrase]
    for finish in finishes:
        assert finish.colour in COLOURS
        assert finish.material in MATERIALS
        assert finish.pattern in PATTERNS
        assert finish.material in find_category(name).parts[finish.name].materials
        assert finish.pattern in find_category(name).parts[finish.name].patterns
    for seed in range(5):
        item = sample_object(stream(seed, phrase), find_category(name), id="x", finishes=finishes)
        assert set(finishes) <= set(item.parts)
