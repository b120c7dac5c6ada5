"""Things that only a request places: complete, well built, and never drawn by the generator."""

from __future__ import annotations

import pytest

from meadow.scenes.appearance import object_form, sample_object
from meadow.scenes.catalogue import CATEGORIES, find_category
from meadow.seeding import stream
from meadow.testing.check_category import check_category

RARE = sorted(n for n, c in CATEGORIES.items() if not c.rooms and "imported" not in c.tags)


def test_later_revisions_leave_generated_homes_as_they_were() -> None:
    assert {name for name, entry in CATEGORIES.items() if entry.revision > 1} < set(RARE)


@pytest.mark.parametrize("name", RARE)
def test_category_keeps_its_promises(name: str) -> None:
    check_category(find_category(name))


@pytest.mark.parametrize("name", RARE)
def test_a_request_knows_where_to_place_it(name: str) -> None:
    assert find_category(name).on


@pytest.mark.parametrize("name", RARE)
def test_random_looks_can_be_built(name: str) -> None:
    entry = find_category(name)
    rng = stream(0, "looks", name)
    for k in range(5):
        item = sample_object(rng, entry, id=f"{name}-{k}")
        mesh = entry.shape(object_form(item)).mesh()
        assert set(mesh.parts) <= {part.name for part in item.parts}


@pytest.mark.parametrize("name", ["cork board", "chalkboard", "flip chart"])
def test_boards_show_writing_of_several_lines(name: str) -> None:
    entry = find_category(name)
    written = {part: spec for part, spec in entry.parts.items() if spec.texts}
    assert all(len(text.split()) >= 5 for spec in written.values() for text in spec.texts)
    for variant in entry.variants:
        item = sample_object(stream(1, name), entry, id=name, variant=variant)
        mesh = entry.shape(object_form(item)).mesh()
        shown = {mesh.parts[p] for p in mesh.part[mesh.printed]}
        assert shown == set(written)
