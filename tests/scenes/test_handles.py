"""Every openable thing has handles, on the part that moves."""

from __future__ import annotations

import math

import pytest

from meadow.scenes.catalogue.spec import CATEGORIES
from meadow.scenes.handles import handles_of, leaf_handles
from meadow.scenes.modelling.shape import Form
from meadow.scenes.schema import Doorway, Object, Part, Wall

OPENABLE = tuple(name for name, entry in CATEGORIES.items() if entry.openable and entry.ships)
#: What is pulled where the first variant has a part that is made for it; at all others, a moving edge.
NAMED = {
    *("fridge", "oven", "dishwasher", "sink", "cabinet", "wall cabinet", "counter"),
    *("kitchen island", "sideboard", "tv stand", "wardrobe", "night stand", "dresser"),
    *("filing cabinet", "air fryer", "biscuit jar", "picnic basket", "desk", "toolbox"),
}


def made(name: str, variant: str, openness: float = 0.0) -> Object:
    entry = CATEGORIES[name]
    size = tuple(sum(span) / 2 for span in entry.size)
    counts = {part: high for part, (_, high) in entry.counts.items()}
    part = (Part("x", "white", "wood"),)
    return Object(
        "it", name, variant, (1.0, 2.0, 0.5), 0.7, size, part, "", counts=counts, openness=openness
    )


@pytest.mark.parametrize("name", OPENABLE)
def test_handle(name):
    for variant in CATEGORIES[name].variants:
        for openness in (0.0, 1.0):
            item = made(name, variant, openness)
            handles = handles_of(item)
            assert handles, f"{variant} has no handle"
            for handle in handles:
                assert handle.distance(handle.middle) < 1e-12
                reach = 2.5 * max(item.size)
                assert math.dist(handle.middle, (1.0, 2.0, 0.5 + item.size[2] / 2)) < reach


@pytest.mark.parametrize("name", OPENABLE)
def test_handles_are_what_is_made_to_be_pulled(name):
    variant = CATEGORIES[name].variants[0]
    item = made(name, variant)
    shape = CATEGORIES[name].shape(Form(item.size, variant, dict(item.counts)))
    has = {part for part in shape.mesh().parts if part.startswith(("handle", "knob"))}
    assert (name in NAMED) <= bool(has)
    moving = [handle.handle for handle in handles_of(item)]
    front = max(handle.middle[0] for handle in moving)
    if name in NAMED - {"biscuit jar", "picnic basket", "toolbox"}:
        assert front > 0.3 * item.size[0], "handles are at the front"


def test_a_handle_moves_when_its_thing_opens():
    for name in ("fridge", "dresser", "garbage can", "chest"):
        variant = CATEGORIES[name].variants[0]
        shut, opened = (handles_of(made(name, variant, o))[0].middle for o in (0.0, 1.0))
        assert math.dist(shut, opened) > 0.1


def test_doors_have_handles_on_both_sides():
    wall = Wall("w", (0.0, 0.0), (4.0, 0.0))
    door = Doorway("d", "w", 1.0, leaf=Part("leaf", "white", "wood"), openness=0.0)
    found = leaf_handles(wall, door)
    sides = {handle.middle[1] > 0.03 for handle in found}
    assert sides == {True, False}
    assert all(0.9 < handle.middle[2] < 1.1 for handle in found)
    assert leaf_handles(wall, Doorway("d", "w", 1.0)) == ()


def test_a_thing_whose_parts_do_not_move_is_pulled_at_its_front():
    item = made("book", CATEGORIES["book"].variants[0])
    (handle,) = handles_of(item)
    u, v, w = handle.handle.middle
    assert (u, v) == (item.size[0] / 2, 0.0)
    assert 0.0 < w < item.size[2]
