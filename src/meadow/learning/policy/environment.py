"""The batched environment that a course trains in."""

from __future__ import annotations

import math
from typing import Any

from meadow.envs.explore import ExploreVectorEnv
from meadow.envs.navigate import ObjectNavVectorEnv, PointNavVectorEnv
from meadow.learning.policy.presets import TrainingPreset
from meadow.types import Camera, Embodiment

#: Side of the pictures that the embedded model looks at; networks see them smaller.
LARGE = 224


def make_environment(course: TrainingPreset, first: int, **options: Any) -> Any:
    """The batched environment of a course, in homes from a generator's seed on."""
    network = course.plan.network
    size = (network.width, network.height)
    if "goal_map" in network.senses and not course.privileged_goal_map:
        size = (LARGE, LARGE)
    camera = Camera(width=size[0], height=size[1], hfov=math.radians(course.hfov))
    options |= {
        "houses": range(first, first + course.homes),
        "rooms": course.rooms,
        "embodiment": Embodiment(camera=camera),
        "max_episode_steps": course.max_steps,
        "autoreset_mode": "SameStep",
        "supersample": 2 if "rgb" in network.senses and size[0] < LARGE else 1,
        "teach": course.plan.dagger_frames > 0,
    }
    if course.privileged_goal_map:
        options["privileged_goal_map"] = True
    kinds = {
        "pointnav": PointNavVectorEnv,
        "objectnav": ObjectNavVectorEnv,
        "explore": ExploreVectorEnv,
    }
    return kinds[course.task](course.num_envs, **options)
