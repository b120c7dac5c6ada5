from __future__ import annotations

import pytest

from meadow.agents.prior import PLACES, PriorFirst
from meadow.errors import InvalidValueError, UnknownIdError
from meadow.scenes.catalogue import CATEGORIES
from meadow.scenes.schema import ROOM_TYPES
from meadow.types import Action, Brief, Observation


class Recorder:
    """An agent that notes its goals and stops when told to."""

    def __init__(self, stop_at: int) -> None:
        self.goals: list[str] = []
        self.stop_at, self.steps = stop_at, 0

    def reset(self, brief: Brief) -> None:
        self.goals.append(brief.goal)
        self.steps = 0

    def act(self, observation: Observation) -> Action:
        self.steps += 1
        return Action.STOP if self.steps == self.stop_at else Action.MOVE_AHEAD


def drive(agent: PriorFirst, steps: int) -> list[Action]:
    observation = Observation(None, None, None, True, 0)
    actions = []
    for _ in range(steps):
        actions.append(agent.act(observation))
        if actions[-1] is Action.STOP:
            break
    return actions


def test_it_reaches_the_place_first_and_stops_only_at_the_thing() -> None:
    inner = Recorder(stop_at=5)
    agent = PriorFirst(inner, "prior")
    agent.reset(Brief(task="", goal="the small alarm clock", max_steps=100))
    actions = drive(agent, 100)
    assert inner.goals == ["night stand", "the small alarm clock"]
    assert actions.count(Action.STOP) == 1
    assert len(actions) == 9


def test_a_place_that_cannot_be_found_is_given_up() -> None:
    inner = Recorder(stop_at=1000)
    agent = PriorFirst(inner, "prior", share=0.3)
    agent.reset(Brief(task="", goal="mug", max_steps=50))
    drive(agent, 15)
    assert len(inner.goals) == 1
    assert agent.trace()["search"] == "place"
    drive(agent, 1)
    assert inner.goals[-1] == "mug"
    assert agent.trace()["search"] == "thing"


def test_a_server_is_asked_the_authors_question(monkeypatch) -> None:
    from meadow.agents import prior
    from meadow.models.fakes import FakeLanguageModel

    question = "Where can one usually find a apple in a house?"
    model = FakeLanguageModel(choices={question: "kitchen"})
    monkeypatch.setattr(prior, "load_model", lambda name, kind: model)
    agent = PriorFirst(Recorder(1), "openai:any", over="rooms")
    assert agent.place_for("an apple") == "kitchen"
    assert agent.place_for("apple") == "kitchen"
    assert model.asked == [question]


def test_what_the_words_describe_does_not_change_where_it_is_kept() -> None:
    agent = PriorFirst(Recorder(1), "prior")
    assert agent.place_for("small, silver laptop near a lamp") == agent.place_for("laptop")


def test_places_are_things_and_rooms_of_our_homes() -> None:
    assert set(PLACES["receptacles"]) <= set(CATEGORIES)
    assert set(ROOM_TYPES) & set(PLACES["rooms"])


def test_bad_choices_are_refused() -> None:
    with pytest.raises(UnknownIdError, match="rooms"):
        PriorFirst(Recorder(1), "prior", over="room")
    with pytest.raises(InvalidValueError, match="prior_share"):
        PriorFirst(Recorder(1), "prior", share=2.0)
    with pytest.raises(InvalidValueError, match="language-model"):
        PriorFirst(Recorder(1), "words")
