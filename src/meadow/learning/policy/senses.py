"""The visual inputs of a network: pictures at its own size, and the goal map."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from meadow.episodes.categories import ROBOTHOR
from meadow.learning.policy.network import NetworkConfig
from meadow.policies.features import FEATURES, policy_features
from meadow.policies.goal_map import policy_eyes
from meadow.policies.pictures import field_of_view, shrink_depth, shrink_picture
from meadow.types import Array, Camera

_SHRINK = {"rgb": shrink_picture, "depth": shrink_depth}


@dataclass(frozen=True)
class _Lens:
    """The network's camera: the field of view of the environment at the network's size."""

    width: int
    height: int
    hfov: float = 79.0


def sensed(network: NetworkConfig, observations: dict[str, Any]) -> dict[str, Array]:
    """Visual inputs (N, ...) by name, from observations of an environment.

    Where an environment gives no goal map, the embedded model makes one.
    """
    if network.senses[0] in FEATURES:
        name = network.senses[0]
        return {name: policy_features().features(name, observations["rgb"])}
    lens = _Lens(network.width, network.height)
    size = observations[network.senses[0]].shape[1:3]
    window = field_of_view(Camera(hfov=math.radians(lens.hfov)), lens, size)
    arrays = {}
    for sense in network.senses:
        if sense in observations and (
            sense not in _SHRINK or size == (network.height, network.width)
        ):
            arrays[sense] = observations[sense]
        elif sense in _SHRINK:
            arrays[sense] = np.stack(
                [_SHRINK[sense](one, window, lens) for one in observations[sense]]
            )
        else:
            goals = [ROBOTHOR[int(number)] for number in observations["goal"][:, 0]]
            arrays[sense] = policy_eyes().goal_maps(observations["rgb"], goals, window)
    return arrays
