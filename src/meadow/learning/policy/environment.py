"""Making the batched environment of a preset."""

from __future__ import annotations

import math
from typing import Any

from meadow.envs.explore import ExploreVectorEnv
from meadow.envs.navigate import ObjectNavVectorEnv, PointNavVectorEnv
from meadow.learning.policy.presets import TrainingPreset
from meadow.types import Camera, Embodiment

#: Side of the pictures that the embedded model looks at; networks see them smaller.
LARGE = 224


def make_environment(preset: TrainingPreset, first: int, **options: Any) -> Any:
    """Make the batched environment of a preset, in homes with generator seeds from ``first`` on."""
    if preset.make is not None:
        return preset.make(preset, **options)
    network = preset.config.network
    size = (network.width, network.height)
    if "goal_map" in network.senses and not preset.privileged_goal_map:
        size = (LARGE, LARGE)
    camera = Camera(width=size[0], height=size[1], hfov=math.radians(preset.hfov))
    options |= {
        "houses": range(first, first + preset.homes),
        "rooms": preset.rooms,
        "embodiment": Embodiment(camera=camera),
        "max_episode_steps": preset.max_steps,
        "autoreset_mode": "SameStep",
        "supersample": 2 if "rgb" in network.senses and size[0] < LARGE else 1,
        "teach": preset.config.dagger_frames > 0,
    }
    if preset.privileged_goal_map:
        options["privileged_goal_map"] = True
    kinds = {
        "pointnav": PointNavVectorEnv,
        "objectnav": ObjectNavVectorEnv,
        "explore": ExploreVectorEnv,
    }
    return kinds[preset.task](preset.num_envs, **options)
