"""What enters a network: pictures at its own size, and where the goal shows."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from meadow.episodes.categories import ROBOTHOR
from meadow.learning.policy.network import NetworkConfig
from meadow.policies.goal_map import policy_eyes
from meadow.policies.pictures import field_of_view, shrink_depth, shrink_picture
from meadow.types import Array, Camera

_SHRINK = {"rgb": shrink_picture, "depth": shrink_depth}


@dataclass(frozen=True)
class _Lens:
    """The network's own view: as wide as the environment's, and of its own shape."""

    width: int
    height: int
    hfov: float = 79.0


def sensed(shape: NetworkConfig, seen: dict[str, Any]) -> dict[str, Array]:
    """Visual inputs (N, ...) by name, from observations of an environment.

    Environments that do not tell where the goal shows are looked at by the embedded model.
    """
    lens = _Lens(shape.width, shape.height)
    size = seen[shape.senses[0]].shape[1:3]
    window = field_of_view(Camera(hfov=math.radians(lens.hfov)), lens, size)
    arrays = {}
    for sense in shape.senses:
        if sense in seen and (sense not in _SHRINK or size == (shape.height, shape.width)):
            arrays[sense] = seen[sense]
        elif sense in _SHRINK:
            arrays[sense] = np.stack([_SHRINK[sense](one, window, lens) for one in seen[sense]])
        else:
            goals = [ROBOTHOR[int(number)] for number in seen["goal"][:, 0]]
            arrays[sense] = policy_eyes().goal_maps(seen["rgb"], goals, window)
    return arrays
