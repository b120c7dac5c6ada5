"""Whether the channels of a tower still vary.

A channel that large steps of the optimiser push below zero everywhere is clamped to zero in every picture.
It gets no gradient any more and hands nothing on: it has died. The loss does not show it, since what is
left of the tower makes up for it.
"""

from __future__ import annotations

import torch
from torch import Tensor

from meadow.learning.eyes.network.model import ImageNetwork
from meadow.learning.eyes.network.tower import Block

VARIES = 1e-6
"""A channel counts as alive when its variance over all places of all pictures is larger than this."""


def channels_alive(network: ImageNetwork, images: Tensor) -> list[float]:
    """The fraction of channels that vary in (N, 3, H, W) images, for the worst block of each stage."""
    found: dict[Block, float] = {}

    def watch(block: Block) -> torch.utils.hooks.RemovableHandle:
        def hook(_layer: torch.nn.Module, inputs: tuple[Tensor, ...]) -> None:
            variance = inputs[0].detach().float().var(dim=(0, 2, 3), correction=0)
            found[block] = float((variance > VARIES).float().mean())

        # What a block projects is what its activations let through.
        return block.project.register_forward_pre_hook(hook)

    stages = [
        [block for block in stage if isinstance(block, Block)] for stage in network.tower.stages
    ]
    handles = [watch(block) for stage in stages for block in stage]
    try:
        with torch.no_grad():
            network(images)
    finally:
        for handle in handles:
            handle.remove()
    return [min(found[block] for block in stage) for stage in stages]
