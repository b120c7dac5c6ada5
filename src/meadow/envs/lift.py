"""``meadow/Lift-v0``: bring the hand to a thing, grip it with enough force and raise it."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np

from meadow.envs.lifting import FELT, LiftConfig, Lifting
from meadow.envs.options import BATCH, SINGLE, settled
from meadow.envs.single import WorldEnv
from meadow.envs.spaces import observation_space
from meadow.envs.vector import WorldVectorEnv
from meadow.types import MANIPULATION


def _space(config: LiftConfig) -> gym.spaces.Dict:
    """Pictures, pose and bump sensor; the thing seen from the hand, and what the robot feels of its arm."""
    spaces = dict(observation_space(config.embodiment.camera).spaces)
    del spaces["instruction"]
    spaces["goal"] = gym.spaces.Box(-100.0, 100.0, (3,), np.float32)
    spaces["arm"] = gym.spaces.Box(-100.0, 100.0, (FELT,), np.float32)
    return gym.spaces.Dict(spaces)


class LiftEnv(WorldEnv):
    """Lift a thing.

    Observation:
        ``rgb`` (H, W, 3) uint8, ``depth`` (H, W) float32 metres, ``pose`` x, y, yaw relative to the start,
        ``moved`` 0 after a refusal, ``goal`` the thing seen from the hand along the robot's axes, metres,
        ``arm`` place and direction of the hand, lift, six joints, force, and touch as one of three.
    Actions:
        Discrete, ``meadow.types.MANIPULATION``: drives, the arm, the hand, Stop.
    Rewards:
        The hand nearer by a metre 1, the thing taken 2, raised by 0.1 m 2, all taken back when undone; a
        Stop that succeeds 10; each action -0.01.
    Termination:
        Stop; truncated after 300 steps.
    """

    def __init__(self, *, render_mode: str | None = None, **options: Any) -> None:
        """Make the environment.

        Args:
            render_mode: None or "rgb_array".
            **options: Fields of :class:`LiftConfig`, and ``corrupt``, e.g. "spatter@5".
        """
        self.config, breakage = settled(LiftConfig, options, SINGLE)
        world = Lifting(self.config, self.config.homes(breakage.simulator))
        super().__init__(world, _space(self.config), MANIPULATION, render_mode)


class LiftVectorEnv(WorldVectorEnv):
    """The batched twin of :class:`LiftEnv`, step for step equal."""

    def __init__(self, num_envs: int = 1, *, max_episode_steps: int | None = 300, **options: Any):
        """``options`` are those of :class:`WorldVectorEnv` and :class:`LiftConfig`, and ``corrupt``."""
        batch, options = self.batch_options(options)
        self.config, breakage = settled(LiftConfig, options, BATCH)
        homes = self.config.homes(breakage.simulator)
        super().__init__(
            [Lifting(self.config, homes) for _ in range(num_envs)],
            _space(self.config),
            MANIPULATION,
            max_episode_steps=max_episode_steps,
            **batch,
        )
