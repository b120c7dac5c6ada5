"""Words for variants are true of their own variant and false of the others."""

from __future__ import annotations

import pytest

from meadow.language import Thing, describe, holds, parse
from meadow.language.modifiers import modified, modifiers
from meadow.scenes.catalogue import CATEGORIES
from meadow.scenes.facts import house_things, variant_words
from meadow.scenes.generator import generate_house


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a gas oven", ("gas",)),
        ("single door fridge", ("single", "door")),
        ("a red mug", ()),
        ("a garden gnome", ()),
        ("twin bell alarm clock", ("twin bell",)),
    ],
)
def test_modifiers_of_a_noun(text: str, words: tuple[str, ...]) -> None:
    assert modifiers(parse(text).target) == words


@pytest.mark.parametrize(
    ("text", "head", "others"),
    [
        ("the wingback armchair", "armchair", ("wingback",)),
        ("a four-poster bed", "bed", ("four-poster",)),
        ("a vintage twin bell alarm clock", "alarm clock", ("vintage", "twin bell")),
        ("the wingback lamp", "wingback lamp", ()),
        ("a bread knife", "bread knife", ()),
        ("a garden statue", "garden statue", ()),
    ],
)
def test_variants_of_the_category_are_modifiers(
    text: str, head: str, others: tuple[str, ...]
) -> None:
    goal = parse(text)
    assert (goal.target.head, goal.target.attributes.others) == (head, others)
    assert parse(describe(goal)) == goal


def test_every_variant_that_is_a_modifier_is_told_from_the_others() -> None:
    """In words, through the parser, for all categories of the catalogue."""
    checked = 0
    for name in CATEGORIES:
        words = variant_words(name)
        for own in words:
            thing = _variant(name, own)
            for said in words:
                answer = holds(parse(f"the {said} {name}"), thing, [thing])
                if said == own:
                    assert answer is True, (said, name)
                elif not set(said.split()) <= set(own.split()):
                    assert answer is False, (said, own, name)
                checked += 1
    assert checked > 2000
    assert sum(len(variant_words(name)) for name in CATEGORIES) > 800


def _variant(name: str, own: str) -> Thing:
    others = [w for w in variant_words(name) if not set(w.split()) <= set(own.split())]
    return Thing(id="it", category=name, names=(name,), modifiers=(own,), contrasts=tuple(others))


def test_what_is_not_known_is_not_denied() -> None:
    seen = Thing(id="seen", category="oven", names=("oven",))
    assert modified("gas", seen) is None
    assert holds(parse("a gas oven"), seen, [seen]) is True
    assert holds(parse("a vintage oven"), seen, [seen]) is None


def test_shapes_of_things() -> None:
    stool = Thing(
        id="s", category="stool", shape="round", modifiers=("three-legged",), contrasts=("round",)
    )
    assert modified("three-legged", stool) is True
    assert modified("round", stool) is None, "it is round, but there is a variant of that name"
    assert modified("square", stool) is False
    assert modified("oval", stool) is None
    ball = Thing(id="b", category="basketball", shape="round")
    assert modified("round", ball) is True


def test_things_of_a_home_state_mass_shape_and_modifiers() -> None:
    house = generate_house(3)
    things = {t.id: t for t in house_things(house)}
    for item in house.objects:
        thing = things[item.id]
        x, y, z = item.size
        assert thing.mass == item.mass
        assert thing.volume == pytest.approx(x * y * z)
        assert thing.longest_side == max(item.size)
        assert thing.modifiers in ((), (item.variant,))
        assert item.variant not in thing.contrasts
    shapes = {(t.category, t.shape) for t in things.values()}
    assert ("bowl", "round") in shapes
    assert ("wall clock", "round") in shapes
    assert ("rug", "rectangular") in shapes
