"""A language model leads the robot to frontiers, and is told where people walk."""

from __future__ import annotations

import math

import numpy as np
import pytest

from meadow.exploration.common_sense import CommonSenseExplorer
from meadow.mapping.occupancy import FREE, OccupancyConfig, OccupancyMap
from meadow.mapping.state import AgentState
from meadow.models.llm import ChatClient
from meadow.models.protocols import Card, Choice
from meadow.types import Brief, Camera, Detections, Embodiment, Observation, Pose

BODY = Embodiment(camera=Camera(width=8, height=8, hfov=math.radians(90.0)))
NOBODY = Detections(
    np.zeros((0, 4), np.float32), np.zeros(0, np.float32), (), np.zeros((0, 8, 8), bool)
)


class Painted:
    """A model that sees in a frame what a test puts there."""

    def __init__(self) -> None:
        self.things: tuple[str, ...] = ()
        self.walker = False

    def queries(self, texts):
        return list(texts)

    def look(self, image, parts, camera=None):
        return self

    def detect(self, queries, threshold, *, masks):
        return self._found(self.things)

    def people(self):
        return self._found(("person",)) if self.walker else NOBODY

    def _found(self, names) -> Detections:
        masks = np.ones((len(names), 8, 8), bool)
        return Detections(np.zeros((len(names), 4)), np.ones(len(names)), tuple(names), masks)


class Talker:
    """A language model that writes down what it is asked, and expects kettles near sinks."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def card(self) -> Card:
        return Card("talker", "language-model")

    def choose(self, question, options):
        self.asked.append(question)
        sure = 0.9 if "sink" in question else 0.02
        rest = (1.0 - sure) / (len(options) - 1)
        return Choice(tuple(options), (sure, *[rest] * (len(options) - 1)), "test")


def hall() -> OccupancyMap:
    """A hall along X with borders to the unknown at both ends, as far from the middle."""
    map = OccupancyMap(OccupancyConfig(cell=0.1, radius=0.01, comfort=0.0))
    map.cover((-3.0, -1.0, 3.0, 1.0))
    low, high = map.cell_of(-2.0, -0.5), map.cell_of(2.0, 0.5)
    map.grid[low[0] : high[0], low[1] : high[1]] = FREE
    map.grid[low[0] : high[0], [low[1] - 1, high[1]]] = 2
    return map


def look(explorer: CommonSenseExplorer, map: OccupancyMap, yaw: float) -> AgentState:
    """One frame in which everything is 2 m away."""
    pose = Pose(0.0, 0.0, yaw)
    depth = np.full((8, 8), 2.0, np.float32)
    observation = Observation(np.zeros((8, 8, 3), np.uint8), depth, None, True, 0)
    state = AgentState(observation, pose, BODY, map, map.cost(pose))
    explorer.observe(state)
    return state


def choice(front: tuple[str, ...], back: tuple[str, ...], *, walker: str = "", language=None):
    """Where the robot goes that saw things in front and behind, and the explorer."""
    eyes, map = Painted(), hall()
    explorer = CommonSenseExplorer(eyes, language or Talker(), forbid_people=bool(walker))
    explorer.reset(Brief(task="", goal="a red kettle", embodiment=BODY))
    eyes.things, eyes.walker = back, walker == "back"
    look(explorer, map, math.pi)
    eyes.things, eyes.walker = front, walker == "front"
    state = look(explorer, map, 0.0)
    point = explorer.choose(state)
    assert point is not None
    return point[0]


def test_the_robot_goes_where_the_language_model_expects_the_goal() -> None:
    assert choice(("sink",), ("bed",)) > 0.0
    assert choice(("bed",), ("sink",)) < 0.0


def test_the_model_is_asked_about_each_frontier_and_what_is_near_it() -> None:
    talker = Talker()
    choice(("sink", "fridge"), ("bed",), language=talker)
    assert sorted(talker.asked) == [
        "A room contains a bed. Which of these is most likely in the same room?",
        "A room contains a fridge and a sink. Which of these is most likely in the same room?",
    ]


def test_places_where_people_walk_are_forbidden_and_told() -> None:
    talker = Talker()
    assert choice(("sink",), ("bed",), walker="front", language=talker) < 0.0
    assert any(
        "sink. People walk there: it is a forbidden zone." in asked for asked in talker.asked
    )


def test_the_embedded_prior_leads_without_any_server() -> None:
    assert choice(("oven", "fridge"), ("bed", "wardrobe"), language="prior") > 0.0


def test_questions_are_answered_from_a_cassette(tmp_path) -> None:
    class Server:
        base_url, retried, calls = "http://localhost/v1", 0, 0

        def post(self, path, body):
            Server.calls += 1
            question = body["messages"][0]["content"]
            letter = "A" if "sink" in question else "B"
            alternatives = [{"token": letter, "logprob": -0.01}]
            logprobs = {"content": [{"top_logprobs": alternatives}]}
            return {"choices": [{"message": {"content": letter}, "logprobs": logprobs}]}

    def client(mode: str) -> ChatClient:
        return ChatClient("m", "", cassette=tmp_path, mode=mode, transport=Server())

    assert choice(("sink",), ("bed",), language=client("record")) > 0.0
    asked = Server.calls
    assert asked == 2
    assert choice(("sink",), ("bed",), language=client("replay")) > 0.0
    assert Server.calls == asked


@pytest.mark.parametrize("goal", ["", "???", "kettle"])
def test_any_goal_can_be_explored_for(goal: str) -> None:
    explorer, map = CommonSenseExplorer(Painted(), Talker()), hall()
    explorer.reset(Brief(task="", goal=goal, embodiment=BODY))
    assert explorer.choose(look(explorer, map, 0.0)) is not None
