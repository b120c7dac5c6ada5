"""A map proposes, a detector confirms, in two phases."""

from __future__ import annotations

import math

import numpy as np
import pytest

from meadow.agents.map_seek import MapSeeker, PhraseDetector
from meadow.agents.modular_seek import EpisodeSeeker, GlancingSeeker
from meadow.errors import InvalidValueError
from meadow.grounding.model_look import ModelVision
from meadow.mapping.goal_map import GoalSpot
from meadow.mapping.occupancy import OccupancyConfig, OccupancyMap
from meadow.mapping.state import AgentState
from meadow.models.fakes import PAINTS, FakeDetector
from meadow.types import Brief, Camera, Embodiment, Observation, Pose

BODY = Embodiment(camera=Camera(width=64, height=64, hfov=math.radians(90.0)))
HERE, THERE = ((1.0, 0.0), 0.6), ((-3.0, 1.0), 0.5)


class Told:
    """A goal map that says what it is told."""

    def __init__(self, *places: tuple[tuple[float, float], float]) -> None:
        self.places = list(places)
        self.consents = True

    def best(self, state, without=()):
        free = [
            (at, score)
            for at, score in self.places
            if all(math.dist(at, disc[:2]) > disc[2] for disc in without)
        ]
        if not free:
            return None
        (x, y), score = max(free, key=lambda place: place[1])
        return GoalSpot(np.array([[x, y, 0.5]]), score)

    def score_at(self, state, points) -> float:
        return dict(self.places).get(tuple(points[0, :2]), -np.inf)

    def agrees(self, state, points) -> bool:
        return self.consents


def seeker(memory: Told, **options) -> MapSeeker:
    detector = PhraseDetector(ModelVision(FakeDetector()), threshold=0.1)
    made = MapSeeker(memory, detector, **options)
    made.forget()
    made.reset(Brief(task="", goal="red mug", embodiment=BODY, max_steps=100), 1.0)
    return made


def state(step: int, colour: str = "black", depth: float = 2.0) -> AgentState:
    """A frame with a square of a colour in its middle."""
    rgb = np.zeros((64, 64, 3), np.uint8)
    rgb[24:40, 24:40] = PAINTS[colour]
    map = OccupancyMap(OccupancyConfig())
    observation = Observation(rgb, np.full((64, 64), depth, np.float32), None, True, step)
    return AgentState(observation, Pose(0.0, 0.0), BODY, map, np.zeros((1, 1), np.float32))


def test_it_is_a_seeker_of_all_kinds() -> None:
    made = seeker(Told())
    assert isinstance(made, EpisodeSeeker)
    assert isinstance(made, GlancingSeeker)


def test_while_exploring_map_and_detector_must_agree() -> None:
    memory = Told(HERE)
    made = seeker(memory)
    made.see(state(0))
    assert made.goal(state(0)) is None, "the map alone is not enough"
    memory.consents = False
    made.see(state(1, "red"))
    assert made.goal(state(1)) is None, "nor is the detector alone"
    memory.consents = True
    made.see(state(2, "red"))
    goal = made.goal(state(2))
    assert goal is not None
    assert np.median(goal[:, 0]) == pytest.approx(2.0, abs=0.1)
    assert made.trace()["phase"] == "explore"
    memory.consents = False
    made.see(state(3))
    assert made.goal(state(3)) is None, "a place that the map gives up is given up"


@pytest.mark.parametrize(("evidence", "colour"), [("map", "black"), ("detector", "red")])
def test_one_of_them_can_be_enough(evidence: str, colour: str) -> None:
    memory = Told(HERE)
    memory.consents = False
    made = seeker(memory, evidence=evidence, accept=0.55, explore_share=1.0)
    made.see(state(0, colour))
    assert made.goal(state(0)) is not None
    memory.places = [THERE]
    made = seeker(memory, evidence=evidence, accept=0.55, explore_share=1.0)
    made.see(state(0))
    assert made.goal(state(0)) is None


def test_after_its_share_of_steps_the_map_decides_alone() -> None:
    made = seeker(Told(HERE, THERE), explore_share=0.4)
    made.see(state(39))
    assert made.goal(state(39)) is None
    made.see(state(40))
    assert made.trace()["phase"] == "exploit"
    assert made.goal(state(40))[0, 0] == 1.0
    made.set_aside(state(41))
    assert made.goal(state(41))[0, 0] == -3.0, "a place without a way gives way to the next"


def test_a_place_that_looks_worse_from_near_gives_way_to_a_better_one() -> None:
    memory = Told(HERE, THERE)
    made = seeker(memory, explore_share=0.0, lead=0.05)
    made.see(state(0))
    memory.places = [(HERE[0], 0.47), THERE]
    made.see(state(1))
    assert made.goal(state(1))[0, 0] == 1.0, "not for a little"
    memory.places = [(HERE[0], 0.2), THERE]
    made.see(state(2))
    assert made.goal(state(2))[0, 0] == -3.0


@pytest.mark.parametrize(("exploit", "phase"), [("each", "explore"), ("sticky", "exploit")])
def test_the_second_phase_begins_anew_with_each_goal_or_not(exploit: str, phase: str) -> None:
    made = seeker(Told(HERE), exploit=exploit)
    made.see(state(60))
    assert made.trace()["phase"] == "exploit"
    made.reset(Brief(task="", goal="blue mug", embodiment=BODY, max_steps=100), 1.0)
    made.see(state(0))
    assert made.trace()["phase"] == phase
    made.forget()
    made.reset(Brief(task="", goal="blue mug", embodiment=BODY, max_steps=100), 1.0)
    made.see(state(0))
    assert made.trace()["phase"] == "explore"


def test_when_all_is_explored_the_second_phase_begins_at_once() -> None:
    made = seeker(Told(HERE))
    made.see(state(3))
    assert made.exhausted(state(3))
    assert made.goal(state(3)) is not None
    made.set_aside(state(4))
    assert not made.exhausted(state(4)), "there is no other place"
    made = seeker(Told(HERE, THERE))
    made.see(state(60))
    made.set_aside(state(60))
    assert made.exhausted(state(60)), "a place without a way is not the end"
    assert made.goal(state(60))[0, 0] == -3.0
    assert not seeker(Told(HERE), explore_share=1.0).exhausted(state(3))
    assert not seeker(Told()).exhausted(state(3))


def test_a_place_without_a_way_is_tried_again_when_the_map_is_another() -> None:
    made = seeker(Told(HERE, THERE), evidence="map", accept=0.1, explore_share=0.4)
    made.see(state(0))
    made.set_aside(state(0))
    made.see(state(40))
    assert made.goal(state(40))[0, 0] == 1.0, "the map has grown since"
    made.set_aside(state(41))
    made.start_over()
    made.see(state(42))
    assert made.goal(state(42))[0, 0] == 1.0, "the map is made anew"


def test_bad_options_are_named() -> None:
    for options, message in (
        ({"evidence": "hearsay"}, "both, map, detector, none"),
        ({"exploit": "never"}, "each or sticky"),
        ({"explore_share": 1.2}, "0 to 1"),
    ):
        with pytest.raises(InvalidValueError, match=message):
            seeker(Told(), **options)
    with pytest.raises(InvalidValueError, match="needs a detector"):
        MapSeeker(Told())
