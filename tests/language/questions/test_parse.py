"""Questions as people ask them, and all that is phrased is read back."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from meadow.errors import FileFormatError, InvalidValueError
from meadow.language.questions import KnownThings, parse_question
from meadow.language.questions.encoding import decode, encode
from meadow.language.questions.families import (
    FAMILIES,
    Scene,
    can_be_named,
    instance,
    makes_sense,
    properties,
)
from meadow.language.questions.phrase import phrase
from meadow.scenes.facts import house_things
from meadow.scenes.generator import HouseSpec, generate_house
from meadow.seeding import stream

DATA = Path(__file__).parents[1] / "data"
#: Of the 200 questions by hand, how many were read as meant before any failure had been seen, and now.
FIRST, LAST = 186, 191


def hand_written() -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads((DATA / "questions.json").read_text("utf-8"))
    return found


def test_most_questions_are_read_as_they_are_meant() -> None:
    right = 0
    for entry in hand_written():
        try:
            right += parse_question(str(entry["text"])) == decode(entry["program"])
        except (InvalidValueError, FileFormatError):
            continue
    assert right >= LAST > FIRST


def test_programs_survive_json() -> None:
    for entry in hand_written():
        try:
            program = decode(entry["program"])
        except FileFormatError:
            assert "exist_all" in entry["program"]  # the one form that has no program
            continue
        assert decode(json.loads(json.dumps(encode(program)))) == program


@pytest.fixture(scope="module")
def scene() -> Scene:
    things = house_things(generate_house(5, spec=HouseSpec(rooms=5, revision=2)))
    return Scene(KnownThings(things), [t for t in things if can_be_named(t)])


@pytest.mark.parametrize("family", FAMILIES)
def test_what_is_phrased_is_read_back(family: str, scene: Scene) -> None:
    rng = stream(1, "test", family)
    found = 0
    for _ in range(25):
        program = instance(family, scene, rng)
        if program is None:
            continue
        found += 1
        assert makes_sense(program, scene.known)
        text = phrase(program, rng.choice)
        assert parse_question(text) == program, text
        assert properties(program) <= {
            "colour", "material", "contained", "adjacent", "on top", "heavier", "larger"
        }  # fmt: skip
    assert found > 10


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ["empty"]),
        ("?", ["empty"]),
        ("purple monkeys dishwasher", ["not understood", "purple"]),
        ("is there a flurble on the desk?", ["flurble", "not known"]),
        ("what colour is the grompf?", ["grompf", "not known"]),
        ("is there", ["not understood"]),
        ("how many are there?", ["expected"]),
    ],
)
def test_what_is_not_understood_is_named(text: str, words: Sequence[str]) -> None:
    with pytest.raises(InvalidValueError) as error:
        parse_question(text)
    assert all(word in str(error.value) for word in words), str(error.value)


@pytest.mark.parametrize(
    "said", [{}, {"exist": 3}, {"fly": {}}, {"compare": ["heavier"]}, {"exist": {}, "not": {}}]
)
def test_a_broken_program_is_named(said: dict[str, object]) -> None:
    with pytest.raises(FileFormatError, match="program"):
        decode(said)
