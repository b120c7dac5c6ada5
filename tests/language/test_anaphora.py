"""Pronouns and "another" refer to what earlier goals named."""

from __future__ import annotations

import pytest

from meadow.errors import InvalidValueError
from meadow.language import Description, Thing, describe, holds, parse
from meadow.language.scoring import as_json


def read(text: str, *earlier: str) -> Description:
    before: list[Description] = []
    for sentence in earlier:
        before.append(parse(sentence, before=before))
    return parse(text, before=before)


@pytest.mark.parametrize(
    "text", ["it", "go to it", "that one", "Find that one again.", "the same one"]
)
def test_a_pronoun_alone_means_the_last_goal(text: str) -> None:
    assert read(text, "a sofa", "the red mug on the desk") == parse("the red mug on the desk")
    assert read(text, "a sofa", "the red mug on the desk").text == text


@pytest.mark.parametrize(
    ("text", "earlier", "meaning"),
    [
        ("the toaster next to it", "the red kettle", "toaster next to a red kettle"),
        ("now the blanket on it", "find the bed", "blanket on top of a bed"),
        ("find the rug that is under it", "the glass table", "rug under the glass table"),
        ("the table it stands on", "the lamp", "table with a lamp"),
        ("Go to the night stand it stands on.", "a small lamp", "night stand with a small lamp"),
        ("the cabinet it is in", "the white plate", "cabinet with a white plate"),
        ("the bed it lies under", "the ball", "bed above the ball"),
    ],
)
def test_a_pronoun_in_a_relation_stands_for_its_antecedent(
    text: str, earlier: str, meaning: str
) -> None:
    assert describe(read(text, "a chair", earlier)) == meaning


@pytest.mark.parametrize(
    "text",
    [
        "a table with a vase on it",
        "a mug with a cat on it",
        "the lamp that is on",
        "the chest, it is open",
        "a red mug on the desk, near a bowl, vase",
    ],
)
def test_what_names_its_own_things_does_not_refer_back(text: str) -> None:
    assert read(text, "the green sofa") == parse(text)


@pytest.mark.parametrize(
    ("text", "head", "other"),
    [
        ("the other one", "mug", "the red mug"),
        ("another", "mug", "the red mug"),
        ("another one in the kitchen", "mug", "the red mug"),
        ("find another mug", "mug", "the red mug"),
        ("the other lamp", "lamp", "the floor lamp"),
    ],
)
def test_another_one_is_not_the_one_before(text: str, head: str, other: str) -> None:
    said = read(text, "the floor lamp", "the red mug")
    assert said.target.head == head
    assert said.other_than is not None
    assert said.other_than.text == other
    assert said.negated
    assert not said.target.attributes


def test_another_without_an_earlier_goal_is_read_as_before() -> None:
    assert parse("another mug").other_than is None
    assert as_json(parse("the other lamp")) == {"head": "lamp", "others": ["other"]}
    with pytest.raises(InvalidValueError, match="names nothing"):
        parse("it")


def test_which_thing_is_the_other_one() -> None:
    red, blue = (
        Thing(id=c, category="mug", names=("mug",), attributes=parse(f"{c} mug").target.attributes)
        for c in ("red", "blue")
    )
    other = read("the other one", "the red mug")
    assert [holds(other, t, [red, blue]) for t in (red, blue)] == [False, True]
    unclear = read("the other one", "the mug")
    assert [holds(unclear, t, [red, blue]) for t in (red, blue)] == [None, None]


@pytest.mark.parametrize(
    "text",
    [
        "eine Tasse auf dem Tisch",
        "die rote Tasse auf dem Tisch neben der Lampe",
        "una taza roja sobre la mesa",
        "le chat noir sur la table",
        "il tavolo rosso in cucina",
        "qwop zxcv asdf hjkl",
    ],
)
def test_mostly_unknown_words_are_not_understood(text: str) -> None:
    with pytest.raises(InvalidValueError, match=r"is not understood: unknown words are \w+, \w+"):
        parse(text)


@pytest.mark.parametrize(
    ("text", "head"),
    [
        ("a harpsichord", "harpsichord"),
        ("the theremin near the didgeridoo on the table", "theremin"),
        ('a sign saying "guten morgen liebe leute"', "sign"),
    ],
)
def test_a_few_strange_words_are_kept(text: str, head: str) -> None:
    assert parse(text).target.head == head


@pytest.mark.parametrize("text", ["something to sit on", "the desk it sits on"])
def test_on_after_a_verb_of_place_is_no_state(text: str) -> None:
    assert parse(text).target.attributes.states == ()


@pytest.mark.parametrize("text", ["the lamp that is on", "a lamp left on", "the tv, on"])
def test_on_is_a_state_elsewhere(text: str) -> None:
    assert parse(text).target.attributes.states == ("on",)
