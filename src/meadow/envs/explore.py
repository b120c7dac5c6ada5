"""``meadow/Explore-v0``: roam a furnished home, rewarded for new ground."""

from __future__ import annotations

from typing import Any

from meadow.envs.exploration import Exploration, ExploreConfig
from meadow.envs.options import BATCH, SINGLE, settled
from meadow.envs.single import WorldEnv
from meadow.envs.spaces import ACTIONS, observation_space
from meadow.envs.vector import WorldVectorEnv


class ExploreEnv(WorldEnv):
    """Roam a furnished home.

    Observation:
        ``rgb`` (H, W, 3) uint8, ``depth`` (H, W) float32 metres, ``pose`` x, y, yaw relative to the
        start, ``instruction`` bytes (see ``spaces.decode_text``), ``moved`` 0 after a bump.
    Actions:
        Discrete: MoveAhead, RotateLeft, RotateRight, LookUp, LookDown, Stop.
    Rewards:
        +0.1 for each new 0.125 m square, -0.03 for a refused action, -0.01 for each action.
    Termination:
        Stop; truncated after 500 steps.
    """

    def __init__(self, *, render_mode: str | None = None, **options: Any) -> None:
        """Make the environment.

        Args:
            render_mode: None or "rgb_array".
            **options: Fields of :class:`ExploreConfig`, and ``corrupt``, e.g. "spatter@5".
        """
        self.config, breakage = settled(ExploreConfig, options, SINGLE)
        space = observation_space(self.config.embodiment.camera)
        world = Exploration(self.config, self.config.homes(breakage.simulator))
        super().__init__(world, space, ACTIONS, render_mode)


class ExploreVectorEnv(WorldVectorEnv):
    """The batched twin of :class:`ExploreEnv`, step for step equal."""

    def __init__(self, num_envs: int = 1, *, max_episode_steps: int | None = 500, **options: Any):
        """Make the environments.

        Args:
            num_envs: How many.
            max_episode_steps: Steps before truncation; None or -1 for no limit.
            **options: Options of :class:`WorldVectorEnv`, fields of :class:`ExploreConfig`, and
                ``corrupt``, e.g. "spatter@5".
        """
        batch, options = self.batch_options(options)
        self.config, breakage = settled(ExploreConfig, options, BATCH)
        homes = self.config.homes(breakage.simulator)
        super().__init__(
            [Exploration(self.config, homes) for _ in range(num_envs)],
            observation_space(self.config.embodiment.camera),
            ACTIONS,
            max_episode_steps=max_episode_steps,
            **batch,
        )
