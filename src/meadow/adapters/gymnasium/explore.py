"""``meadow/Explore-v0``: roam a furnished home, rewarded for new ground."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np

from meadow.adapters.gymnasium.exploration import INSTRUCTION, Exploration, ExploreConfig
from meadow.adapters.gymnasium.spaces import (
    ACTIONS,
    action_space,
    encode_text,
    observation_space,
    pose_array,
)
from meadow.errors import InvalidValueError
from meadow.types import Array, Observation

Observations = dict[str, Array]


def as_arrays(observation: Observation, instruction: str) -> Observations:
    """An observation in the shape of the observation space."""
    assert observation.depth is not None
    return {
        "rgb": observation.rgb,
        "depth": observation.depth,
        "pose": pose_array(observation.pose),
        "instruction": encode_text(instruction),
    }


class ExploreEnv(gym.Env[Observations, np.int64]):
    """Roam a furnished home.

    Observation:
        ``rgb`` (H, W, 3) uint8, ``depth`` (H, W) float32 metres, ``pose`` x, y, yaw relative to the
        start, ``instruction`` bytes (see ``spaces.decode_text``).
    Actions:
        Discrete: MoveAhead, RotateLeft, RotateRight, LookUp, LookDown, Stop.
    Rewards:
        +0.1 for each new 0.125 m square, -0.03 for a refused action, -0.01 for each action.
    Termination:
        Stop; truncated after 500 steps.
    """

    metadata = {"render_modes": ["rgb_array"], "render_fps": 10}  # noqa: RUF012 (Gymnasium's way)

    def __init__(self, *, render_mode: str | None = None, **options: Any) -> None:
        """Make the environment.

        Args:
            render_mode: None or "rgb_array".
            **options: Fields of :class:`ExploreConfig`.
        """
        if render_mode not in (None, "rgb_array"):
            raise InvalidValueError(f"render_mode {render_mode!r}: expected None or 'rgb_array'")
        self.render_mode = render_mode
        self.config = ExploreConfig(**options)
        self.observation_space = observation_space(self.config.embodiment.camera)
        self.action_space = action_space()
        self._exploration = Exploration(self.config)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begin an episode in a home drawn from the config's."""
        super().reset(seed=seed)
        self._exploration.place(int(self.np_random.integers(2**31)))
        return self._look(), self._info()

    def step(self, action: np.int64) -> tuple[Observations, float, bool, bool, dict[str, Any]]:
        """Do one action."""
        reward, done = self._exploration.act(ACTIONS[int(action)])
        return self._look(), reward, done, False, self._info()

    def _look(self) -> Observations:
        return as_arrays(self._exploration.observe(), INSTRUCTION)

    def _info(self) -> dict[str, Any]:
        return {"cells": self._exploration.cells, "instruction": INSTRUCTION}

    def render(self) -> Array | None:
        """The last frame, for ``render_mode="rgb_array"``."""
        return self._exploration.simulator.frames.rgb if self.render_mode else None

    def close(self) -> None:
        """Free the simulator; calling twice is fine."""
        self._exploration.simulator.close()
