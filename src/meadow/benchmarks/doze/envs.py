"""``meadow/Doze-v0``: ObjectNav with the benchmark's robot in training homes where people roam."""

from __future__ import annotations

import dataclasses
from typing import Any

from meadow.benchmarks.doze.task import BODY, MAX_STEPS
from meadow.envs.navigate import ObjectNavEnv, ObjectNavVectorEnv

#: What sets the environment apart from ObjectNav: about as many people as at level 3 roam in
#: homes of this size, and the camera has fewer pixels, for policies that learn from them.
DEFAULTS: dict[str, Any] = {
    "rooms": (2, 4),
    "people": 3,
    "collision": -0.1,
    "embodiment": dataclasses.replace(
        BODY, camera=dataclasses.replace(BODY.camera, width=160, height=120)
    ),
}


def doze_env(**options: Any) -> ObjectNavEnv:
    """One robot; ``options`` are those of :class:`ObjectNavEnv` and override ``DEFAULTS``."""
    return ObjectNavEnv(**{**DEFAULTS, **options})


def doze_vector_env(
    num_envs: int = 1, *, max_episode_steps: int | None = MAX_STEPS, **options: Any
) -> ObjectNavVectorEnv:
    """Many robots; ``options`` are those of :class:`ObjectNavVectorEnv` and override ``DEFAULTS``."""
    return ObjectNavVectorEnv(
        num_envs, max_episode_steps=max_episode_steps, **{**DEFAULTS, **options}
    )
