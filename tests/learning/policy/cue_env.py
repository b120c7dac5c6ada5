"""A toy that needs eyes and memory: a wall that is near or far at first says what to do at the end."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np

from meadow.seeding import stream

SIDE = 32
LENGTH = 2


class CueEnv(gym.vector.VectorEnv):
    """Reward 1 when the second action is the number that the first picture showed."""

    def __init__(self, num_envs: int = 8, actions: int = 2) -> None:
        self.num_envs = num_envs
        self._seed = 0
        self.single_observation_space = gym.spaces.Dict(
            {"depth": gym.spaces.Box(0.0, 10.0, (SIDE, SIDE), np.float32)}
        )
        self.single_action_space = gym.spaces.Discrete(actions)
        self._episode = np.zeros(num_envs, np.int64)
        self._step = np.zeros(num_envs, np.int64)
        self._won = np.zeros(num_envs, bool)

    def reset(self, *, seed: int = 0, options: Any = None) -> tuple[dict, dict]:
        self._seed = seed
        self._episode[:], self._step[:] = 0, 0
        return self._look(), self._info()

    def _cue(self, i: int) -> int:
        return stream(self._seed, i, int(self._episode[i])).integer(0, 1)

    def _look(self) -> dict[str, np.ndarray]:
        depth = np.full((self.num_envs, SIDE, SIDE), 5.0, np.float32)
        for i in np.flatnonzero(self._step == 0):
            depth[i] = 0.2 if self._cue(int(i)) else 2.0
        return {"depth": depth}

    def _info(self) -> dict[str, Any]:
        return {"teacher": np.array([self._cue(i) for i in range(self.num_envs)])}

    def step(self, actions: np.ndarray) -> tuple:
        self._step += 1
        ended = self._step >= LENGTH
        right = np.array([a == self._cue(i) for i, a in enumerate(actions)])
        rewards = (ended & right).astype(np.float64)
        final = {"success": rewards.copy()}
        last = np.full(self.num_envs, None, object)
        for i in np.flatnonzero(ended):
            last[i] = {"depth": np.full((SIDE, SIDE), 5.0, np.float32)}
        self._episode[ended] += 1
        self._step[ended] = 0
        infos = {**self._info(), "final_info": final, "final_obs": last}
        return self._look(), rewards, ended, np.zeros(self.num_envs, bool), infos

    def state(self) -> dict[str, Any]:
        return {
            "seed": self._seed,
            "episode": self._episode.tolist(),
            "step": self._step.tolist(),
        }

    def restore(self, state: dict[str, Any]) -> tuple[dict, dict]:
        self._seed = state["seed"]
        self._episode = np.array(state["episode"])
        self._step = np.array(state["step"])
        return self._look(), self._info()
