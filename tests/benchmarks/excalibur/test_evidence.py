"""What evidence decides: what was seen and felt, and that nothing else is where a question asks."""

from __future__ import annotations

import pytest

from meadow.benchmarks.excalibur.episodes import EXCALIBUR_MINI
from meadow.benchmarks.excalibur.evidence import Evidence
from meadow.benchmarks.excalibur.guessers import weight_asked
from meadow.benchmarks.excalibur.homes import asked_things, can_be_lifted
from meadow.episodes.generate import home_episodes
from meadow.episodes.houses import load_house
from meadow.language.goals import Attributes, Noun
from meadow.language.questions.program import Compare, Count, Exist, Selection
from meadow.scenes.schema import House


@pytest.fixture(scope="module")
def house() -> House:
    return load_house(home_episodes(EXCALIBUR_MINI, 1)[0].house)


def test_a_room_that_was_seen_answers_for_itself_alone(house: House) -> None:
    things = asked_things(house)
    room = things[0].room
    wooden = Noun(head="object", attributes=Attributes(materials=("wood",)))
    asked = Count(Selection(noun=wooden, room=room))
    evidence = Evidence(house)
    assert not evidence.decides(asked)
    inside = [n for n, thing in enumerate(things) if thing.room == room]
    evidence.seen = set(inside)
    assert evidence.decides(asked)
    evidence = Evidence(house)
    evidence.seen = set(inside[: len(inside) // 2])
    assert not evidence.decides(asked)  # much of the room was not seen


def test_one_witness_is_enough_for_yes_and_nothing_less_than_all_for_no(house: House) -> None:
    things = asked_things(house)
    wooden = Noun(head="object", attributes=Attributes(materials=("wood",)))
    witness = next(n for n, t in enumerate(things) if t.attributes.materials == ("wood",))
    evidence = Evidence(house)
    evidence.seen = {witness}
    assert evidence.decides(Exist(Selection(noun=wooden)))
    gold = Noun(head="object", attributes=Attributes(materials=("stone",), colours=("pink",)))
    absent = Exist(Selection(noun=gold))
    assert not evidence.decides(absent)
    evidence = Evidence(house)
    evidence.seen = set(range(len(things)))
    assert evidence.decides(absent)


def test_weights_must_be_felt(house: House) -> None:
    things = asked_things(house)
    names = [thing.category for thing in things]
    light = [t for t in things if can_be_lifted(t) and names.count(t.category) == 1][:2]
    first, second = (Selection(noun=Noun(head=t.category, category=t.category)) for t in light)
    asked = Compare("heavier", first, second, alike=True)
    evidence = Evidence(house)
    evidence.seen = set(range(len(things)))
    known = evidence.known()
    assert known.one(first) is not None
    assert known.one(first).mass is None
    evidence = Evidence(house)
    evidence.seen = set(range(len(things)))
    evidence.lifted = {t.id for t in light}
    assert evidence.known().one(first).mass == light[0].mass
    assert evidence.decides(asked)


def test_what_is_weighed_is_what_questions_of_training_ask_for() -> None:
    assert weight_asked("kettle") > weight_asked("towel") >= 0.0
    assert weight_asked("flurble") == 0.0
