"""Pose drift: GPS and compass become odometry, whose error grows with the way."""

from __future__ import annotations

import dataclasses
import math

from meadow.corruptions.kinds import Sense, corruption
from meadow.seeding import Stream
from meadow.types import Observation, Pose, wrap_angle

#: (share of each step that is lost or gained, degrees by which each action turns the frame).
LEVELS = ((0.02, 0.2), (0.04, 0.5), (0.08, 1.0), (0.12, 1.5), (0.2, 2.5))


@corruption("pose_drift", part="senses", levels=LEVELS, rhythm="episode", source="beyond")
def pose_drift(level: tuple[float, float], rng: Stream) -> Sense:
    """Every motion is felt with an error that stays; PointNav's goal is off by as much."""
    share, degrees = level
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
            gain = 1.0 + rng.normal(0.0, share)
            off = math.radians(rng.normal(0.0, degrees))
            felt = after(felt, Pose(gain * step.x, gain * step.y, step.yaw + off))
        last = pose
        felt = dataclasses.replace(felt, pitch=pose.pitch)
        goal = observation.goal
        if goal is not None:
            goal = _felt_goal(goal, pose, felt)
        return dataclasses.replace(observation, pose=felt, goal=goal)

    return sense


def after(pose: Pose, step: Pose) -> Pose:
    """The pose that is ``step`` away in the frame of ``pose``."""
    cos, sin = math.cos(pose.yaw), math.sin(pose.yaw)
    x, y = pose.x + cos * step.x - sin * step.y, pose.y + sin * step.x + cos * step.y
    return Pose(x, y, wrap_angle(pose.yaw + step.yaw), pose.pitch)


def _felt_goal(goal: tuple[float, float], pose: Pose, felt: Pose) -> tuple[float, float]:
    """Distance and bearing of the goal for a robot that believes to be elsewhere."""
    distance, bearing = goal
    ahead = Pose(distance * math.cos(bearing), distance * math.sin(bearing))
    there = after(pose, ahead).relative_to(felt)
    return math.hypot(there.x, there.y), math.atan2(there.y, there.x)
