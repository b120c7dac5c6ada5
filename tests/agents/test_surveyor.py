"""The surveyor on its way to things."""

from __future__ import annotations

import math

import numpy as np

from meadow.agents.survey_eyes import OracleEyes
from meadow.agents.surveyor import Surveyor
from meadow.mapping.inventory import DIRECTIONS, Named, Remembered
from meadow.mapping.state import AgentState
from meadow.types import ARM_BODY, Arm, Brief, Observation, Pose


def test_something_open_whose_handles_are_not_known_any_more_is_looked_at_from_its_front() -> None:
    """Eyes may take a fridge that was opened for something else later on, which has no handles."""
    surveyor = Surveyor(OracleEyes())
    brief = Brief(task="", goal="", embodiment=ARM_BODY, arm=Arm())
    surveyor.reset(brief)
    camera = ARM_BODY.camera
    depth = np.full((camera.height, camera.width), 3.0, np.float32)
    rgb = np.zeros((camera.height, camera.width, 3), np.uint8)
    seen = Observation(rgb=rgb, depth=depth, pose=Pose(0.0, 0.0), moved=True, step=0)
    angles = np.arange(DIRECTIONS) * math.pi / DIRECTIONS
    along = 2.0 * np.cos(angles)
    low, high = np.r_[along - 0.3, 0.0], np.r_[along + 0.3, 1.6]
    thing = Remembered(1, Named("poster"), low, high, 0, opened=True)
    surveyor.inventory.things[1] = thing
    surveyor._map.update(depth, camera, Pose(0.0, 0.0))
    pose = Pose(0.0, 0.0)
    cost = surveyor._map.cost(pose)
    state = AgentState(seen, pose, ARM_BODY, surveyor._map, cost, None)
    surveyor._approach(state, "look", thing)
    assert surveyor._point("open", thing, state) is None
