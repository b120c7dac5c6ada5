"""One robot as a Gymnasium environment, whatever its task."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import gymnasium as gym
import numpy as np

from meadow.envs.options import check_render_mode, chosen_action
from meadow.envs.world import TaskWorld
from meadow.types import Action, Array, Observation

Observations = dict[str, Array]


def as_arrays(observation: Observation, world: TaskWorld) -> Observations:
    """An observation in the shape of the observation space."""
    assert observation.depth is not None
    return {"rgb": observation.rgb, "depth": observation.depth, **world.senses(observation)}


class WorldEnv(gym.Env[Observations, np.int64]):
    """A Gymnasium environment around a world; the world decides task and rewards."""

    metadata = {"render_modes": ["rgb_array"], "render_fps": 10}  # noqa: RUF012 (Gymnasium's way)

    def __init__(
        self,
        world: TaskWorld,
        space: gym.spaces.Dict,
        actions: Sequence[Action],
        render_mode: str | None,
    ) -> None:
        """``render_mode`` is None or "rgb_array"."""
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self.actions = tuple(actions)
        # Gymnasium says of its Dict that what it holds are spaces.
        self.observation_space = cast("gym.Space[Observations]", space)
        self.action_space = gym.spaces.Discrete(len(self.actions))
        self._world = world

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begin an episode in a home that is drawn from the configuration's."""
        super().reset(seed=seed)
        self._world.place(int(self.np_random.integers(2**31)))
        return self._look(), self._info()

    def step(
        self, action: np.int64 | int
    ) -> tuple[Observations, float, bool, bool, dict[str, Any]]:
        """The robot does an action and looks; truncation is left to Gymnasium's time limit."""
        reward, done = self._world.act(chosen_action(action, self.actions))
        return self._look(), reward, done, False, self._info()

    def _look(self) -> Observations:
        return as_arrays(self._world.observe(), self._world)

    def _info(self) -> dict[str, Any]:
        return {**self._world.info(), "instruction": self._world.instruction}

    def render(self) -> Array | None:
        """The last frame, for ``render_mode="rgb_array"``."""
        return self._world.simulator.frames.rgb if self.render_mode else None

    def close(self) -> None:
        """Free the simulator; calling twice is fine."""
        self._world.simulator.close()
