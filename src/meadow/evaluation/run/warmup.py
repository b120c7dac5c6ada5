"""Compile everything that an episode runs, or load it from the disk cache."""

from __future__ import annotations

import math
from functools import cache

import numpy as np

from meadow.agents.modular import ModularAgent
from meadow.exploration.value import ValueExplorer
from meadow.grounding.localizer import Blind
from meadow.sim.warmup import warmup as warm_up_simulator
from meadow.types import Brief, Camera, Embodiment, Observation, Pose


@cache
def warm_up() -> None:
    """Run every kernel of simulator, maps and planners once.

    Call it in the parent before starting workers: compiled code is cached on disk, and they load it.
    """
    warm_up_simulator()
    camera = Camera(width=16, height=16)
    body = Embodiment(camera=camera, turn=math.pi)  # two turns look around, then it explores
    agent = ModularAgent(Blind(), explorer=ValueExplorer(lambda picture, text: 0.0))
    agent.reset(Brief(task="warm-up", goal="", embodiment=body))
    walls = np.full((16, 16), 2.0, np.float32)
    for step in range(4):
        agent.act(Observation(np.zeros((16, 16, 3), np.uint8), walls, Pose(0.0, 0.0), True, step))
