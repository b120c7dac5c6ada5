"""Homes with weights and sizes drawn anew are sound and the same everywhere."""

from __future__ import annotations

import pytest

from meadow.scenes.catalogue import find_category
from meadow.scenes.generator import HouseSpec, generate_house
from meadow.scenes.randomise import randomised
from meadow.scenes.validate import validated
from meadow.testing.fuzz.moves import check_apart


@pytest.fixture(scope="module")
def homes():
    house = generate_house(11, spec=HouseSpec(rooms=(4, 4), revision=2))
    return house, randomised(house, 11)


def test_only_pickupable_things_are_changed_within_the_bounds(homes):
    house, drawn = homes
    factors = []
    for before, after in zip(house.objects, drawn.objects, strict=True):
        if "pickupable" not in find_category(before.category).tags:
            assert before == after
            continue
        factors.append(after.mass / before.mass)
        assert 0.499 <= factors[-1] <= 1.501
        for old, new in zip(before.size, after.size, strict=True):
            assert 0.8 * old - 0.001 <= new <= old + 0.001
    assert min(factors) < 0.7
    assert max(factors) > 1.3


def test_it_is_drawn_from_the_seed_alone(homes):
    house, drawn = homes
    assert randomised(house, 11).digest() == drawn.digest()
    assert randomised(house, 12).digest() != drawn.digest()
    validated(drawn, "randomised")


def test_nothing_newly_collides(homes):
    house, drawn = homes
    for k, (one, shrunk) in enumerate(zip(house.objects, drawn.objects, strict=True)):
        for two, other in zip(house.objects[:k], drawn.objects[:k], strict=True):
            try:
                check_apart(one, two)
            except AssertionError:
                continue  # they shared space before: a plate in its rack
            check_apart(shrunk, other)


def test_what_stands_on_things_still_stands_on_them(homes):
    _house, drawn = homes
    now = {o.id: o for o in drawn.objects}
    for item in drawn.objects:
        if item.support in now:
            carrier = now[item.support]
            assert item.position[2] <= carrier.position[2] + carrier.size[2] + 0.011
