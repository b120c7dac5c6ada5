"""Frames that come late or not at all; pose, goal and bump sensor are on time."""

from __future__ import annotations

import dataclasses
from collections import deque

from meadow.corruptions.kinds import Sense, corruption
from meadow.seeding import Stream
from meadow.types import Array, Observation

Frame = tuple[Array, Array | None]


def _with(observation: Observation, frame: Frame) -> Observation:
    return dataclasses.replace(observation, rgb=frame[0], depth=frame[1])


@corruption(
    "dropped_frames",
    part="senses",
    levels=(0.1, 0.2, 0.35, 0.5, 0.7),
    rhythm="episode",
    source="beyond",
)
def dropped_frames(chance: float, rng: Stream) -> Sense:
    """A frame is lost with a probability, and the last one is shown again."""
    last: Frame | None = None

    def sense(observation: Observation) -> Observation:
        nonlocal last
        if last is None or not rng.chance(chance):
            last = (observation.rgb, observation.depth)
        return _with(observation, last)

    return sense


@corruption(
    "delayed_frames",
    part="senses",
    levels=(1, 2, 3, 4, 6),
    rhythm="episode",
    source="beyond",
)
def delayed_frames(steps: int, rng: Stream) -> Sense:
    """Frames are 1, 2, 3, 4 or 6 actions old."""
    kept: deque[Frame] = deque(maxlen=steps + 1)

    def sense(observation: Observation) -> Observation:
        kept.append((observation.rgb, observation.depth))
        return _with(observation, kept[0])

    return sense
