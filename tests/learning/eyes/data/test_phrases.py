"""Every phrase that is taught as true is true, every near miss is false."""

from __future__ import annotations

import re

import numpy as np
import pytest

from meadow.language.held_out import CATALOGUE_REVISION
from meadow.learning.eyes.data import facts, phrases
from meadow.learning.eyes.data.phrases import LabelledPhrase
from meadow.scenes.appearance import sample_object
from meadow.scenes.catalogue import CATEGORIES
from meadow.scenes.people import BODIES
from meadow.scenes.schema import Part, Person, replace
from meadow.seeding import stream
from meadow.serialize import digest


def _objects(count: int):
    rng = stream(5, "objects")
    for k in range(count):
        category = CATEGORIES[rng.choice(phrases.categories(False))]
        yield sample_object(rng, category, id=f"thing-{k}")


@pytest.mark.parametrize(
    ("zero_shot", "pin"), [(False, "e28f904b2a054328"), (True, "6735f067fcb71100")]
)
def test_what_is_taught_never_changes(zero_shot: bool, pin: str) -> None:
    """A training goes on from a checkpoint as if nothing had happened: same draws, texts and truths."""
    rng = stream(0, "what is taught")
    known = phrases.categories(zero_shot, CATALOGUE_REVISION)
    items = [sample_object(rng, CATEGORIES[rng.choice(known)], id=f"thing-{k}") for k in range(40)]
    things = [facts.object_facts(item) for item in items]
    made = phrases.bank(rng, things, zero_shot, CATALOGUE_REVISION)
    truth = phrases.truth_table(things, made.phrases)
    texts = [(phrase.text, phrase.atoms) for phrase in made.phrases]
    assert digest([texts, made.groups, made.pairs, truth.tolist()]) == pin


def test_descriptions_hold_and_near_misses_do_not() -> None:
    rng = stream(1, "describe")
    misses = 0
    for item in _objects(400):
        thing = facts.object_facts(item)
        made = phrases.describe(rng, thing)
        assert made[0].truth(thing) is True, (item, made[0])
        for miss in made[1:]:
            assert miss.truth(thing) is False, (item, miss)
            misses += 1
    assert misses > 300


def test_people_are_described_truly() -> None:
    rng = stream(2, "people")
    for body in BODIES:
        person = Person("p", body, (0.0, 0.0, 0.0), 0.0, "r")
        thing = facts.person_facts(person)
        for _ in range(10):
            true, *miss = phrases.describe(rng, thing)
            assert true.truth(thing) is True
            assert all(m.truth(thing) is False for m in miss)


def test_the_words_say_what_the_atoms_mean() -> None:
    rng = stream(3, "words")
    atoms = ["colour:red", "material:ceramic", "size:small", "shows:cat", "count:drawer=2"]
    text = phrases.compose(rng, "mug", atoms).text
    assert "small red ceramic mug" in text
    assert "with a cat on it" in text
    assert "with two drawers" in text


def test_truth_table_agrees_with_single_phrases() -> None:
    things = [facts.object_facts(item) for item in _objects(40)]
    bank = phrases.bank(stream(4, "bank"), things[:20])
    table = phrases.truth_table(things, bank.phrases)
    value = {True: 1, False: 0, None: -1}
    for r in range(0, 40, 7):
        expected = [value[p.truth(things[r])] for p in bank.phrases]
        assert np.array_equal(table[r], expected)


def test_groups_of_exclusive_phrases_have_one_answer_for_a_thing() -> None:
    things = [facts.object_facts(item) for item in _objects(60)]
    bank = phrases.bank(stream(6, "bank"), [])
    table = phrases.truth_table(things, bank.phrases)
    low, high = bank.groups[0]
    assert ((table[:, low:high] == 1).sum(axis=1) >= 1).all()
    low, high = bank.groups[1]
    assert ((table[:, low:high] == 1).sum(axis=1) == 1).all()


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        (LabelledPhrase("white mug", ("name:mug", "colour:white")), True),
        (LabelledPhrase("cream mug", ("name:mug", "colour:cream")), None),
        (LabelledPhrase("red mug", ("name:mug", "colour:red")), False),
        (LabelledPhrase("cup", ("name:cup",)), None),
        (LabelledPhrase("sofa", ("name:sofa",)), False),
    ],
)
def test_arguable_phrases_are_left_alone(phrase: LabelledPhrase, expected: bool | None) -> None:
    item = sample_object(stream(7, "mug"), CATEGORIES["mug"], id="mug-1")
    parts = tuple(Part(p.name, "white", "ceramic") for p in item.parts)
    assert phrase.truth(facts.object_facts(replace(item, parts=parts))) is expected


def test_zero_shot_banks_never_read_hidden_names() -> None:
    hidden = facts.unseen_categories()
    assert {"tricycle", "snowman", "floor lamp"} <= hidden
    taboo = {f"name:{n}" for c in hidden for n in facts.names_of(c)}
    taboo -= {f"name:{n}" for c in phrases.categories(True) for n in facts.names_of(c)[:1]}
    things = [facts.object_facts(item) for item in _objects(60)]
    for seed in range(5):
        bank = phrases.bank(stream(seed, "zs"), things, zero_shot=True)
        read = {atom for p in bank.phrases for atom in p.atoms}
        assert not read & taboo


def test_held_out_synonyms_are_never_read() -> None:
    rng = stream(9, "names")
    for category in phrases.categories(False):
        hidden = facts.held_out_synonyms(category)
        assert category not in hidden
        assert not {phrases.name_of(rng, category) for _ in range(12)} & hidden


def test_where_a_thing_is_changes_no_atom() -> None:
    rng = stream(6, "where")
    thing = facts.object_facts(next(_objects(1)))
    placed = [p for _ in range(80) for p in phrases.describe(rng, thing) if " near " in p.text]
    assert len(placed) > 5
    assert placed[0].truth(thing) is not None
    allowed = set(phrases.categories(True))
    for _ in range(200):
        words = phrases._whereabouts(rng, phrases.categories(True))
        names = re.findall(r"(?:a|the|some) ([^,]+?)(?=,| and| near|$)|, ([^,]+)$", words)
        assert {a or b for a, b in names if not b.startswith("near")} <= allowed, words
