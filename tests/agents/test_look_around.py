"""An agent without a map turns, asks, goes, and turns away from people."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from meadow.agents.look_around import DIRECTIONS, LookAround
from meadow.errors import InvalidValueError
from meadow.models.protocols import Card, Choice
from meadow.types import (
    Action,
    Brief,
    Camera,
    Detections,
    Embodiment,
    Observation,
    empty_detections,
)

BODY = Embodiment(camera=Camera(width=16, height=16, hfov=math.radians(79.0)))


class Scripted:
    """Eyes that see what a test puts into the frame."""

    threshold = 0.3

    def __init__(self) -> None:
        self.goal = self.person = False
        self.things: tuple[str, ...] = ()

    def queries(self, texts):
        return tuple(texts)

    def look(self, image, parts, camera=None):
        return self

    def detect(self, queries, threshold, *, masks):
        if queries == ("mug",):
            return found("mug") if self.goal else empty_detections()
        return found(*self.things)

    def people(self) -> Detections:
        return found("person") if self.person else empty_detections()


class Compass:
    """A language model that always answers the same."""

    def __init__(self, answer: str) -> None:
        self.answer, self.asked = answer, []

    def card(self) -> Card:
        return Card("compass", "language-model")

    def chat(self, messages, *, max_tokens=256):
        raise AssertionError("it is asked to choose")

    def choose(self, question, options):
        self.asked.append(question)
        return Choice(tuple(options), tuple(float(o == self.answer) for o in options), "test")


def found(*names: str) -> Detections:
    """Things in the middle of the frame."""
    boxes = np.tile(np.array([6, 4, 10, 12], np.float32), (len(names), 1))
    masks = np.zeros((len(names), 16, 16), bool)
    masks[:, 4:12, 6:10] = True
    return Detections(boxes, np.ones(len(names), np.float32), names, masks)


def frame(depth: float, step: int = 0) -> Observation:
    far = np.full((16, 16), depth, np.float32)
    return Observation(np.zeros((16, 16, 3), np.uint8), far, None, True, step)


def agent(answer: str = "FRONT", **options) -> tuple[LookAround, Scripted, Compass]:
    eyes, compass = Scripted(), Compass(answer)
    made = LookAround(eyes, compass, **options)
    made.reset(Brief(task="", goal="mug", embodiment=BODY))
    return made, eyes, compass


def first_way(answer: str) -> tuple[float, int]:
    """Degrees that the robot has turned to the left when it first drives, and how often it asked."""
    robot, _, compass = agent(answer)
    turned = 0.0
    for step in range(40):
        action = robot.act(frame(4.0, step))
        if action is Action.MOVE_AHEAD:
            return turned % 360.0, len(compass.asked)
        turned += 30.0 if action is Action.ROTATE_LEFT else -30.0
    raise AssertionError("it never drove")


@pytest.mark.parametrize(
    ("answer", "degrees"), [("FRONT", 0), ("RIGHT", 270), ("BEHIND", 180), ("LEFT", 90)]
)
def test_it_looks_in_all_directions_and_drives_where_it_is_told(answer: str, degrees: int) -> None:
    assert first_way(answer) == (degrees, 1)


def test_the_question_names_what_is_in_each_direction_and_where_people_are() -> None:
    robot, eyes, compass = agent()
    for step in range(12):
        eyes.things = ("sofa", "person") if step == 0 else ()
        robot.act(frame(4.0, step))
    (question,) = compass.asked
    assert question.startswith("I want to find a mug in my house. In FRONT of you there is ")
    assert "sofa" in question
    assert "People walk FRONT: avoid them." in question
    assert all(direction in question for direction in DIRECTIONS)


def test_it_drives_to_the_goal_and_stops_near_it() -> None:
    robot, eyes, _ = agent()
    eyes.goal = True
    assert robot.act(frame(3.0)) is Action.MOVE_AHEAD
    assert robot.act(frame(0.8, 1)) is Action.STOP


def test_a_goal_at_the_edge_of_the_frame_is_farther_away_than_its_depth() -> None:
    robot, eyes, _ = agent()
    at_edge = Detections(np.array([[13, 4, 16, 12]], np.float32), np.ones(1), ("mug",))
    mask = np.zeros((1, 16, 16), bool)
    mask[0, 4:12, 13:] = True
    eyes.detect = lambda queries, threshold, *, masks: replace(at_edge, masks=mask)
    assert robot.act(frame(0.88)) is Action.ROTATE_RIGHT
    assert robot.act(frame(0.7, 1)) is Action.STOP


@pytest.mark.parametrize("answer", DIRECTIONS)
def test_who_gives_way_while_looking_around_goes_where_the_view_was_taken(answer: str) -> None:
    robot, eyes, _ = agent(answer)
    heading, taken = 0, []
    detect = eyes.detect

    def noted(queries, threshold, *, masks):
        if queries != ("mug",):
            taken.append(heading)
        return detect(queries, threshold, masks=masks)

    eyes.detect = noted
    for step in range(40):
        eyes.person = step in (4, 5)
        action = robot.act(frame(1.0 if eyes.person else 4.0, step))
        if action is Action.MOVE_AHEAD and robot.trace()["mode"] == "go":
            break
        heading += (action is Action.ROTATE_RIGHT) - (action is Action.ROTATE_LEFT)
    assert taken == [0, 3, 4, 7], "it gave way by two turns to the left"
    assert (heading - taken[DIRECTIONS.index(answer)]) % 12 == 0


def test_it_turns_away_from_people_ahead() -> None:
    robot, eyes, _ = agent()
    eyes.person = True
    assert robot.act(frame(1.0)) in (Action.ROTATE_LEFT, Action.ROTATE_RIGHT)
    assert robot.trace()["mode"] == "give way"
    eyes.person = False
    assert robot.act(frame(4.0, 1)) is Action.MOVE_AHEAD


def test_world_time_passes_only_with_questions() -> None:
    robot, _, compass = agent(round_seconds=1.0)
    thought = []
    for step in range(20):
        robot.act(frame(4.0, step))
        thought.append(robot.thinking())
    assert sum(thought) == 1.0 == float(len(compass.asked))


def test_it_gives_up_after_its_rounds() -> None:
    robot, _, compass = agent(rounds=2)
    actions = [robot.act(frame(0.3, step)) for step in range(60)]
    assert Action.STOP in actions
    assert len(compass.asked) == 2


def test_rounds_must_be_positive() -> None:
    with pytest.raises(InvalidValueError, match="rounds 0"):
        LookAround(Scripted(), Compass("LEFT"), rounds=0)
