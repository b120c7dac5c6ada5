"""Boards are gone to, read and followed; what cannot be read changes nothing."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from meadow.agents.hints import READ_EVERY, HintFollower
from meadow.grounding.look import Looks
from meadow.models.protocols import Card, Reply, TextLine
from meadow.types import (
    Action,
    Brief,
    Camera,
    Detections,
    Embodiment,
    Observation,
    Pose,
    empty_detections,
)

BODY = Embodiment(camera=Camera(width=16, height=16, hfov=math.radians(79.0)))


class Searcher:
    """Stands for the agent that drives: it turns until it is told to stop."""

    pose = Pose(0.0, 0.0)

    def __init__(self) -> None:
        self.goals: list[str] = []
        self.stop = False

    def looks_at(self, observation: Observation) -> Looks:
        return Looks(observation.rgb)

    def pose_at(self, observation: Observation) -> Pose:
        return observation.pose or self.pose

    def reset(self, brief: Brief) -> None:
        self.goals = [brief.goal]

    def pursue(self, brief: Brief) -> None:
        self.goals.append(brief.goal)

    def act(self, observation: Observation) -> Action:
        return Action.STOP if self.stop else Action.MOVE_AHEAD

    def instead(self, action: Action) -> Action:
        return action

    def trace(self):
        return {"mode": "explore"}

    def sightings(self, observation: Observation) -> Detections:
        return empty_detections()


class Boards:
    """Eyes that see a board or none."""

    threshold = 0.3
    board = False

    def queries(self, texts):
        return list(texts)

    def look(self, image, parts, camera=None):
        return self

    def detect(self, queries, threshold, *, masks):
        if not self.board:
            return empty_detections()
        mask = np.ones((1, 16, 16), bool)
        return Detections(np.array([[2, 2, 14, 14]], np.float32), np.ones(1), ("whiteboard",), mask)


class Written:
    """A reader of a fixed text, while that is legible."""

    legible = True

    def __init__(self, text: str, score: float = 0.9) -> None:
        self.text, self.score, self.reads = text, score, 0

    def card(self) -> Card:
        return Card("written", "reader")

    def read(self, images):
        self.reads += 1
        box = (0.0, 0.0, 1.0, 1.0)
        return [
            [TextLine(line, self.score, box) for line in self.text.splitlines() if self.legible]
            for _ in images
        ]


class Talker:
    """A language model that names a place."""

    def __init__(self, answer: str) -> None:
        self.answer, self.asked = answer, []

    def card(self) -> Card:
        return Card("talker", "language-model")

    def choose(self, question, options):
        raise AssertionError("it is asked to name a thing")

    def chat(self, messages, *, max_tokens=256):
        self.asked.append(messages[0]["content"])
        return Reply(self.answer)


def frame(depth: float, step: int) -> Observation:
    far = np.full((16, 16), depth, np.float32)
    return Observation(np.zeros((16, 16, 3), np.uint8), far, None, True, step)


def follower(text: str, *, score: float = 0.9, language: object = "prior", goal: str = "mug"):
    searcher, eyes = Searcher(), Boards()
    agent = HintFollower(searcher, eyes, Written(text, score), language)
    agent.reset(Brief(task="", goal=goal, embodiment=BODY))
    return agent, searcher, eyes


def test_a_far_board_is_gone_to_and_read_and_its_place_searched_for_first() -> None:
    agent, searcher, eyes = follower("Tom, your mug is on\nthe desk!")
    agent._reader.legible = False
    agent.act(frame(3.0, 0))
    assert searcher.goals == ["mug"]
    eyes.board = True
    agent.act(frame(3.0, 1))
    assert searcher.goals[-1] == "whiteboard"
    searcher.stop = agent._reader.legible = True
    agent.act(frame(1.0, 2))
    assert searcher.goals[-1] == "desk"
    assert (agent.trace()["read"], agent.trace()["hint"]) == (
        "Tom, your mug is on / the desk!",
        "desk",
    )
    # At the desk it says no Stop: it turns all around, and looks for the mug.
    searcher.stop = True
    assert agent.act(frame(1.0, 3)) is not None
    assert searcher.goals[-1] == "mug"


def test_a_line_may_end_within_a_name() -> None:
    agent, _, _ = follower("")
    assert agent.place_named("I left a\nmug on the\ndining\ntable.") == "dining table"
    assert agent.place_named("TO DO\n- wash the mug\n- the hammer is\n  under the bed") == ""


def test_the_robot_turns_once_around_at_what_the_hint_named() -> None:
    agent, searcher, eyes = follower("The mug is under the bed.")
    eyes.board = True
    agent.act(frame(1.0, 0))
    assert searcher.goals[-1] == "bed"
    searcher.stop = True
    agent.act(frame(1.0, 1))
    searcher.stop = False
    turns = [agent.act(frame(3.0, 2 + k)) for k in range(12)]
    assert turns[:10] == [Action.ROTATE_LEFT] * 10
    assert agent.act(frame(3.0, 20)) is Action.MOVE_AHEAD


@pytest.mark.parametrize(
    "text", ["", "   ", "Buy milk.", "The hammer is on the workbench.", "x" * 1000]
)
def test_a_board_that_does_not_speak_of_the_goal_changes_nothing(text: str) -> None:
    agent, searcher, eyes = follower(text)
    eyes.board = True
    agent.act(frame(1.0, 0))
    searcher.stop = True
    assert agent.act(frame(1.0, 1)) is not Action.STOP  # at the board it goes on searching
    assert searcher.goals[-1] == "mug"
    assert agent.trace()["hint"] == ""
    assert agent.act(frame(1.0, 2)) is Action.STOP  # the goal itself is stopped at


def test_what_cannot_be_read_surely_is_not_believed() -> None:
    agent, searcher, eyes = follower("The mug is under the bed.", score=0.2)
    eyes.board = True
    agent.act(frame(1.0, 0))
    assert "bed" not in searcher.goals


def test_what_is_written_is_read_from_afar_though_the_eyes_know_no_boards() -> None:
    agent, searcher, _ = follower("The mug is under the bed.")
    for step in range(READ_EVERY):
        agent.act(frame(4.0, step))
    assert searcher.goals == ["mug", "bed"]


def test_a_board_is_gone_to_once_and_frames_are_read_now_and_then() -> None:
    agent, searcher, eyes = follower("Buy milk.")
    eyes.board = True
    for step in range(1 + 3 * READ_EVERY):
        agent.act(frame(3.0, step))
        if searcher.goals[-1] == "whiteboard":
            searcher.stop = True
            agent.act(frame(1.0, step))
            searcher.stop = False
    assert searcher.goals.count("whiteboard") == 1
    assert 1 < agent._reader.reads < 3 * READ_EVERY


def test_a_board_is_where_the_frame_shows_it_and_not_where_the_robot_was_before() -> None:
    agent, searcher, eyes = follower("Buy milk.")
    agent._reader.legible = False
    eyes.board = True
    for step in range(2):  # half a metre towards a board
        ahead = Pose(0.5 * step, 0.0)
        agent.act(replace(frame(4.0 - 0.5 * step, step), pose=ahead))
    (place,) = agent._boards
    assert place == pytest.approx((4.0, 0.0), abs=0.2)
    turned = replace(frame(2.0, 2), pose=Pose(0.5, 0.0, math.radians(90.0)))
    searcher.stop = True
    agent.act(turned)  # at the first board; from here on the goal is searched for again
    searcher.stop = False
    agent.act(turned)
    assert agent._boards[1] == pytest.approx((0.5, 2.0), abs=0.2)


def test_two_boards_side_by_side_are_read_each_by_itself() -> None:
    agent, _, _ = follower("")
    boxes = {"Take the": (10, 10, 50, 20), "Ben, I put your": (80, 12, 160, 20)}
    boxes |= {"racket next": (8, 22, 56, 32), "bowl next to the": (78, 24, 160, 32)}
    boxes |= {"to the dresser.": (9, 34, 60, 44), "dining table.": (82, 36, 140, 44)}
    boxes |= {"LOVE": (10, 120, 40, 140)}
    agent._reader.read = lambda images: [[TextLine(t, 0.9, box) for t, box in boxes.items()]]
    assert agent.texts_in(np.zeros((2, 2, 3), np.uint8)) == [
        "Take the\nracket next\nto the dresser.",
        "Ben, I put your\nbowl next to the\ndining table.",
    ]


def test_a_language_model_is_asked_where_the_grammar_finds_nothing() -> None:
    talker = Talker("Sofa.")
    agent, searcher, eyes = follower("Mug? Where we watch films!", language=talker)
    eyes.board = True
    agent.act(frame(1.0, 0))
    assert "Mug? Where we watch films!" in talker.asked[0]
    assert searcher.goals[-1] == "sofa"
    nothing, searcher, eyes = follower("Buy milk.", language=Talker("nothing"))
    eyes.board = True
    nothing.act(frame(1.0, 0))
    assert searcher.goals[-1] in ("mug", "whiteboard")
