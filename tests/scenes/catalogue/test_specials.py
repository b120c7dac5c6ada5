"""The special things of the benchmarks: complete, well built, and as the benchmarks name them."""

from __future__ import annotations

import pytest

from meadow.scenes.appearance import object_form, sample_object
from meadow.scenes.catalogue import CATEGORIES, find_category
from meadow.scenes.catalogue.pasture import UNCOMMON
from meadow.scenes.finish import COLOURS, MATERIALS, PATTERNS
from meadow.seeding import stream
from meadow.testing.check_category import check_category

PASTURE = {name for name, entry in CATEGORIES.items() if "pasture" in entry.tags}
DOZE = {
    "stegosaurus model",
    "rabbit with sword",
    "lion statue",
    "kitten on a skateboard",
    "genie lamp",
    "astronaut model",
    "flying saucer",
    "snowman",
    "tent",
    "porcelain vase",
    "printed pillow",
    "hint board",
}


def test_benchmarks_find_their_things() -> None:
    assert len(PASTURE) == 12
    assert {name for name, entry in CATEGORIES.items() if "doze" in entry.tags} >= DOZE


@pytest.mark.parametrize("name", sorted(PASTURE | DOZE))
def test_category_keeps_its_promises(name: str) -> None:
    check_category(find_category(name), max_quads=250)


@pytest.mark.parametrize("name", sorted(PASTURE | DOZE))
def test_special_things_are_placed_by_benchmarks_only(name: str) -> None:
    entry = find_category(name)
    assert not entry.rooms
    assert entry.on


def test_uncommon_things_cover_the_benchmark() -> None:
    assert {category for category, _ in UNCOMMON.values()} == PASTURE


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


@pytest.mark.parametrize("name", sorted(PASTURE | DOZE))
def test_random_looks_can_be_built(name: str) -> None:
    entry = find_category(name)
    rng = stream(0, "looks", name)
    for k in range(10):
        item = sample_object(rng, entry, id=f"{name}-{k}")
        mesh = entry.shape(object_form(item)).mesh()
        assert set(mesh.parts) <= {part.name for part in item.parts}
