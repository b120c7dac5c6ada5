"""What a surveyor answers from its memory, and which errands it takes to be worth their steps."""

from __future__ import annotations

import math

import numpy as np
import pytest

from meadow.agents.survey_answers import Answers, about_weight, load_of
from meadow.language.questions.parse import program_of
from meadow.mapping.inventory import DIRECTIONS, Inventory, Named, Remembered
from meadow.types import Camera

_ANGLES = np.arange(DIRECTIONS) * math.pi / DIRECTIONS
_AXES = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)])


def home() -> Inventory:
    """A kitchen with a fridge, a plate and a mug on the counter."""
    inventory = Inventory(Camera())
    for id, category, material, low, high in (
        (1, "fridge", "metal", (0.0, 0.0, 0.0), (0.7, 0.7, 1.8)),
        (2, "counter", "wood", (0.8, 0.0, 0.0), (1.8, 0.6, 0.9)),
        (3, "plate", "ceramic", (1.0, 0.2, 0.9), (1.2, 0.4, 0.92)),
        (4, "mug", "ceramic", (1.4, 0.2, 0.9), (1.5, 0.3, 1.0)),
        (5, "oven", "metal", (1.9, 0.0, 0.0), (2.5, 0.6, 0.9)),
    ):
        corners = np.array([(x, y) for x in (low[0], high[0]) for y in (low[1], high[1])])
        along = corners @ _AXES
        box = np.r_[along.min(axis=0), low[2]], np.r_[along.max(axis=0), high[2]]
        inventory.things[id] = Remembered(id, Named(category, ("white",), (material,)), *box, 0)
    return inventory


@pytest.fixture
def answers() -> Answers:
    return Answers(home(), lambda question: "guessed")


def test_memory_answers_what_it_decides_and_the_rest_is_guessed(answers: Answers) -> None:
    assert answers.answer("How many ceramic objects are there?") == "2"
    assert answers.answer("Is the fridge larger than the mug?") == "yes"
    assert answers.answer("Is the plate on the counter?") == "yes"
    assert answers.answer("Is the plate heavier than the mug?") == "guessed"
    assert answers.answer("Flurbles whence?") == "guessed"


def test_weights_that_were_felt_decide(answers: Answers) -> None:
    things = answers._inventory.things
    things[3].weight, things[4].weight = (0.4, 0.45), (0.2, 0.25)
    answers.forget()
    assert answers.answer("Is the plate heavier than the mug?") == "yes"
    assert answers.answer("Is the fridge heavier than the mug?") == "yes"


def test_errands_are_worth_what_they_decide(answers: Answers) -> None:
    things = answers._inventory.things
    possible = {("weigh", 3): things[3], ("weigh", 4): things[4], ("open", 1): things[1]}
    worth = answers.worth(["Is the plate heavier than the mug?"], possible)
    assert worth == {("weigh", 3): 0.5, ("weigh", 4): 0.5}
    worth = answers.worth(["Is the egg heavier than the mug?"], possible)
    assert set(worth) == {("open", 1)}  # eggs are kept in fridges
    assert answers.worth(["Is the fridge larger than the mug?"], possible) == {}


def test_which_questions_ask_for_weights() -> None:
    for question, asks in (
        ("Is the plate heavier than the mug?", True),
        ("How many metal objects are lighter than the mug?", True),
        ("Is there both a metal object heavier than the mug and a red object?", True),
        ("Is the plate larger than the mug?", False),
    ):
        program = program_of(question)
        assert program is not None
        assert about_weight(program) is asks


def test_furniture_carries_more_than_things() -> None:
    assert load_of("counter") > 1.0 > load_of("mug")
    assert load_of("flurble") == 0.0
