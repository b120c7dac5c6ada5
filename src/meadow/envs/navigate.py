"""``meadow/PointNav-v0`` and ``meadow/ObjectNav-v0``, single and batched."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np

from meadow.envs.navigation import NavigateConfig, Navigation
from meadow.envs.options import BATCH, SINGLE, settled
from meadow.envs.single import WorldEnv
from meadow.envs.spaces import observation_space
from meadow.envs.vector import WorldVectorEnv
from meadow.episodes.categories import ROBOTHOR
from meadow.errors import InvalidValueError
from meadow.policies.goal_map import COLUMNS, ROWS
from meadow.types import NAVIGATION, NAVIGATION_AND_LOOK

ACTIONS = {"pointnav": NAVIGATION, "objectnav": NAVIGATION_AND_LOOK}


def _space(task: str, config: NavigateConfig) -> gym.spaces.Dict:
    """The observation space: pictures, goal, pose and bump sensor; the goal map if it is privileged."""
    camera = config.embodiment.camera
    spaces = dict(observation_space(camera).spaces)
    if config.privileged_goal_map:
        if task != "objectnav" or camera.width % COLUMNS or camera.height % ROWS:
            raise InvalidValueError(
                f"privileged_goal_map: expected ObjectNav and a multiple of {COLUMNS}x{ROWS} pixels, "
                f"not in {task} at {camera.width}x{camera.height}"
            )
        spaces["goal_map"] = gym.spaces.Box(0.0, 1.0, (ROWS, COLUMNS), np.float32)
    del spaces["instruction"]
    if task == "pointnav":
        low, high = np.array([0.0, -3.2], np.float32), np.array([1000.0, 3.2], np.float32)
        spaces["goal"] = gym.spaces.Box(low, high, dtype=np.float32)
    else:
        spaces["goal"] = gym.spaces.Box(0, len(ROBOTHOR) - 1, (1,), np.int64)
    return gym.spaces.Dict(spaces)


class _Single(WorldEnv):
    """One robot with a navigation task."""

    def __init__(self, task: str, render_mode: str | None, options: dict[str, Any]) -> None:
        self.config, breakage = settled(NavigateConfig, options, SINGLE)
        space = _space(task, self.config)
        world = Navigation(task, self.config, self.config.homes(breakage.simulator))
        super().__init__(world, space, ACTIONS[task], render_mode)


class _Batch(WorldVectorEnv):
    """Many robots with a navigation task."""

    def __init__(
        self, task: str, num_envs: int, max_episode_steps: int | None, options: dict[str, Any]
    ) -> None:
        batch, options = self.batch_options(options)
        self.config, breakage = settled(NavigateConfig, options, BATCH)
        homes = self.config.homes(breakage.simulator)
        super().__init__(
            [Navigation(task, self.config, homes) for _ in range(num_envs)],
            _space(task, self.config),
            ACTIONS[task],
            max_episode_steps=max_episode_steps,
            **batch,
        )


class PointNavEnv(_Single):
    """Drive to a point and say Stop there.

    Observation:
        ``rgb`` (H, W, 3) uint8, ``depth`` (H, W) float32 metres, ``goal`` distance (m) and bearing
        (radians, left positive), ``pose`` x, y, yaw relative to the start, ``moved`` 0 after a bump.
    Actions:
        Discrete: MoveAhead, RotateLeft, RotateRight, Stop.
    Rewards:
        +10 for Stop within 0.2 m of the point, +1 for each metre by which the shortest path became shorter,
        -0.01 for each action.
    Termination:
        Stop; truncated after 500 steps.
    """

    def __init__(self, *, render_mode: str | None = None, **options: Any) -> None:
        """``options`` are fields of :class:`NavigateConfig`, and ``corrupt``, e.g. "spatter@5"."""
        super().__init__("pointnav", render_mode, options)


class PointNavVectorEnv(_Batch):
    """The batched twin of :class:`PointNavEnv`, step for step equal."""

    def __init__(self, num_envs: int = 1, *, max_episode_steps: int | None = 500, **options: Any):
        """``options`` are those of :class:`WorldVectorEnv` and :class:`NavigateConfig`, and ``corrupt``."""
        super().__init__("pointnav", num_envs, max_episode_steps, options)


class ObjectNavEnv(_Single):
    """Find something of a category, see it from within 1 m and say Stop.

    Observation:
        ``rgb``, ``depth`` as in PointNav, ``goal`` the number of the category in
        ``episodes.categories.ROBOTHOR``, ``pose`` zeros (there is no GPS), ``moved`` 0 after a bump.
    Actions:
        Discrete: MoveAhead, RotateLeft, RotateRight, LookUp, LookDown, Stop.
    Rewards:
        +10 for Stop with an instance visible within 1 m, +1 for each metre by which the shortest path to
        a viewpoint became shorter, -0.01 for each action.
    Termination:
        Stop; truncated after 500 steps.
    """

    def __init__(self, *, render_mode: str | None = None, **options: Any) -> None:
        """``options`` are fields of :class:`NavigateConfig`, and ``corrupt``, e.g. "spatter@5"."""
        super().__init__("objectnav", render_mode, options)


class ObjectNavVectorEnv(_Batch):
    """The batched twin of :class:`ObjectNavEnv`, step for step equal."""

    def __init__(self, num_envs: int = 1, *, max_episode_steps: int | None = 500, **options: Any):
        """``options`` are those of :class:`WorldVectorEnv` and :class:`NavigateConfig`, and ``corrupt``."""
        super().__init__("objectnav", num_envs, max_episode_steps, options)
