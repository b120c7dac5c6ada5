"""Conversions between Meadow's frame and those of AI2-THOR and Habitat.

Meadow: right-handed, Z up, yaw counter-clockwise from +X in radians, pitch up positive.
THOR:   left-handed, Y up; rotation.y clockwise from +Z in degrees, horizon down positive in degrees.
Habitat: right-handed, Y up, robots look along -Z; rotations as quaternions (x, y, z, w).

The plan keeps its look: Meadow's (x, y) is THOR's (x, z) and Habitat's (x, -z), heights are their y.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from meadow.types import Pose, wrap_angle

Triple = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]


def to_thor(point: Sequence[float]) -> Triple:
    """A Meadow point (x, y, z) in THOR's axes."""
    return point[0], point[2], point[1]


def from_thor(point: Sequence[float]) -> Triple:
    """A THOR point (x, y, z) in Meadow's axes."""
    return point[0], point[2], point[1]


def yaw_to_thor(yaw: float) -> float:
    """THOR's rotation.y in [0, 360) degrees."""
    degrees = math.degrees(math.pi / 2 - yaw) % 360.0
    return 0.0 if degrees == 360.0 else degrees


def yaw_from_thor(degrees: float) -> float:
    """Meadow's yaw in [-pi, pi) of a THOR rotation.y."""
    return wrap_angle(math.pi / 2 - math.radians(degrees))


def pose_to_thor(pose: Pose, height: float = 0.0) -> tuple[Triple, float, float]:
    """THOR's position, rotation.y and cameraHorizon of a robot."""
    return to_thor((pose.x, pose.y, height)), yaw_to_thor(pose.yaw), -math.degrees(pose.pitch)


def pose_from_thor(position: Sequence[float], rotation: float, horizon: float = 0.0) -> Pose:
    """The pose of a THOR agent."""
    x, y, _ = from_thor(position)
    return Pose(x, y, yaw_from_thor(rotation), -math.radians(horizon))


def to_habitat(point: Sequence[float]) -> Triple:
    """A Meadow point (x, y, z) in Habitat's axes."""
    return point[0], point[2], -point[1]


def from_habitat(point: Sequence[float]) -> Triple:
    """A Habitat point (x, y, z) in Meadow's axes."""
    return point[0], -point[2], point[1]


def yaw_to_habitat(yaw: float) -> Quaternion:
    """The quaternion (x, y, z, w) that turns Habitat's -Z to a heading; w is not negative."""
    half = 0.5 * wrap_angle(yaw - math.pi / 2)
    return 0.0, math.sin(half), 0.0, math.cos(half)


def yaw_from_habitat(quaternion: Sequence[float]) -> float:
    """Meadow's yaw in [-pi, pi) of a Habitat rotation; any tilt is ignored."""
    x, y, z, w = quaternion
    # The image of -Z under the rotation, seen in the plan.
    forward_x = -2.0 * (x * z + w * y)
    forward_z = -(1.0 - 2.0 * (x * x + y * y))
    return wrap_angle(math.atan2(-forward_z, forward_x))


def pose_to_habitat(pose: Pose, height: float = 0.0) -> tuple[Triple, Quaternion]:
    """Habitat's position and rotation of a robot's base (pitch belongs to its camera)."""
    return to_habitat((pose.x, pose.y, height)), yaw_to_habitat(pose.yaw)


def pose_from_habitat(position: Sequence[float], rotation: Sequence[float]) -> Pose:
    """The pose of a Habitat agent."""
    x, y, _ = from_habitat(position)
    return Pose(x, y, yaw_from_habitat(rotation))
