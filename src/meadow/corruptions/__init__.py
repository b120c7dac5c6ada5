"""Corruptions: pure functions between the world and an agent, by name.

    from meadow.corruptions import corrupted, parse

    simulator = corrupted(Embodiment(), parse("spatter@5,motion_drift"))

Adding one is copying its neighbour in ``rgb``, ``depth``, ``drive`` or ``senses`` and naming it below.
"""

from __future__ import annotations

from meadow.corruptions import camera
from meadow.corruptions.compose import Chosen, parse, text
from meadow.corruptions.depth import depth_holes, depth_noise
from meadow.corruptions.draw import CorruptionOptions, EpisodeCorruptions
from meadow.corruptions.drive import motion_bias, motion_drift, motor_failure, noise
from meadow.corruptions.kinds import CORRUPTIONS, Corruption
from meadow.corruptions.rgb import (
    camera_crack,
    defocus_blur,
    gaussian_noise,
    illumination_colour,
    low_lighting,
    motion_blur,
    occluded_lens,
    spatter,
    speckle_noise,
)
from meadow.corruptions.senses import late_frames, pose_drift
from meadow.corruptions.simulator import (
    CorruptedSimulator,
    corrupted,
    corrupted_body,
    corrupted_camera,
    rehearse,
)

#: Every module that registers corruptions.
MODULES = (
    low_lighting,
    motion_blur,
    camera_crack,
    defocus_blur,
    speckle_noise,
    camera,
    spatter,
    motion_bias,
    motion_drift,
    noise,
    motor_failure,
    gaussian_noise,
    occluded_lens,
    illumination_colour,
    depth_noise,
    depth_holes,
    pose_drift,
    late_frames,
)

__all__ = [
    "CORRUPTIONS",
    "MODULES",
    "Chosen",
    "CorruptedSimulator",
    "Corruption",
    "CorruptionOptions",
    "EpisodeCorruptions",
    "corrupted",
    "corrupted_body",
    "corrupted_camera",
    "parse",
    "rehearse",
    "text",
]
