"""Facing things: the turn that brings a point nearer to straight ahead."""

from __future__ import annotations

import math

from meadow.types import Action, Embodiment, Pose, wrap_angle


def turn_towards(pose: Pose, x: float, y: float, body: Embodiment) -> Action | None:
    """The rotation that brings a point nearer to straight ahead; None when it cannot be bettered."""
    error = wrap_angle(math.atan2(y - pose.y, x - pose.x) - pose.yaw)
    # A little slack keeps the robot from swinging between two headings that are both off.
    if abs(error) <= 0.65 * body.turn:
        return None
    return Action.ROTATE_LEFT if error > 0 else Action.ROTATE_RIGHT
