"""Views that look like the goal draw the robot on."""

from __future__ import annotations

import math

import numpy as np

from meadow.exploration.value import ValueExplorer
from meadow.mapping.occupancy import FREE, OccupancyConfig, OccupancyMap
from meadow.mapping.state import AgentState
from meadow.types import Brief, Camera, Embodiment, Observation, Pose

BODY = Embodiment(camera=Camera(width=8, height=8, hfov=math.radians(90.0)))


def hall() -> OccupancyMap:
    """A hall along X with borders to the unknown at both ends, as far from the middle."""
    map = OccupancyMap(OccupancyConfig(cell=0.1, radius=0.01, comfort=0.0))
    map.cover((-3.0, -1.0, 3.0, 1.0))
    low, high = map.cell_of(-2.0, -0.5), map.cell_of(2.0, 0.5)
    map.grid[low[0] : high[0], low[1] : high[1]] = FREE
    map.grid[low[0] : high[0], [low[1] - 1, high[1]]] = 2
    return map


def look(explorer: ValueExplorer, map: OccupancyMap, yaw: float, shade: int) -> AgentState:
    """One observation of a plain picture in some direction."""
    picture = np.full((8, 8, 3), shade, np.uint8)
    pose = Pose(0.0, 0.0, yaw)
    observation = Observation(picture, None, None, True, 0)
    state = AgentState(observation, pose, BODY, map, map.cost(pose))
    explorer.observe(state)
    return state


def brightness(picture, text):
    """The brighter, the better."""
    assert text == "a room with a mug"
    return float(picture.mean()) / 255.0


def first_choice(front: int, back: int) -> float:
    explorer, map = ValueExplorer(brightness, turn_price=0.0), hall()
    explorer.reset(Brief(task="", goal="small red mug on the desk", embodiment=BODY))
    look(explorer, map, math.pi, back)
    state = look(explorer, map, 0.0, front)
    point = explorer.choose(state)
    assert point is not None
    return point[0]


def test_the_robot_goes_where_the_view_promised_more():
    assert first_choice(front=200, back=50) > 0.0
    assert first_choice(front=50, back=200) < 0.0


def test_values_stay_in_the_cone_and_grow_with_the_map():
    explorer, map = ValueExplorer(brightness), hall()
    explorer.reset(Brief(task="", goal="mug", embodiment=BODY))
    look(explorer, map, 0.0, 255)
    before = map.layer("value")[map.cell_of(1.0, 0.0)]
    assert before == 1.0
    assert map.layer("sureness")[map.cell_of(-1.0, 0.0)] == 0.0
    map.cover((-9.0, -9.0, 9.0, 9.0))
    assert map.layer("value")[map.cell_of(1.0, 0.0)] == before


def test_a_second_look_is_averaged_by_how_sure_it_is():
    explorer, map = ValueExplorer(brightness), hall()
    explorer.reset(Brief(task="", goal="mug", embodiment=BODY))
    look(explorer, map, 0.0, 255)
    look(explorer, map, math.radians(40.0), 0)
    ahead = map.layer("value")[map.cell_of(1.5, 0.0)]
    assert 0.5 < ahead < 1.0


def test_words_without_sense_are_searched_for_as_they_are():
    asked = []
    explorer = ValueExplorer(lambda picture, text: float(asked.append(text) or 0.0))
    explorer.reset(Brief(task="", goal="", embodiment=BODY))
    look(explorer, hall(), 0.0, 255)
    assert asked == ["a room with a thing"]
