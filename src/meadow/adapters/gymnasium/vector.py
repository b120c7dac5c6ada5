"""Many explorations at once, rendered in one call that runs outside the interpreter lock."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from meadow.adapters.gymnasium.exploration import INSTRUCTION, Exploration, ExploreConfig
from meadow.adapters.gymnasium.spaces import (
    ACTIONS,
    action_space,
    encode_text,
    observation_space,
    pose_array,
)
from meadow.errors import InvalidValueError
from meadow.sim.batch import BatchCamera
from meadow.types import Array

Observations = dict[str, Array]


class ExploreVectorEnv(gym.vector.VectorEnv[Observations, Array, Array]):
    """The batched twin of :class:`~meadow.adapters.gymnasium.explore.ExploreEnv`, step for step equal.

    All three autoreset modes of Gymnasium are supported; observation arrays are never reused.
    """

    def __init__(
        self,
        num_envs: int = 1,
        *,
        max_episode_steps: int | None = 500,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Make the environments.

        Args:
            num_envs: How many.
            max_episode_steps: Steps before truncation; None or -1 for no limit.
            autoreset_mode: What happens after an episode's end; see Gymnasium.
            threads: Threads that render.
            render_mode: None or "rgb_array".
            **options: Fields of :class:`ExploreConfig`.
        """
        if num_envs < 1:
            raise InvalidValueError(f"num_envs is {num_envs}: expected 1 or more")
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.config = ExploreConfig(**options)
        self._mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": ["rgb_array"], "autoreset_mode": self._mode}
        self._limit = None if max_episode_steps in (None, -1) else max_episode_steps
        self._camera = BatchCamera(self.config.embodiment.camera, threads)
        self.single_observation_space = observation_space(self.config.embodiment.camera)
        self.single_action_space = action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._worlds = [Exploration(self.config) for _ in range(num_envs)]
        self._rngs = [seeding.np_random(None)[0] for _ in range(num_envs)]
        self._steps = np.zeros(num_envs, np.int64)
        self._ended = np.zeros(num_envs, bool)
        self._text = encode_text(INSTRUCTION)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begin episodes; ``options={"reset_mask": ...}`` chooses which."""
        mask = np.ones(self.num_envs, bool)
        if options and "reset_mask" in options:
            mask = np.asarray(options["reset_mask"], bool)
        seeds: list[int | None]
        if seed is None or isinstance(seed, int):
            seeds = [None if seed is None else seed + i for i in range(self.num_envs)]
        else:
            seeds = list(seed)
        for i in np.flatnonzero(mask):
            if seeds[i] is not None:
                self._rngs[i] = seeding.np_random(seeds[i])[0]
            self._begin(int(i))
        return self._look(), self._infos()

    def _begin(self, i: int) -> None:
        self._worlds[i].place(int(self._rngs[i].integers(2**31)))
        self._steps[i] = 0
        self._ended[i] = False

    def step(self, actions: Array) -> tuple[Observations, Array, Array, Array, dict[str, Any]]:
        """Do one action in each environment."""
        rewards = np.zeros(self.num_envs, np.float64)
        terminated = np.zeros(self.num_envs, bool)
        truncated = np.zeros(self.num_envs, bool)
        if self._mode == AutoresetMode.DISABLED and self._ended.any():
            which = np.flatnonzero(self._ended).tolist()
            raise InvalidValueError(
                f"environments {which} have ended: reset them with options={{'reset_mask': ...}}"
            )
        for i, world in enumerate(self._worlds):
            if self._ended[i]:  # NEXT_STEP: this step is the reset
                self._begin(i)
                continue
            rewards[i], terminated[i] = world.act(ACTIONS[int(actions[i])])
            self._steps[i] += 1
            truncated[i] = self._limit is not None and self._steps[i] >= self._limit
        self._ended = terminated | truncated
        observations, infos = self._look(), self._infos()
        if self._mode == AutoresetMode.SAME_STEP and self._ended.any():
            observations, infos = self._reset_ended(observations, infos)
        return observations, rewards, terminated, truncated, infos

    def _reset_ended(
        self, observations: Observations, infos: dict[str, Any]
    ) -> tuple[Observations, dict[str, Any]]:
        """SAME_STEP: keep the last observation of ended episodes and show the next one's first."""
        ended = self._ended.copy()
        final = np.full(self.num_envs, None, object)
        for i in np.flatnonzero(ended):
            final[i] = {name: array[i].copy() for name, array in observations.items()}
            self._begin(int(i))
        fresh = self._look()
        last_infos = {k: np.where(ended, v, 0) for k, v in infos.items() if not k.startswith("_")}
        last_infos |= {f"_{k}": ended.copy() for k in list(last_infos)}
        result = self._infos()
        result |= {
            "final_obs": final,
            "_final_obs": ended,
            "final_info": last_infos,
            "_final_info": ended.copy(),
        }
        return fresh, result

    def _look(self) -> Observations:
        frames, each = self._camera.render([world.simulator for world in self._worlds])
        poses = [world.observe(one).pose for world, one in zip(self._worlds, each)]
        return {
            "rgb": frames.rgb,
            "depth": frames.depth,
            "pose": np.stack([pose_array(p) for p in poses]),
            "instruction": np.tile(self._text, (self.num_envs, 1)),
        }

    def _infos(self) -> dict[str, Any]:
        cells = np.array([world.cells for world in self._worlds])
        text = np.full(self.num_envs, INSTRUCTION, object)
        present = np.ones(self.num_envs, bool)
        return {
            "cells": cells,
            "_cells": present,
            "instruction": text,
            "_instruction": present.copy(),
        }

    def render(self) -> tuple[Array, ...] | None:
        """The last frame of each environment."""
        if self.render_mode is None:
            return None
        return tuple(world.simulator.frames.rgb for world in self._worlds)

    def close_extras(self, **_: Any) -> None:
        """Free the simulators."""
        self._camera.close()
        for world in self._worlds:
            world.simulator.close()
