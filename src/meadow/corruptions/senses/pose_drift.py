"""Pose drift: GPS and compass become odometry, whose error grows with the distance driven."""

from __future__ import annotations

import dataclasses
import math

from meadow.corruptions.kinds import Sense, corruption
from meadow.seeding import Stream
from meadow.types import Observation, Pose

#: Standard deviations of (relative error of each step, rotation of the frame by each action in degrees).
LEVELS = ((0.02, 0.2), (0.04, 0.5), (0.08, 1.0), (0.12, 1.5), (0.2, 2.5))


@corruption("pose_drift", part="senses", levels=LEVELS, rhythm="episode", source="beyond")
def pose_drift(level: tuple[float, float], rng: Stream) -> Sense:
    """Every motion is sensed with an error that stays; a goal relative to the pose is off by as much."""
    relative, degrees = level
    last: Pose | None = None
    felt = Pose(0.0, 0.0)

    def sense(observation: Observation) -> Observation:
        nonlocal last, felt
        pose = observation.pose
        if pose is None:
            return observation
        if last is None:
            felt = pose
        elif (pose.x, pose.y, pose.yaw) != (last.x, last.y, last.yaw):
            step = pose.relative_to(last)
            gain = 1.0 + rng.normal(0.0, relative)
            off = math.radians(rng.normal(0.0, degrees))
            felt = felt.after(Pose(gain * step.x, gain * step.y, step.yaw + off))
        last = pose
        felt = dataclasses.replace(felt, pitch=pose.pitch)
        return dataclasses.replace(observation, pose=felt)

    return sense
