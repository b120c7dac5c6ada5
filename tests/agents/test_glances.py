"""Agents look closely at what they are not sure of, not too often, and say how often."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

import meadow.benchmarks.pasture  # noqa: F401 (registers the agents)
from meadow.agents import AGENTS
from meadow.agents.glances import GlancePolicy
from meadow.episodes.schema import Episode, Goal, HouseRef
from meadow.errors import InvalidValueError
from meadow.evaluation.run.rollout import run_episode
from meadow.mapping.occupancy import OccupancyConfig, OccupancyMap
from meadow.mapping.state import AgentState
from meadow.metrics import row_metrics
from meadow.models.eyes import available
from meadow.sim.simulator import MeadowSimulator
from meadow.tasks.objectnav import ObjectNav
from meadow.testing.homes import one_room, thing
from meadow.types import Camera, Embodiment, Observation, Pose

LARGE = Embodiment(camera=Camera(width=672, height=672, hfov=math.radians(90.0)))
SMALL = replace(LARGE, camera=Camera(hfov=math.radians(90.0)))


class Glanceable:
    """A look that writes down its glances; boxes from 300 pixels on are too large for one."""

    def __init__(self) -> None:
        self.taken: list[tuple[float, ...]] = []

    def glance(self, box):
        if box[2] - box[0] >= 300:
            return None
        self.taken.append(tuple(box))
        return self


def state(x: float = 0.0, depth: float = 4.0) -> AgentState:
    """Before a wall that is four metres away from the start."""
    rgb = np.zeros((672, 672, 3), np.uint8)
    observation = Observation(rgb, np.full((672, 672), depth - x, np.float32), None, True, 0)
    map = OccupancyMap(OccupancyConfig())
    return AgentState(observation, Pose(x, 0.0), LARGE, map, np.zeros((1, 1), np.float32))


LEFT, MIDDLE, RIGHT = (20, 300, 60, 340), (320, 320, 350, 350), (600, 300, 640, 340)


def test_the_first_two_of_a_frame_are_glanced_at() -> None:
    policy, look = GlancePolicy(most=2), Glanceable()
    assert policy.glance(state(), look, [LEFT, (0, 0, 400, 400), MIDDLE, RIGHT]) == 2
    assert look.taken == policy.boxes == [LEFT, MIDDLE]


def test_a_thing_is_glanced_at_again_only_from_much_nearer() -> None:
    policy, look = GlancePolicy(most=2, nearer=0.6), Glanceable()
    assert policy.glance(state(), look, [MIDDLE]) == 1
    assert policy.glance(state(0.5), look, [MIDDLE]) == 0
    assert policy.glance(state(2.0), look, [MIDDLE]) == 1
    policy.reset()
    assert policy.glance(state(2.0), look, [MIDDLE]) == 1


def test_nothing_is_glanced_at_where_depth_is_not_known() -> None:
    assert GlancePolicy().glance(state(depth=0.0), Glanceable(), [MIDDLE]) == 0


@pytest.mark.parametrize("box", [(-40, 300, 60, 400), (300, -40, 400, 60), (612, 300, 712, 400)])
def test_boxes_that_reach_beyond_an_edge_of_the_frame_are_glanced_at(box: tuple) -> None:
    assert GlancePolicy().glance(state(), Glanceable(), [box]) == 1


def test_nothing_is_glanced_at_beyond_the_frame() -> None:
    boxes = [(-300, 300, -100, 400), (300, -300, 400, -100), (900, 300, 1100, 400)]
    assert GlancePolicy().glance(state(), Glanceable(), boxes) == 0


def test_bad_options_are_explained() -> None:
    with pytest.raises(InvalidValueError, match="glances -1"):
        AGENTS.make("cow-owl-s", glances=-1)
    with pytest.raises(InvalidValueError, match="nearer 0"):
        GlancePolicy(nearer=0.0)


@pytest.mark.skipif("eyes-s" not in available(), reason="the eyes' weights are not here")
@pytest.mark.parametrize("agent", ["cow-owl-s", "cow-mdetr-s", "cow-attributes"])
@pytest.mark.parametrize(("body", "glances"), [(LARGE, 2), (SMALL, 2), (LARGE, 0)])
def test_glances_are_counted_in_rows(agent: str, body: Embodiment, glances: int) -> None:
    """At 224 pixels a glance shows nothing new, so that none is taken; without the option none is told."""
    chair = thing("chair-1", "chair", (3.0, 2.0, 0.0), room="room-0", yaw=math.pi)
    house = one_room([chair], side=4.0)
    episode = Episode(
        id="e",
        task="objectnav",
        house=HouseRef("file:none"),
        start=(0.6, 2.0, 0.0),
        goals=(Goal("a blue chair", objects=("chair-1",)),),
        max_steps=5,
        seed=1,
        embodiment=body,
    )
    made = AGENTS.make(agent, glances=glances)
    record = run_episode(MeadowSimulator(body), ObjectNav(categories=()), made, episode, house)
    row = row_metrics(record)
    if not glances:
        assert "glances_per_step" not in row
    elif body is SMALL:
        assert row["glances_per_step"] == 0.0
    else:
        assert 0.0 < row["glances_per_step"] <= 2.0
