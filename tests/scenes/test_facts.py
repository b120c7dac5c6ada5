"""What is true of a generated home, and the goals that it answers."""

from __future__ import annotations

import pytest

from meadow.language import Thing, holds, matches, parse
from meadow.scenes.catalogue import CATEGORIES
from meadow.scenes.facts import has_front, house_things
from meadow.scenes.generator import generate_house
from meadow.scenes.schema import House


@pytest.fixture(scope="module")
def house() -> House:
    return generate_house(3)


@pytest.fixture(scope="module")
def things(house: House) -> tuple[Thing, ...]:
    return house_things(house)


def test_every_object_is_a_thing(house: House, things: tuple[Thing, ...]) -> None:
    assert [t.id for t in things] == [o.id for o in house.objects]
    for item, thing in zip(house.objects, things, strict=True):
        assert thing.attributes.colours[0] == item.parts[0].colour
        assert thing.room == next(r.type for r in house.rooms if r.id == item.room)
        assert thing.low[2] == pytest.approx(item.position[2], abs=2e-3)


def test_what_is_said_of_a_thing_holds_of_it(things: tuple[Thing, ...]) -> None:
    by_id = {t.id: t for t in things}
    for thing in things:
        said = thing.attributes
        words = f"{said.size} {said.colours[0]} {said.materials[0]} {thing.category}"
        assert holds(parse(words), thing, things) is True, words
        if thing.container:
            goal = parse(f"{thing.category} in the {by_id[thing.container].category}")
            assert holds(goal, thing, things) is True
        elif thing.support in by_id:
            goal = parse(f"{thing.category} on top of a {by_id[thing.support].category}")
            assert holds(goal, thing, things) is True


def test_a_description_singles_out(things: tuple[Thing, ...]) -> None:
    sure, _ = matches(parse("table lamp on the dresser"), things)
    assert [t.id for t in sure] == ["table-lamp-2"]
    assert matches(parse("a harpsichord"), things) == ((), ())


def test_things_of_the_second_rule_have_sides_where_everybody_agrees_on_a_front() -> None:
    house = generate_house(3)
    assert not any(thing.sided for thing in house_things(house, revision=1))
    sided = {t.category: t.sided for t in house_things(house, revision=2)}
    assert sided["sofa"]
    assert has_front(CATEGORIES["bed"])
    assert not has_front(CATEGORIES["dining table"])
    assert not has_front(CATEGORIES["rug"])
